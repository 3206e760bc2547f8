//! Objects: their fields in the order the schema has them, those that are required always, the others perhaps.

use super::schema::{Rules, is_closed};
use super::text::literal;
use content::JsonObject;
use serde_json::Value;
use std::collections::BTreeSet;

/// As many fields as an object may have before only the required ones are written.
const FIELDS: usize = 100;

/// A field of an object: how it is written, and whether it has to be there.
struct Field {
    rule: String,
    is_required: bool,
}

impl Rules {
    pub(super) fn object(&mut self, schema: &JsonObject) -> String {
        let none = JsonObject::new();
        let properties = schema.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        let required: BTreeSet<&str> = required.filter_map(Value::as_str).collect();
        if properties.is_empty() && required.is_empty() {
            return match schema.get("additionalProperties") {
                Some(more @ Value::Object(_)) => {
                    let value = self.value(more);
                    let field = format!("string \": \" {value}");
                    format!("\"{{\" ({field} (\", \" {field})*)? \"}}\"")
                }
                Some(_) if is_closed(schema) => literal("{}"),
                Some(_) | None => "object".to_owned(),
            };
        }
        if ["anyOf", "oneOf"].iter().any(|name| schema.contains_key(*name)) {
            self.loosen("alternatives beside properties");
        }
        let is_large = properties.len() > FIELDS;
        let mut fields = Vec::new();
        for (name, value) in properties {
            let is_required = required.contains(name.as_str());
            if is_required || !is_large {
                fields.push(self.field(name, Some(value), is_required));
            }
        }
        for name in required.iter().filter(|name| !properties.contains_key(**name)) {
            fields.push(self.field(name, None, true));
        }
        let inner = self.fields(&fields);
        format!("\"{{\" {inner} \"}}\"")
    }

    fn field(&mut self, name: &str, schema: Option<&Value>, is_required: bool) -> Field {
        let value = schema.map_or_else(|| "value".to_owned(), |schema| self.value(schema));
        let name = literal(&format!("{}: ", Value::String(name.to_owned())));
        Field { rule: self.add(format!("{name} {value}")), is_required }
    }

    /// All fields from the last to the first, each with what may follow. `rest` is what follows where something stands
    /// already, `first` where nothing does.
    fn fields(&mut self, fields: &[Field]) -> String {
        let (mut rest, mut first) = (String::new(), String::new());
        for Field { rule, is_required } in fields.iter().rev() {
            let begun = format!("{rule} {rest}").trim_end().to_owned();
            let begun = self.add(begun);
            let followed = if *is_required { format!("\", \" {begun}") } else { skipped(&begun, &rest) };
            first = match (is_required, first.is_empty()) {
                (true, _) => begun,
                (false, true) => format!("{begun}?"),
                (false, false) => format!("({begun} | {first})"),
            };
            first = self.add(first);
            rest = self.add(followed);
        }
        first
    }
}

/// A field that may be left out before what follows it.
fn skipped(begun: &str, rest: &str) -> String {
    if rest.is_empty() { format!("(\", \" {begun})?") } else { format!("(\", \" {begun} | {rest})") }
}
