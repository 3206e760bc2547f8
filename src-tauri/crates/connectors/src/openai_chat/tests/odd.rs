//! Tests of irregular answers, and of answers that are none.

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

/// A thought and text from one string, sent back to a model known by its name.
fn tagged() -> [Item; 2] {
    let state = content::ProviderState::unclaimed("openai-chat", json!({ "tagged": true }));
    let thought = Item::Reasoning { text: "The tide first.".to_owned(), provider_state: Some(state) };
    [thought, testing::words("It is high at 23:41.")]
}

#[test]
fn a_thought_in_the_text_of_a_compatible_service_is_a_thought() {
    let text = |text: &str| json!({ "index": 0, "delta": { "content": text } });
    let pieces = ["<th", "ink>\nThe tide", " first.", "\n</thi", "nk>\n", "\nIt is high", " at 23:41."];
    let streamed: Vec<_> = pieces.iter().map(|piece| text(piece)).chain([end("stop")]).collect();
    let whole = pieces.concat();
    let message = json!({ "choices": [{ "message": { "content": whole }, "finish_reason": "stop" }] });
    for (framing, answer) in [(Framing::Events, stream(&streamed)), (Framing::Whole, message.to_string())] {
        let Decoded { events, .. } = decoded(framing, "openai-compatible", &answer);
        assert_eq!(testing::items(&events), tagged());
        let Decoded { events, .. } = decoded(framing, "openai", &answer);
        assert_eq!(testing::items(&events), [testing::words(&whole)], "OpenAI tells thoughts apart itself");
    }
    let thought_and_call = stream(&[
        text("<think>The tide first."),
        calls(&json!([{ "index": 0, "id": "a", "function": { "name": "tide_table", "arguments": "{}" } }])),
        end("tool_calls"),
    ]);
    let Decoded { events, .. } = decoded(Framing::Events, "vllm", &thought_and_call);
    let [thought, _] = tagged();
    assert_eq!(testing::items(&events), [thought, testing::call("a", "tide_table", "{}")]);
}

#[test]
fn a_thought_in_the_text_goes_back_there_where_the_model_wants_it_and_nowhere_else() {
    let body = |model: &str| {
        let mut items = tagged();
        if let Item::Reasoning { provider_state: Some(state), .. } = &mut items[0] {
            state.made_by = Some(content::ModelId::new("service/model"));
        }
        let asked = testing::asked(vec![testing::said(super::Role::Assistant, items.into())]);
        let facts = super::ModelTable::usual().facts("openai-compatible", model);
        let names = testing::names(&asked);
        let within = super::asking_with(model, &asked, &names, super::Streaming::Whole, &facts);
        let encoded = super::encode(&within, super::profile("openai-compatible"));
        let body = serde_json::to_value(encoded.body).expect("JSON");
        let told: Vec<_> = encoded.adaptations.into_iter().map(|one| one.what.to_string()).collect();
        (body.pointer("/messages/2/content").cloned(), told)
    };
    let in_text = "<think>\nThe tide first.\n</think>\n\nIt is high at 23:41.";
    assert_eq!(body("MiniMax-M2"), (Some(in_text.into()), Vec::new()));
    let left_out = "a thought that came in the text is left out".to_owned();
    assert_eq!(body("llama-4"), (Some("It is high at 23:41.".into()), vec![left_out]));
}

#[test]
fn where_words_come_from_is_kept_behind_them() {
    let cited = json!({ "type": "url_citation", "url_citation": { "url": "https://tides.example", "title": "Tides" } });
    let pieces = [
        json!({ "index": 0, "delta": { "content": "High at 23:41." } }),
        json!({ "index": 0, "delta": { "annotations": [cited] } }),
        calls(&json!([{ "index": 0, "id": "a", "function": { "name": "tide_table", "arguments": "{}" } }])),
        end("tool_calls"),
    ];
    let Decoded { events, .. } = decoded(Framing::Events, "openrouter", &stream(&pieces));
    let kept = json!({ "onText": true, "annotations": [cited] });
    let provider_state = Some(content::ProviderState::unclaimed("openai-chat", kept));
    let expected = [
        testing::words("High at 23:41."),
        Item::Reasoning { text: String::new(), provider_state },
        testing::call("a", "tide_table", "{}"),
    ];
    assert_eq!(testing::items(&events), expected);
}

#[test]
fn further_answers_and_their_calls_are_told_and_not_taken_in() {
    let call =
        |id: &str| json!([{ "index": 0, "id": id, "function": { "name": "tide_table", "arguments": "{}" } }]);
    let other = |index: u64, id: &str| json!({ "index": index, "delta": { "tool_calls": call(id) } });
    let text = stream(&[calls(&call("a")), other(1, "b"), other(2, "c"), other(2, "d"), end("tool_calls")]);
    let Decoded { events, .. } = decoded(Framing::Events, "openai", &text);
    assert_eq!(testing::items(&events), [testing::call("a", "tide_table", "{}")]);
    assert!(events.contains(&StreamEvent::Others { answers: 2, calls: 3 }), "{events:?}");
}
