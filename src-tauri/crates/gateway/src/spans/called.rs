//! The functions of a history whose spans define none.

use content::{CallArguments, CalledFunction, FunctionCall, FunctionName, Message};
use formats::ImportedFunction;
use serde_json::{Map, Value, json};

/// The functions that were called, with the arguments they were given. OpenTelemetry's instrumentation for OpenAI writes no
/// definitions; without any a model could not call them again.
pub(super) fn called(messages: &[Message]) -> Vec<ImportedFunction> {
    let mut functions: Vec<ImportedFunction> = Vec::new();
    for FunctionCall { function, arguments, .. } in messages.iter().flat_map(Message::calls) {
        let CalledFunction::Known { name } = function else { continue };
        let place = functions.iter().position(|known| known.name == *name).unwrap_or_else(|| {
            functions.push(bare(name));
            functions.len() - 1
        });
        let CallArguments::Parsed { value, .. } = arguments else { continue };
        let Some(properties) = functions[place].parameters["properties"].as_object_mut() else { continue };
        for (argument, value) in value {
            properties.entry(argument).or_insert_with(|| typed(value));
        }
    }
    functions
}

fn bare(name: &FunctionName) -> ImportedFunction {
    ImportedFunction {
        name: name.clone(),
        description: String::new(),
        parameters: json!({ "type": "object", "properties": Map::new() }),
        examples: Vec::new(),
        text: None,
    }
}

fn typed(value: &Value) -> Value {
    let kind = match value {
        Value::Null => return json!({}),
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    json!({ "type": kind })
}
