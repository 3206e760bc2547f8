//! Each form is recognised by what it says.

use crate::support::read;
use crate::{Format, detect, export};

#[track_caller]
fn check(text: &str, expected: Format) {
    assert_eq!(detect(text), Some(expected), "{text}");
}

#[test]
fn documents_of_every_form_are_recognised() {
    check(include_str!("../../tests-data/semantic-kernel.json"), Format::SemanticKernel);
    check(include_str!("../../tests-data/semantic-kernel-python.json"), Format::SemanticKernel);
    check(include_str!("../../tests-data/extensions-ai.json"), Format::ExtensionsAi);
    check(include_str!("../../tests-data/openai-chat-request.json"), Format::OpenAiChat);
    check(include_str!("../../tests-data/openai-chat-response.json"), Format::OpenAiChat);
    check(include_str!("../../tests-data/openai-compatible-request.json"), Format::OpenAiChat);
    check(include_str!("../../tests-data/openai-responses-request.json"), Format::OpenAiResponses);
    check(include_str!("../../tests-data/openai-responses-response.json"), Format::OpenAiResponses);
    check(include_str!("../../tests-data/anthropic-request.json"), Format::Anthropic);
    check(include_str!("../../tests-data/anthropic-response.json"), Format::Anthropic);
    check(include_str!("../../tests-data/gemini-request.json"), Format::Gemini);
    check(include_str!("../../tests-data/gemini-response.json"), Format::Gemini);
    check(include_str!("../../tests-data/open-telemetry.json"), Format::OpenTelemetry);
    check(include_str!("../../tests-data/open-telemetry-spans.json"), Format::OpenTelemetry);
    check(include_str!("../../tests-data/open-telemetry-events.json"), Format::OpenTelemetry);
}

#[test]
fn bare_lists_of_messages_are_recognised() {
    check(r#"[{"role":"user","content":"hello"}]"#, Format::OpenAiChat);
    check(r#"[{"role":"user","parts":[{"text":"hello"}]}]"#, Format::Gemini);
    check(r#"[{"role":"user","contents":[{"$type":"text","text":"hello"}]}]"#, Format::ExtensionsAi);
    check(r#"[{"Role":{"Label":"user"},"Content":"hello"}]"#, Format::SemanticKernel);
    check(r#"[{"role":"user","content":"a"},{"type":"reasoning","summary":[]}]"#, Format::OpenAiResponses);
    check(r#"[{"role":"user","content":"a"},{"type":"web_search_call","id":"b"}]"#, Format::OpenAiResponses);
    check(r#"[{"role":"user","content":[{"type":"input_text","text":"a"}]}]"#, Format::OpenAiResponses);
    let in_messages = r#"{"messages":[{"role":"user","content":[{"type":"input_text","text":"a"}]}]}"#;
    check(in_messages, Format::OpenAiChat);
    let blocks = r#"[{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"now","input":{}}]}]"#;
    check(blocks, Format::Anthropic);
}

#[test]
fn lines_are_recognised_by_the_first() {
    check(
        "{\"role\":\"user\",\"content\":\"a\"}\n{\"role\":\"assistant\",\"content\":\"b\"}\n",
        Format::JsonLines,
    );
    check(r#"{"role":"user","content":"a"}"#, Format::JsonLines);
}

#[test]
fn a_byte_order_mark_does_not_hide_a_form() {
    check("\u{feff}[{\"role\":\"user\",\"content\":\"hello\"}]", Format::OpenAiChat);
}

#[test]
fn anything_else_is_not_recognised() {
    for text in ["", "  ", "hello", "5", "[]", "{}", "[1]", r#"{"a":1}"#, "{", "{\"a\":1}\n{\"a\":2}"] {
        assert_eq!(detect(text), None, "{text}");
    }
}

#[test]
fn what_we_write_we_recognise() {
    let request = read(Format::Anthropic, include_str!("../../tests-data/anthropic-request.json"));
    for format in Format::ALL {
        check(&export(format, &request.messages).text, format);
    }
}
