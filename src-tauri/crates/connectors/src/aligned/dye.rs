//! Marks in the parts of a request, by which they are known again in what a protocol makes of it.

use content::{
    CallArguments, FunctionCall, FunctionResult, Item, JsonObject, Media, MediaSource, Message, Outcome,
    Output, ProviderState,
};
use ports::{CompletionRequest, FunctionSpec};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

/// Letters that are in private use. Nobody writes them, and a body in which somebody did gets another number.
const BEGIN: char = '\u{e0c7}';
const END: char = '\u{e0c8}';

/// A shorter text in the state of a provider is a word of its protocol, and has to stay.
const STATE_TEXT: usize = 24;

/// What a mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Marked {
    Message(usize),
    Function(usize),
}

impl fmt::Display for Marked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Message(index) => write!(formatter, "/messages/{index}"),
            Self::Function(index) => write!(formatter, "/functions/{index}"),
        }
    }
}

pub(super) struct Dye {
    begin: String,
}

impl Dye {
    pub(super) fn absent_from(body: &str) -> Self {
        let mut number = 0_u32;
        let mut begin = format!("{BEGIN}{number}.");
        while body.contains(&begin) {
            number += 1;
            begin = format!("{BEGIN}{number}.");
        }
        Self { begin }
    }

    /// The same request with marks in the place of its words.
    pub(super) fn put_into(&self, request: &CompletionRequest) -> CompletionRequest {
        let message = |(index, message): (usize, &Arc<Message>)| {
            let mark = self.mark(Marked::Message(index));
            let items = message.items.iter().map(|item| dyed_item(item, &mark)).collect();
            Arc::new(Message { items, ..Message::clone(message) })
        };
        let function = |(index, spec): (usize, &Arc<FunctionSpec>)| {
            let description = self.mark(Marked::Function(index));
            Arc::new(FunctionSpec { description, ..FunctionSpec::clone(spec) })
        };
        CompletionRequest {
            known: Vec::new(),
            messages: request.messages.iter().enumerate().map(message).collect(),
            functions: request.functions.iter().enumerate().map(function).collect(),
            ..request.clone()
        }
    }

    fn mark(&self, marked: Marked) -> String {
        let (kind, index) = match marked {
            Marked::Message(index) => ('m', index),
            Marked::Function(index) => ('f', index),
        };
        format!("{}{kind}{index}{END}", self.begin)
    }

    /// What the marks in a text stand for.
    pub(super) fn found_in(&self, text: &str, found: &mut BTreeSet<Marked>) {
        for rest in text.split(self.begin.as_str()).skip(1) {
            let Some((mark, _)) = rest.split_once(END) else { continue };
            let index = mark.get(1..).and_then(|digits| digits.parse().ok());
            match (mark.chars().next(), index) {
                (Some('m'), Some(index)) => found.insert(Marked::Message(index)),
                (Some('f'), Some(index)) => found.insert(Marked::Function(index)),
                _ => false,
            };
        }
    }
}

/// What is blank stays blank: it may be told in another way because it is.
fn dyed_text(text: &str, mark: &str) -> String {
    if text.trim().is_empty() { text.to_owned() } else { mark.to_owned() }
}

fn dyed_item(item: &Item, mark: &str) -> Item {
    match item {
        Item::Text { text } => Item::Text { text: dyed_text(text, mark) },
        Item::Reasoning { text, provider_state } => Item::Reasoning {
            text: dyed_text(text, mark),
            provider_state: provider_state.as_ref().map(|state| dyed_state(state, mark)),
        },
        Item::Media { media } => Item::Media { media: dyed_media(media, mark) },
        Item::FunctionCall { call } => Item::FunctionCall { call: dyed_call(call, mark) },
        Item::FunctionResult { result } => Item::FunctionResult { result: dyed_result(result, mark) },
        Item::Unknown { value } => Item::Unknown { value: dyed_value(value, mark) },
    }
}

fn dyed_state(state: &ProviderState, mark: &str) -> ProviderState {
    ProviderState { state: dyed_value(&state.state, mark), ..state.clone() }
}

fn dyed_value(value: &Value, mark: &str) -> Value {
    match value {
        Value::String(text) if text.len() >= STATE_TEXT => Value::String(mark.to_owned()),
        Value::Array(values) => values.iter().map(|value| dyed_value(value, mark)).collect(),
        Value::Object(fields) => {
            let dyed = |(name, value): (&String, &Value)| (name.clone(), dyed_value(value, mark));
            Value::Object(fields.iter().map(dyed).collect())
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    }
}

fn dyed_media(media: &Media, mark: &str) -> Media {
    let source = match &media.source {
        MediaSource::Inline { .. } => MediaSource::Inline { base64: mark.to_owned() },
        MediaSource::Address { uri } => MediaSource::Address { uri: format!("{uri}{mark}") },
    };
    Media { mime_type: media.mime_type.clone(), source }
}

fn dyed_call(call: &FunctionCall, mark: &str) -> FunctionCall {
    let arguments = match &call.arguments {
        CallArguments::Parsed { .. } => {
            let value = object(mark);
            CallArguments::Parsed { raw: Value::Object(value.clone()).to_string(), value }
        }
        CallArguments::Malformed { reason, .. } => {
            CallArguments::Malformed { raw: mark.to_owned(), reason: reason.clone() }
        }
    };
    let provider_state = call.provider_state.as_ref().map(|state| dyed_state(state, mark));
    FunctionCall { arguments, provider_state, ..call.clone() }
}

fn dyed_result(result: &FunctionResult, mark: &str) -> FunctionResult {
    let outcome = match &result.outcome {
        Outcome::Returned { output } => Outcome::Returned { output: dyed_output(output, mark) },
        Outcome::Failed { failure } => {
            let mut failure = failure.clone();
            failure.message = dyed_text(&failure.message, mark);
            Outcome::Failed { failure }
        }
        Outcome::Declined { reason, by } => {
            Outcome::Declined { reason: dyed_text(reason, mark), by: by.clone() }
        }
    };
    FunctionResult { outcome, ..result.clone() }
}

fn dyed_output(output: &Output, mark: &str) -> Output {
    match output {
        // A model is told of nothing in words.
        Output::Nothing => Output::Text { text: mark.to_owned() },
        Output::Text { text } => Output::Text { text: dyed_text(text, mark) },
        Output::Json { value } => Output::Json {
            value: match value {
                Value::Object(_) => Value::Object(object(mark)),
                Value::Array(_) => Value::Array(vec![Value::String(mark.to_owned())]),
                Value::String(text) => Value::String(dyed_text(text, mark)),
                Value::Null | Value::Bool(_) | Value::Number(_) => Value::String(mark.to_owned()),
            },
        },
        Output::Media { media } => Output::Media { media: dyed_media(media, mark) },
        Output::Several { parts } => {
            Output::Several { parts: parts.iter().map(|part| dyed_output(part, mark)).collect() }
        }
    }
}

fn object(mark: &str) -> JsonObject {
    JsonObject::from_iter([("m".to_owned(), Value::String(mark.to_owned()))])
}
