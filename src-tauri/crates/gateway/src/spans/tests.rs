use super::{Event, ModelSpan, Span, SpanKind};
use content::{Message, MessageId, Outcome, Output, Role};
use serde_json::{Value, json};

fn span(attributes: &Value) -> Span {
    let attributes = attributes.as_object().cloned().expect("attributes");
    Span { trace: "aa".to_owned(), attributes, ..Span::default() }
}

fn history(span: &Span) -> Vec<Message> {
    let span = ModelSpan::of(span).expect("a span of a model");
    assert_eq!(span.left_out(), None);
    let read = span.read(&|| MessageId::new("message")).expect("it is readable");
    read.expect("a history").messages
}

fn roles(messages: &[Message]) -> Vec<Role> {
    messages.iter().map(|message| message.role).collect()
}

#[test]
fn messages_of_open_inference_are_read_from_their_paths() {
    let messages = history(&span(&json!({
        "openinference.span.kind": "LLM",
        "llm.input_messages.0.message.role": "user",
        "llm.input_messages.0.message.content": "Will it rain?",
        "llm.input_messages.1.message.role": "assistant",
        "llm.input_messages.1.message.tool_calls.0.tool_call.id": "call_1",
        "llm.input_messages.1.message.tool_calls.0.tool_call.function.name": "get_weather",
        "llm.input_messages.1.message.tool_calls.0.tool_call.function.arguments": "{\"city\":\"Oslo\"}",
        "llm.input_messages.2.message.role": "tool",
        "llm.input_messages.2.message.tool_call_id": "call_1",
        "llm.input_messages.2.message.content": "Rain",
        "llm.output_messages.0.message.role": "assistant",
        "llm.output_messages.0.message.contents.0.message_content.type": "text",
        "llm.output_messages.0.message.contents.0.message_content.text": "Yes.",
    })));
    assert_eq!(roles(&messages), [Role::User, Role::Assistant, Role::Function, Role::Assistant]);
    assert_eq!(messages.iter().flat_map(Message::calls).count(), 1);
    assert_eq!(messages.last().expect("an answer").text(), "Yes.");
}

#[test]
fn messages_of_open_llmetry_are_read_from_their_paths() {
    let span = span(&json!({
        "llm.request.type": "chat",
        "gen_ai.prompt.0.role": "user",
        "gen_ai.prompt.0.content": "[{\"type\":\"text\",\"text\":\"Will it rain?\"}]",
        "gen_ai.completion.0.role": "assistant",
        "gen_ai.completion.0.tool_calls.0.id": "call_1",
        "gen_ai.completion.0.tool_calls.0.name": "get_weather",
        "gen_ai.completion.0.tool_calls.0.arguments": "{\"city\":\"Oslo\"}",
        "llm.request.functions.0.name": "get_weather",
        "llm.request.functions.0.parameters": "{\"type\":\"object\",\"properties\":{}}",
    }));
    let messages = history(&span);
    assert_eq!(roles(&messages), [Role::User, Role::Assistant]);
    assert_eq!(messages[0].text(), "Will it rain?");
    let read = ModelSpan::of(&span).expect("a span").read(&|| MessageId::new("message"));
    assert_eq!(read.expect("it is readable").expect("a history").functions.len(), 1);
}

fn said(input: &Value, output: &Value) -> Vec<Message> {
    history(&span(&json!({
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": input.to_string(),
        "gen_ai.output.messages": output.to_string(),
    })))
}

fn ids(messages: &[Message]) -> Vec<&str> {
    let calls = messages.iter().flat_map(Message::calls).map(|call| call.id.as_str());
    calls.chain(messages.iter().flat_map(Message::results).map(|result| result.call_id.as_str())).collect()
}

fn call(id: &str) -> Value {
    json!({ "type": "tool_call", "id": id, "name": "get_weather", "arguments": { "city": "Oslo", "days": 2 } })
}

fn answer(id: &str) -> Value {
    json!({ "type": "tool_call_response", "id": id, "response": "Rain" })
}

#[test]
fn what_one_side_says_in_a_row_is_one_message() {
    let messages = said(
        &json!([
            { "role": "user", "parts": [{ "type": "text", "content": "Will it rain?" }] },
            { "role": "assistant", "parts": [{ "type": "text", "content": "I look." }] },
            { "role": "assistant", "parts": [call("one")] },
            { "role": "assistant", "parts": [call("one"), call("two")] },
            { "role": "tool", "parts": [answer("one")] },
            { "role": "user", "parts": [answer("two"), { "type": "text", "content": "Well?" }] },
        ]),
        &json!([{ "role": "assistant", "parts": [{ "type": "text", "content": "Yes." }], "finish_reason": "stop" }]),
    );
    let wanted = [Role::User, Role::Assistant, Role::Function, Role::User, Role::Assistant];
    assert_eq!(roles(&messages), wanted);
    assert_eq!(ids(&messages), ["one", "two", "one", "two"]);
}

#[test]
fn choices_of_one_request_are_messages_of_their_own() {
    let choice = |text: &str| json!({ "role": "assistant", "parts": [{ "type": "text", "content": text }], "finish_reason": "stop" });
    let asked = json!([{ "role": "user", "parts": [{ "type": "text", "content": "Rain?" }] }]);
    let messages = said(&asked, &json!([choice("Yes."), choice("No.")]));
    assert_eq!(roles(&messages), [Role::User, Role::Assistant, Role::Assistant]);
}

#[test]
fn results_under_ids_of_their_own_answer_the_open_calls_in_their_order() {
    let with = |results: Value| {
        let asked = json!([{ "role": "assistant", "parts": [call("fc_1"), call("fc_2")] }, { "role": "tool", "parts": results }]);
        let messages =
            said(&asked, &json!([{ "role": "assistant", "parts": [{ "type": "text", "content": "Yes." }] }]));
        ids(&messages)[2..].iter().map(|id| (*id).to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(with(json!([answer("call_1"), answer("call_2")])), ["fc_1", "fc_2"]);
    assert_eq!(with(json!([answer("fc_2"), answer("call_1")])), ["fc_2", "fc_1"]);
    // Which of the two it answers is unknown.
    assert_eq!(with(json!([answer("call_2")])), ["call_2"]);
}

#[test]
fn a_result_that_is_one_block_of_text_is_the_text() {
    let block = json!({ "type": "text", "text": "Rain" });
    let response = json!({ "type": "tool_call_response", "id": "one", "response": [block] });
    let messages = said(
        &json!([{ "role": "assistant", "parts": [call("one")] }, { "role": "user", "parts": [response] }]),
        &json!([{ "role": "assistant", "parts": [{ "type": "text", "content": "Yes." }] }]),
    );
    let outcomes: Vec<_> = messages.iter().flat_map(Message::results).map(|result| &result.outcome).collect();
    assert_eq!(outcomes, [&Outcome::Returned { output: Output::Text { text: "Rain".to_owned() } }]);
}

#[test]
fn functions_that_are_not_defined_are_those_that_were_called() {
    let span = span(&json!({
        "gen_ai.operation.name": "chat",
        "gen_ai.input.messages": json!([{ "role": "user", "parts": [{ "type": "text", "content": "Rain?" }] }]).to_string(),
        "gen_ai.output.messages": json!([{ "role": "assistant", "parts": [call("one")] }]).to_string(),
    }));
    let read = ModelSpan::of(&span).expect("a span").read(&|| MessageId::new("message"));
    let functions = read.expect("it is readable").expect("a history").functions;
    let properties = json!({ "city": { "type": "string" }, "days": { "type": "number" } });
    assert_eq!(functions.len(), 1);
    assert_eq!(functions[0].parameters, json!({ "type": "object", "properties": properties }));
}

#[test]
fn events_of_a_span_say_a_message_each() {
    let event = |name: &str, attributes: &Value| Event {
        name: name.to_owned(),
        attributes: attributes.as_object().cloned().expect("attributes"),
    };
    let mut span = span(&json!({ "gen_ai.operation.name": "chat" }));
    span.events = vec![
        event("gen_ai.user.message", &json!({ "gen_ai.event.content": "{\"content\":\"Hello\"}" })),
        event("gen_ai.choice", &json!({ "message": "{\"content\":\"Good day\"}", "index": 0 })),
    ];
    let messages = history(&span);
    assert_eq!(messages.iter().map(Message::text).collect::<Vec<_>>(), ["Hello", "Good day"]);
}

#[track_caller]
fn assert_asks_for(span: &Span, switch: &str) {
    let span = ModelSpan::of(span).expect("a span");
    let fault = span.left_out().expect("something is missing").to_string();
    assert!(fault.contains(switch), "{fault}");
}

#[test]
fn content_that_is_left_out_names_a_switch_by_the_attributes_of_its_span() {
    let cases = [
        (json!({ "llm.request.type": "chat" }), "TRACELOOP_TRACE_CONTENT=true"),
        (
            json!({
                "openinference.span.kind": "LLM",
                "input.value": "__REDACTED__",
                "llm.output_messages.0.message.content": "Yes.",
            }),
            "OPENINFERENCE_HIDE_INPUTS=false",
        ),
    ];
    for (attributes, switch) in cases {
        assert_asks_for(&span(&attributes), switch);
    }
}

#[test]
fn spans_around_a_request_are_told_from_it() {
    let kind = |attributes: &Value| ModelSpan::of(&span(attributes)).map(|span| span.kind);
    assert_eq!(kind(&json!({ "gen_ai.operation.name": "invoke_agent" })), Some(SpanKind::Agent));
    assert_eq!(kind(&json!({ "gen_ai.operation.name": "embeddings" })), None);
    assert_eq!(kind(&json!({ "openinference.span.kind": "CHAIN" })), None);
    assert_eq!(kind(&json!({ "http.request.method": "POST" })), None);
}
