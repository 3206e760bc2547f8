//! Arguments in pieces, as Vertex streams them on request. Each piece names its place.

use crate::transport::{AnswerFault, Fault};
use content::JsonObject;
use notices::Describe;
use serde_json::Value;

/// The deepest nesting of arguments.
const MAX_DEPTH: usize = 64;

/// A piece of arguments belongs to a path that is no place in them.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct NoPlace {
    path: String,
}

impl From<NoPlace> for Fault {
    fn from(nowhere: NoPlace) -> Self {
        let path = format!("{:?}", nowhere.path);
        Self::Unreadable { reason: AnswerFault::NoPlace { path }.notice() }
    }
}

/// A call that has begun.
#[derive(Debug)]
pub(super) struct PartialCall {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) arguments: Value,
    /// The fields beside the call in its parts.
    pub(super) beside: JsonObject,
}

impl PartialCall {
    pub(super) fn begin(call: &Value, beside: JsonObject) -> Result<Self, NoPlace> {
        let text = |name: &str| call.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let arguments = call.get("args").filter(|arguments| arguments.is_object()).cloned();
        let arguments = arguments.unwrap_or_else(|| Value::Object(JsonObject::new()));
        let mut begun = Self { id: text("id"), name: text("name"), arguments, beside: JsonObject::new() };
        begun.add(call, beside)?;
        Ok(begun)
    }

    pub(super) fn add(&mut self, call: &Value, beside: JsonObject) -> Result<(), NoPlace> {
        self.beside.extend(beside);
        for piece in call.get("partialArgs").and_then(Value::as_array).into_iter().flatten() {
            let path = piece.get("jsonPath").and_then(Value::as_str).unwrap_or_default();
            let place = place(&mut self.arguments, path).ok_or_else(|| NoPlace { path: path.to_owned() })?;
            put(place, piece);
        }
        Ok(())
    }
}

/// Whether a call continues.
pub(super) fn goes_on(call: &Value) -> bool {
    call.get("willContinue") == Some(&Value::Bool(true))
}

/// A string continues an earlier one; any other value replaces it.
fn put(place: &mut Value, piece: &Value) {
    if let Some(more) = piece.get("stringValue").and_then(Value::as_str) {
        match place {
            Value::String(text) => text.push_str(more),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                *place = more.into();
            }
        }
        return;
    }
    let value = ["numberValue", "boolValue"].iter().find_map(|name| piece.get(name));
    *place = value.cloned().unwrap_or(Value::Null);
}

/// The place of a path such as `$.stops[0].city`, created as needed.
fn place<'a>(root: &'a mut Value, path: &str) -> Option<&'a mut Value> {
    let mut place = root;
    for step in steps(path)? {
        match step {
            Step::Name(name) => {
                if !place.is_object() {
                    *place = Value::Object(JsonObject::new());
                }
                place = place.as_object_mut()?.entry(name).or_insert(Value::Null);
            }
            Step::Number(number) => {
                if !place.is_array() {
                    *place = Value::Array(Vec::new());
                }
                let list = place.as_array_mut()?;
                // Lists grow one element at a time, so that a few bytes can't request a lot of memory.
                if list.len() == number {
                    list.push(Value::Null);
                }
                place = list.get_mut(number)?;
            }
        }
    }
    Some(place)
}

#[derive(Debug, PartialEq, Eq)]
enum Step {
    Name(String),
    Number(usize),
}

/// The steps of a path. There is at least one, because arguments as a whole are never a string.
fn steps(path: &str) -> Option<Vec<Step>> {
    let mut steps = Vec::new();
    let mut rest = path.strip_prefix('$')?;
    while !rest.is_empty() && steps.len() < MAX_DEPTH {
        if let Some(named) = rest.strip_prefix('.') {
            let end = named.find(['.', '[']).unwrap_or(named.len());
            steps.push(Step::Name(named.get(..end).filter(|name| !name.is_empty())?.to_owned()));
            rest = named.get(end..)?;
        } else {
            let (inside, after) = rest.strip_prefix('[')?.split_once(']')?;
            let quoted = |quote: char| inside.strip_prefix(quote)?.strip_suffix(quote);
            steps.push(match quoted('\'').or_else(|| quoted('"')) {
                Some(name) => Step::Name(name.to_owned()),
                None => Step::Number(inside.parse().ok()?),
            });
            rest = after;
        }
    }
    (rest.is_empty() && !steps.is_empty()).then_some(steps)
}

#[cfg(test)]
mod tests {
    use super::{NoPlace, PartialCall, Step, steps};
    use serde_json::{Value, json};

    fn put_together(pieces: &[Value]) -> Result<Value, NoPlace> {
        let mut call =
            PartialCall::begin(&json!({ "name": "plan", "willContinue": true }), Default::default())?;
        for piece in pieces {
            call.add(&json!({ "partialArgs": [piece] }), Default::default())?;
        }
        Ok(call.arguments)
    }

    #[test]
    fn pieces_come_together_where_they_belong() {
        let pieces = [
            json!({ "jsonPath": "$.stops[0].city", "stringValue": "Os", "willContinue": true }),
            json!({ "jsonPath": "$.stops[0].city", "stringValue": "lo" }),
            json!({ "jsonPath": "$.stops[1]", "nullValue": "NULL_VALUE" }),
            json!({ "jsonPath": "$['days left']", "numberValue": 3.5 }),
            json!({ "jsonPath": "$.sure", "boolValue": true }),
        ];
        let expected = json!({ "stops": [{ "city": "Oslo" }, null], "days left": 3.5, "sure": true });
        assert_eq!(put_together(&pieces), Ok(expected));
    }

    #[test]
    fn a_path_that_leads_nowhere_or_too_far_is_refused() {
        for path in ["", "$", "stops", "$.", "$[x]", "$.a[1]", "$[0", "$..a"] {
            assert!(put_together(&[json!({ "jsonPath": path, "stringValue": "x" })]).is_err(), "{path}");
        }
        let deep = format!("${}", ".a".repeat(100));
        assert_eq!(steps(&deep), None);
        assert_eq!(steps("$.a[2]"), Some(vec![Step::Name("a".into()), Step::Number(2)]));
    }
}
