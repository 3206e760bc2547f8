use super::page;
use crate::baseline::Changes;
use crate::report::Report;
use crate::report::tests::{RIGHT, case, lanes, run, some};
use crate::run::{LanePlan, Run};
use content::ModelId;
use proptest::prelude::*;

const HOSTILE: &str = "</code></table><script>alert(1)</script><img src=x onerror='alert(1)'>\u{202e}";

fn report(runs: &[Run]) -> Report {
    Report::of(&[case("x"), case("y")], &lanes(), runs)
}

/// The elements a browser would find, with their attributes, apart from marks for hidden characters.
fn tags(html: &str) -> Vec<&str> {
    let tags = html.split('<').skip(1).filter_map(|rest| rest.split('>').next());
    tags.filter(|tag| !tag.ends_with("mark")).collect()
}

/// A report in which every text of a model is this one.
fn saying(text: &str) -> String {
    let value = serde_json::json!({ "n": text }).to_string();
    let malformed = format!("!{text}");
    let mut report = Report::of(
        &[case("x")],
        &[LanePlan::of_model(ModelId::new(text)), LanePlan::of_model(ModelId::new("other"))],
        &[
            run("x", text, 1, "a", &value),
            run("x", text, 2, text, RIGHT),
            run("x", "other", 1, "a", &malformed),
        ],
    );
    report.cases[0].title = text.to_owned();
    let before = Report::of(&[case("x")], &lanes(), &[run("x", "one", 1, "a", RIGHT)]);
    page(text, &report, Some(&Changes::between(&before, &report)))
}

#[test]
fn hostile_text_makes_no_element_of_the_page() {
    let html = saying(HOSTILE);
    assert!(!html.contains("<script") && !html.contains("<img") && !html.contains('\u{202e}'));
    assert!(html.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && html.contains("<mark>U+202E</mark>"));
}

#[test]
fn nothing_is_loaded_and_nothing_runs() {
    let html = page("A report", &report(&some()), None);
    assert!(html.contains("default-src 'none'"));
    for forbidden in ["<script", "<link", "<img", "src=", "href=", "url(", "@import", "http"] {
        let html = html.replace("http-equiv", "");
        assert!(!html.contains(forbidden), "{forbidden}");
    }
}

#[test]
fn a_page_shows_rates_differences_faults_confusions_and_values() {
    let html = page("A report", &report(&some()), None);
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
    assert!(page("A report", &report(&[]), None).contains("<td>no runs</td>"));
    let nothing = Report::of(&[], &[], &[]);
    assert!(page("A report", &nothing, None).ends_with("</html>\n"));
}

#[test]
fn a_case_that_broke_since_the_baseline_stands_on_the_page() {
    let before = Report::of(&[case("x")], &lanes(), &[run("x", "one", 1, "a", RIGHT)]);
    let now = Report::of(&[case("x")], &lanes(), &[run("x", "one", 1, "b", RIGHT)]);
    let html = page("A report", &now, Some(&Changes::between(&before, &now)));
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
