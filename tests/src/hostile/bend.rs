//! JSON of the wrong structure: what stands in one place is put in another, and written as nobody would write it.

use super::chance::Chance;
use serde_json::{Map, Value, json};
use std::fmt::Write;

/// Bends a document in a few places. What is no JSON stays as it is.
pub fn bend(text: &str, other: &str, chance: &mut Chance) -> Option<String> {
    let mut document: Value = serde_json::from_str(text).ok()?;
    let other = serde_json::from_str(other).unwrap_or(Value::Null);
    for _ in 0..=chance.below(4) {
        let mut place = chance.below(size(&document));
        let foreign = piece_of(&other, chance);
        let own = piece_of(&document, chance);
        if let Some(node) = nth(&mut document, &mut place) {
            bend_node(node, own, foreign, chance);
        }
    }
    let is_odd = chance.one_in(3);
    let mut written = String::new();
    write(&document, is_odd, chance, &mut written);
    Some(written)
}

/// Values of every type, none of them expected.
fn stranger(chance: &mut Chance) -> Value {
    let strangers = [
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5e300),
        json!(u64::MAX),
        json!(""),
        json!("~"),
        json!("null"),
        json!("\u{0}\u{202e}\u{feff}"),
        json!("{\"a\":"),
        json!("data:;base64,"),
        json!([]),
        json!([[]]),
        json!([null, 1, "a", {}]),
        json!({}),
        json!({ "": null }),
        json!({ "type": "text", "$type": "functionCall", "role": "tool" }),
    ];
    chance.pick(&strangers)
}

fn bend_node(node: &mut Value, own: Value, foreign: Value, chance: &mut Chance) {
    match chance.below(9) {
        0 => *node = stranger(chance),
        1 => *node = own,
        2 => *node = foreign,
        3 => *node = Value::String(node.to_string()),
        4 => {
            for _ in 0..=chance.below(50) {
                let inner = std::mem::take(node);
                *node = if chance.one_in(2) { json!([inner]) } else { json!({ "content": inner }) };
            }
        }
        5 => {
            if let Some(inner) = node.as_str().and_then(|text| serde_json::from_str(text).ok()) {
                *node = inner;
            }
        }
        _ => match node {
            Value::Array(items) => bend_list(items, foreign, chance),
            Value::Object(fields) => bend_fields(fields, own, foreign, chance),
            _ => *node = stranger(chance),
        },
    }
}

fn bend_list(items: &mut Vec<Value>, foreign: Value, chance: &mut Chance) {
    let at = chance.below(items.len());
    match chance.below(5) {
        0 => items.reverse(),
        1 if !items.is_empty() => drop(items.remove(at)),
        2 => items.insert(at, foreign),
        3 => items.rotate_left(at),
        _ => {
            if let Some(item) = items.get(at).cloned() {
                items.extend(std::iter::repeat_n(item, chance.below(20)));
            }
        }
    }
}

fn bend_fields(fields: &mut Map<String, Value>, own: Value, foreign: Value, chance: &mut Chance) {
    let names: Vec<String> = fields.keys().cloned().collect();
    let Some(name) = names.get(chance.below(names.len())) else { return };
    let foreign_name = foreign.as_object().and_then(|object| object.keys().next().cloned());
    match chance.below(5) {
        0 => drop(fields.remove(name)),
        1 => drop(fields.insert(name.clone(), own)),
        2 => drop(fields.insert(foreign_name.unwrap_or_else(|| name.to_uppercase()), foreign)),
        3 => {
            if let Some(value) = fields.remove(name) {
                fields.insert(foreign_name.unwrap_or_else(|| format!("{name}~/")), value);
            }
        }
        _ => drop(fields.insert(name.clone(), stranger(chance))),
    }
}

fn size(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(size).sum(),
        Value::Object(fields) => fields.values().map(size).sum(),
        _ => 0,
    }
}

fn piece_of(value: &Value, chance: &mut Chance) -> Value {
    let mut whole = value.clone();
    let mut place = chance.below(size(&whole));
    nth(&mut whole, &mut place).map(std::mem::take).unwrap_or_default()
}

/// The node at a place, counted from the top.
fn nth<'a>(value: &'a mut Value, place: &mut usize) -> Option<&'a mut Value> {
    if *place == 0 {
        return Some(value);
    }
    *place -= 1;
    match value {
        Value::Array(items) => items.iter_mut().find_map(|item| nth(item, place)),
        Value::Object(fields) => fields.values_mut().find_map(|field| nth(field, place)),
        _ => None,
    }
}

/// Writes JSON, if asked for with names that come twice, halves of letters and numbers nobody can hold.
fn write(value: &Value, is_odd: bool, chance: &mut Chance, out: &mut String) {
    match value {
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "" } else { "," });
                write(item, is_odd, chance, out);
            }
            out.push(']');
        }
        Value::Object(fields) => {
            out.push('{');
            let mut separator = "";
            for (name, field) in fields {
                let times = if is_odd && chance.one_in(12) { 2 } else { 1 };
                for _ in 0..times {
                    let _ = write!(out, "{separator}{}:", Value::from(name.as_str()));
                    write(field, is_odd, chance, out);
                    separator = ",";
                }
            }
            out.push('}');
        }
        Value::String(_) if is_odd && chance.one_in(12) => {
            out.push_str(chance.pick(&["\"\\ud800\"", "\"\\udc00x\"", "\"\\u0000\"", "\"\\ud83d\\ude00\""]));
        }
        Value::Number(_) if is_odd && chance.one_in(4) => {
            out.push_str(chance.pick(&[
                "1e400",
                "-0",
                "123456789012345678901234567890",
                "1E+2",
                "0.0000001",
            ]));
        }
        _ => {
            let _ = write!(out, "{value}");
        }
    }
}
