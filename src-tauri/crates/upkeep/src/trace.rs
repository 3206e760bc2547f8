//! A call and its result in a few words.

use content::{CalledFunction, FunctionCall, FunctionName, FunctionResult, Outcome, Output};

/// How much of a result is told.
const MAX_VALUE_LETTERS: usize = 80;

/// Writes the name of a function as a model is offered it.
pub type Written<'a> = &'a dyn Fn(&FunctionName) -> String;

/// For example `[Called weather-get_forecast → 12 °C, cloudy]`.
pub(crate) fn trace(call: &FunctionCall, result: &FunctionResult, written: Written<'_>) -> String {
    let name = match &call.function {
        CalledFunction::Known { name } => written(name),
        CalledFunction::Unknown { raw } => raw.clone(),
    };
    format!("[Called {name} → {}]", shortened(&outcome(&result.outcome)))
}

pub(crate) fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned { output } => returned(output),
        Outcome::Failed { failure } => format!("failed: {}", failure.message),
        Outcome::Declined { reason, .. } if reason.trim().is_empty() => "declined".to_owned(),
        Outcome::Declined { reason, .. } => format!("declined: {reason}"),
    }
}

fn returned(output: &Output) -> String {
    match output {
        Output::Nothing => "done".to_owned(),
        Output::Text { text } if text.trim().is_empty() => "an empty text".to_owned(),
        Output::Text { text } => text.clone(),
        Output::Json { value } => value.to_string(),
        Output::Media { media } => media.mime_type.clone(),
        Output::Several { parts } => parts.iter().map(returned).collect::<Vec<_>>().join(", "),
    }
}

/// One line, cut between letters.
pub(crate) fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= MAX_VALUE_LETTERS {
        return line;
    }
    let start: String = line.chars().take(MAX_VALUE_LETTERS - 1).collect();
    format!("{}…", start.trim_end())
}

#[cfg(test)]
mod tests {
    use super::trace;

    use crate::testing::{call, result_with};
    use content::{Failure, FailureKind, Outcome, Output};

    #[track_caller]
    fn check(outcome: Outcome, expected: &str) {
        let (call, result) = (call("a", "{}"), result_with("a", "get_forecast", outcome));
        let call = call.call().expect("a call");
        let result = result.result().expect("a result");
        let told = trace(call, result, &|name| name.function.clone());
        assert_eq!(told, format!("[Called get_forecast → {expected}]"));
    }

    fn text(text: &str) -> Outcome {
        Outcome::Returned { output: Output::Text { text: text.to_owned() } }
    }

    #[test]
    fn every_outcome_is_told_in_one_line() {
        check(text("12 °C,\n  cloudy"), "12 °C, cloudy");
        check(Outcome::Returned { output: Output::Nothing }, "done");
        check(
            Outcome::Returned { output: Output::Json { value: serde_json::json!([1, "a"]) } },
            r#"[1,"a"]"#,
        );
        let failure = Failure { kind: FailureKind::Reported, message: "no such city".into() };
        check(Outcome::Failed { failure }, "failed: no such city");
        check(Outcome::declined("too costly"), "declined: too costly");
        check(Outcome::declined(""), "declined");
    }

    #[test]
    fn a_long_result_is_cut_between_letters() {
        check(text(&"ä".repeat(80)), &"ä".repeat(80));
        check(text(&"ä".repeat(81)), &format!("{}…", "ä".repeat(79)));
    }
}
