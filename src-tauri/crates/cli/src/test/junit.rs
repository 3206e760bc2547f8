//! The report in the form that build servers read: a suite for each lane, a test for each case.

use experiments::{LaneOutcome, Report};
use std::fmt::Write;

pub(super) fn of(report: &Report) -> String {
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"callwright\">\n".to_owned();
    for (place, lane) in report.lanes.iter().enumerate() {
        let outcomes: Vec<_> = report.cases.iter().map(|case| (case, &case.lanes[place])).collect();
        let failures = outcomes.iter().filter(|(_, outcome)| is_failed(outcome)).count();
        let skipped = outcomes.iter().filter(|(_, outcome)| outcome.count.runs == 0).count();
        let (name, tests) = (escaped(&lane.name), outcomes.len());
        let counts = format!("tests=\"{tests}\" failures=\"{failures}\" skipped=\"{skipped}\"");
        let _ = writeln!(text, "  <testsuite name=\"{name}\" {counts}>");
        for (case, outcome) in outcomes {
            let (id, seconds) = (escaped(case.case.as_str()), outcome.milliseconds as f64 / 1000.0);
            let _ = write!(text, "    <testcase classname=\"{name}\" name=\"{id}\" time=\"{seconds:.3}\"");
            text.push_str(&end(outcome));
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn is_failed(outcome: &LaneOutcome) -> bool {
    outcome.count.passes < outcome.count.runs
}

/// The rest of a test. A case that did not run, in a shard or beyond a budget, has neither passed nor failed.
fn end(outcome: &LaneOutcome) -> String {
    if outcome.count.runs == 0 {
        ">\n      <skipped/>\n    </testcase>\n".to_owned()
    } else if is_failed(outcome) {
        failure(outcome)
    } else {
        "/>\n".to_owned()
    }
}

fn failure(outcome: &LaneOutcome) -> String {
    let (passes, runs) = (outcome.count.passes, outcome.count.runs);
    let faults: Vec<_> = outcome.faults.iter().map(|told| escaped(&told.text)).collect();
    let faults = faults.join("\n");
    format!(
        ">\n      <failure message=\"{passes} of {runs} runs passed\">{faults}</failure>\n    </testcase>\n"
    )
}

/// Text of a model in XML. Characters that XML has no place for are shown as a mark.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            _ if letter.is_control() && !matches!(letter, '\n' | '\t') => escaped.push('\u{fffd}'),
            _ => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn text_of_a_model_can_end_no_element_and_has_no_control_characters() {
        assert_eq!(escaped("]]></failure>\"&\u{1b}[2J"), "]]&gt;&lt;/failure&gt;&quot;&amp;\u{fffd}[2J");
    }
}
