//! The beginning of a value, in the shape of the value.

use super::LONGEST;
use serde_json::{Map, Value};

/// The bytes shown of a text, and of a structure with everything in it.
const SHOWN: usize = 4 * 1024;

/// The bytes shown of one text within a structure.
const SHOWN_WITHIN: usize = 512;

/// The approximate size of a value as JSON, and the part of it in texts that are moved out by themselves.
pub(super) fn sizes(value: &Value) -> (usize, usize) {
    let sum = |(all, long): (usize, usize), (more, more_long): (usize, usize)| (all + more, long + more_long);
    match value {
        Value::Null | Value::Bool(_) => (5, 0),
        Value::Number(number) => (number.to_string().len(), 0),
        Value::String(text) if text.len() > LONGEST => (text.len(), text.len()),
        Value::String(text) => (text.len() + 2, 0),
        Value::Array(items) => items.iter().map(sizes).fold((items.len() + 2, 0), sum),
        Value::Object(members) => {
            let names = members.keys().map(|name| name.len() + 4).sum();
            members.values().map(sizes).fold((names, 0), sum)
        }
    }
}

pub(super) fn of_text(text: &str) -> &str {
    cut(text, SHOWN)
}

pub(super) fn of(value: &Value) -> Value {
    let mut room = SHOWN;
    beginning(value, &mut room)
}

fn beginning(value: &Value, room: &mut usize) -> Value {
    let mut spend = |bytes: usize| *room = room.saturating_sub(bytes);
    match value {
        Value::String(text) => {
            let text = cut(text, SHOWN_WITHIN);
            spend(text.len() + 2);
            Value::String(text.to_owned())
        }
        Value::Array(items) => {
            let mut shown = Vec::new();
            for item in items {
                if *room == 0 {
                    break;
                }
                shown.push(beginning(item, room));
            }
            Value::Array(shown)
        }
        Value::Object(members) => {
            let mut shown = Map::new();
            for (name, member) in members {
                if *room == 0 || name.len() > SHOWN_WITHIN {
                    break;
                }
                *room = room.saturating_sub(name.len() + 4);
                shown.insert(name.clone(), beginning(member, room));
            }
            Value::Object(shown)
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {
            spend(8);
            value.clone()
        }
    }
}

/// The part of a text that fits, up to the end of a character.
fn cut(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    text.get(..end).unwrap_or_default()
}
