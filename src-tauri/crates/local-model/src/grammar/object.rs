//! Objects: their fields in the order the schema has them, those that are required always, the others perhaps.

use super::schema::{Rules, is_closed};
use super::text::literal;
use crate::difference::Loosened;
use content::JsonObject;
use serde_json::Value;
use std::collections::BTreeSet;

/// As many fields as an object may have before those that may be left out come in any order and any number.
const FIELDS: usize = 100;

/// A field of an object: how it is written, and whether it has to be there.
struct Field {
    rule: String,
    is_required: bool,
}

impl Rules {
    pub(super) fn object(&mut self, schema: &JsonObject) -> String {
        let properties = self.properties(schema);
        let required = schema.get("required").and_then(Value::as_array).into_iter().flatten();
        let required: BTreeSet<&str> = required.filter_map(Value::as_str).collect();
        if properties.is_empty() && required.is_empty() {
            return match schema.get("additionalProperties") {
                Some(more @ Value::Object(_)) => {
                    let value = self.value(more);
                    let field = format!("string colon {value}");
                    format!("open ({field} (comma {field})*)? close")
                }
                Some(_) if is_closed(schema) => literal("{}"),
                Some(_) | None => "object".to_owned(),
            };
        }
        let mut fields = Vec::new();
        for (name, value) in &properties {
            fields.push(self.field(name, Some(value), required.contains(name.as_str())));
        }
        for name in required.iter().filter(|name| !properties.contains_key(**name)) {
            fields.push(self.field(name, None, true));
        }
        let inner = if properties.len() > FIELDS { self.many(fields) } else { self.fields(&fields) };
        format!("open {inner} close")
    }

    /// The properties of an object and of all its alternatives. What they have differently may be anything.
    fn properties(&mut self, schema: &JsonObject) -> JsonObject {
        let of = |schema: &Value| schema.get("properties").and_then(Value::as_object).cloned();
        let alternatives =
            ["anyOf", "oneOf"].iter().filter_map(|name| schema.get(*name)?.as_array()).flatten();
        let mut more = JsonObject::new();
        for alternative in alternatives {
            self.loosen(Loosened::Alternatives);
            for (name, value) in of(&self.followed(alternative)).into_iter().flatten() {
                let there = more.entry(name).or_insert_with(|| value.clone());
                if *there != value {
                    *there = Value::Bool(true);
                }
            }
        }
        let mut all = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        for (name, value) in more {
            all.entry(name).or_insert(value);
        }
        all
    }

    fn field(&mut self, name: &str, schema: Option<&Value>, is_required: bool) -> Field {
        let value = schema.map_or_else(|| "value".to_owned(), |schema| self.value(schema));
        let name = literal(&Value::String(name.to_owned()).to_string());
        Field { rule: self.add(format!("{name} colon {value}")), is_required }
    }

    /// Those that are required, then some of the others.
    fn many(&mut self, fields: Vec<Field>) -> String {
        let (required, others): (Vec<_>, Vec<_>) = fields.into_iter().partition(|field| field.is_required);
        if others.is_empty() {
            return self.fields(&required);
        }
        // One may be written twice.
        self.loosen(Loosened::Keyword { name: "properties" });
        let other = self.add(any(&others));
        if required.is_empty() {
            return format!("({other} (comma {other})*)?");
        }
        format!("{} (comma {other})*", self.fields(&required))
    }

    /// All fields from the last to the first, each with what may follow. `rest` is what follows where something stands
    /// already, `first` where nothing does.
    fn fields(&mut self, fields: &[Field]) -> String {
        let (mut rest, mut first) = (String::new(), String::new());
        for Field { rule, is_required } in fields.iter().rev() {
            let begun = format!("{rule} {rest}").trim_end().to_owned();
            let begun = self.add(begun);
            let followed = if *is_required { format!("comma {begun}") } else { skipped(&begun, &rest) };
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

/// One of several.
fn any(fields: &[Field]) -> String {
    let rules: Vec<_> = fields.iter().map(|field| field.rule.as_str()).collect();
    rules.join(" | ")
}

/// A field that may be left out before what follows it.
fn skipped(begun: &str, rest: &str) -> String {
    if rest.is_empty() { format!("(comma {begun})?") } else { format!("(comma {begun} | {rest})") }
}
