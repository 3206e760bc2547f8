//! A schema ready to hold arguments against.

use content::JsonObject;
use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use ports::{FunctionSpec, SchemaFinding};
use serde_json::Value;

pub(crate) struct Checked {
    validator: Validator,
    schema: Value,
}

impl Checked {
    pub(crate) fn new(spec: &FunctionSpec) -> Result<Self, String> {
        let schema = spec.parameters.clone();
        Ok(Self { validator: validator(&schema)?, schema })
    }

    pub(crate) fn schema(&self) -> &Value {
        &self.schema
    }

    pub(crate) fn findings(&self, arguments: &JsonObject) -> Vec<SchemaFinding> {
        let arguments = Value::Object(arguments.clone());
        self.validator.iter_errors(&arguments).map(|error| finding(&error)).collect()
    }
}

/// Says why a schema can't be used.
pub(crate) fn check_schema(schema: &Value) -> Result<(), String> {
    validator(schema).map(drop)
}

fn validator(schema: &Value) -> Result<Validator, String> {
    jsonschema::draft202012::new(schema).map_err(|error| error.to_string())
}

/// A parameter that is missing is told at its own place, because that is where it has to be written.
fn finding(error: &ValidationError<'_>) -> SchemaFinding {
    let path = error.instance_path().to_string();
    if let ValidationErrorKind::Required { property } = error.kind()
        && let Some(name) = property.as_str()
    {
        let name = name.replace('~', "~0").replace('/', "~1");
        return SchemaFinding {
            path: format!("{path}/{name}"),
            message: "it is required and missing".to_owned(),
        };
    }
    SchemaFinding { path, message: error.to_string() }
}

/// A finding in words for a model: the parameter, the place, what is wrong.
pub(crate) fn said(finding: &SchemaFinding) -> String {
    let SchemaFinding { path, message } = finding;
    match path.split('/').nth(1) {
        Some(parameter) => {
            let parameter = parameter.replace("~1", "/").replace("~0", "~");
            format!("parameter {parameter:?}, at {path}: {message}")
        }
        None => message.clone(),
    }
}
