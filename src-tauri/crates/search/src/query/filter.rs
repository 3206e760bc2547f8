//! The filters and their values.

use crate::query::dates::{self, Now};
use crate::query::misread::{Example, Misread};
use crate::status::CallStatus;
use crate::words::fold;
use content::Timestamp;
use serde::{Deserialize, Serialize};
use std::ops::Bound;
use strsim::osa_distance as distance;
use ts_rs::TS;

/// The filters there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum FilterName {
    Function,
    Plugin,
    Status,
    Model,
    Before,
    After,
    Duration,
}

/// A filter with one value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Filter {
    Function(Pattern),
    Plugin(Pattern),
    Status(CallStatus),
    Model(Pattern),
    Before(Timestamp),
    After(Timestamp),
    /// In milliseconds.
    Duration(Bound<u64>, Bound<u64>),
}

/// A name in which `*` matches anything.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pattern(pub(crate) String);

/// The problem with a value.
pub(crate) struct BadValue {
    pub(crate) message: Misread,
    pub(crate) instead: Option<String>,
}

impl FilterName {
    pub const ALL: [Self; 7] =
        [Self::Function, Self::Plugin, Self::Status, Self::Model, Self::Before, Self::After, Self::Duration];

    /// The word for it in a query.
    pub fn word(self) -> &'static str {
        match self {
            Self::Function => "function",
            Self::Plugin => "plugin",
            Self::Status => "status",
            Self::Model => "model",
            Self::Before => "before",
            Self::After => "after",
            Self::Duration => "duration",
        }
    }

    pub(super) fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|name| name.word() == word)
    }

    /// The filter a misspelled name means. A word that resembles none is not a filter.
    pub(super) fn near(word: &str) -> Option<Self> {
        let known_elsewhere = match word {
            "tool" | "fn" | "func" | "call" | "name" => Some(Self::Function),
            "state" | "is" | "outcome" => Some(Self::Status),
            "since" | "from" | "newer" => Some(Self::After),
            "until" | "to" | "older" => Some(Self::Before),
            "took" | "time" | "latency" => Some(Self::Duration),
            "module" | "server" => Some(Self::Plugin),
            "llm" => Some(Self::Model),
            _ => None,
        };
        known_elsewhere.or_else(|| nearest(word, Self::ALL.into_iter().map(|name| (name.word(), name))))
    }

    /// An example of a value.
    pub(super) fn example(self) -> Example {
        match self {
            Self::Function => Example::Function,
            Self::Plugin => Example::Plugin,
            Self::Status => Example::Status,
            Self::Model => Example::Model,
            Self::Before => Example::Before,
            Self::After => Example::After,
            Self::Duration => Example::Duration,
        }
    }

    pub(super) fn value(self, written: &str, now: &Now) -> Result<Filter, BadValue> {
        let value = fold(written.trim());
        match self {
            Self::Function => Ok(Filter::Function(Pattern(value))),
            Self::Plugin => Ok(Filter::Plugin(Pattern(value))),
            Self::Model => Ok(Filter::Model(Pattern(value))),
            Self::Status => status(&value),
            Self::Before => self.date(&value, now).map(Filter::Before),
            Self::After => self.date(&value, now).map(Filter::After),
            Self::Duration => self.duration(&value),
        }
    }

    fn date(self, value: &str, now: &Now) -> Result<Timestamp, BadValue> {
        let message = || Misread::Date { value: value.to_owned(), example: self.example() };
        dates::moment(value, now).ok_or_else(|| BadValue { message: message(), instead: None })
    }

    fn duration(self, value: &str) -> Result<Filter, BadValue> {
        let (limit, written) = match value {
            _ if value.starts_with(">=") => (">=", &value[2..]),
            _ if value.starts_with("<=") => ("<=", &value[2..]),
            _ if value.starts_with('>') => (">", &value[1..]),
            _ if value.starts_with('<') => ("<", &value[1..]),
            _ => {
                let instead = dates::milliseconds(value).map(|_| format!("{}:>{value}", self.word()));
                let message = Misread::Unbounded { example: self.example() };
                return Err(BadValue { message, instead });
            }
        };
        let message = || Misread::Duration { value: written.to_owned(), example: self.example() };
        let milliseconds =
            dates::milliseconds(written).ok_or_else(|| BadValue { message: message(), instead: None })?;
        Ok(match limit {
            ">=" => Filter::Duration(Bound::Included(milliseconds), Bound::Unbounded),
            "<=" => Filter::Duration(Bound::Unbounded, Bound::Included(milliseconds)),
            ">" => Filter::Duration(Bound::Excluded(milliseconds), Bound::Unbounded),
            _ => Filter::Duration(Bound::Unbounded, Bound::Excluded(milliseconds)),
        })
    }
}

fn status(value: &str) -> Result<Filter, BadValue> {
    CallStatus::of_word(value).map(Filter::Status).ok_or_else(|| {
        let known = CallStatus::ALL.map(CallStatus::word);
        let near = nearest(value, known.into_iter().map(|word| (word, word)));
        BadValue {
            message: Misread::NoStatus { value: value.to_owned(), known: known.join(", ") },
            instead: near.map(|near| format!("status:{near}")),
        }
    })
}

/// The candidate a word probably means: it begins with the word, or few letters differ.
fn nearest<T>(word: &str, candidates: impl Iterator<Item = (&'static str, T)>) -> Option<T> {
    let scored = candidates.filter_map(|(candidate, found)| {
        let distance =
            if word.len() >= 2 && candidate.starts_with(word) { 0 } else { distance(word, candidate) };
        (distance <= word.chars().count().min(6) / 3).then_some((distance, found))
    });
    scored.min_by_key(|(distance, _)| *distance).map(|(_, found)| found)
}

#[cfg(test)]
mod tests {
    use super::{FilterName, distance};

    #[test]
    fn a_misspelt_name_is_taken_for_the_nearest() {
        let check = |word: &str, expected| assert_eq!(FilterName::near(word), expected, "{word}");
        check("functoin", Some(FilterName::Function));
        check("statsu", Some(FilterName::Status));
        check("tool", Some(FilterName::Function));
        check("dur", Some(FilterName::Duration));
        check("http", None);
        check("example", None);
        assert_eq!((distance("ab", "ba"), distance("", "abc"), distance("plugin", "plugins")), (1, 3, 1));
    }
}
