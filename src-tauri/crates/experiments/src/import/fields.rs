//! Fields that several sources have alike.

use super::{ImportLoss, ImportProblem};
use crate::case::CaseFunction;
use serde_json::Value;

/// The field `name`. Where it is missing, a person is told what it is the name of.
pub(super) fn name_of(value: &Value, what: &'static str) -> Result<String, ImportProblem> {
    let name = value.get("name").and_then(Value::as_str);
    name.map(str::to_owned).ok_or(ImportProblem::Missing { name: what })
}

/// A function with its name and its description.
pub(super) fn function_of(value: &Value, parameters: Value) -> Result<CaseFunction, ImportProblem> {
    let description = value.get("description").and_then(Value::as_str).map(str::to_owned);
    Ok(CaseFunction::new(name_of(value, "the name of a function")?, description, Some(parameters)))
}

/// The fields that a case has no place for.
pub(super) fn left_out(value: &Value, known: &[&str]) -> Vec<ImportLoss> {
    let fields = value.as_object().into_iter().flatten();
    let others = fields.filter(|(name, _)| !known.contains(&name.as_str()));
    others.map(|(name, _)| ImportLoss::Field { name: name.clone() }).collect()
}
