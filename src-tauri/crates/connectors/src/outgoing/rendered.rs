//! What a model is told of outcomes, and of arguments that are none.

use super::ExactArguments;
use super::{Adaptations, Place};
use super::{Difference, Reason};
use crate::media::{MediaRules, Shown};
use content::{CallArguments, JsonObject, Media, Outcome, Output};
use serde_json::Value;
use std::borrow::Cow;
use std::convert::identity;

/// The key under which a provider that takes objects only is shown what a model wrote instead of one.
const MALFORMED: &str = "INVALID_JSON";

/// What a model is told when a function had nothing to say, because no words at all look like a mistake.
const NOTHING: &str = "completed";

/// What stands for a text without a word in it, which several providers refuse.
const EMPTY: &str = "(empty)";

/// An outcome as a model receives it. Declined calls and failures look the same: both are words.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RenderedOutcome<'a> {
    Text(&'a str),
    Json(&'a Value),
    Media(&'a Media),
    Failure(String),
    /// None of them is several itself.
    Several(Vec<RenderedOutcome<'a>>),
}

pub(crate) fn render_outcome(outcome: &Outcome) -> RenderedOutcome<'_> {
    match outcome {
        Outcome::Returned { output } => render_output(output),
        Outcome::Failed { failure } if failure.message.trim().is_empty() => {
            RenderedOutcome::Failure("The call failed.".to_owned())
        }
        Outcome::Failed { failure } => RenderedOutcome::Failure(failure.message.clone()),
        Outcome::Declined { reason, by } => RenderedOutcome::Failure(by.words(reason)),
    }
}

fn render_output(output: &Output) -> RenderedOutcome<'_> {
    match output {
        Output::Nothing => RenderedOutcome::Text(NOTHING),
        Output::Text { text } => RenderedOutcome::Text(text),
        Output::Json { value } => RenderedOutcome::Json(value),
        Output::Media { media } => RenderedOutcome::Media(media),
        Output::Several { parts } if parts.is_empty() => RenderedOutcome::Text(NOTHING),
        Output::Several { parts } => RenderedOutcome::Several(parts.iter().map(render_output).collect()),
    }
}

impl<'a> RenderedOutcome<'a> {
    /// The parts of it: itself, where it is one thing.
    pub(crate) fn parts(&self) -> &[RenderedOutcome<'a>] {
        match self {
            Self::Several(parts) => parts,
            Self::Text(_) | Self::Json(_) | Self::Media(_) | Self::Failure(_) => std::slice::from_ref(self),
        }
    }

    /// Each of its parts as a provider takes it: a medium, or words.
    pub(crate) fn each<T>(
        &self,
        mut medium: impl FnMut(&'a Media) -> T,
        words: impl Fn(String) -> T,
    ) -> Vec<T> {
        let part = |part: &Self| match part {
            Self::Media(media) => medium(media),
            Self::Text(_) | Self::Json(_) | Self::Failure(_) | Self::Several(_) => words(part.words()),
        };
        self.parts().iter().map(part).collect()
    }

    pub(crate) fn has_media(&self) -> bool {
        self.parts().iter().any(|part| matches!(part, Self::Media(_)))
    }

    /// Its words, and apart from them the media a provider takes. Nothing for the words where there are none.
    pub(crate) fn apart(
        &self,
        rules: &MediaRules,
        place: Place,
        adaptations: &mut Adaptations,
    ) -> (Option<String>, Vec<Cow<'a, Media>>) {
        let mut words = Vec::new();
        let mut media = Vec::new();
        for part in self.parts() {
            match part {
                Self::Media(medium) => match rules.show(medium, place, adaptations) {
                    Shown::Medium(medium) => media.push(medium),
                    Shown::Text(text) => words.push(text),
                },
                Self::Text(_) | Self::Json(_) | Self::Failure(_) | Self::Several(_) => {
                    words.push(part.words());
                }
            }
        }
        (Some(words.join("\n\n")).filter(|words| !words.is_empty()), media)
    }

    /// In words, for a provider that takes nothing else.
    pub(crate) fn words(&self) -> String {
        let words = match self {
            Self::Text(text) => (*text).to_owned(),
            Self::Json(Value::String(text)) => text.clone(),
            Self::Json(value) => value.to_string(),
            Self::Media(media) => format!("({})", media.mime_type),
            Self::Failure(message) => message.clone(),
            Self::Several(parts) => parts.iter().map(Self::words).collect::<Vec<_>>().join("\n\n"),
        };
        if words.trim().is_empty() { EMPTY.to_owned() } else { words }
    }

    pub(crate) fn is_failure(&self) -> bool {
        matches!(self, Self::Failure(_))
    }
}

/// Arguments as a text that any parser reads as a JSON object. Several services parse what they are sent, and refuse
/// the whole history over one call whose arguments are none.
pub(crate) fn arguments_text(
    arguments: &CallArguments,
    place: Place,
    adaptations: &mut Adaptations,
) -> String {
    match arguments {
        CallArguments::Parsed { value, .. } if arguments.stand_in().is_some() => {
            adaptations.rewritten(place, Difference::ArgumentsAsObject, Reason::ArgumentsAreObjects);
            arguments.digits().object(value).to_string()
        }
        CallArguments::Parsed { raw, .. } if !raw.trim().is_empty() && !arguments.is_text() => raw.clone(),
        CallArguments::Parsed { .. } | CallArguments::Malformed { .. } => {
            Value::Object(arguments_object(arguments, place, adaptations, identity)).to_string()
        }
    }
}

/// Arguments for a provider that takes objects only, in which parameters may have other names.
pub(crate) fn arguments_object(
    arguments: &CallArguments,
    place: Place,
    adaptations: &mut Adaptations,
    named: impl Fn(JsonObject) -> JsonObject,
) -> JsonObject {
    match arguments {
        CallArguments::Parsed { value, .. } => {
            let (written, digits) = (named(value.clone()), arguments.digits().reshaped(&named));
            if !digits.is_empty() {
                let (arguments, written) = (arguments.clone(), written.clone());
                adaptations.exact.push(ExactArguments { place, arguments, written, digits });
            }
            written
        }
        CallArguments::Malformed { raw, .. } => {
            adaptations.rewritten(place, Difference::ArgumentsAsText, Reason::ArgumentsAreObjects);
            named(JsonObject::from_iter([(MALFORMED.to_owned(), Value::String(raw.clone()))]))
        }
    }
}
