use super::{Event, ModelSpan, Span, SpanKind};
use content::{Message, MessageId, Role};
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

#[test]
fn content_that_is_left_out_names_the_switch_of_its_instrumentation() {
    let cases = [
        (json!({ "gen_ai.operation.name": "chat" }), "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"),
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
        let span = ModelSpan::of(&span(&attributes)).expect("a span");
        let fault = span.left_out().expect("something is missing").to_string();
        assert!(fault.contains(switch), "{fault}");
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
