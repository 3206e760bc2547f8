//! The report in the form that build servers read: a suite for each lane, a test for each case.

use experiments::{CaseOutcome, LaneOutcome, Report};
use std::fmt::Write;
use workbench::cases::BrokenRun;
use workbench::english;

/// A case with a run that broke off has an error, which build servers tell from a failure.
pub(super) fn of(report: &Report, broken: &[BrokenRun]) -> String {
    let mut text =
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"callwright\">\n".to_owned();
    for (place, lane) in report.lanes.iter().enumerate() {
        let outcomes: Vec<_> = report.cases.iter().map(|case| (case, &case.lanes[place])).collect();
        let ends: Vec<_> = outcomes.iter().map(|(case, outcome)| end(case, outcome, broken)).collect();
        let count = |wanted: fn(&End<'_>) -> bool| ends.iter().filter(|end| wanted(end)).count();
        let errors = count(|end| matches!(end, End::Error(_)));
        let failures = count(|end| matches!(end, End::Failure(_)));
        let skipped = count(|end| matches!(end, End::Skipped));
        let (name, tests) = (escaped(&lane.name), outcomes.len());
        let counts =
            format!("tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\"");
        let _ = writeln!(text, "  <testsuite name=\"{name}\" {counts}>");
        for ((case, outcome), end) in outcomes.into_iter().zip(&ends) {
            let (id, seconds) = (escaped(case.case.as_str()), outcome.milliseconds as f64 / 1000.0);
            let _ = write!(text, "    <testcase classname=\"{name}\" name=\"{id}\" time=\"{seconds:.3}\"");
            text.push_str(&end.written());
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

/// How a case ended in a lane.
enum End<'a> {
    Passed,
    Failure(&'a LaneOutcome),
    Error(&'a BrokenRun),
    /// It did not run, in a shard or beyond a budget: it has neither passed nor failed.
    Skipped,
}

fn end<'a>(case: &CaseOutcome, outcome: &'a LaneOutcome, broken: &'a [BrokenRun]) -> End<'a> {
    let broken = broken.iter().find(|broken| broken.key.case == case.case && broken.key.lane == outcome.lane);
    match broken {
        _ if outcome.count.passes < outcome.count.runs => End::Failure(outcome),
        Some(broken) => End::Error(broken),
        None if outcome.count.runs == 0 => End::Skipped,
        None => End::Passed,
    }
}

impl End<'_> {
    /// The rest of the element of a test.
    fn written(&self) -> String {
        let inner = match self {
            Self::Passed => return "/>\n".to_owned(),
            Self::Skipped => "<skipped/>".to_owned(),
            Self::Error(broken) => format!("<error message=\"{}\"/>", escaped(&english(&broken.reason))),
            Self::Failure(outcome) => failure(outcome),
        };
        format!(">\n      {inner}\n    </testcase>\n")
    }
}

fn failure(outcome: &LaneOutcome) -> String {
    let (passes, runs) = (outcome.count.passes, outcome.count.runs);
    let faults: Vec<_> = outcome.faults.iter().map(|told| escaped(&told.text)).collect();
    let faults = faults.join("\n");
    format!("<failure message=\"{passes} of {runs} runs passed\">{faults}</failure>")
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
