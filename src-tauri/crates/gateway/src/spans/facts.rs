//! The facts of a request beside its messages: tokens, the end of the answer, the failure.

use super::{Span, SpanFault};
use content::{JsonObject, Usage};
use notices::said;
use ports::StopReason;
use serde_json::Value;

/// The names of each count: the present convention, older ones, OpenInference, OpenLLMetry.
const INPUT: [&str; 4] = [
    "gen_ai.usage.input_tokens",
    "gen_ai.usage.prompt_tokens",
    "llm.token_count.prompt",
    "llm.usage.prompt_tokens",
];
const OUTPUT: [&str; 4] = [
    "gen_ai.usage.output_tokens",
    "gen_ai.usage.completion_tokens",
    "llm.token_count.completion",
    "llm.usage.completion_tokens",
];
const CACHED: [&str; 3] = [
    "gen_ai.usage.cache_read.input_tokens",
    "gen_ai.usage.cache_read_input_tokens",
    "llm.token_count.prompt_details.cache_read",
];
const WRITTEN: [&str; 4] = [
    "gen_ai.usage.cache_creation.input_tokens",
    "gen_ai.usage.cache_write.input_tokens",
    "gen_ai.usage.cache_creation_input_tokens",
    "llm.token_count.prompt_details.cache_write",
];
const REASONING: [&str; 4] = [
    "gen_ai.usage.reasoning.output_tokens",
    "gen_ai.usage.reasoning_tokens",
    "llm.token_count.completion_details.reasoning",
    "llm.usage.reasoning_tokens",
];

/// The status of a failed span, where it has neither a message nor a type.
const FAILED: &str = "STATUS_CODE_ERROR";

/// The tokens of a request. Nothing, if no count is written.
pub(super) fn usage_of(attributes: &JsonObject) -> Option<Usage> {
    let count = |names: &[&str]| {
        let number = names.iter().find_map(|name| attributes.get(*name)?.as_u64())?;
        Some(u32::try_from(number).unwrap_or(u32::MAX))
    };
    let usage = Usage {
        input: count(&INPUT),
        output: count(&OUTPUT),
        cached: count(&CACHED),
        written: count(&WRITTEN),
        reasoning: count(&REASONING),
    };
    (usage != Usage::default()).then_some(usage)
}

/// The reason why the model stopped, from the span or from its answer.
pub(super) fn stop_of(attributes: &JsonObject, output: &[Value]) -> Option<StopReason> {
    let of_span =
        attributes.get("gen_ai.response.finish_reasons").and_then(|reasons| reasons.get(0)?.as_str());
    let of_answer = || output.last()?.get("finish_reason")?.as_str();
    let reason = of_span.or_else(of_answer).filter(|reason| !reason.is_empty())?;
    Some(match reason.to_ascii_lowercase().as_str() {
        "stop" | "end_turn" | "stop_sequence" | "completed" => StopReason::Complete,
        "tool_call" | "tool_calls" | "tool_use" | "tool-calls" | "function_call" => StopReason::Calls,
        "length" | "max_tokens" => StopReason::Length,
        "content_filter" | "content-filter" | "safety" => StopReason::Filtered { said: None },
        "refusal" => StopReason::Refused { said: None },
        _ => StopReason::Other { reason: reason.to_owned() },
    })
}

/// The failure of a span, by its type and the message of its status.
pub(super) fn failure_of(span: &Span) -> Option<SpanFault> {
    if !span.has_failed {
        return None;
    }
    let kind = span.attributes.get("error.type").and_then(Value::as_str);
    let words: Vec<_> =
        kind.into_iter().chain([span.failure.as_str()]).filter(|word| !word.is_empty()).collect();
    let reason = if words.is_empty() { FAILED.to_owned() } else { words.join(": ") };
    Some(SpanFault::Failed { reason: said(&reason) })
}

#[cfg(test)]
mod tests {
    use super::{failure_of, stop_of, usage_of};
    use crate::spans::Span;
    use content::{JsonObject, Usage};
    use ports::StopReason;
    use serde_json::{Value, json};

    fn attributes(written: &Value) -> JsonObject {
        written.as_object().cloned().expect("attributes")
    }

    #[test]
    fn tokens_are_read_by_the_names_of_each_convention() {
        let all = Usage {
            input: Some(612),
            output: Some(31),
            cached: Some(256),
            written: Some(8),
            reasoning: Some(4),
        };
        let cases = [
            json!({
                "gen_ai.usage.input_tokens": 612, "gen_ai.usage.output_tokens": 31,
                "gen_ai.usage.cache_read.input_tokens": 256, "gen_ai.usage.cache_creation.input_tokens": 8,
                "gen_ai.usage.reasoning.output_tokens": 4,
            }),
            json!({
                "gen_ai.usage.prompt_tokens": 612, "gen_ai.usage.completion_tokens": 31,
                "gen_ai.usage.cache_read_input_tokens": 256, "gen_ai.usage.cache_creation_input_tokens": 8,
                "gen_ai.usage.reasoning_tokens": 4,
            }),
            json!({
                "llm.token_count.prompt": 612, "llm.token_count.completion": 31,
                "llm.token_count.prompt_details.cache_read": 256,
                "llm.token_count.prompt_details.cache_write": 8,
                "llm.token_count.completion_details.reasoning": 4,
            }),
        ];
        for case in cases {
            assert_eq!(usage_of(&attributes(&case)), Some(all), "{case}");
        }
        assert_eq!(usage_of(&attributes(&json!({ "gen_ai.request.model": "gpt-5" }))), None);
    }

    #[test]
    fn the_end_of_an_answer_is_told_by_the_span_or_by_the_answer() {
        let span = attributes(&json!({ "gen_ai.response.finish_reasons": ["tool_calls"] }));
        assert_eq!(stop_of(&span, &[]), Some(StopReason::Calls));
        let output = [json!({ "role": "assistant", "finish_reason": "length" })];
        assert_eq!(stop_of(&JsonObject::new(), &output), Some(StopReason::Length));
        assert_eq!(stop_of(&JsonObject::new(), &[]), None);
    }

    #[test]
    fn a_failure_has_its_type_and_the_words_of_the_status() {
        let failed = Span {
            has_failed: true,
            failure: "429 slow down".to_owned(),
            attributes: attributes(&json!({ "error.type": "RateLimitError" })),
            ..Span::default()
        };
        let fault = failure_of(&failed).expect("a failure").to_string();
        assert!(fault.contains("RateLimitError: 429 slow down"), "{fault}");
        assert_eq!(failure_of(&Span::default()), None);
    }
}
