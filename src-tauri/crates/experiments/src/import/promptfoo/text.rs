//! Files and templates.

use crate::import::ImportProblem;
use content::JsonObject;
use serde_json::Value;

/// YAML has JSON in it, but JSON is read much faster as what it is.
pub(super) fn parse(text: &str) -> Result<Value, ImportProblem> {
    if text.trim_start().starts_with(['{', '[']) {
        return serde_json::from_str(text).map_err(ImportProblem::NotJson);
    }
    serde_saphyr::from_str(text).map_err(|error| {
        let reason = error.to_string().lines().next().unwrap_or_default().to_owned();
        ImportProblem::NotYaml { reason }
    })
}

/// A template with its variables filled in. Only names stand in braces here: what a template computes is not known.
pub(super) fn filled(template: &str, vars: &JsonObject) -> Result<String, ImportProblem> {
    let mut filled = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let (name, after) = after.split_once("}}").ok_or(ImportProblem::Unfit { name: "prompts" })?;
        let name = name.trim().trim_matches('-').trim();
        match vars.get(name) {
            Some(Value::String(text)) => filled.push_str(text),
            Some(Value::Array(_)) => return Err(ImportProblem::Variable { name: name.to_owned() }),
            Some(value) => filled.push_str(&value.to_string()),
            None => return Err(ImportProblem::Variable { name: name.to_owned() }),
        }
        rest = after;
    }
    if rest.contains("{%") || filled.contains("{%") {
        return Err(ImportProblem::Unfit { name: "prompts" });
    }
    filled.push_str(rest);
    Ok(filled)
}

/// A value whose texts are templates.
pub(super) fn filled_within(value: &Value, vars: &JsonObject) -> Result<Value, ImportProblem> {
    Ok(match value {
        Value::String(text) if text.contains("{{") => Value::String(filled(text, vars)?),
        Value::Array(elements) => {
            elements.iter().map(|element| filled_within(element, vars)).collect::<Result<_, _>>()?
        }
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| Ok((name.clone(), filled_within(value, vars)?)))
            .collect::<Result<_, ImportProblem>>()?,
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => value.clone(),
    })
}
