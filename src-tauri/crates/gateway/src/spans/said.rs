//! What a span says of a history, whichever conventions it follows.

use super::joined::joined;
use super::message::{HIDDEN, function, message, unfolded};
use super::{Event, Span, flat};
use content::JsonObject;
use serde_json::{Value, json};

/// The history of one request, in the messages of today's conventions.
#[derive(Debug, Default)]
pub(super) struct Said {
    pub(super) system: Option<Value>,
    pub(super) input: Vec<Value>,
    pub(super) output: Vec<Value>,
    pub(super) functions: Vec<Value>,
}

impl Said {
    pub(super) fn of(span: &Span) -> Self {
        let mut said = Self::default();
        said.read(&span.attributes);
        for event in &span.events {
            said.hear(event);
        }
        said
    }

    fn read(&mut self, attributes: &JsonObject) {
        let system = attributes.get("gen_ai.system_instructions").map(unfolded);
        self.system = system.filter(|system| system.is_string() || system.is_array());
        let sources: [(&[&str], &[&str]); 3] = [
            (&["gen_ai.input.messages", "gen_ai.prompt"], &["gen_ai.output.messages", "gen_ai.completion"]),
            (&["llm.input_messages", "llm.prompts"], &["llm.output_messages", "llm.completions"]),
            (&["traceloop.prompt"], &["traceloop.completion"]),
        ];
        for (inputs, outputs) in sources {
            fill(&mut self.input, attributes, inputs, "user");
            fill(&mut self.output, attributes, outputs, "assistant");
        }
        let definitions = attributes.get("gen_ai.tool.definitions").map(unfolded);
        let mut functions = definitions.and_then(|list| list.as_array().cloned()).unwrap_or_default();
        for prefix in ["llm.tools", "llm.request.functions"] {
            if functions.is_empty() {
                functions = flat::list(attributes, prefix);
            }
        }
        self.functions = functions.iter().filter_map(function).collect();
    }

    /// Events say a message each, or all of them.
    fn hear(&mut self, event: &Event) {
        let body = event.attributes.get("gen_ai.event.content").map(unfolded);
        let body = body.unwrap_or_else(|| Value::Object(event.attributes.clone()));
        let usual = match event.name.as_str() {
            "gen_ai.system.message" => "system",
            "gen_ai.user.message" => "user",
            "gen_ai.assistant.message" => "assistant",
            "gen_ai.tool.message" => "tool",
            "gen_ai.choice" => {
                let body = unfolded_message(&body);
                self.output.extend(message(&body, "assistant").filter(|_| !is_left_out(&body)));
                return;
            }
            "gen_ai.content.prompt"
            | "gen_ai.content.completion"
            | "gen_ai.client.inference.operation.details" => {
                self.read_more(&event.attributes);
                return;
            }
            _ => return,
        };
        self.input.extend(message(&body, usual).filter(|_| !is_left_out(&body)));
    }

    fn read_more(&mut self, attributes: &JsonObject) {
        let mut more = Self::default();
        more.read(attributes);
        self.system = self.system.take().or(more.system);
        for (ours, theirs) in [
            (&mut self.input, more.input),
            (&mut self.output, more.output),
            (&mut self.functions, more.functions),
        ] {
            if ours.is_empty() {
                *ours = theirs;
            }
        }
    }

    /// The span as a document that the reader of files takes.
    pub(super) fn document(&self, model: Option<&str>) -> Value {
        let mut document = json!({
            "gen_ai.input.messages": joined(self.input.iter().chain(&self.output).cloned()),
            "gen_ai.tool.definitions": self.functions,
        });
        if let Some(system) = &self.system {
            document["gen_ai.system_instructions"] = system.clone();
        }
        if let Some(model) = model {
            document["gen_ai.request.model"] = model.into();
        }
        json!([document])
    }
}

/// Without content, an event has the calls of an answer and not what they are given, or the id of a result alone.
fn is_left_out(body: &Value) -> bool {
    let message = body.get("message").unwrap_or(body);
    let has_content = ["content", "contents", "parts"].iter().any(|name| message.get(*name).is_some());
    let calls = message.get("tool_calls").and_then(Value::as_array);
    let is_bare =
        |call: &Value| call.get("function").is_some_and(|function| function.get("arguments").is_none());
    !has_content && calls.is_none_or(|calls| calls.iter().all(is_bare))
}

/// A choice has its message inside, perhaps as a text.
fn unfolded_message(body: &Value) -> Value {
    let mut body = body.clone();
    if let Some(inner) = body.get("message").map(unfolded) {
        body["message"] = if inner.is_object() { inner } else { json!({ "content": inner }) };
    }
    body
}

/// Fills a list from the first of the names that has something, whole or spread over paths.
fn fill(list: &mut Vec<Value>, attributes: &JsonObject, names: &[&str], usual: &str) {
    for name in names {
        if !list.is_empty() {
            return;
        }
        let whole = match attributes.get(*name).map(unfolded) {
            Some(Value::Array(messages)) => messages,
            Some(Value::String(text)) if text != HIDDEN && !text.is_empty() => {
                vec![json!({ "content": text })]
            }
            Some(one @ Value::Object(_)) => vec![one],
            Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_)) | None => {
                flat::list(attributes, name)
            }
        };
        list.extend(whole.iter().filter_map(|written| message(written, usual)));
    }
}
