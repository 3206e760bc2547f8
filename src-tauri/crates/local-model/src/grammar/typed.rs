//! Texts, numbers and lists.

use super::schema::{Rules, either, is_filled};
use super::text::{joined, literal};
use crate::difference::Loosened;
use content::JsonObject;
use serde_json::Value;

/// As many times as something is written out in a row.
const REPEATED: u64 = 200;
/// As many numbers as are listed one by one.
const LISTED: i64 = 128;

impl Rules {
    pub(super) fn string(&mut self, schema: &JsonObject) -> String {
        let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
        let form = match schema.get("format").and_then(Value::as_str) {
            Some("date") => "date",
            Some("time") => "time",
            Some("date-time") => "date \"T\" time",
            Some("uuid") => "hex{8} \"-\" hex{4} \"-\" hex{4} \"-\" hex{4} \"-\" hex{12}",
            Some(_) => {
                self.loosen(Loosened::Keyword { name: "format" });
                ""
            }
            None => "",
        };
        if !form.is_empty() {
            return format!("\"\\\"\" {form} \"\\\"\"");
        }
        match (bound("minLength").unwrap_or(0), bound("maxLength")) {
            (0, None) => "string".to_owned(),
            (least, most) if least.max(most.unwrap_or(0)) > REPEATED => {
                self.loosen(Loosened::Keyword { name: "length" });
                "string".to_owned()
            }
            (least, None) => format!("\"\\\"\" char{{{least}}} char* \"\\\"\""),
            (least, Some(most)) => format!("\"\\\"\" char{{{},{most}}} \"\\\"\"", least.min(most)),
        }
    }

    pub(super) fn integer(&mut self, schema: &JsonObject) -> String {
        let bound = |name: &str| schema.get(name).and_then(Value::as_i64);
        match (bound("minimum"), bound("maximum")) {
            (Some(least), Some(most)) if least <= most && most.saturating_sub(least) < LISTED => {
                either((least..=most).map(|number| literal(&number.to_string())).collect())
            }
            (Some(0), None) => "whole".to_owned(),
            (Some(1), None) => "[1-9] [0-9]{0,19}".to_owned(),
            (Some(least), _) if least >= 0 => {
                self.loosen(Loosened::Keyword { name: "minimum" });
                self.bounds_above(schema);
                "whole".to_owned()
            }
            _ => {
                self.bounds(schema);
                "integer".to_owned()
            }
        }
    }

    pub(super) fn bounds(&mut self, schema: &JsonObject) {
        if schema.contains_key("minimum") {
            self.loosen(Loosened::Keyword { name: "minimum" });
        }
        self.bounds_above(schema);
    }

    fn bounds_above(&mut self, schema: &JsonObject) {
        if schema.contains_key("maximum") {
            self.loosen(Loosened::Keyword { name: "maximum" });
        }
    }

    pub(super) fn array(&mut self, schema: &JsonObject) -> String {
        if let Some(Value::Array(items)) = schema.get("prefixItems").filter(|all| is_filled(all)) {
            return self.tuple(schema, items);
        }
        let item = schema.get("items").map_or_else(|| "value".to_owned(), |item| self.value(item));
        let item = self.add(item);
        let bound = |name: &str| schema.get(name).and_then(Value::as_u64);
        let (least, mut most) = (bound("minItems").unwrap_or(0).min(REPEATED), bound("maxItems"));
        if most.is_some_and(|most| most > REPEATED) {
            self.loosen(Loosened::Keyword { name: "maxItems" });
            most = None;
        }
        let more = match (least.saturating_sub(1), most) {
            (_, Some(0)) => return literal("[]"),
            (0, None) => format!("(comma {item})*"),
            (least, None) => format!("(comma {item}){{{least},}}"),
            (least, Some(most)) => format!("(comma {item}){{{},{}}}", least.min(most - 1), most - 1),
        };
        let items = if least == 0 { format!("({item} {more})?") } else { format!("{item} {more}") };
        format!("begin {items} end")
    }

    /// Values that are described one by one, and those behind them. As in schemas, the last may be left out and more may
    /// follow, unless something says otherwise.
    fn tuple(&mut self, schema: &JsonObject, items: &[Value]) -> String {
        let bound = |name: &str| {
            let bound = schema.get(name).and_then(Value::as_u64);
            bound.map(|bound| usize::try_from(bound).unwrap_or(usize::MAX))
        };
        let (least, most) = (bound("minItems").unwrap_or(0), bound("maxItems").unwrap_or(usize::MAX));
        if most == 0 {
            return literal("[]");
        }
        if least > items.len() {
            self.loosen(Loosened::Keyword { name: "minItems" });
        }
        if most > items.len() && most != usize::MAX {
            self.loosen(Loosened::Keyword { name: "maxItems" });
        }
        let mut rest = match schema.get("items") {
            _ if most <= items.len() => String::new(),
            Some(Value::Bool(false)) => String::new(),
            Some(more) => format!("(comma {})*", self.value(more)),
            None => "(comma value)*".to_owned(),
        };
        for (place, item) in items.iter().enumerate().take(most).rev() {
            let comma = if place == 0 { "" } else { "comma" };
            let item = self.value(item);
            let item = self.add(joined(&[comma, &item, &rest]));
            rest = if place < least { item } else { format!("{item}?") };
        }
        format!("begin {rest} end")
    }
}
