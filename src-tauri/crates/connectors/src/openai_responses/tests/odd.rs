//! Answers that come in as they should not, and answers that are none.

use super::{Decoded, Framing, decoded, testing};
use content::{Item, ProviderState};
use ports::{StopReason, StreamEvent};
use serde_json::{Value, json};

fn events(events: &[Value]) -> String {
    events.iter().map(|event| format!("data: {event}\n\n")).collect()
}

fn completed() -> Value {
    json!({ "type": "response.completed", "response": { "status": "completed", "output": [] } })
}

fn call(item: &str, id: &str, name: &str, arguments: &str) -> Value {
    json!({ "type": "function_call", "id": item, "call_id": id, "name": name, "arguments": arguments })
}

fn added(item: &Value) -> Value {
    json!({ "type": "response.output_item.added", "output_index": 0, "item": item })
}

fn done(item: &Value) -> Value {
    json!({ "type": "response.output_item.done", "output_index": 0, "item": item })
}

fn delta(item: &str, delta: &str) -> Value {
    json!({
        "type": "response.function_call_arguments.delta", "output_index": 0, "item_id": item, "delta": delta
    })
}

fn expected(item: &str, id: &str, name: &str, arguments: &str) -> Item {
    let Item::FunctionCall { mut call } = testing::call(id, name, arguments) else { panic!("no call") };
    call.provider_state = Some(ProviderState::unclaimed(super::PROVIDER, json!({ "id": item })));
    Item::FunctionCall { call }
}

#[test]
fn calls_that_come_in_turns_under_one_number_are_the_calls_they_are() {
    let (berth, tide) = (r#"{"berth":12}"#, r#"{"port":"Lysvik"}"#);
    let text = events(&[
        added(&call("fc_1", "a", "berth_status", "")),
        added(&call("fc_2", "b", "tide_table", "")),
        delta("fc_1", r#"{"berth""#),
        delta("fc_2", r#"{"port":"#),
        delta("fc_1", ":12}"),
        delta("fc_2", r#""Lysvik"}"#),
        done(&call("fc_1", "a", "berth_status", berth)),
        done(&call("fc_2", "b", "tide_table", tide)),
        json!({ "type": "response.completed", "response": { "status": "completed", "output": [
            call("fc_1", "a", "berth_status", berth), call("fc_2", "b", "tide_table", tide)
        ] } }),
    ]);
    let Decoded { events, fault, .. } = decoded(Framing::Events, &text);
    let calls = [expected("fc_1", "a", "berth_status", berth), expected("fc_2", "b", "tide_table", tide)];
    assert_eq!((testing::items(&events), fault), (calls.to_vec(), None));
    assert!(!events.iter().any(|event| matches!(event, StreamEvent::Odd { .. })), "{events:?}");
}

#[test]
fn a_call_that_ends_under_another_id_is_one_call_and_told() {
    let text = events(&[
        added(&call("fc_1", "a", "berth_status", "")),
        done(&call("fc_1", "b", "berth_status", r#"{"berth":12}"#)),
        completed(),
    ]);
    let Decoded { events, .. } = decoded(Framing::Events, &text);
    assert_eq!(testing::items(&events), [expected("fc_1", "b", "berth_status", r#"{"berth":12}"#)]);
    let oddity = ports::Oddity::IdChanged { others: vec!["a".to_owned()] };
    let told = StreamEvent::Odd { call: content::CallId::new("b"), oddity };
    assert!(events.contains(&told), "{events:?}");
}

#[test]
fn a_refusal_is_a_refusal_and_no_answer() {
    let refused = StreamEvent::Finished(StopReason::Refused { said: Some("I can't help.".to_owned()) });
    let part = json!({ "type": "refusal", "refusal": "I can't help." });
    let message = json!({ "type": "message", "id": "m", "content": [part] });
    let whole = json!({ "status": "completed", "output": [message] });
    let piece = |text: &str| json!({ "type": "response.refusal.delta", "output_index": 0, "delta": text });
    let streamed = events(&[piece("I can't"), piece(" help."), done(&message), completed()]);
    for Decoded { events, .. } in
        [decoded(Framing::Whole, &whole.to_string()), decoded(Framing::Events, &streamed)]
    {
        assert_eq!(testing::items(&events), [Item::Text { text: "I can't help.".to_owned() }]);
        assert_eq!(events.last(), Some(&refused));
    }
}

#[test]
fn where_words_come_from_is_kept_behind_them() {
    let cited = json!({ "type": "url_citation", "url": "https://tides.example", "title": "Tides" });
    let part = json!({ "type": "output_text", "text": "High at 23:41.", "annotations": [cited] });
    let whole = json!({ "status": "completed", "output": [{ "type": "message", "content": [part] }] });
    let Decoded { events, .. } = decoded(Framing::Whole, &whole.to_string());
    let kept = json!({ "annotations": [cited], "onText": true });
    let provider_state = Some(ProviderState::unclaimed(super::PROVIDER, kept));
    let beside = Item::Reasoning { text: String::new(), provider_state };
    assert_eq!(testing::items(&events), [Item::Text { text: "High at 23:41.".to_owned() }, beside]);
}
