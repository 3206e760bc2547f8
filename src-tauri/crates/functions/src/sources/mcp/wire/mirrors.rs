//! Arguments that a tool wants in headers as well, for what stands between us and its server.
//!
//! `rmcp` does this for lists it can read as a whole, and leaves tools out without a word. So it is done here for every
//! tool, and what is wrong with one is kept for the person.

use super::web::Headers;
use super::written::digits_of;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use content::Digits;
use notices::Describe;
use reqwest::header::{HeaderName, HeaderValue};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest, JsonObject, ServerJsonRpcMessage, ServerResult};
use serde_json::Value;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

const MARK: &str = "x-mcp-header";
const PREFIX: &str = "mcp-param-";

/// The tools of one server that have such arguments.
#[derive(Default)]
pub(in super::super) struct Mirrors(Mutex<Known>);

#[derive(Default)]
struct Known {
    tools: HashMap<String, Vec<Mirror>>,
    left_out: BTreeMap<String, MirrorError>,
}

/// A mark that can't be followed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "tool-header")]
pub(crate) enum MirrorError {
    #[error("two of its parameters want the header {header}")]
    Twice {
        #[notice(text)]
        header: HeaderName,
    },
    #[error("a header is asked for where there is no parameter of its own")]
    NoParameter,
    #[error("its parameter {parameter} wants a header without a usable name")]
    Name { parameter: String },
    #[error("its parameter {parameter} is of a kind that no header can hold")]
    Kind { parameter: String },
}

#[derive(Debug, PartialEq)]
struct Mirror {
    /// The names that lead to the argument.
    path: Vec<String>,
    header: HeaderName,
}

impl Mirrors {
    /// Begins a new list. The calls made meanwhile go by the one before.
    pub(in super::super) fn begin(&self) {
        self.lock().left_out.clear();
    }

    /// The tools that can't be called, and why.
    pub(in super::super) fn left_out(&self) -> BTreeMap<String, MirrorError> {
        self.lock().left_out.clone()
    }

    /// Looks through an answer for a list of tools.
    pub(super) fn learn(&self, message: &ServerJsonRpcMessage) {
        let ServerJsonRpcMessage::Response(response) = message else { return };
        if let ServerResult::ListToolsResult(list) = &response.result {
            self.learn_of(&serde_json::to_value(list).unwrap_or_default());
        } else if let ServerResult::CustomResult(list) = &response.result {
            self.learn_of(&list.0);
        }
    }

    fn learn_of(&self, list: &Value) {
        let tools = list.get("tools").and_then(Value::as_array);
        for tool in tools.into_iter().flatten() {
            let Some(name) = tool.get("name").and_then(Value::as_str) else { continue };
            let mut known = self.lock();
            match mirrors_in(&tool["inputSchema"]) {
                Ok(mirrors) => drop(known.tools.insert(name.to_owned(), mirrors)),
                Err(reason) => drop(known.left_out.insert(name.to_owned(), reason)),
            }
        }
    }

    /// Adds the headers of a call to those it has.
    pub(super) fn reflect(&self, message: &ClientJsonRpcMessage, headers: &mut Headers) {
        let ClientJsonRpcMessage::Request(request) = message else { return };
        let ClientRequest::CallToolRequest(call) = &request.request else { return };
        let Some(arguments) = &call.params.arguments else { return };
        let none = Digits::default();
        let digits = digits_of(message).unwrap_or(&none);
        for mirror in self.lock().tools.get(call.params.name.as_ref()).into_iter().flatten() {
            if let Some(value) = mirror.value(arguments, digits) {
                headers.insert(mirror.header.clone(), value);
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Mirror {
    /// Nothing for an argument that is not there or null.
    fn value(&self, arguments: &JsonObject, digits: &Digits) -> Option<HeaderValue> {
        let (first, rest) = self.path.split_first()?;
        let first = digits.member(first, arguments.get(first)?);
        let value = rest.iter().try_fold(first, |value, name| value.member(name))?;
        let text = match value.value() {
            Value::String(text) => text.clone(),
            Value::Bool(_) | Value::Number(_) => value.to_string(),
            Value::Null | Value::Array(_) | Value::Object(_) => return None,
        };
        HeaderValue::from_str(&safe(text)).ok()
    }
}

/// A text as a header can hold it.
fn safe(text: String) -> String {
    let is_plain = text.chars().all(|letter| matches!(letter, ' '..='~'));
    let is_bare = text.trim_matches(' ') == text && !(text.starts_with("=?base64?") && text.ends_with("?="));
    if is_plain && is_bare { text } else { format!("=?base64?{}?=", BASE64_STANDARD.encode(text)) }
}

/// The marked properties of a schema, or what is wrong with a mark.
fn mirrors_in(schema: &Value) -> Result<Vec<Mirror>, MirrorError> {
    let mut found = Vec::new();
    look_through(schema, Some(&[]), &mut found)?;
    let mut names = HashSet::new();
    match found.iter().find(|mirror| !names.insert(&mirror.header)) {
        Some(twice) => Err(MirrorError::Twice { header: twice.header.clone() }),
        None => Ok(found),
    }
}

/// Looks at one schema and those inside it. Only one that is reached through `properties` alone has a path.
fn look_through(schema: &Value, path: Option<&[String]>, found: &mut Vec<Mirror>) -> Result<(), MirrorError> {
    if let Value::Array(schemas) = schema {
        return schemas.iter().try_for_each(|schema| look_through(schema, None, found));
    }
    let Value::Object(keywords) = schema else { return Ok(()) };
    if let Some(mark) = keywords.get(MARK) {
        found.push(mirror(mark, keywords, path)?);
    }
    for (keyword, inner) in keywords {
        match keyword.as_str() {
            "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
                for (name, schema) in inner.as_object().into_iter().flatten() {
                    let path = path.filter(|_| keyword == "properties");
                    let path = path.map(|path| [path, std::slice::from_ref(name)].concat());
                    look_through(schema, path.as_deref(), found)?;
                }
            }
            // These hold values, and no schemas.
            "default" | "const" | "enum" | "examples" | MARK => {}
            _ => look_through(inner, None, found)?,
        }
    }
    Ok(())
}

fn mirror(mark: &Value, keywords: &JsonObject, path: Option<&[String]>) -> Result<Mirror, MirrorError> {
    let Some(path) = path.filter(|path| !path.is_empty()) else {
        return Err(MirrorError::NoParameter);
    };
    let name = path.join(".");
    let header = mark.as_str().filter(|header| !header.is_empty());
    let header =
        header.and_then(|header| HeaderName::from_bytes(format!("{PREFIX}{header}").as_bytes()).ok());
    let Some(header) = header else { return Err(MirrorError::Name { parameter: name }) };
    match keywords.get("type").and_then(Value::as_str) {
        Some("string" | "integer" | "boolean") => Ok(Mirror { path: path.to_vec(), header }),
        Some(_) | None => Err(MirrorError::Kind { parameter: name }),
    }
}

#[cfg(test)]
mod tests {
    use super::{MARK, Mirror, MirrorError, mirrors_in, safe};
    use content::Digits;
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::{Value, json};

    fn mirror(path: &[&str], header: &'static str) -> Mirror {
        let path = path.iter().map(|name| (*name).to_owned()).collect();
        Mirror { path, header: HeaderName::from_static(header) }
    }

    #[test]
    fn a_header_has_all_digits_of_its_argument() {
        let raw = r#"{"more":{"depth":18446744073709551616}}"#;
        let arguments = serde_json::from_str(raw).expect("an object");
        let value = mirror(&["more", "depth"], "mcp-param-depth").value(&arguments, &Digits::of(raw));
        assert_eq!(value, Some(HeaderValue::from_static("18446744073709551616")));
    }

    #[test]
    fn marks_are_found_along_properties_and_nowhere_else() {
        let region = json!({ "type": "string", MARK: "Region" });
        let depth = json!({ "type": "integer", MARK: "depth" });
        let schema = json!({ "properties": {
            "region": region, "more": { "properties": { "depth": depth } }, "plain": { "default": { MARK: 1 } },
        } });
        let expected =
            [mirror(&["more", "depth"], "mcp-param-depth"), mirror(&["region"], "mcp-param-region")];
        let mut found = mirrors_in(&schema).expect("they are sound");
        found.sort_by(|one, other| one.path.cmp(&other.path));
        assert_eq!(found, expected);
    }

    #[test]
    fn a_mark_that_nobody_can_follow_says_what_is_wrong() {
        #[track_caller]
        fn check(properties: Value, reason: &str) {
            let found = mirrors_in(&json!({ "properties": properties }));
            assert_eq!(found.map_err(|error| error.to_string()), Err(reason.to_owned()));
        }
        let marked = |kind: &str, header: Value| json!({ "type": kind, MARK: header });
        let unnamed = "its parameter a wants a header without a usable name";
        for header in [json!(""), json!(7), json!("a b"), json!("ü")] {
            check(json!({ "a": marked("string", header) }), unnamed);
        }
        let unfit = "its parameter a is of a kind that no header can hold";
        for kind in ["number", "array", "object"] {
            check(json!({ "a": marked(kind, json!("A")) }), unfit);
        }
        check(json!({ "a": { "type": ["string", "null"], MARK: "A" } }), unfit);
        let twice = "two of its parameters want the header mcp-param-a";
        check(json!({ "a": marked("string", json!("A")), "b": marked("string", json!("a")) }), twice);
        let nowhere = "a header is asked for where there is no parameter of its own";
        check(json!({ "a": { "items": marked("string", json!("A")) } }), nowhere);
        check(
            json!({ "a": { "anyOf": [{ "properties": { "b": marked("string", json!("A")) } }] } }),
            nowhere,
        );
        assert_eq!(mirrors_in(&json!({ MARK: "A" })), Err(MirrorError::NoParameter));
    }

    #[test]
    fn a_text_no_header_can_hold_is_wrapped() {
        let check = |text: &str, expected: &str| assert_eq!(safe(text.to_owned()), expected);
        check("eu west", "eu west");
        check("", "");
        check("Zürich", "=?base64?WsO8cmljaA==?=");
        check(" eu", "=?base64?IGV1?=");
        check("a\r\nb", "=?base64?YQ0KYg==?=");
        check("=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?=");
    }
}
