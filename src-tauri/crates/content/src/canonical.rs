//! Decides when two calls are the same call.

use crate::{CallArguments, FunctionCall, FunctionName, JsonObject};
use serde_json::Value;

/// A key that is equal for calls of one function with equal arguments, regardless of order and white space.
pub fn call_key(call: &FunctionCall) -> String {
    let function = &call.function;
    match &call.arguments {
        CallArguments::Parsed { value, .. } => format!("{function} {}", canonical(value)),
        CallArguments::Malformed { raw, .. } => format!("{function} {raw}"),
    }
}

/// The same key for a function and arguments that are already parsed.
pub fn arguments_key(function: &FunctionName, arguments: &JsonObject) -> String {
    format!("{function} {}", canonical(arguments))
}

fn canonical(arguments: &JsonObject) -> Value {
    sorted(&Value::Object(arguments.clone()))
}

/// Sorts the keys of objects. An integer is equal with and without a decimal point.
pub fn sorted(value: &Value) -> Value {
    match value {
        Value::Object(object) => {
            let mut fields: Vec<_> = object.iter().collect();
            fields.sort_by_key(|(name, _)| *name);
            Value::Object(fields.into_iter().map(|(name, value)| (name.clone(), sorted(value))).collect())
        }
        Value::Array(values) => Value::Array(values.iter().map(sorted).collect()),
        Value::Number(number) => whole(number).map_or_else(|| value.clone(), Value::from),
        Value::Null | Value::Bool(_) | Value::String(_) => value.clone(),
    }
}

fn whole(number: &serde_json::Number) -> Option<i64> {
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let value = number.as_f64().filter(|_| number.is_f64())?;
    #[allow(clippy::cast_possible_truncation, reason = "whole and far below the limit")]
    (value.fract() == 0.0 && value.abs() < EXACT).then_some(value as i64)
}

#[cfg(test)]
mod tests {
    use super::call_key;
    use crate::{CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Origin};

    fn key(raw: &str) -> String {
        call_key(&FunctionCall {
            id: CallId::new("call"),
            function: CalledFunction::Known { name: FunctionName::new("weather", "get_forecast") },
            arguments: CallArguments::read(raw),
            origin: Origin::Model,
            provider_state: None,
        })
    }

    #[test]
    fn the_order_of_arguments_and_the_way_they_are_written_make_no_difference() {
        let expected = key(r#"{"city":"Oslo","at":{"day":1,"hours":[1,2]}}"#);
        assert_eq!(key(r#"{ "at": {"hours": [1, 2.0], "day": 1}, "city": "Oslo" }"#), expected);
    }

    #[test]
    fn other_values_make_another_call() {
        let expected = key(r#"{"hours":[1,2]}"#);
        for raw in [r#"{"hours":[2,1]}"#, r#"{"hours":["1","2"]}"#, "{}", "{"] {
            assert_ne!(key(raw), expected, "{raw}");
        }
    }
}
