//! The request of a program, as the workbench understands it.

mod asked;
mod conversation;
mod estimate;
mod going_on;
mod imported;
mod rewrite;
mod secrets;

pub use conversation::{Continuation, Fingerprint, Outline, Relation, Shared, continues};
pub use going_on::{GoesOnFrom, History};
pub use imported::{ImportedSettings, TakenSetting};
pub(crate) use rewrite::Unwritten;
pub use rewrite::{Change, RewriteFault, Rewritten, Wanted, rewritten};
pub(crate) use secrets::without_secrets;

use crate::streams::as_text;
use crate::{Protocol, Route, json};
use asked::Asked;
use content::{FunctionName, JsonObject, Message};
use formats::{ImportError, Imported, ImportedFunction, Loss, MessageIds, import_as};
use notices::{Describe, Notice};
use ports::{CallOptions, FunctionChoice, RequestSettings};
use redaction::Redactor;
use serde_json::Value;
use std::borrow::Cow;

/// The members of a body that hold its bulk. They say nothing about settings.
const BULK: [&str; 8] = [
    "messages",
    "input",
    "contents",
    "tools",
    "system",
    "instructions",
    "systemInstruction",
    "system_instruction",
];

/// Members that are followed here, whoever answers.
const FOLLOWED: [&str; 3] = ["conversation", "previous_response_id", "stream_options"];

/// A request that a program has sent.
#[derive(Clone, Debug, PartialEq)]
pub struct ProgramRequest {
    pub protocol: Protocol,
    /// Empty if neither the path nor the body names one.
    pub model: String,
    pub streams: bool,
    /// A path: each message is the child of the one before.
    pub messages: Vec<Message>,
    /// The functions it offers, named as it names them.
    pub functions: Vec<ImportedFunction>,
    pub settings: RequestSettings,
    pub choice: FunctionChoice,
    pub calls: CallOptions,
    /// What of the body has no place here. It reaches the provider all the same, but no other model.
    pub losses: Vec<Loss>,
    /// Whether usage is asked for at the end of a stream of chat completions.
    pub includes_usage: bool,
    pub goes_on_from: Option<GoesOnFrom>,
    /// What was said before, once it is [spelled out](Self::spell_out).
    pub history: Option<History>,
    /// Whether the first message is the system message that stands beside the others.
    pub has_instructions: bool,
}

/// The reason why a request can't be watched. Each says what happened; [`Describe::advice`] says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "gateway-request")]
pub enum RequestFault {
    #[error("the request is not one that a model answers")]
    #[advice("Only requests for answers are watched. Everything else goes to the provider as it is.")]
    NotForAModel,
    #[error("requests to a model at {path} are not watched")]
    #[advice(
        "Let the program use Chat Completions, Responses, Messages or generateContent, so that its conversations are seen here."
    )]
    NotWatched { path: String },
    #[error("the body of the request is not text")]
    #[advice("Turn compression of requests off in the program, so that its requests can be read.")]
    NotText,
    #[error("the request has no body")]
    #[advice("Check that the program sends its request as JSON in the body.")]
    Empty,
    #[error("the body of the request is not JSON at line {line}, column {column}: {reason}")]
    #[advice("Check what writes the requests of the program: the provider would refuse this one as well.")]
    NotJson {
        line: u64,
        column: u64,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the request is not of the protocol {protocol}: {expected} was expected at {place}")]
    #[advice("Check that the program's client is made for the provider whose base URL it was given.")]
    NotOfProtocol { protocol: String, place: String, expected: String },
    #[error("the request has no messages")]
    #[advice("Check that the program sends what was said: without it the provider has nothing to answer.")]
    NoMessages,
    #[error("the request is larger or more deeply nested than can be read here")]
    #[advice("Send large files by their address or upload them first, or shorten the conversation.")]
    TooLarge,
}

impl ProgramRequest {
    /// Reads a body that came by this route.
    pub fn read(route: &Route, body: &[u8], ids: &dyn MessageIds) -> Result<Self, RequestFault> {
        let (protocol, streams, model) = match route {
            Route::Generate { protocol, streams, model, .. } => (protocol, streams, model),
            Route::PassUnwatched { path, .. } => {
                return Err(RequestFault::NotWatched { path: path.clone() });
            }
            Route::Pass { .. } | Route::Nowhere => return Err(RequestFault::NotForAModel),
        };
        let text = std::str::from_utf8(body).map_err(|_| RequestFault::NotText)?;
        let Imported { messages, functions, beside: stated, mut losses, .. } = import(*protocol, text, ids)?;
        let beside = beside(text);
        let Asked { settings, choice, calls } = asked::read(*protocol, &beside);
        let read = ImportedSettings::read(protocol.format(), &stated.members, |name| Some(name.clone()));
        let mut left = read.map(|read| read.left).unwrap_or_default();
        left.retain(|name| !FOLLOWED.contains(&name.as_str()));
        stated.lose_only(&left, &mut losses);
        let named = || beside.get("model").and_then(Value::as_str).map(str::to_owned);
        let flag = |value: Option<&Value>| value.and_then(Value::as_bool).unwrap_or(false);
        let has_instructions = going_on::has_instructions(text, &messages, rewrite::system_names(*protocol));
        Ok(Self {
            protocol: *protocol,
            model: model.clone().or_else(named).unwrap_or_default(),
            streams: streams.unwrap_or_else(|| flag(beside.get("stream"))),
            messages,
            functions,
            settings,
            choice,
            calls,
            losses,
            includes_usage: flag(
                beside.get("stream_options").and_then(|options| options.get("include_usage")),
            ),
            goes_on_from: GoesOnFrom::read(*protocol, &beside),
            history: None,
            has_instructions,
        })
    }

    /// How the model is to call where these functions are offered.
    pub fn choice_among(&self, offered: &[FunctionName]) -> FunctionChoice {
        asked::limited(&self.choice, offered)
    }

    /// Takes the program's own keys out of what it says, which is kept. The body stays as it is.
    pub(crate) fn clean(&mut self, body: &[u8], redactor: &Redactor) {
        if matches!(redactor.clean(&as_text(body)), Cow::Owned(_)) {
            let messages = std::mem::take(&mut self.messages);
            self.messages = messages.into_iter().map(|message| without_secrets(message, redactor)).collect();
            self.functions.iter_mut().for_each(|function| secrets::clean_function(function, redactor));
        }
    }
}

/// Reads messages, also of a body with half surrogate pairs, which other languages write.
pub(crate) fn import(protocol: Protocol, text: &str, ids: &dyn MessageIds) -> Result<Imported, RequestFault> {
    let read = match import_as(protocol.format(), text, ids) {
        Err(error @ ImportError::NotJson { .. }) => match content::repair_json(text) {
            Some(repaired) => import_as(protocol.format(), &repaired, ids),
            None => Err(error),
        },
        read => read,
    };
    read.map_err(|error| fault_of(protocol, error))
}

fn fault_of(protocol: Protocol, error: ImportError) -> RequestFault {
    let other = |place: String, expected: &str| RequestFault::NotOfProtocol {
        protocol: protocol.format().to_string(),
        place,
        expected: expected.to_owned(),
    };
    match error {
        ImportError::Empty | ImportError::Blank => RequestFault::Empty,
        ImportError::TooLarge
        | ImportError::MessageTooLarge { .. }
        | ImportError::TooDeep { .. }
        | ImportError::TooMany { .. } => RequestFault::TooLarge,
        ImportError::NotJson { line, column, reason } => {
            RequestFault::NotJson { line: number(line), column: number(column), reason }
        }
        ImportError::NoMessages { .. } => RequestFault::NoMessages,
        ImportError::WrongShape { place, expected, .. } => other(place.to_string(), &expected.to_string()),
        ImportError::UnknownFormat | ImportError::WrongVersion { .. } | ImportError::NotSpooled { .. } => {
            other("/".to_owned(), "a request")
        }
    }
}

fn number(place: usize) -> u64 {
    u64::try_from(place).unwrap_or(u64::MAX)
}

/// What stands beside messages and functions.
fn beside(text: &str) -> JsonObject {
    let members = json::members(text, &json::root(text)).into_iter();
    let small = members.filter(|member| !BULK.contains(&member.name.as_str()));
    small.filter_map(|member| Some((member.name, json::parsed(json::slice(text, &member.value))?))).collect()
}

#[cfg(test)]
pub(crate) mod tests;
