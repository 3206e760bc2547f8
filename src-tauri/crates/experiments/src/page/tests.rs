use super::{Judged, page};
use crate::baseline::Changes;
use crate::case::Case;
use crate::report::tests::{RIGHT, case, lanes, run, some};
use crate::report::{Report, faults_of_runs, judged_runs};
use crate::run::{LanePlan, Run};
use content::ModelId;
use proptest::prelude::*;

const HOSTILE: &str = "</code></table><script>alert(1)</script><img src=x onerror='alert(1)'>\u{202e}";

fn report(runs: &[Run]) -> Report {
    Report::of(&[case("x"), case("y")], &lanes(), runs)
}

/// A page without runs, whose numbers lead nowhere.
fn plain(report: &Report, changes: Option<&Changes>) -> String {
    page("A report", report, changes, Judged { cases: &[], lanes: &[], runs: &[] })
}

fn with_runs(title: &str, (cases, lanes): (&[Case], &[LanePlan]), runs: &[Run], before: &Report) -> String {
    let faults = faults_of_runs(cases, runs);
    let judged = judged_runs(runs, &faults);
    let report = Report::of_judged(cases, lanes, &judged, runs);
    let changes = Changes::between(before, &report);
    page(title, &report, Some(&changes), Judged { cases, lanes, runs: &judged })
}

/// The elements a browser would find in any order, with their attributes, apart from marks for hidden characters and from plots, whose
/// marks stand by the order of names.
fn tags(html: &str) -> Vec<String> {
    let mut drawn = html.split("<svg class=\"plot\"");
    let first = drawn.next().unwrap_or_default();
    let rest = drawn.filter_map(|plot| plot.split_once("</svg>")).map(|(_, rest)| rest);
    let text: String = std::iter::once(first).chain(rest).collect();
    let tags = text.split('<').skip(1).filter_map(|rest| rest.split('>').next());
    let mut tags: Vec<_> = tags.filter(|tag| !tag.ends_with("mark")).map(str::to_owned).collect();
    tags.sort();
    tags
}

/// A report in which every text of a model is this one.
fn saying(text: &str) -> String {
    let value = serde_json::json!({ "n": text }).to_string();
    let malformed = format!("!{text}");
    let lanes_of = [LanePlan::of_model(ModelId::new(text)), LanePlan::of_model(ModelId::new("other"))];
    let mut said = run("x", text, 2, text, RIGHT);
    said.transcript.text = Some(text.to_owned());
    let runs = [run("x", text, 1, "a", &value), said, run("x", "other", 1, "a", &malformed)];
    let titled = Case { title: text.to_owned(), ..case("x") };
    let before = Report::of(&[case("x")], &lanes(), &[run("x", "one", 1, "a", RIGHT)]);
    with_runs(text, (&[titled], &lanes_of), &runs, &before)
}

#[test]
fn hostile_text_makes_no_element_of_the_page() {
    let html = saying(HOSTILE);
    assert!(!html.contains("<script") && !html.contains("<img") && !html.contains('\u{202e}'));
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && html.contains("<mark>U+202E</mark>"));
}

fn whole() -> String {
    let (cases, before) = ([case("x"), case("y")], report(&[run("x", "one", 1, "a", RIGHT)]));
    with_runs("A report", (&cases, &lanes()), &some(), &before)
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    let html = whole();
    assert!(html.contains("default-src 'none'"));
    for forbidden in ["<script", "<link", "<img", "src=", "href=", "url(", "@import", "http"] {
        let html = html.replace("http-equiv", "").replace("href=\"#", "");
        assert!(!html.contains(forbidden), "{forbidden}");
    }
}

/// The list of runs that the first link behind a text leads to.
#[track_caller]
fn list_behind<'a>(html: &'a str, text: &str) -> &'a str {
    let (_, rest) = html.split_once(text).unwrap_or_else(|| panic!("{text} is not there"));
    let (_, rest) = rest.split_once("href=\"#").expect("a link");
    let (id, _) = rest.split_once('"').expect("its end");
    let (_, section) = html.split_once(&format!("id=\"{id}\">")).expect("its list");
    section.split_once("</section>").expect("its end").0
}

#[track_caller]
fn check_list(html: &str, text: &str, runs: &[(&str, &str, u32)]) {
    let list = list_behind(html, text);
    assert_eq!(list.matches("<li>").count(), runs.len(), "{list}");
    for (case, lane, repeat) in runs {
        let key = format!("<code dir=\"auto\">{case}</code> · <code dir=\"auto\">{lane}</code> · {repeat}");
        assert!(list.contains(&key), "{list}");
    }
}

#[test]
fn every_number_leads_to_its_runs_in_the_same_file() {
    let html = whole();
    let of_one = [("x", "one", 1), ("x", "one", 2), ("x", "one", 3), ("y", "one", 1)];
    check_list(&html, "<h2>Models</h2>", &of_one);
    check_list(&html, "<h2>Confusions</h2>", &[("x", "one", 3)]);
    check_list(&html, "<h2>Arguments</h2>", &[("x", "one", 2)]);
    check_list(&html, "calls.list[0].function", &[("x", "two", 1), ("x", "two", 2), ("x", "two", 3)]);
    check_list(&html, "<h2>Functions</h2>", &[("x", "one", 1), ("x", "one", 2), ("y", "one", 1)]);
    // Points, cases and p, of a difference and of a change.
    for table in ["<h2>Differences</h2>", "<h2>Since the baseline</h2>"] {
        let (_, table) = html.split_once(table).expect("a table");
        let row = table.split("</tr>").nth(1).expect("a row");
        assert_eq!(row.matches("<td class=\"number\"><a href=\"#runs-").count(), 3, "{row}");
    }
    // A run is shown with what the model did in it.
    let (_, rest) = list_behind(&html, "<h2>Confusions</h2>").split_once("#run-").expect("a run");
    let (number, _) = rest.split_once('"').expect("its end");
    let (_, run) = html.split_once(&format!("id=\"run-{number}\">")).expect("the run");
    assert!(run.split("</section>").next().is_some_and(|run| run.contains(">b</code> <code")), "{run}");
}

#[test]
fn every_link_leads_to_one_place() {
    let html = whole();
    let targets = html.split("href=\"#").skip(1).filter_map(|rest| rest.split('"').next());
    for target in targets.filter(|target| *target != "closed") {
        assert_eq!(html.matches(&format!("id=\"{target}\"")).count(), 1, "{target}");
    }
}

#[test]
fn a_page_shows_rates_differences_faults_confusions_and_values() {
    let html = plain(&report(&some()), None);
    // Two of four runs, with what repeats are worth.
    assert!(html.contains("<strong>50%</strong>") && html.contains("<path class=\"interval\""), "{html}");
    assert!(html.contains("<strong>no verdict</strong><br>About 8 cases would carry one"), "{html}");
    let fault = "<td class=\"number\">1</td><td><code dir=\"auto\">calls.list[0].arguments /n</code></td>\
                 <td class=\"text\" dir=\"auto\">call 1, a /n: 2 is not as expected</td>";
    assert!(html.contains(fault), "{html}");
    let confusion =
        "<td><code dir=\"auto\">a</code></td><td><code dir=\"auto\">b</code></td><td class=\"number\">1 ";
    assert!(html.contains(confusion), "{html}");
    assert!(html.contains("<code dir=\"auto\">/n</code></td><td><ul><li>1 "), "{html}");
    assert!(html.contains("<h2>Flips</h2>"), "{html}");
}

#[test]
fn a_report_without_runs_has_a_page() {
    assert!(plain(&report(&[]), None).contains("<td>no runs</td>"));
    assert!(plain(&Report::of(&[], &[], &[]), None).ends_with("</html>\n"));
}

#[test]
fn a_case_that_broke_since_the_baseline_stands_on_the_page() {
    let before = Report::of(&[case("x")], &lanes(), &[run("x", "one", 1, "a", RIGHT)]);
    let now = Report::of(&[case("x")], &lanes(), &[run("x", "one", 1, "b", RIGHT)]);
    let html = plain(&now, Some(&Changes::between(&before, &now)));
    assert!(html.contains("<li><code dir=\"auto\">x</code> 0 of 1, 1 of 1 before</li>"), "{html}");
}

proptest! {
    #[test]
    fn no_text_adds_an_element(text in "[<>&\"'`~# \\-\\r\\na-z\u{202e}\u{200b}]{1,60}") {
        // A text that is one of the others would join two rows.
        prop_assume!(!["a", "b", "other", "n"].contains(&text.as_str()));
        let (html, usual) = (saying(&text), saying("usual"));
        prop_assert_eq!(tags(&html), tags(&usual));
    }
}
