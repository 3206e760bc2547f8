//! What has to be so for a breakpoint to count.

use crate::glob;
use content::{FunctionName, JsonObject, ModelId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// All of it has to hold. What is not set holds always.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Condition {
    /// A pattern for the function: `weather.get_*`, or a function's own name. Places without a call never fit.
    pub function: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ArgumentTest>>")]
    pub arguments: Vec<ArgumentTest>,
    pub model: Option<ModelId>,
    /// The number of the round, from 1.
    pub round: Option<u32>,
}

/// Something about one argument.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct ArgumentTest {
    /// Where in the arguments: a JSON pointer `/days/0`, or a path `$.days[0]`.
    pub path: String,
    pub comparison: Comparison,
    /// What it is held against. Of no interest to [`Comparison::Exists`] and [`Comparison::Missing`].
    #[serde(default)]
    #[ts(type = "JsonValue")]
    pub value: Value,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Comparison {
    Equals,
    Differs,
    Less,
    Greater,
    /// A text has it as a part, or a list has it as a member.
    Contains,
    /// A text fits a pattern with `*` and `?`.
    Matches,
    Exists,
    Missing,
}

/// What is known at a place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circumstances<'a> {
    pub(crate) model: &'a ModelId,
    pub(crate) round: u32,
    /// The calls a place is about: none before a request, all of them after a response.
    pub(crate) calls: &'a [(Option<&'a FunctionName>, Option<&'a JsonObject>)],
}

impl Condition {
    pub(crate) fn holds(&self, at: &Circumstances<'_>) -> bool {
        self.model.as_ref().is_none_or(|model| model == at.model)
            && self.round.is_none_or(|round| round == at.round)
            && (!self.is_about_calls() || at.calls.iter().any(|call| self.holds_for(*call)))
    }

    fn is_about_calls(&self) -> bool {
        self.function.is_some() || !self.arguments.is_empty()
    }

    fn holds_for(&self, (function, arguments): (Option<&FunctionName>, Option<&JsonObject>)) -> bool {
        let fits = |pattern: &String| function.is_some_and(|name| glob::matches_function(pattern, name));
        self.function.as_ref().is_none_or(fits)
            && self.arguments.iter().all(|test| arguments.is_some_and(|arguments| test.holds(arguments)))
    }
}

impl ArgumentTest {
    pub(crate) fn holds(&self, arguments: &JsonObject) -> bool {
        let found = find(arguments, &self.path);
        match self.comparison {
            Comparison::Exists => found.is_some(),
            Comparison::Missing => found.is_none(),
            Comparison::Equals => found.is_some_and(|found| is_same(found, &self.value)),
            Comparison::Differs => found.is_some_and(|found| !is_same(found, &self.value)),
            Comparison::Less => compare(found, &self.value).is_some_and(std::cmp::Ordering::is_lt),
            Comparison::Greater => compare(found, &self.value).is_some_and(std::cmp::Ordering::is_gt),
            Comparison::Contains => found.is_some_and(|found| contains(found, &self.value)),
            Comparison::Matches => match (found, &self.value) {
                (Some(Value::String(text)), Value::String(pattern)) => glob::matches(pattern, text),
                (Some(_) | None, _) => false,
            },
        }
    }
}

fn is_same(left: &Value, right: &Value) -> bool {
    content::sorted(left) == content::sorted(right)
}

fn compare(found: Option<&Value>, value: &Value) -> Option<std::cmp::Ordering> {
    match (found?, value) {
        (Value::Number(left), Value::Number(right)) => left.as_f64()?.partial_cmp(&right.as_f64()?),
        (Value::String(left), Value::String(right)) => Some(left.cmp(right)),
        _ => None,
    }
}

fn contains(found: &Value, part: &Value) -> bool {
    match (found, part) {
        (Value::String(text), Value::String(part)) => text.contains(part.as_str()),
        (Value::Array(values), part) => values.iter().any(|value| is_same(value, part)),
        _ => false,
    }
}

/// Finds a value by a JSON pointer or by a path with dots and brackets.
pub(crate) fn find<'a>(arguments: &'a JsonObject, path: &str) -> Option<&'a Value> {
    let (first, rest) = split_first(steps(path))?;
    rest.iter().try_fold(arguments.get(&first)?, |value, step| match value {
        Value::Array(values) => values.get(step.parse::<usize>().ok()?),
        Value::Object(object) => object.get(step),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    })
}

/// The same place, to be changed.
pub(crate) fn find_mut<'a>(arguments: &'a mut JsonObject, path: &str) -> Option<&'a mut Value> {
    let (first, rest) = split_first(steps(path))?;
    rest.iter().try_fold(arguments.get_mut(&first)?, |value, step| match value {
        Value::Array(values) => values.get_mut(step.parse::<usize>().ok()?),
        Value::Object(object) => object.get_mut(step),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => None,
    })
}

/// Whether a path can lead anywhere.
pub(crate) fn is_path(path: &str) -> bool {
    let mut escapes = path.split('~').skip(1);
    let is_whole = match path.starts_with('/') {
        true => escapes.all(|rest| rest.starts_with(['0', '1'])),
        false => path.matches('[').count() == path.matches(']').count(),
    };
    is_whole && !steps(path.trim()).is_empty()
}

fn split_first(mut steps: Vec<String>) -> Option<(String, Vec<String>)> {
    if steps.is_empty() {
        return None;
    }
    let rest = steps.split_off(1);
    steps.pop().map(|first| (first, rest))
}

fn steps(path: &str) -> Vec<String> {
    if let Some(pointer) = path.strip_prefix('/') {
        return pointer.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
    }
    let path = path.strip_prefix('$').unwrap_or(path).replace('[', ".").replace(']', "");
    let quotes: &[char] = &['"', '\''];
    path.split('.').filter(|step| !step.is_empty()).map(|step| step.trim_matches(quotes).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::{ArgumentTest, Comparison};
    use serde_json::{Value, json};

    #[track_caller]
    fn check(path: &str, comparison: Comparison, value: Value, expected: bool) {
        let arguments = json!({ "city": "Oslo", "days": [1, 2.0], "at": { "a/b": null } });
        let test = ArgumentTest { path: path.to_owned(), comparison, value };
        assert_eq!(test.holds(arguments.as_object().expect("an object")), expected, "{test:?}");
    }

    #[test]
    fn an_argument_is_found_by_pointer_and_by_path() {
        for path in ["/days/1", "$.days[1]", "days.1"] {
            check(path, Comparison::Equals, json!(2), true);
        }
        check("/at/a~1b", Comparison::Exists, Value::Null, true);
        check("$.at['a/b']", Comparison::Exists, Value::Null, true);
        check("/days/2", Comparison::Missing, Value::Null, true);
    }

    #[test]
    fn an_argument_is_compared_by_its_kind() {
        check("city", Comparison::Contains, json!("sl"), true);
        check("days", Comparison::Contains, json!(2), true);
        check("city", Comparison::Matches, json!("O*o"), true);
        check("days[0]", Comparison::Less, json!(1.5), true);
        check("city", Comparison::Greater, json!("Nice"), true);
        check("city", Comparison::Greater, json!(1), false);
        check("nowhere", Comparison::Differs, json!(1), false);
    }
}
