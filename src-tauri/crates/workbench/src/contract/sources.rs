//! What the commands about sources take and give.

use connectors::Secret;
use content::{FunctionName, ModelId, Origin, Outcome, SessionId};
use functions::sources::mcp::{McpServer, McpState, PersonAnswer, PersonRequest};
use functions::sources::pasted::PastedSettings;
use functions::sources::prompt::PromptSettings;
use notices::Notice;
use ports::{Ask, Bound, Progress, SchemaFinding};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// The sources a person has set up, and all that goes on in them.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct OwnSourcesNow {
    /// Goes up with every change. A feed tells of it.
    #[ts(type = "number")]
    pub version: u64,
    pub servers: Vec<ListedServer>,
    pub pasted: Vec<PastedSettings>,
    pub prompts: Vec<PromptSettings>,
    /// What servers ask of the person, the oldest first.
    pub requests: Vec<PersonRequest>,
    /// What is being run by hand.
    pub runs: Vec<RunState>,
    /// How secrets are kept on this system.
    pub keeping: Notice,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ListedServer {
    pub settings: McpServer,
    /// Nothing where its secrets could not be read.
    pub state: Option<McpState>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ReadPasted {
    pub text: String,
}

/// A server as it should be, with the values that were typed.
#[derive(Clone, Debug, Deserialize, TS)]
pub struct SaveServer {
    pub settings: McpServer,
    #[ts(type = "Record<string, string>")]
    pub variables: BTreeMap<String, Secret>,
    #[ts(type = "Record<string, string>")]
    pub headers: BTreeMap<String, Secret>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedOwnSource {
    pub source: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct AnswerRequest {
    #[ts(type = "number")]
    pub request: u64,
    pub answer: PersonAnswer,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct DraftAnswer {
    #[ts(type = "number")]
    pub request: u64,
    pub model: ModelId,
}

/// What a model would answer.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct DraftedAnswer {
    pub text: String,
    /// Its name for people.
    pub model: String,
}

/// A call a person makes to see what comes of it.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct RunFunction {
    /// Names the run, so that it can be watched and stopped.
    pub run: String,
    pub function: FunctionName,
    /// The arguments as they were written.
    pub arguments: String,
    /// The session whose names, leniency and stand-ins count. The function itself, where there is none.
    pub session: Option<SessionId>,
    /// Whether the result is recorded.
    pub is_recorded: bool,
    /// Whether the person has agreed to what is asked.
    pub is_allowed: bool,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedRun {
    pub run: String,
}

/// A run that is under way.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct RunState {
    pub run: String,
    pub progress: Option<Progress>,
}

/// What came of a run.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct FunctionRun {
    /// Nothing where the person is asked something first.
    pub outcome: Option<Outcome>,
    pub asks: Vec<Ask>,
    pub findings: Vec<SchemaFinding>,
    /// What the function got, where that is not what was written.
    pub bound: Option<Box<Bound>>,
    pub origin: Option<Origin>,
    /// In milliseconds, without the time in which the person was asked something.
    #[ts(type = "number")]
    pub took: u64,
}
