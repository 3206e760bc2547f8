//! What the commands about attached programs take and give.

use super::ReportedProblem;
use content::{ModelId, SessionId, Timestamp, TurnId};
use gateway::Provider;
use invocation::Breakpoint;
use notices::Notice;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The prefix of the ids of models that attached programs ask for. The rest is the name that the program uses.
pub(crate) const ATTACHED_MODELS: &str = "attached/";

/// Names an attached program. It stays the same when the application starts again.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct ProgramId(String);

impl ProgramId {
    pub fn new(raw: impl Into<String>) -> Self {
        Self(raw.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The programs that are attached, and what they are doing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct AttachedNow {
    /// Goes up with every change. A feed tells of it.
    #[ts(type = "number")]
    pub version: u64,
    pub programs: Vec<AttachedProgram>,
    /// Why nothing can be attached, or why the last settings or the last address can't be used.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<ReportedProblem>,
    /// The receiver of spans, while it is on.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub receiver: Option<SpanReceiver>,
}

/// What takes the spans that programs export.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SpanReceiver {
    /// It listens on this port of this computer.
    pub port: u16,
    /// Spans of generative AI so far, since it was switched on.
    #[ts(type = "number")]
    pub spans: u64,
    /// The sessions they became, the latest first.
    pub sessions: Vec<SessionId>,
    /// What went wrong lately, the latest first.
    pub problems: Vec<Notice>,
}

/// One attached program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct AttachedProgram {
    pub id: ProgramId,
    pub title: String,
    /// The settings that point a client at the address of this program. Empty while nothing listens.
    pub lines: Vec<ConnectionLine>,
    pub settings: ProgramSettings,
    /// Requests to a model so far, since the application started.
    pub requests: u32,
    /// The sessions of its conversations, the latest first.
    pub sessions: Vec<SessionId>,
    /// When its last request arrived.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<Timestamp>,
    /// The client library it uses, as it names itself.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client: Option<String>,
    /// The requests it waits for, because a stop holds them.
    pub held: Vec<HeldRequest>,
    /// What went wrong lately, the latest first.
    pub problems: Vec<ReportedProblem>,
}

/// The setting of one kind of client.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConnectionLine {
    pub provider: Provider,
    /// The clients that read it: "OpenAI SDKs", "Claude Code".
    pub client: String,
    /// The line to copy.
    pub text: String,
}

/// A request whose program waits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct HeldRequest {
    pub session: SessionId,
    pub turn: TurnId,
    pub since: Timestamp,
    /// When the program gives up, as far as that is known of its client. A stream that is kept alive has no end for most.
    #[ts(optional)]
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Timestamp>,
    /// Whether it is kept alive meanwhile. Only streams can be.
    pub streams: bool,
}

/// What is decided for a program.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct ProgramSettings {
    /// The providers' addresses, where they are not the usual ones.
    #[serde(default)]
    pub upstreams: Upstreams,
    /// Where its conversations stop. A session's own breakpoints are a copy of these.
    #[serde(default)]
    pub breakpoints: Vec<Breakpoint>,
    #[serde(default)]
    pub on_timeout: OnTimeout,
    #[serde(default)]
    pub answerer: Answerer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub fault: Option<PlannedFault>,
    /// Faults of answers that call a function.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<FunctionFault>>")]
    pub function_faults: Vec<FunctionFault>,
}

/// Addresses of providers, as their own variables take them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Upstreams {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub openai: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub anthropic: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub gemini: Option<String>,
}

impl Upstreams {
    /// Where requests to a provider go on to: the provider itself, unless said otherwise.
    pub fn base(&self, provider: Provider) -> String {
        let own = match provider {
            Provider::OpenAi => &self.openai,
            Provider::Anthropic => &self.anthropic,
            Provider::Gemini => &self.gemini,
        };
        own.clone().unwrap_or_else(|| provider.usual_base().to_owned())
    }
}

/// What becomes of a held request shortly before its program gives up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum OnTimeout {
    /// It goes on unchanged.
    #[default]
    GoOn,
    /// The program gets an error.
    Fail,
    /// It stays held, and the program gives up.
    Hold,
}

/// Who answers the requests of a program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Answerer {
    /// The provider it asks, with its own key.
    #[default]
    Provider,
    /// A model that is set up here.
    Model { model: ModelId },
    /// The answers of a session.
    Session {
        session: SessionId,
        #[serde(default)]
        #[ts(optional, as = "Option<Replayed>")]
        by: Replayed,
    },
}

/// Which answer of a session a request gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Replayed {
    /// The first request gets the first, the next one the second.
    #[default]
    InOrder,
    /// The answer to the same message of a person, or to results of the same calls with equal arguments. Where there is
    /// none, the turn stops and a person says what follows.
    ByCall,
}

/// A fault on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct PlannedFault {
    pub fault: ProgramFault,
    /// How many of the next requests meet it.
    pub requests: u32,
}

/// A fault on purpose in place of an answer that calls a function, once the model has given it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionFault {
    /// As the program names it to its model.
    pub function: String,
    pub fault: ProgramFault,
    /// How many of the next answers that call it meet the fault.
    pub answers: u32,
}

/// The kind of a fault on purpose.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum ProgramFault {
    /// The provider refuses the request.
    Refused {
        status: u16,
        message: String,
        /// Seconds that it asks to wait.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        retry_after: Option<u32>,
    },
    /// The connection breaks before there is an answer.
    Cut,
    /// The answer begins, and its connection breaks.
    CutWithin,
    /// The answer is JSON that breaks off.
    MalformedJson,
    /// The answer is late by this many milliseconds.
    Late { milliseconds: u32 },
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct AttachProgram {
    pub title: String,
    #[serde(default)]
    #[ts(optional, as = "Option<Upstreams>")]
    pub upstreams: Upstreams,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SetReceiver {
    /// The port to listen on, 0 for any that is free. Nothing switches the receiver off.
    pub port: Option<u16>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ChangeProgram {
    pub program: ProgramId,
    pub title: String,
    pub settings: ProgramSettings,
}

/// An environment variable that points a process at a program's address.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ProgramVariable {
    pub name: String,
    pub value: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedProgram {
    pub program: ProgramId,
}
