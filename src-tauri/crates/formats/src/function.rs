//! Functions as a request describes them.

use crate::fields::Fields;
use crate::loss::Losses;
use crate::names;
use content::FunctionName;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use ts_rs::TS;

/// A function that was offered to the model in an imported request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ImportedFunction {
    pub name: FunctionName,
    pub description: String,
    /// A JSON Schema, as it was written.
    #[ts(type = "JsonValue")]
    pub parameters: Value,
    /// Arguments as they might be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, type = "JsonValue[]")]
    pub examples: Vec<Value>,
    /// The form of the free text the function takes in the place of arguments, as it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "JsonValue")]
    pub text: Option<Value>,
}

/// Reads a description whose schema is in one of the fields named. What else it says is reported.
pub(crate) fn read(
    value: &Value,
    place: &str,
    schema: &[&'static str],
    losses: &mut Losses,
) -> Option<ImportedFunction> {
    let mut fields = Fields::of(value, place)?;
    let name = fields.text("name")?;
    let description = fields.text("description").unwrap_or_default().to_owned();
    let parameters = fields.first(schema).cloned().unwrap_or_else(|| json!({ "type": "object" }));
    let examples = fields.list("input_examples").map(<[Value]>::to_vec).unwrap_or_default();
    let takes_text = value.get("type").is_some_and(|kind| kind == "custom") && !fields.has("input_schema");
    let text =
        takes_text.then(|| fields.value("format").cloned().unwrap_or_else(|| json!({ "type": "text" })));
    fields.known(&["type"]);
    fields.finish("function", losses);
    Some(ImportedFunction { name: names::whole_name(name), description, parameters, examples, text })
}
