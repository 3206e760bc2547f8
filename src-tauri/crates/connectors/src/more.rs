//! Fields that a person adds to a request, in the provider's own words.
//!
//! Objects and lists are joined with those the request has. Anything else takes its place, and is told: a function that
//! is not offered any more because somebody wrote `tools` would be missed by nobody.

use crate::outgoing::{Difference, Reason};
use content::JsonObject;
use notices::Describe;
use ports::{Adaptation, AdaptationKind};
use serde_json::Value;

/// Where a function's name stands in an entry of a list of tools.
const NAMES: [&str; 3] = ["/function/name", "/name", "/toolSpec/name"];

/// What several entries of a list of tools would say of functions, in one (Gemini takes one).
const DECLARATIONS: &str = "functionDeclarations";

/// Puts further fields into a body, and tells what of the body they change.
pub(crate) fn lay_over(body: &mut Value, more: &JsonObject) -> Vec<Adaptation> {
    let mut told = Vec::new();
    for (name, value) in more {
        lay(body, name, value, &format!("/{name}"), &mut told);
    }
    told
}

fn lay(body: &mut Value, name: &str, value: &Value, path: &str, told: &mut Vec<Adaptation>) {
    let Some(fields) = body.as_object_mut() else { return };
    match (fields.get_mut(name), value) {
        (Some(inner @ Value::Object(_)), Value::Object(more)) => {
            for (name, value) in more {
                lay(inner, name, value, &format!("{path}/{name}"), told);
            }
        }
        (Some(Value::Array(entries)), Value::Array(more)) => join(entries, more, path, told),
        (Some(before), value) => {
            if before != value {
                let what = Difference::Replaced { path: path.to_owned() };
                told.push(changed(AdaptationKind::Rewritten, &what, path));
            }
            *before = value.clone();
        }
        (None, value) => drop(fields.insert(name.to_owned(), value.clone())),
    }
}

fn join(entries: &mut Vec<Value>, more: &[Value], path: &str, told: &mut Vec<Adaptation>) {
    let is_new = |entry: &&Value| !entries.contains(entry);
    let new: Vec<Value> = more.iter().filter(is_new).cloned().collect();
    if new.is_empty() {
        return;
    }
    let what = Difference::EntriesAdded { path: path.to_owned() };
    told.push(changed(AdaptationKind::Added, &what, path));
    for entry in new {
        match entries.iter_mut().find(|before| is_same_tool(before, &entry)) {
            Some(before) => {
                let what = Difference::EntryReplaced { path: path.to_owned() };
                told.push(changed(AdaptationKind::Rewritten, &what, path));
                *before = entry;
            }
            None => match declarations(entries, &entry) {
                Some((declared, more)) => declared.extend(more),
                None => entries.push(entry),
            },
        }
    }
}

/// Two entries for one function would be refused.
fn is_same_tool(before: &Value, entry: &Value) -> bool {
    let name = |entry: &Value| NAMES.iter().find_map(|at| entry.pointer(at)?.as_str().map(str::to_owned));
    name(entry).is_some_and(|written| name(before) == Some(written))
}

fn declarations<'a>(entries: &'a mut [Value], entry: &Value) -> Option<(&'a mut Vec<Value>, Vec<Value>)> {
    let more = entry.get(DECLARATIONS)?.as_array()?.clone();
    let declared = entries.iter_mut().find_map(|entry| entry.get_mut(DECLARATIONS)?.as_array_mut())?;
    Some((declared, more))
}

fn changed(kind: AdaptationKind, what: &Difference, path: &str) -> Adaptation {
    let why = Reason::FurtherFieldsFirst.notice();
    Adaptation { kind, what: what.notice(), why, places: vec![format!("/more{path}")] }
}

#[cfg(test)]
mod tests {
    use super::lay_over;
    use content::JsonObject;
    use serde_json::{Value, json};

    #[track_caller]
    fn check(mut body: Value, more: Value, expected: Value, told: &[&str]) {
        let more: JsonObject = more.as_object().cloned().expect("an object");
        let adaptations = lay_over(&mut body, &more);
        let whats: Vec<_> = adaptations.iter().map(|one| one.what.to_string()).collect();
        assert_eq!((body, whats), (expected, told.iter().map(|&one| one.to_owned()).collect::<Vec<_>>()));
    }

    #[test]
    fn objects_are_joined_and_nothing_is_told_of_what_is_new() {
        check(
            json!({ "options": { "seed": 1 } }),
            json!({ "options": { "num_ctx": 8192 }, "think": true }),
            json!({ "options": { "seed": 1, "num_ctx": 8192 }, "think": true }),
            &[],
        );
    }

    #[test]
    fn a_value_that_takes_the_place_of_another_is_told() {
        check(
            json!({ "stream": true, "options": { "seed": 1 }, "top_p": 1 }),
            json!({ "stream": false, "options": { "seed": 2 }, "top_p": 1 }),
            json!({ "stream": false, "options": { "seed": 2 }, "top_p": 1 }),
            &["/stream is replaced by a further field", "/options/seed is replaced by a further field"],
        );
        let told = ["/tools is replaced by a further field"];
        check(
            json!({ "tools": [{ "name": "f" }] }),
            json!({ "tools": null }),
            json!({ "tools": null }),
            &told,
        );
    }

    #[test]
    fn tools_are_joined_with_those_there_are() {
        let (f, g, search) =
            (json!({ "name": "f" }), json!({ "name": "g" }), json!({ "type": "web_search" }));
        let more = "/tools has more entries by a further field";
        check(
            json!({ "tools": [f, g] }),
            json!({ "tools": [g, search] }),
            json!({ "tools": [f, g, search] }),
            &[more],
        );
        check(json!({ "tools": [f] }), json!({ "tools": [f] }), json!({ "tools": [f] }), &[]);
        let other = json!({ "name": "f", "strict": true });
        let replaced = "an entry of /tools is replaced by a further field";
        check(
            json!({ "tools": [f, g] }),
            json!({ "tools": [other] }),
            json!({ "tools": [other, g] }),
            &[more, replaced],
        );
        check(
            json!({ "tools": [{ "functionDeclarations": [f] }] }),
            json!({ "tools": [{ "functionDeclarations": [g] }, { "googleSearch": {} }] }),
            json!({ "tools": [{ "functionDeclarations": [f, g] }, { "googleSearch": {} }] }),
            &[more],
        );
    }
}
