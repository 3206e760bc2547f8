//! What is expected of one argument.

use crate::pattern::is_found;
use content::{JsonObject, sorted};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::BTreeMap;
use thiserror::Error;
use ts_rs::TS;

/// What holds of one value.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Expected {
    /// The same value: the order of fields, and how a number is written, make no difference.
    Equals(#[ts(type = "JsonValue")] Value),
    OneOf(#[ts(type = "Array<JsonValue>")] Vec<Value>),
    /// One of several, where texts may differ in case, spaces and punctuation.
    Alike(#[ts(type = "Array<JsonValue>")] Vec<Value>),
    /// A text in which a regular expression is found.
    Pattern(String),
    Number {
        is: f64,
        within: f64,
    },
    /// A text with this part, a list with this element, or an object with these fields.
    Contains(#[ts(type = "JsonValue")] Value),
    /// The argument may be left out; where it is there, this holds.
    Optional(#[ts(type = "Expected")] Box<Expected>),
    /// Anything, and nothing.
    Ignored,
}

/// What is wrong with an argument.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS, Error)]
#[serde(rename_all = "camelCase")]
pub enum ArgumentProblem {
    #[error("missing")]
    Missing,
    /// No expectation names it.
    #[error("{value} was not expected")]
    Unexpected {
        #[ts(type = "JsonValue")]
        value: Value,
    },
    #[error("{value} is not as expected")]
    Differs {
        #[ts(type = "JsonValue")]
        value: Value,
    },
}

impl ArgumentProblem {
    /// The value as JSON, with its keys in order. Nothing, where it is missing.
    pub(crate) fn written(&self) -> Option<String> {
        match self {
            Self::Missing => None,
            Self::Unexpected { value } | Self::Differs { value } => Some(content::sorted(value).to_string()),
        }
    }
}

impl Expected {
    pub(super) fn pattern(&self) -> Option<&str> {
        if let Self::Optional(inner) = self {
            return inner.pattern();
        }
        let Self::Pattern(pattern) = self else { return None };
        Some(pattern)
    }

    fn allows_absence(&self) -> bool {
        matches!(self, Self::Optional(_) | Self::Ignored)
    }

    pub(crate) fn holds_of(&self, value: &Value) -> bool {
        match self {
            Self::Equals(expected) => is_same(expected, value),
            Self::OneOf(allowed) => allowed.iter().any(|expected| is_same(expected, value)),
            Self::Alike(allowed) => {
                let value = sorted(&plain(value));
                allowed.iter().any(|expected| sorted(&plain(expected)) == value)
            }
            Self::Pattern(pattern) => value.as_str().is_some_and(|text| is_found(pattern, text)),
            Self::Number { is, within } => {
                value.as_f64().is_some_and(|number| (number - is).abs() <= *within)
            }
            Self::Contains(part) => contains(value, part),
            Self::Optional(inner) => inner.holds_of(value),
            Self::Ignored => true,
        }
    }
}

/// Whether both are the same value of JSON, however their numbers and keys are written. Most are written the same.
fn is_same(one: &Value, other: &Value) -> bool {
    one == other || sorted(one) == sorted(other)
}

/// A value whose texts have neither capitals nor spaces nor the punctuation that people set or leave out.
fn plain(value: &Value) -> Value {
    match value {
        Value::String(text) => {
            let kept: String = text.chars().filter(|letter| !" ,./-_*^".contains(*letter)).collect();
            Value::String(kept.to_lowercase().replace('\'', "\""))
        }
        Value::Array(elements) => elements.iter().map(plain).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (name.clone(), plain(value))).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) => value.clone(),
    }
}

fn contains(whole: &Value, part: &Value) -> bool {
    match (whole, part) {
        (Value::String(whole), Value::String(part)) => whole.contains(part.as_str()),
        (Value::Array(elements), part) => elements.iter().any(|element| is_same(element, part)),
        (Value::Object(whole), Value::Object(part)) => {
            part.iter().all(|(name, expected)| whole.get(name).is_some_and(|value| is_same(value, expected)))
        }
        (Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) | Value::Object(_), _) => false,
    }
}

/// The path of an argument as a JSON Pointer: a name that is none stands for the argument of that name.
pub(crate) fn pointer_of(written: &str) -> String {
    if written.starts_with('/') { written.to_owned() } else { format!("/{}", escaped(written)) }
}

/// How an expectation names an argument, or a part of one: by its name where that is enough, else by a JSON Pointer.
pub(crate) fn written_path(names: &[&str]) -> String {
    match names {
        [name] if !name.starts_with('/') => (*name).to_owned(),
        names => names.iter().map(|name| format!("/{}", escaped(name))).collect(),
    }
}

fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The arguments that are not as expected, by their paths.
pub(super) fn problems(
    expected: &BTreeMap<String, Expected>,
    is_open: bool,
    arguments: &JsonObject,
) -> Vec<(String, ArgumentProblem)> {
    let mut problems = Vec::new();
    let paths: Vec<_> = expected.keys().map(|written| pointer_of(written)).collect();
    for (path, expected) in paths.iter().zip(expected.values()) {
        match part_of(arguments, path) {
            None if expected.allows_absence() => {}
            None => problems.push((path.clone(), ArgumentProblem::Missing)),
            Some(value) if expected.holds_of(value) => {}
            Some(value) => problems.push((path.clone(), ArgumentProblem::Differs { value: value.clone() })),
        }
    }
    if !is_open {
        for (name, value) in arguments {
            unexpected(&format!("/{}", escaped(name)), value, &paths, &mut problems);
        }
    }
    problems
}

/// The part of arguments at a JSON Pointer that is not empty.
fn part_of<'a>(arguments: &'a JsonObject, path: &str) -> Option<&'a Value> {
    let below = path.strip_prefix('/')?;
    let end = below.find('/').unwrap_or(below.len());
    let (name, rest) = below.split_at(end);
    arguments.get(&*unescaped(name))?.pointer(rest)
}

fn unescaped(name: &str) -> Cow<'_, str> {
    if name.contains('~') { name.replace("~1", "/").replace("~0", "~").into() } else { name.into() }
}

/// Parts of a value that no path covers.
fn unexpected(at: &str, value: &Value, paths: &[String], found: &mut Vec<(String, ArgumentProblem)>) {
    if paths.iter().any(|path| path == at) {
        return;
    }
    let is_above = paths.iter().any(|path| path.strip_prefix(at).is_some_and(|rest| rest.starts_with('/')));
    match value {
        Value::Object(fields) if is_above => {
            for (name, value) in fields {
                unexpected(&format!("{at}/{}", escaped(name)), value, paths, found);
            }
        }
        Value::Array(elements) if is_above => {
            for (index, value) in elements.iter().enumerate() {
                unexpected(&format!("{at}/{index}"), value, paths, found);
            }
        }
        Value::Null
        | Value::Bool(_)
        | Value::Number(_)
        | Value::String(_)
        | Value::Array(_)
        | Value::Object(_) => {
            found.push((at.to_owned(), ArgumentProblem::Unexpected { value: value.clone() }));
        }
    }
}
