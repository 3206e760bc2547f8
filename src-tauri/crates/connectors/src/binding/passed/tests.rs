use super::{PassedRequest, PassedThoughts};
use crate::Kind;
use serde_json::{Value, json};

const BINDING: &str = "claude-opus-5-5";

fn thought(text: &str) -> Value {
    json!({ "type": "thinking", "thinking": text, "signature": "c2ln" })
}

/// A question, a thought with a call, its result, and more.
fn request(result: &str, more: &[Value]) -> Value {
    let call = json!({ "type": "tool_use", "id": "t1", "name": "get_weather", "input": { "city": "Oslo" } });
    let result = json!([{ "type": "tool_result", "tool_use_id": "t1", "content": result }]);
    let mut messages = vec![
        json!({ "role": "user", "content": "Weather?" }),
        json!({ "role": "assistant", "content": [thought("I look."), call] }),
        json!({ "role": "user", "content": result }),
    ];
    messages.extend_from_slice(more);
    json!({ "model": BINDING, "system": "Be brief.", "messages": messages })
}

fn later() -> Vec<Value> {
    let answer = json!([thought("Rain, then."), { "type": "text", "text": "Take a coat." }]);
    vec![json!({ "role": "assistant", "content": answer }), json!({ "role": "user", "content": "Sure?" })]
}

fn voided(thoughts: &PassedThoughts, model: &str, received: &Value, body: &Value) -> Vec<String> {
    let (received, body) = (received.to_string(), body.to_string());
    let request =
        PassedRequest { kind: Kind::Anthropic, model, received: received.as_bytes(), body: body.as_bytes() };
    let place = |number: usize| Some(format!("/{number}"));
    thoughts.voided(&request, place).into_iter().map(|one| format!("{} {}", one.places[0], one.why)).collect()
}

fn sent(thoughts: &mut PassedThoughts, received: &Value, body: &Value) {
    let (received, body) = (received.to_string(), body.to_string());
    let (received, body) = (received.as_bytes(), body.as_bytes());
    thoughts.sent(&PassedRequest { kind: Kind::Anthropic, model: BINDING, received, body });
}

#[test]
fn a_changed_result_makes_the_thoughts_behind_it_void_and_none_before_it() {
    let (received, changed) = (request("rain", &later()), request("sun", &later()));
    let found = voided(&PassedThoughts::default(), BINDING, &received, &changed);
    assert_eq!(found, ["/1 something said before it was changed"]);
    assert_eq!(voided(&PassedThoughts::default(), BINDING, &received, &received), [""; 0]);
    assert_eq!(voided(&PassedThoughts::default(), "claude-opus-5", &received, &changed), [""; 0]);
}

#[test]
fn a_thought_made_behind_a_change_is_bound_to_the_change() {
    let mut thoughts = PassedThoughts::default();
    sent(&mut thoughts, &request("rain", &[]), &request("sun", &[]));
    let (received, kept) = (request("rain", &later()), request("sun", &later()));
    assert_eq!(voided(&thoughts, BINDING, &received, &kept), [""; 0], "the change stays in place");
    sent(&mut thoughts, &received, &kept);
    let taken_back = request("snow", &later());
    let found = voided(&thoughts, BINDING, &received, &taken_back);
    assert_eq!(found, ["/1 something said before it was changed"]);
}

#[test]
fn changed_instructions_and_functions_make_every_thought_void() {
    let received = request("rain", &later());
    let mut changed = received.clone();
    changed["system"] = json!("Be long.");
    let found = voided(&PassedThoughts::default(), BINDING, &received, &changed);
    assert_eq!(found.len(), 2, "{found:?}");
    let mut with_functions = received.clone();
    with_functions["tools"] = json!([{ "name": "get_weather", "input_schema": {} }]);
    let found = voided(&PassedThoughts::default(), BINDING, &with_functions, &received);
    assert_eq!(found[0], "/0 the functions are not those it was made from: get_weather");
}

#[test]
fn the_form_of_instructions_and_places_of_the_cache_do_not_count() {
    let received = request("rain", &later());
    let mut same = received.clone();
    same["system"] =
        json!([{ "type": "text", "text": "Be brief.", "cache_control": { "type": "ephemeral" } }]);
    assert_eq!(voided(&PassedThoughts::default(), BINDING, &received, &same), [""; 0]);
}
