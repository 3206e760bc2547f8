//! A schema ready to hold arguments against.

use content::JsonObject;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{Draft, ValidationError, Validator};
use limits::FUNCTION_SCHEMA;
use notices::{Describe, Notice};
use ports::{FunctionSpec, SchemaFinding};
use serde_json::Value;
use std::io::{self, Write};
use std::sync::OnceLock;

pub(crate) struct Checked {
    /// Made when it is first needed: one takes a hundred times the memory of its schema, and most functions of a large
    /// source are never called.
    validator: OnceLock<Option<Validator>>,
    schema: Value,
}

/// A schema that can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "schema-error")]
pub enum SchemaError {
    #[error("it is larger than {FUNCTION_SCHEMA}, which is the most that is read")]
    TooLarge,
    #[error("{reason}")]
    Invalid { reason: Notice },
}

impl Checked {
    pub(crate) fn new(spec: &FunctionSpec) -> Result<Self, SchemaError> {
        let schema = spec.parameters.clone();
        check_schema(&schema)?;
        Ok(Self { validator: OnceLock::new(), schema })
    }

    pub(crate) fn schema(&self) -> &Value {
        &self.schema
    }

    pub(crate) fn findings(&self, arguments: &JsonObject) -> Vec<SchemaFinding> {
        let arguments = Value::Object(arguments.clone());
        let validator = self.validator.get_or_init(|| validator(&self.schema).ok());
        let errors = validator.iter().flat_map(|validator| validator.iter_errors(&arguments));
        errors.map(|error| finding(&error)).collect()
    }
}

/// Says why a schema can't be used.
pub(crate) fn check_schema(schema: &Value) -> Result<(), SchemaError> {
    if size_of(schema) > FUNCTION_SCHEMA.size() {
        return Err(SchemaError::TooLarge);
    }
    validator(schema).map(drop)
}

/// How long a value is as it is written.
pub(crate) fn size_of(value: &Value) -> usize {
    let mut written = Count(0);
    // A count takes whatever is written.
    let _ = serde_json::to_writer(&mut written, value);
    written.0
}

struct Count(usize);

impl Write for Count {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The drafts a schema may be of where it doesn't say, or not of the one it says. Most generators write draft 7.
const DRAFTS: [Draft; 3] = [Draft::Draft202012, Draft::Draft7, Draft::Draft4];

/// Reads a schema as its author meant it. What is wrong with it is told by the draft it says it is of.
fn validator(schema: &Value) -> Result<Validator, SchemaError> {
    let said = Some(Draft::default().detect(schema)).filter(|draft| *draft != Draft::Unknown);
    let build = |draft| jsonschema::options().with_draft(draft).build(schema);
    build(said.unwrap_or(Draft::Draft202012)).or_else(|error| {
        let other = DRAFTS.into_iter().find_map(|draft| build(draft).ok());
        other.ok_or_else(|| SchemaError::Invalid { reason: notices::said(&error.to_string()) })
    })
}

notices::declare! {
    /// How arguments differ from their schema, beside what the validator says.
    pub(crate) enum Misfit: "arguments" {
        Missing = "it is required and missing",
        NoSuchParameter = "the function has no such parameter",
    }
}

/// A parameter that is missing is told at its own place, because that is where it has to be written.
fn finding(error: &ValidationError<'_>) -> SchemaFinding {
    let path = error.instance_path().to_string();
    if let ValidationErrorKind::Required { property } = error.kind()
        && let Some(name) = property.as_str()
    {
        let name = name.replace('~', "~0").replace('/', "~1");
        return SchemaFinding { path: format!("{path}/{name}"), message: Misfit::Missing.notice() };
    }
    SchemaFinding { path, message: notices::said(&error.to_string()) }
}

/// A finding in words for a model: the parameter, the place, what is wrong.
pub(crate) fn describe_finding(finding: &SchemaFinding) -> String {
    let SchemaFinding { path, message } = finding;
    match path.split('/').nth(1) {
        Some(parameter) => {
            let parameter = parameter.replace("~1", "/").replace("~0", "~");
            format!("parameter {parameter:?}, at {path}: {message}")
        }
        None => message.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{check_schema, validator};
    use serde_json::{Value, json};

    #[track_caller]
    fn check(schema: &Value, fits: &[Value], misfits: &[Value]) {
        let validator = validator(schema).expect("a schema");
        let wrong: Vec<_> = fits.iter().filter(|value| !validator.is_valid(value)).collect();
        let right: Vec<_> = misfits.iter().filter(|value| validator.is_valid(value)).collect();
        assert_eq!((wrong, right), (Vec::<&Value>::new(), Vec::new()), "{schema}");
    }

    fn tuple(schema: Option<&str>) -> Value {
        let pair = json!({
            "type": "array",
            "items": [{ "type": "integer" }, { "type": "string" }],
            "additionalItems": false,
        });
        let mut whole = json!({ "type": "object", "properties": { "pair": pair } });
        if let Some(schema) = schema {
            whole["$schema"] = schema.into();
        }
        whole
    }

    #[test]
    fn a_tuple_of_an_older_draft_is_one() {
        let drafts = [
            None,
            Some("http://json-schema.org/draft-07/schema#"),
            Some("http://json-schema.org/draft-04/schema#"),
            Some("https://json-schema.org/draft/2019-09/schema"),
            Some("https://json-schema.org/draft/2020-12/schema"),
            Some("https://harbour.example/schema"),
        ];
        for draft in drafts {
            let fits = [json!({ "pair": [1, "a"] }), json!({ "pair": [1] })];
            let misfits = [json!({ "pair": ["a", 1] }), json!({ "pair": [1, "a", 2] })];
            check(&tuple(draft), &fits, &misfits);
        }
    }

    #[test]
    fn a_limit_of_draft_4_and_definitions_mean_what_they_meant() {
        let schema = json!({
            "id": "https://harbour.example/depth",
            "properties": { "depth": { "$ref": "#/definitions/Depth" } },
            "definitions": { "Depth": { "type": "number", "minimum": 1, "exclusiveMinimum": true } },
        });
        check(&schema, &[json!({ "depth": 2 })], &[json!({ "depth": 1 }), json!({ "depth": "2" })]);
        let pairs =
            json!({ "dependencies": { "a": ["b"] }, "$schema": "http://json-schema.org/draft-07/schema#" });
        check(&pairs, &[json!({ "a": 1, "b": 1 })], &[json!({ "a": 1 })]);
    }

    #[test]
    fn what_no_draft_knows_is_no_schema() {
        let reason = check_schema(&json!({ "type": 7 })).expect_err("a number is no type");
        assert_eq!(
            reason.to_string(),
            "7 is not valid under any of the schemas listed in the 'anyOf' keyword"
        );
        assert!(check_schema(&json!({ "$ref": "#/$defs/Missing" })).is_err());
    }
}
