//! What the models say, and how each protocol writes it down.

mod anthropic;
mod bedrock;
mod chat;
mod gemini;
mod interactions;
mod mistral;
mod ollama;
mod responses;

use super::service::{Protocol, Served};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

/// What a model says to the first request of a turn. To every other one it says some last words.
#[derive(Clone, Debug)]
pub struct Script {
    pub text: &'static str,
    pub calls: Vec<Call>,
    /// Whether it says something that nobody but its own service understands.
    pub has_own_part: bool,
    /// Whether it thinks before it says anything.
    pub thinks: bool,
}

/// A call a model makes.
#[derive(Clone, Debug)]
pub struct Call {
    pub name: Name,
    pub arguments: String,
    /// Whether its input is a text and not JSON, where the protocol has such calls.
    pub is_custom: bool,
}

/// How a called function is named.
#[derive(Clone, Debug)]
pub enum Name {
    /// As the request names the function whose name ends like this.
    Of(String),
    /// The first function the request offers.
    First,
    Raw(&'static str),
}

impl Call {
    pub fn of(function: &str, arguments: &str) -> Self {
        Self { name: Name::Of(function.to_owned()), arguments: arguments.to_owned(), is_custom: false }
    }

    pub fn named(name: Name, arguments: &str) -> Self {
        Self { name, arguments: arguments.to_owned(), is_custom: false }
    }
}

impl Script {
    /// Two calls side by side.
    pub fn calls() -> Self {
        let calls = vec![
            Call::of("get_forecast", r#"{"city":"Oslo","day":1}"#),
            Call::of("get_alerts", r#"{"city":"Oslo"}"#),
        ];
        Self::calling(calls)
    }

    pub fn calling(calls: Vec<Call>) -> Self {
        Self { text: "I look it up.", calls, has_own_part: false, thinks: true }
    }

    pub fn words() -> Self {
        Self::calling(Vec::new())
    }

    pub fn without_text(self) -> Self {
        Self { text: "", ..self }
    }

    pub fn without_thought(self) -> Self {
        Self { thinks: false, ..self }
    }

    pub fn with_own_part(self) -> Self {
        Self { has_own_part: true, ..self }
    }
}

/// Something a service said that no other service may be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Planted {
    pub service: String,
    pub state: String,
    /// Whether the service is sent it again by its protocol.
    pub comes_back: bool,
}

impl Planted {
    pub fn is_wanted_by(&self, served: &Served) -> bool {
        self.comes_back && self.service == served.id
    }
}

/// Makes the state of one answer.
pub struct Mint<'m> {
    service: &'m str,
    number: &'m mut usize,
    planted: &'m mut Vec<Planted>,
}

impl<'m> Mint<'m> {
    pub fn new(service: &'m str, number: &'m mut usize, planted: &'m mut Vec<Planted>) -> Self {
        Self { service, number, planted }
    }

    /// State that the service is sent again.
    fn state(&mut self) -> String {
        self.plant(true, |text| STANDARD.encode(text))
    }

    /// State that the service gives and never asks for.
    fn lost(&mut self) -> String {
        self.plant(false, |text| STANDARD.encode(text))
    }

    /// The id of something a service keeps, which is of no use elsewhere.
    fn id(&mut self, prefix: &str) -> String {
        self.plant(true, |text| {
            let code = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
                (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
            });
            format!("{prefix}_{code:016x}")
        })
    }

    /// A number for what may go everywhere: the ids of calls.
    fn next(&mut self) -> usize {
        *self.number += 1;
        *self.number
    }

    fn plant(&mut self, comes_back: bool, form: impl FnOnce(&str) -> String) -> String {
        let number = self.next();
        let state = form(&format!("state of {} {number}.", self.service));
        let service = self.service.to_owned();
        self.planted.push(Planted { service, state: state.clone(), comes_back });
        state
    }
}

/// An answer, as it goes over the wire.
pub struct Reply {
    pub content_type: &'static str,
    pub body: Vec<u8>,
}

impl Reply {
    fn whole(body: &Value) -> Self {
        Self { content_type: "application/json", body: body.to_string().into_bytes() }
    }

    fn events(body: String) -> Self {
        Self { content_type: "text/event-stream", body: body.into_bytes() }
    }
}

/// What was asked, as far as the answer depends on it.
pub struct Asked<'a> {
    pub served: &'a Served,
    pub body: &'a Value,
    pub is_streamed: bool,
}

/// An answer of a service.
pub fn answer(asked: &Asked<'_>, script: &Script, mint: &mut Mint<'_>) -> Reply {
    match asked.served.protocol {
        Protocol::Chat => chat::answer(asked, script, mint),
        Protocol::Responses => responses::answer(asked, script, mint),
        Protocol::Anthropic => anthropic::answer(asked, script, mint),
        Protocol::Gemini => gemini::answer(asked, script, mint),
        Protocol::Interactions => interactions::answer(asked, script, mint),
        Protocol::Mistral => mistral::answer(asked, script, mint),
        Protocol::Ollama => ollama::answer(asked, script, mint),
        Protocol::Bedrock => bedrock::answer(asked, script, mint),
    }
}

impl Asked<'_> {
    /// The name of a called function, as the request has it.
    fn name(&self, name: &Name) -> String {
        let mut offered = Vec::new();
        for place in ["tools", "toolConfig"] {
            names(&self.body[place], &mut offered);
        }
        let found = match name {
            Name::Of(end) => offered.iter().find(|offered| offered.ends_with(end)),
            Name::First => offered.first(),
            Name::Raw(_) => None,
        };
        found.cloned().unwrap_or_else(|| match name {
            Name::Of(end) => format!("weather-{end}"),
            Name::First => "nothing-offered".to_owned(),
            Name::Raw(raw) => (*raw).to_owned(),
        })
    }
}

/// The names of the functions in a list of tools. What is in their schemas is not looked at.
fn names(tools: &Value, found: &mut Vec<String>) {
    match tools {
        Value::Array(all) => all.iter().for_each(|tool| names(tool, found)),
        Value::Object(tool) => {
            found.extend(tool.get("name").and_then(Value::as_str).map(str::to_owned));
            for inside in ["function", "functionDeclarations", "tools", "toolSpec"] {
                tool.get(inside).into_iter().for_each(|tool| names(tool, found));
            }
        }
        _ => {}
    }
}

/// The arguments as an object, for protocols that have no other.
fn object(arguments: &str) -> Value {
    serde_json::from_str(arguments)
        .ok()
        .filter(Value::is_object)
        .unwrap_or_else(|| serde_json::json!({ "raw": arguments }))
}

/// A text in two pieces.
fn halves(text: &str) -> [&str; 2] {
    let middle = (text.len() / 2..text.len()).find(|place| text.is_char_boundary(*place));
    let (first, second) = text.split_at(middle.unwrap_or(text.len()));
    [first, second]
}

fn event(data: &Value) -> String {
    format!("data: {data}\n\n")
}

fn named_event(data: &Value) -> String {
    format!("event: {}\ndata: {data}\n\n", data["type"].as_str().unwrap_or_default())
}
