//! One run that is as expected, for frameworks that compare calls with calls.

use crate::expectation::{Expectations, Expected, ExpectedCall, Matching, Others, pointer_of};
use content::JsonObject;
use serde::Serialize;
use serde_json::Value;

/// A call with its arguments.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(super) struct ExampleCall {
    pub(super) function: String,
    pub(super) arguments: JsonObject,
}

/// The calls of a good run.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Example {
    #[serde(rename = "match")]
    pub(super) matching: Matching,
    pub(super) calls: Vec<ExampleCall>,
    /// Whether just these calls, with just these arguments, are what is expected.
    pub(super) is_exact: bool,
}

impl Example {
    /// A case that expects no calls has none here, and says nothing of them.
    pub(super) fn of(expect: &Expectations) -> Self {
        let Some(expected) = &expect.calls else {
            return Self { matching: Matching::Superset, calls: Vec::new(), is_exact: false };
        };
        let mut is_exact = expected.matching != Matching::Subset && expect.never.is_empty();
        let calls = expected.list.iter().map(|call| example(call, &mut is_exact)).collect();
        Self { matching: expected.matching, calls, is_exact }
    }
}

fn example(call: &ExpectedCall, is_exact: &mut bool) -> ExampleCall {
    let mut arguments = Value::Object(JsonObject::new());
    *is_exact &= call.others == Others::Refused;
    for (name, rule) in &call.arguments {
        *is_exact &= matches!(rule, Expected::Equals(_));
        let placed = value_of(rule).is_none_or(|value| place(&mut arguments, &pointer_of(name), value));
        *is_exact &= placed;
    }
    let arguments = arguments.as_object().cloned().unwrap_or_default();
    ExampleCall { function: call.function.clone(), arguments }
}

/// A value that holds. None where nothing has to be there, or where a pattern has to be found.
fn value_of(rule: &Expected) -> Option<Value> {
    match rule {
        Expected::Equals(value) | Expected::Contains(value) => Some(value.clone()),
        Expected::OneOf(values) | Expected::Alike(values) => values.first().cloned(),
        Expected::Number { is, .. } => Some(Value::from(*is)),
        Expected::Pattern(_) | Expected::Optional(_) | Expected::Ignored => None,
    }
}

/// Puts a value at a path, and the objects above it. Lists are not made up.
fn place(whole: &mut Value, pointer: &str, value: Value) -> bool {
    let names: Vec<_> =
        pointer.split('/').skip(1).map(|name| name.replace("~1", "/").replace("~0", "~")).collect();
    let Some((last, above)) = names.split_last() else { return false };
    let mut at = whole;
    for name in above {
        let Some(fields) = at.as_object_mut() else { return false };
        at = fields.entry(name.clone()).or_insert_with(|| Value::Object(JsonObject::new()));
    }
    at.as_object_mut().map(|fields| fields.insert(last.clone(), value)).is_some()
}
