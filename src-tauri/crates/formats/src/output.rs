//! The results of calls: as text where a format writes text, as any JSON where it writes that.

use crate::loss::Losses;
use content::{Failure, FailureKind, Item, Outcome, Output};
use serde_json::Value;

pub(crate) const SEVERAL: &str = "the parts of a result are joined to one text, and its media are named";
const FAILED: &str = "that a call failed or was declined is not kept, only the words";

/// A result a format writes as JSON.
pub(crate) fn from_value(value: Option<&Value>) -> Output {
    match value {
        None => Output::Nothing,
        Some(value) => match value.as_str() {
            Some(text) => Output::Text { text: text.to_owned() },
            None if value.is_null() => Output::Nothing,
            None => Output::Json { value: value.clone() },
        },
    }
}

pub(crate) fn returned_text(text: &str) -> Outcome {
    Outcome::Returned { output: Output::Text { text: text.to_owned() } }
}

pub(crate) fn failed(message: impl Into<String>) -> Outcome {
    Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message: message.into() } }
}

/// The result as JSON. Media come out as `media` writes them.
pub(crate) fn as_value(
    outcome: &Outcome,
    media: impl Fn(&content::Media) -> Value,
    place: &str,
    losses: &mut Losses,
) -> Value {
    match outcome {
        Outcome::Returned { output } => match output {
            Output::Nothing => Value::Null,
            Output::Text { text } => Value::String(text.clone()),
            Output::Json { value } => {
                if value.is_string() || value.is_null() {
                    losses.add(
                        place,
                        "a result that is a JSON text or null is not told from a text or nothing",
                    );
                }
                value.clone()
            }
            Output::Media { media: medium } => media(medium),
            Output::Several { .. } => {
                losses.add(place, SEVERAL);
                Value::String(joined(output))
            }
        },
        Outcome::Failed { failure } => {
            losses.add(place, FAILED);
            Value::String(failure.message.clone())
        }
        Outcome::Declined { reason } => {
            losses.add(place, FAILED);
            Value::String(reason.clone())
        }
    }
}

/// What a result comes down to where a format knows texts and media.
pub(crate) enum Told<'a> {
    Nothing,
    Text(String),
    Media(&'a content::Media),
}

/// The result for a format without a mark for failures.
pub(crate) fn told<'a>(outcome: &'a Outcome, place: &str, losses: &mut Losses) -> Told<'a> {
    match outcome {
        Outcome::Returned { output } => told_output(output, place, losses),
        Outcome::Failed { failure } => {
            losses.add(place, FAILED);
            Told::Text(failure.message.clone())
        }
        Outcome::Declined { reason } => {
            losses.add(place, FAILED);
            Told::Text(reason.clone())
        }
    }
}

pub(crate) fn told_output<'a>(output: &'a Output, place: &str, losses: &mut Losses) -> Told<'a> {
    match output {
        Output::Nothing => Told::Nothing,
        Output::Text { text } => Told::Text(text.clone()),
        Output::Json { value } => {
            losses.add(place, "results that are JSON are written as text");
            Told::Text(value.to_string())
        }
        Output::Media { media } => Told::Media(media),
        Output::Several { .. } => {
            losses.add(place, SEVERAL);
            Told::Text(joined(output))
        }
    }
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

/// The words of a failure, for a format that can mark one, and what the mark does not say.
pub(crate) fn failure_words(outcome: &Outcome, place: &str, losses: &mut Losses) -> Option<String> {
    match outcome {
        Outcome::Returned { .. } => None,
        Outcome::Failed { failure } => {
            if failure.kind != FailureKind::Reported {
                losses.add(place, "the kind of a failure is not kept");
            }
            Some(failure.message.clone())
        }
        Outcome::Declined { reason } => {
            losses.add(place, "that a person declined a call is not kept: it is written as a failure");
            Some(reason.clone())
        }
    }
}

/// The one thing a result holds, out of several parts. Texts are joined; a medium counts where there is no text.
pub(crate) fn from_items(items: Vec<Item>, place: &str, losses: &mut Losses) -> Outcome {
    let mut texts = Vec::new();
    let mut media = Vec::new();
    let mut others = 0;
    for item in items {
        match item {
            Item::Text { text } => texts.push(text),
            Item::Media { media: medium } => media.push(medium),
            Item::Reasoning { .. }
            | Item::FunctionCall { .. }
            | Item::FunctionResult { .. }
            | Item::Unknown { .. } => others += 1,
        }
    }
    if texts.len() > 1 {
        losses.add(place, "the texts of a result are joined to one");
    }
    if others > 0 || media.len() > 1 || (!texts.is_empty() && !media.is_empty()) {
        losses.add(place, "a result holds one thing: its other parts are left out");
    }
    let output = match (texts.is_empty(), media.into_iter().next()) {
        (false, _) => Output::Text { text: texts.join("\n") },
        (true, Some(media)) => Output::Media { media },
        (true, None) => Output::Nothing,
    };
    Outcome::Returned { output }
}
