//! The results of calls: as text where a format writes text, as any JSON where it writes that.

use crate::conversation::Conversation;
use crate::loss::Losses;
use crate::lost::Lost;
use crate::part;
use content::{Failure, FailureKind, Item, Media, Outcome, Output};
use serde_json::Value;

/// A result a format writes as JSON.
pub(crate) fn from_value(value: Option<&Value>) -> Output {
    value.cloned().unwrap_or_default().into()
}

pub(crate) fn returned_text(text: &str) -> Outcome {
    Outcome::Returned { output: Output::Text { text: text.to_owned() } }
}

pub(crate) fn failed(message: impl Into<String>) -> Outcome {
    Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message: message.into() } }
}

/// A result a format writes as any JSON, or in parts of its own: one, or a list of nothing else.
pub(crate) fn from_parts(
    value: Option<&Value>,
    place: &str,
    losses: &mut Losses,
    read: impl Fn(&Value, &str, &mut Losses) -> Option<Output>,
) -> Output {
    let mut told = Losses::default();
    let parts: Option<Vec<_>> = value.and_then(|value| match value.as_array() {
        Some(list) => {
            let place = |index: usize| format!("{place}/{index}");
            list.iter().enumerate().map(|(index, part)| read(part, &place(index), &mut told)).collect()
        }
        None => read(value, place, &mut told).map(|part| vec![part]),
    });
    match parts.filter(|parts| !parts.is_empty()) {
        Some(parts) => {
            losses.append(told);
            Output::of(parts)
        }
        None => from_value(value),
    }
}

/// A result a format writes as a list of parts that may be of any kind.
pub(crate) fn from_list(
    list: &[Value],
    place: &str,
    conversation: &mut Conversation,
    read: impl Fn(&Value, &str, &mut Conversation) -> Option<Item>,
) -> Output {
    let parts = list.iter().enumerate().map(|(index, value)| {
        let place = format!("{place}/{index}");
        let read = read(value, &place, conversation).and_then(from_item);
        read.unwrap_or_else(|| part::in_result(value, &place, &mut conversation.losses))
    });
    Output::of(parts.collect())
}

fn from_item(item: Item) -> Option<Output> {
    match item {
        Item::Text { text } => Some(Output::Text { text }),
        Item::Media { media } => Some(Output::Media { media }),
        Item::Reasoning { .. }
        | Item::FunctionCall { .. }
        | Item::FunctionResult { .. }
        | Item::Unknown { .. } => None,
    }
}

/// A failure in the words of a result. Media have none.
pub(crate) fn failed_with(output: &Output, place: &str, losses: &mut Losses) -> Outcome {
    if matches!(output, Output::Media { .. } | Output::Several { .. }) {
        losses.add(place, Lost::ResultAsText);
    }
    failed(joined(output))
}

/// The parts of a result in words, one behind the other.
pub(crate) fn joined(output: &Output) -> String {
    let words = output.parts().iter().map(|part| match part {
        Output::Nothing | Output::Several { .. } => String::new(),
        Output::Text { text } => text.clone(),
        Output::Json { value } => value.to_string(),
        Output::Media { media } => format!("({})", media.mime_type),
    });
    words.collect::<Vec<_>>().join("\n\n")
}

/// A part of a result, for a format that knows texts and media.
pub(crate) enum Part<'a> {
    Text(String),
    Media(&'a Media),
}

/// The parts of a result, for a format without a mark for failures. No part is nothing.
pub(crate) fn result_parts<'a>(outcome: &'a Outcome, place: &str, losses: &mut Losses) -> Vec<Part<'a>> {
    let words = match outcome {
        Outcome::Returned { output } => return output_parts(output, place, losses),
        Outcome::Failed { failure } => &failure.message,
        Outcome::Declined { reason, .. } => reason,
    };
    losses.add(place, Lost::FailureAsWords);
    vec![Part::Text(words.clone())]
}

pub(crate) fn output_parts<'a>(output: &'a Output, place: &str, losses: &mut Losses) -> Vec<Part<'a>> {
    let part = |part: &'a Output| match part {
        Output::Nothing | Output::Several { .. } => None,
        Output::Text { text } => Some(Part::Text(text.clone())),
        Output::Json { value } => {
            losses.add(place, Lost::JsonAsText);
            Some(Part::Text(value.to_string()))
        }
        Output::Media { media } => Some(Part::Media(media)),
    };
    output.parts().iter().filter_map(part).collect()
}

/// The result as JSON, for a format that takes any. Media, and several parts, come out as the format writes them.
pub(crate) fn as_value(
    outcome: &Outcome,
    write: impl Fn(&Part<'_>) -> Value,
    place: &str,
    losses: &mut Losses,
) -> Value {
    if let Outcome::Returned { output: Output::Json { value } } = outcome {
        if value.is_string() || value.is_null() {
            losses.add(place, Lost::JsonText);
        }
        return value.clone();
    }
    match result_parts(outcome, place, losses).as_slice() {
        [] => Value::Null,
        [Part::Text(text)] => text.as_str().into(),
        [only] => write(only),
        parts => parts.iter().map(write).collect(),
    }
}

/// The words of a failure, for a format that can mark one, and what the mark does not say.
pub(crate) fn failure_words(outcome: &Outcome, place: &str, losses: &mut Losses) -> Option<String> {
    match outcome {
        Outcome::Returned { .. } => None,
        Outcome::Failed { failure } => {
            if failure.kind != FailureKind::Reported {
                losses.add(place, Lost::FailureKind);
            }
            Some(failure.message.clone())
        }
        Outcome::Declined { reason, .. } => {
            losses.add(place, Lost::Declined);
            Some(reason.clone())
        }
    }
}
