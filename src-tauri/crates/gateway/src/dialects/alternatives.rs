//! Responses that are a list of alternatives: the first is what a program gets, the others stay as they are.

use crate::dialects::Unwritable;
use crate::json::members::{Members, elements, raw};
use crate::streams::{HeldFrame, append, as_text};
use serde::de::IgnoredAny;
use serde_json::Value;
use serde_json::value::RawValue;

/// A chunk after an edit.
#[derive(Debug)]
pub(crate) enum Edited {
    Unchanged,
    /// Nothing is left in it that its neighbours don't say.
    Empty,
    Changed(String),
}

impl Edited {
    /// Appends what became of a held frame.
    pub(crate) fn append(&self, held: &HeldFrame, stream: &mut Vec<u8>) {
        match self {
            Self::Unchanged => append(stream, held.raw()),
            Self::Changed(data) => append(stream, &held.with_data(data)),
            Self::Empty => {}
        }
    }
}

/// The text of a whole response.
pub(crate) fn text_of(body: &[u8]) -> Result<&str, Unwritable> {
    let text = std::str::from_utf8(body).map_err(Unwritable::not_read)?;
    serde_json::from_str::<IgnoredAny>(text).map_err(Unwritable::not_read)?;
    Ok(text)
}

/// The members of an alternative, if it is the first.
pub(crate) fn first(alternative: &RawValue) -> Option<Members<'_>> {
    let alternative = Members::read(alternative.get())?;
    matches!(alternative.value::<u64>("index"), None | Some(0)).then_some(alternative)
}

/// A whole response with another first alternative in this list, and another usage.
pub(crate) fn with_first(
    body: &[u8],
    list: &str,
    edit: impl Fn(Members<'_>) -> Box<RawValue>,
    (usage, counts): (&str, &Value),
) -> Vec<u8> {
    let text = as_text(body);
    let mut response = Members::read(&text).unwrap_or_default();
    let alternatives = response.text_of(list).and_then(elements).unwrap_or_default().into_iter();
    let edited = alternatives.map(|one| first(one).map_or_else(|| one.to_owned(), &edit));
    let edited = raw(&edited.collect::<Vec<_>>());
    response.set(list, edited);
    response.set(usage, raw(counts));
    raw(&response).get().to_owned().into_bytes()
}
