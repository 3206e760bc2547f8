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
    fields.known(&["type"]);
    fields.finish("function", losses);
    Some(ImportedFunction { name: names::whole_name(name), description, parameters })
}
