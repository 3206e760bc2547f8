//! Answers that come in as they should not, and answers that are none.

use super::{Decoded, Fault, Framing, RefusalKind, StopReason, StreamEvent, decoded, testing};
use content::Item;
use ports::Oddity;
use serde_json::{Value, json};

fn stream(choices: &[Value]) -> String {
    choices.iter().map(|choice| format!("data: {}\n\n", json!({ "choices": [choice] }))).collect()
}

fn calls(calls: &Value) -> Value {
    json!({ "index": 0, "delta": { "tool_calls": calls } })
}

fn end(reason: &str) -> Value {
    json!({ "index": 0, "delta": {}, "finish_reason": reason })
}

#[test]
fn calls_under_one_number_are_told_apart_by_their_ids() {
    let named =
        |id: &str, name: &str| json!({ "index": 0, "id": id, "function": { "name": name, "arguments": "" } });
    let more =
        |id: &str, arguments: &str| json!({ "index": 0, "id": id, "function": { "arguments": arguments } });
    let text = stream(&[
        calls(&json!([named("a", "berth_status"), named("b", "tide_table")])),
        calls(&json!([more("a", r#"{"berth":12}"#), more("b", r#"{"port":"Lysvik"}"#)])),
        end("tool_calls"),
    ]);
    let Decoded { events, .. } = decoded(Framing::Events, "openai-compatible", &text);
    let expected = [
        testing::call("a", "berth_status", r#"{"berth":12}"#),
        testing::call("b", "tide_table", r#"{"port":"Lysvik"}"#),
    ];
    assert_eq!(testing::items(&events), expected);
    assert!(!events.iter().any(|event| matches!(event, StreamEvent::Odd { .. })), "{events:?}");
}

#[test]
fn a_call_without_an_id_is_told() {
    let text = testing::text("openai-compat/06-quirk-no-index-no-id-args-object.sse");
    let Decoded { events, .. } = decoded(Framing::Events, "openai-compatible", &text);
    let odd = events.iter().filter(|event| matches!(event, StreamEvent::Odd { oddity: Oddity::NoId, .. }));
    assert_eq!(odd.count(), 2);
}

#[test]
fn an_error_inside_a_choice_is_an_error_in_the_words_of_whoever_failed() {
    let error = json!({ "code": 502, "message": "Upstream gave up", "metadata": { "raw": "overloaded" } });
    let failed = json!({ "index": 0, "delta": {}, "finish_reason": "error", "error": error });
    let begun = json!({ "index": 0, "delta": { "content": "Lo" } });
    let whole =
        json!({ "choices": [{ "message": { "content": "Lo" }, "finish_reason": "error", "error": error }] });
    for (framing, text) in
        [(Framing::Events, stream(&[begun.clone(), failed])), (Framing::Whole, whole.to_string())]
    {
        let Some(Fault::Complained(complaint)) = decoded(framing, "openrouter", &text).fault else {
            panic!("{text}")
        };
        let expected = ("Upstream gave up: overloaded", RefusalKind::Busy);
        assert_eq!((complaint.message.as_str(), complaint.kind()), expected);
    }
    let silent = decoded(Framing::Events, "openrouter", &stream(&[begun, end("error")]));
    assert!(matches!(silent.fault, Some(Fault::Complained(_))), "{silent:?}");
}

#[test]
fn a_refusal_is_a_refusal_and_no_answer() {
    let piece = |text: &str| json!({ "index": 0, "delta": { "refusal": text } });
    let text = stream(&[piece("I can't"), piece(" help."), end("stop")]);
    let Decoded { events, .. } = decoded(Framing::Events, "openai", &text);
    let said = "I can't help.".to_owned();
    assert_eq!(testing::items(&events), [Item::Text { text: said.clone() }]);
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Refused { said: Some(said) })));
}

#[test]
fn what_a_filter_found_is_told_in_its_words() {
    let found = json!({
        "hate": { "filtered": false, "severity": "safe" },
        "violence": { "filtered": true, "severity": "high" },
        "jailbreak": { "filtered": true, "detected": true }
    });
    let filtered = json!({ "index": 0, "delta": {}, "finish_reason": "content_filter", "content_filter_results": found });
    let Decoded { events, .. } = decoded(Framing::Events, "azure-openai", &stream(&[filtered]));
    let said = Some("violence (high), jailbreak".to_owned());
    assert_eq!(events.last(), Some(&StreamEvent::Finished(StopReason::Filtered { said })));
}
