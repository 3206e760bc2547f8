//! A span of a function that the program ran.

use super::model_span::{SpanGroup, group_of};
use super::{Span, facts};
use content::{CallId, Failure, FailureKind, Outcome, Output};
use serde_json::Value;

/// The result of one call, which no request may repeat.
#[derive(Debug)]
pub struct ToolSpan {
    pub group: SpanGroup,
    pub call: CallId,
    pub outcome: Outcome,
    /// Nanoseconds since 1970.
    pub ends: u64,
}

const CALLS: [&str; 3] = ["gen_ai.tool.call.id", "tool_call.id", "tool.id"];
const RESULTS: [&str; 2] = ["gen_ai.tool.call.result", "output.value"];

impl ToolSpan {
    /// Nothing, if a span tells of something else, or leaves out what came of the call.
    pub(super) fn of(span: &Span) -> Option<Self> {
        let text = |name: &str| span.attributes.get(name).and_then(Value::as_str);
        let is_tool = text("gen_ai.operation.name") == Some("execute_tool")
            || text("openinference.span.kind").is_some_and(|kind| kind.eq_ignore_ascii_case("tool"));
        let call = CALLS.iter().find_map(|name| text(name)).filter(|_| is_tool)?;
        let outcome = match facts::failure_of(span) {
            Some(failure) => {
                let failure = Failure { kind: FailureKind::Reported, message: failure.to_string() };
                Outcome::Failed { failure }
            }
            None => Outcome::Returned { output: RESULTS.iter().find_map(|name| output(span, name))? },
        };
        Some(Self { group: group_of(span), call: CallId::new(call), outcome, ends: span.ends })
    }
}

/// A text may stand as the JSON of a text.
fn output(span: &Span, name: &str) -> Option<Output> {
    match span.attributes.get(name)? {
        Value::String(written) => {
            let text = serde_json::from_str::<String>(written).unwrap_or_else(|_| written.clone());
            Some(Output::Text { text })
        }
        Value::Null => None,
        value @ (Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_)) => {
            Some(Output::Json { value: value.clone() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::ToolSpan;
    use crate::spans::Span;
    use content::{Outcome, Output};
    use serde_json::{Value, json};

    fn outcome(attributes: &Value) -> Option<Outcome> {
        let attributes = attributes.as_object().cloned().expect("attributes");
        ToolSpan::of(&Span { attributes, ..Span::default() }).map(|span| span.outcome)
    }

    #[test]
    fn the_result_of_a_call_is_read_from_either_convention() {
        let rain = Outcome::Returned { output: Output::Text { text: "Rain".to_owned() } };
        let cases = [
            json!({
                "gen_ai.operation.name": "execute_tool",
                "gen_ai.tool.call.id": "call_1",
                "gen_ai.tool.call.result": "\"Rain\"",
            }),
            json!({ "openinference.span.kind": "TOOL", "tool_call.id": "call_1", "output.value": "Rain" }),
        ];
        for case in cases {
            assert_eq!(outcome(&case), Some(rain.clone()), "{case}");
        }
    }

    #[test]
    fn a_call_without_its_id_or_its_result_is_no_result() {
        assert_eq!(
            outcome(&json!({ "gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.result": "Rain" })),
            None
        );
        assert_eq!(
            outcome(&json!({ "gen_ai.operation.name": "execute_tool", "gen_ai.tool.call.id": "call_1" })),
            None
        );
        assert_eq!(
            outcome(&json!({ "gen_ai.operation.name": "chat", "gen_ai.tool.call.id": "call_1" })),
            None
        );
    }
}
