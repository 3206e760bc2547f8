//! A history as templates know one: messages with a role, a text and perhaps calls.

use super::brief::brief;
use super::ids::Ids;
use super::template::Places;
use super::{python_json, single};
use crate::difference::{Difference, Reason};
use crate::names::Names;
use content::{CallArguments, FunctionCall, Item, Media, Message, Outcome, Output, Role};
use ports::{Adaptation, AdaptationKind, FunctionSpec};
use serde_json::{Map, Value, json};

/// How calls and results are written where a template has no place for them.
const CALL: [&str; 2] = ["<tool_call>\n", "\n</tool_call>"];
/// Measured best of eight wordings. With the results in it, a model of half a billion weights states every value in 30 of 33
/// answers; without them, in 25.
const RETELL: &str = "Tell me this result in one sentence, with all of its values as they are written:";
/// For results that take longer to read than to find again.
const RETELL_LONG: &str = "Tell me the result in one sentence, with all of its values as they are written.";
const LONG_BYTES: usize = 1_000;
const RESULT: [&str; 2] = ["<tool_response>\n", "\n</tool_response>"];

/// Messages, functions, and what is told otherwise than it stands in the history.
#[derive(Clone, Debug, Default)]
pub(super) struct Chat {
    pub(super) messages: Vec<Value>,
    pub(super) tools: Vec<Value>,
    pub(super) adaptations: Vec<Adaptation>,
    /// What functions returned since a person spoke.
    results: Vec<String>,
}

/// By what it is told.
struct Telling<'a> {
    names: &'a Names,
    ids: &'a Ids,
    places: Places,
}

/// A function as every template expects it.
pub(super) fn tool(name: &str, description: &str, parameters: &Value) -> Value {
    let function = json!({ "name": name, "description": description, "parameters": parameters });
    json!({ "type": "function", "function": function })
}

pub(super) fn call(id: &str, name: &str, arguments: Value) -> Value {
    json!({ "id": id, "type": "function", "function": { "name": name, "arguments": arguments } })
}

pub(super) fn result(id: &str, name: &str, text: &str) -> Value {
    json!({ "role": "tool", "name": name, "tool_call_id": id, "content": text })
}

impl Chat {
    /// `offered` are the functions the model may call.
    pub(super) fn new(
        history: &[std::sync::Arc<Message>],
        offered: &[std::sync::Arc<FunctionSpec>],
        names: &Names,
        places: Places,
    ) -> Self {
        let mut chat = Self::default();
        let spec = |spec: &std::sync::Arc<FunctionSpec>| {
            tool(names.write(&spec.name), &spec.description, &brief(&spec.parameters))
        };
        chat.tools = offered.iter().map(spec).collect();
        if offered.iter().any(|spec| brief(&spec.parameters) != spec.parameters) {
            let why = Reason::EachTokenRead;
            chat.note(AdaptationKind::LeftOut, &Difference::KeywordsLeftOut, why, "/functions");
        }
        let told = Telling { names, ids: &Ids::of(history), places };
        for (index, message) in history.iter().enumerate() {
            chat.say(index, message, &told);
        }
        if places.calls && !places.several && single::split(&mut chat.messages) {
            let what = Difference::CallsOneByOne;
            chat.note(AdaptationKind::Rewritten, &what, Reason::OneCallAtATime, "/messages");
        }
        if !places.functions && !chat.tools.is_empty() {
            chat.describe_functions();
        }
        if !places.system {
            chat.without_system();
        }
        chat
    }

    fn say(&mut self, index: usize, message: &Message, telling: &Telling<'_>) {
        let Telling { names, ids, places } = *telling;
        let mut words = Vec::new();
        let mut thoughts = Vec::new();
        let mut calls = Vec::new();
        let mut results = Vec::new();
        for (number, item) in message.items.iter().enumerate() {
            let place = format!("/messages/{index}/items/{number}");
            match item {
                Item::Text { text } => words.push(text.clone()),
                Item::Reasoning { text, .. } => thoughts.push(text.clone()),
                Item::FunctionCall { call } => calls.push(call),
                Item::FunctionResult { result } => results.push(result),
                Item::Media { media } => {
                    words.push(medium(media));
                    self.note(AdaptationKind::LeftOut, &Difference::MediumNamed, Reason::TextAlone, &place);
                }
                Item::Unknown { .. } => {
                    let what = Difference::UnreadableLeftOut;
                    self.note(AdaptationKind::LeftOut, &what, Reason::TextAlone, &place);
                }
            }
        }
        if message.role == Role::User && !words.is_empty() {
            self.results.clear();
        }
        for result in results {
            self.results.push(render_outcome(&result.outcome));
            let name = names.write_called(&result.function);
            let id = ids.write(&result.call_id);
            self.add_result(&self::result(id, &name, &render_outcome(&result.outcome)), places);
        }
        let text = words.join("\n\n");
        if calls.is_empty() {
            if !text.is_empty() {
                self.messages.push(spoken(message.role, &text, &thoughts));
            }
            return;
        }
        let place = format!("/messages/{index}");
        if places.calls {
            let mut spoken = spoken(message.role, &text, &thoughts);
            let written = calls.iter().map(|call| self.written(call, telling, &place)).collect();
            if let Some(fields) = spoken.as_object_mut() {
                fields.insert("tool_calls".to_owned(), Value::Array(written));
            }
            self.messages.push(spoken);
        } else {
            let written = calls.iter().map(|call| call_in_words(call, names));
            let parts: Vec<_> =
                Some(text).filter(|text| !text.is_empty()).into_iter().chain(written).collect();
            self.messages.push(spoken(message.role, &parts.join("\n"), &thoughts));
            self.note(AdaptationKind::Rewritten, &Difference::CallsAsText, Reason::NoPlaceForCalls, &place);
        }
    }

    fn written(&mut self, said: &FunctionCall, telling: &Telling<'_>, place: &str) -> Value {
        let Telling { names, ids, places } = *telling;
        let arguments = match &said.arguments {
            CallArguments::Parsed { value, .. } if places.objects => {
                if !said.arguments.digits().is_empty() {
                    self.note(AdaptationKind::Rewritten, &Difference::DigitsLost, Reason::ObjectsOnly, place);
                }
                Value::Object(value.clone())
            }
            CallArguments::Parsed { raw, .. } => Value::String(raw.clone()),
            CallArguments::Malformed { raw, .. } if places.objects => {
                let why = Reason::ObjectsOnly;
                self.note(AdaptationKind::Rewritten, &Difference::ArgumentsAsText, why, place);
                json!({ "INVALID_JSON": raw })
            }
            CallArguments::Malformed { raw, .. } => Value::String(raw.clone()),
        };
        call(ids.write(&said.id), &names.write_called(&said.function), arguments)
    }

    /// Results follow each other as messages of their own. As text, they stand in one message of the person's,
    /// because some templates take turns only.
    fn add_result(&mut self, result: &Value, places: Places) {
        if places.results {
            self.messages.push(result.clone());
            return;
        }
        let content = result.get("content").and_then(Value::as_str).unwrap_or_default();
        let text = format!("{}{content}{}", RESULT[0], RESULT[1]);
        if let Some(last) = self.messages.last_mut()
            && last.get("role").and_then(Value::as_str) == Some("user")
            && let Some(Value::String(said)) = last.get_mut("content")
            && said.starts_with(RESULT[0])
        {
            said.push('\n');
            said.push_str(&text);
            return;
        }
        self.messages.push(spoken(Role::User, &text, &[]));
        let place = format!("/messages/{}", self.messages.len() - 1);
        self.note(AdaptationKind::Rewritten, &Difference::ResultsAsText, Reason::NoPlaceForResults, &place);
    }

    /// Describes the functions in the system message, in the words most models were taught with.
    fn describe_functions(&mut self) {
        let tools: Vec<_> = self.tools.iter().filter_map(|tool| python_json::spaced(tool).ok()).collect();
        let text = format!(
            "You may call functions. These are their signatures:\n<tools>\n{}\n</tools>\n\nFor each call, answer with a \
             JSON object with the function's name and arguments, in tags:\n<tool_call>\n{{\"name\": \"<function-name>\", \
             \"arguments\": {{<arguments>}}}}\n</tool_call>",
            tools.join("\n")
        );
        self.tools.clear();
        let is_system = |said: &Value| said.get("role").and_then(Value::as_str) == Some("system");
        match self
            .messages
            .first_mut()
            .filter(|said| is_system(said))
            .and_then(|said| said.get_mut("content"))
        {
            Some(Value::String(said)) => *said = format!("{said}\n\n{text}"),
            Some(_) | None => self.messages.insert(0, spoken(Role::System, &text, &[])),
        }
        let what = Difference::FunctionsInSystemMessage;
        self.note(AdaptationKind::Rewritten, &what, Reason::NoPlaceForFunctions, "/functions");
    }

    /// Says what the system message says at the beginning of what the person says next.
    fn without_system(&mut self) {
        let mut kept: Vec<Value> = Vec::new();
        let mut waiting: Vec<String> = Vec::new();
        for mut said in std::mem::take(&mut self.messages) {
            let role = said.get("role").and_then(Value::as_str).unwrap_or_default().to_owned();
            let Some(Value::String(text)) = said.get_mut("content") else { continue };
            if role == "system" {
                waiting.push(std::mem::take(text));
                continue;
            }
            if role == "user" && !waiting.is_empty() {
                waiting.push(std::mem::take(text));
                *text = waiting.join("\n\n");
                waiting.clear();
                let what = Difference::SystemByPerson;
                self.note(AdaptationKind::Rewritten, &what, Reason::NoPlaceForSystem, "/messages/0");
            }
            kept.push(said);
        }
        if !waiting.is_empty() {
            kept.push(spoken(Role::User, &waiting.join("\n\n"), &[]));
        }
        self.messages = kept;
    }

    /// The same chat with a request for the results at its end. Without one, a small model calls again.
    pub(super) fn asking_for_results(&self) -> Self {
        let mut asking = self.clone();
        let place = format!("/messages/{}", asking.messages.len());
        let results = self.results.join("\n");
        let text = match results.len() {
            1..=LONG_BYTES => format!("{RETELL} {results}"),
            _ => RETELL_LONG.to_owned(),
        };
        asking.messages.push(spoken(Role::User, &text, &[]));
        asking.note(AdaptationKind::Added, &Difference::RetellingAsked, Reason::SmallModel, &place);
        asking
    }

    /// One thing that is told otherwise. The same again is one place more.
    pub(super) fn note(&mut self, kind: AdaptationKind, what: &Difference, why: Reason, place: &str) {
        let adaptation = what.adaptation(kind, why, vec![place.to_owned()]);
        match self.adaptations.iter_mut().find(|known| known.what == adaptation.what) {
            Some(known) => known.places.extend(adaptation.places),
            None => self.adaptations.push(adaptation),
        }
    }
}

fn spoken(role: Role, text: &str, thoughts: &[String]) -> Value {
    let role = match role {
        Role::System => "system",
        Role::User | Role::Function => "user",
        Role::Assistant => "assistant",
    };
    let mut said = Map::new();
    said.insert("role".to_owned(), role.into());
    said.insert("content".to_owned(), text.into());
    if !thoughts.is_empty() {
        said.insert("reasoning_content".to_owned(), thoughts.join("\n\n").into());
    }
    Value::Object(said)
}

fn call_in_words(call: &FunctionCall, names: &Names) -> String {
    let name = Value::String(names.write_called(&call.function));
    let [begin, end] = CALL;
    format!("{begin}{{\"name\": {name}, \"arguments\": {}}}{end}", arguments(call))
}

fn arguments(call: &FunctionCall) -> String {
    let raw = call.arguments.raw();
    if raw.trim().is_empty() { "{}".to_owned() } else { raw.to_owned() }
}

fn medium(media: &Media) -> String {
    format!("({})", media.mime_type)
}

/// An outcome in words for a model.
fn render_outcome(outcome: &Outcome) -> String {
    let text = match outcome {
        Outcome::Returned { output } => render_output(output),
        Outcome::Failed { failure } => format!("Error: {}", failure.message),
        Outcome::Declined { reason, by } => by.words(reason),
    };
    if text.trim().is_empty() { "(empty)".to_owned() } else { text }
}

fn render_output(output: &Output) -> String {
    match output {
        Output::Nothing => "completed".to_owned(),
        Output::Text { text } | Output::Json { value: Value::String(text) } => text.clone(),
        Output::Json { value } => python_json::spaced(value).unwrap_or_else(|_| value.to_string()),
        Output::Media { media } => medium(media),
        Output::Several { parts } => parts.iter().map(render_output).collect::<Vec<_>>().join("\n\n"),
    }
}
