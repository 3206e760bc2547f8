//! Functions as a request describes them.

use crate::fields::Fields;
use crate::imported::ImportedFunction;
use crate::loss::Losses;
use crate::lost::Owner;
use crate::names;
use serde_json::{Value, json};

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
    fields.finish(Owner::Function, losses);
    Some(ImportedFunction { name: names::whole_name(name), description, parameters, examples, text })
}
