//! How much of a request stood in the one before it as well.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

/// The beginning two requests have in common, in the order in which providers read them: functions, instructions,
/// messages.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SharedPrefix {
    /// The part of the later request that is the same, by its length: from 0 to 1.
    pub share: f64,
    /// Where the two first part, as a JSON pointer into the later request. Nothing where it only goes on.
    pub first_difference: Option<String>,
}

/// What is read, in its order. Each protocol has one of each line.
const ORDER: [&[&str]; 3] = [
    &["tools", "toolConfig"],
    &["system", "system_instruction", "systemInstruction", "instructions"],
    &["messages", "input", "contents"],
];

/// Marks of where a beginning ends. They are no part of it.
const MARKS: [&str; 2] = ["cache_control", "cachePoint"];

/// A function that is loaded later stands in the list and not in the beginning of what is read.
const LATER: &str = "defer_loading";

/// Nothing, where one of them is no JSON object.
pub fn shared(before: &str, now: &str) -> Option<SharedPrefix> {
    let (before, now) = (read(before)?, read(now)?);
    let mut walk = Walk::default();
    for names in ORDER {
        let find = |body: &Value| {
            names.iter().find_map(|name| body.get(*name).map(|value| ((*name).to_owned(), value.clone())))
        };
        match (find(&before), find(&now)) {
            (Some((_, old)), Some((name, new))) => walk.both(&old, &new, &format!("/{name}")),
            (None, Some((name, new))) => walk.differ(&format!("/{name}"), length(&new)),
            (Some(_), None) => walk.differ("", 0),
            (None, None) => {}
        }
    }
    let whole = walk.same + walk.other;
    let share = if whole == 0 { 0.0 } else { walk.same as f64 / whole as f64 };
    Some(SharedPrefix { share, first_difference: walk.first })
}

fn read(body: &str) -> Option<Value> {
    let mut value: Value = serde_json::from_str(body).ok().filter(Value::is_object)?;
    unmark(&mut value);
    Some(value)
}

fn unmark(value: &mut Value) {
    match value {
        Value::Object(members) => {
            members.retain(|name, _| !MARKS.contains(&name.as_str()));
            members.values_mut().for_each(unmark);
        }
        Value::Array(values) => {
            values.retain(|value| {
                value.as_object().is_none_or(|only| {
                    !only.keys().all(|key| MARKS.contains(&key.as_str())) || only.is_empty()
                })
            });
            values.iter_mut().for_each(unmark);
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn length(value: &Value) -> usize {
    value.to_string().len()
}

#[derive(Default)]
struct Walk {
    same: usize,
    other: usize,
    /// The first difference counts, and everything behind it is another request.
    first: Option<String>,
}

impl Walk {
    fn differ(&mut self, pointer: &str, length: usize) {
        self.other += length;
        self.first.get_or_insert_with(|| pointer.to_owned());
    }

    fn both(&mut self, old: &Value, new: &Value, pointer: &str) {
        if self.first.is_some() {
            self.other += length(new);
            return;
        }
        match (old, new) {
            (Value::Array(old), Value::Array(new)) => self.lists(old, new, pointer),
            (Value::Object(old), Value::Object(new)) => {
                for (name, value) in new {
                    match old.get(name) {
                        Some(before) => self.both(before, value, &format!("{pointer}/{name}")),
                        None => self.differ(&format!("{pointer}/{name}"), length(value)),
                    }
                }
                if old.keys().any(|name| !new.contains_key(name)) {
                    self.differ(pointer, 0);
                }
            }
            _ if old == new => self.same += length(new),
            (Value::String(old), Value::String(new)) => {
                let same = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
                self.same += same;
                self.differ(pointer, new.len() - same);
            }
            _ => self.differ(pointer, length(new)),
        }
    }

    /// A list that only goes on is no difference, unless more follows it.
    fn lists(&mut self, old: &[Value], new: &[Value], pointer: &str) {
        let old: Vec<&Value> = old.iter().filter(|value| !is_later(value)).collect();
        let new: Vec<_> = new.iter().enumerate().filter(|(_, value)| !is_later(value)).collect();
        for (at, (index, value)) in new.iter().enumerate() {
            match old.get(at) {
                Some(before) => self.both(before, value, &format!("{pointer}/{index}")),
                None if is_last(pointer) => self.other += length(value),
                None => self.differ(&format!("{pointer}/{index}"), length(value)),
            }
        }
        if old.len() > new.len() {
            let end = new.last().map_or(0, |(index, _)| index + 1);
            self.differ(&format!("{pointer}/{end}"), 0);
        }
    }
}

fn is_later(value: &Value) -> bool {
    value.get(LATER).is_some_and(|later| later == true)
}

/// Whether this is the list of messages itself, behind which nothing stands.
fn is_last(pointer: &str) -> bool {
    let last = ORDER.last().copied().unwrap_or_default();
    pointer.strip_prefix('/').is_some_and(|name| last.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::{SharedPrefix, shared};
    use serde_json::{Value, json};

    fn of(before: &Value, now: &Value) -> SharedPrefix {
        shared(&before.to_string(), &now.to_string()).expect("two objects")
    }

    fn request() -> Value {
        json!({
            "model": "m",
            "messages": [{ "role": "user", "content": [{ "type": "text", "text": "Where is it?" }] }],
            "tools": [{ "name": "a", "description": "Tells a." }],
            "system": [{ "type": "text", "text": "Be brief." }],
        })
    }

    #[test]
    fn a_request_that_only_goes_on_shares_all_of_the_last_one() {
        let before = request();
        let mut now = request();
        now["messages"].as_array_mut().expect("a list").push(json!({ "role": "assistant", "content": [] }));
        now["max_tokens"] = 5.into();
        now["tools"][0]["cache_control"] = json!({ "type": "ephemeral" });
        let SharedPrefix { share, first_difference } = of(&before, &now);
        assert_eq!(first_difference, None);
        assert!(share > 0.5 && share < 1.0, "{share}");
    }

    #[test]
    fn the_first_difference_is_named_in_the_order_of_reading() {
        let cases = [
            ("/tools/0/description", json!("Tells b."), "/tools/0/description"),
            ("/system/0/text", json!("Be very brief."), "/system/0/text"),
            ("/messages/0/content/0/text", json!("Where was it?"), "/messages/0/content/0/text"),
        ];
        let mut last = -1.0;
        for (place, value, expected) in cases {
            let mut now = request();
            *now.pointer_mut(place).expect("a place") = value;
            let SharedPrefix { share, first_difference } = of(&request(), &now);
            assert_eq!(first_difference.as_deref(), Some(expected));
            assert!(share > last, "what stands further on leaves more the same");
            last = share;
        }
    }

    #[test]
    fn another_function_is_a_difference_and_another_message_is_none() {
        let mut now = request();
        now["tools"].as_array_mut().expect("a list").push(json!({ "name": "b" }));
        assert_eq!(of(&request(), &now).first_difference.as_deref(), Some("/tools/1"));
        now["tools"] = json!([]);
        assert_eq!(of(&request(), &now).first_difference.as_deref(), Some("/tools/0"));
    }

    #[test]
    fn a_function_that_is_loaded_later_is_no_part_of_the_beginning() {
        let later = json!({ "name": "b", "defer_loading": true });
        let mut now = request();
        now["tools"].as_array_mut().expect("a list").insert(0, later);
        assert_eq!(of(&request(), &now), SharedPrefix { share: 1.0, first_difference: None });
        now["tools"][1]["description"] = json!("Tells c.");
        assert_eq!(of(&request(), &now).first_difference.as_deref(), Some("/tools/1/description"));
    }
}
