use crate::Format;
use crate::support::{comes_back, read, texts, whats};
use content::{Item, Outcome, Output, Role};
use serde_json::json;

const TRACE: &str = include_str!("../../tests-data/open-telemetry.json");

#[test]
fn the_spans_of_a_trace_are_one_conversation() {
    let imported = read(Format::OpenTelemetry, TRACE);
    let roles: Vec<_> = imported.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::Function, Role::Assistant]);
    assert_eq!(texts(&imported.messages)[4], "It is free.");
    let call = imported.messages[2].calls().next().unwrap();
    let result = imported.messages[3].results().next().unwrap();
    assert_eq!((&result.call_id, &result.function), (&call.id, &call.function));
    assert_eq!(call.arguments.raw(), r#"{"berth":12}"#);
    let value = json!({ "free": true });
    assert_eq!(result.outcome, Outcome::Returned { output: Output::Json { value } });
    assert_eq!(imported.functions.len(), 1);
    assert_eq!(imported.losses, []);
    comes_back(Format::OpenTelemetry, &imported.messages);
}

#[test]
fn attributes_may_be_a_plain_map_and_messages_plain_json() {
    let text = r#"{"attributes":{"gen_ai.input.messages":[
        {"role":"user","parts":[{"type":"text","content":"hello"},{"type":"file","file_id":"f"}]}
    ]}}"#;
    let imported = read(Format::OpenTelemetry, text);
    assert_eq!(imported.messages[0].items[0], Item::Text { text: "hello".into() });
    let expected = ["a part of the kind \"file\" is kept as it is, without being understood"];
    assert_eq!(whats(&imported.losses), expected);
    comes_back(Format::OpenTelemetry, &imported.messages);
}

#[test]
fn the_messages_alone_are_enough() {
    let text = r#"[{"role":"user","parts":[{"type":"text","content":"hello"}]}]"#;
    assert_eq!(texts(&read(Format::OpenTelemetry, text).messages), ["hello"]);
}

#[test]
fn a_span_of_another_conversation_is_left_out_and_reported() {
    let span = |text: &str| {
        let messages = json!([{ "role": "user", "parts": [{ "type": "text", "content": text }] }]);
        json!({ "attributes": { "gen_ai.input.messages": messages.to_string() } })
    };
    let imported = read(Format::OpenTelemetry, &json!([span("one"), span("two")]).to_string());
    assert_eq!(texts(&imported.messages), ["one"]);
    assert_eq!(whats(&imported.losses), ["a span that tells another conversation is left out"]);
}

#[test]
fn events_of_the_first_conventions_tell_a_message_each() {
    let record = |name: &str, body: serde_json::Value| json!({ "eventName": name, "body": body });
    let function = json!({ "name": "tide", "arguments": "{\"port\": 1}" });
    let listed = json!({
        "attributes": [{ "key": "event.name", "value": { "stringValue": "gen_ai.choice" } }],
        "body": { "kvlistValue": { "values": [
            { "key": "index", "value": { "intValue": "0" } },
            { "key": "message", "value": { "kvlistValue": { "values": [
                { "key": "content", "value": { "stringValue": "High." } }
            ] } } }
        ] } }
    });
    let asked = || {
        let system = record("gen_ai.system.message", json!({ "content": "Be brief." }));
        [system, record("gen_ai.user.message", json!({ "content": "High tide?" }))]
    };
    let calls = json!({ "tool_calls": [{ "id": "c", "type": "function", "function": function }] });
    let mut records = asked().to_vec();
    records.push(record(
        "gen_ai.choice",
        json!({ "index": 0, "finish_reason": "tool_calls", "message": calls }),
    ));
    records.extend(asked());
    records.push(record("gen_ai.assistant.message", calls));
    records.push(record("gen_ai.tool.message", json!({ "id": "c", "content": "23:41" })));
    records.push(listed);
    let document = serde_json::Value::from(records);
    let imported = read(Format::OpenTelemetry, &document.to_string());
    let roles: Vec<_> = imported.messages.iter().map(|message| message.role).collect();
    use content::Role::{Assistant, Function, System, User};
    assert_eq!(roles, [System, User, Assistant, Function, Assistant]);
    let call = imported.messages[2].calls().next().unwrap();
    assert_eq!((call.id.as_str(), call.arguments.raw()), ("c", "{\"port\": 1}"));
    assert_eq!(imported.messages[3].results().next().unwrap().call_id.as_str(), "c");
    assert_eq!(imported.messages[4].text(), "High.");
}
