//! What the commands about turns take and give.

use content::{CallId, FunctionName, MessageId, Outcome, SessionId, Timestamp, TurnId};
use invocation::{Answer, Instructions, TurnPlan};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct StartTurn {
    pub session: SessionId,
    /// What the person says. Nothing lets the model go on from what is there; calls without results come first then.
    pub text: Option<String>,
    /// The participant who is to answer, instead of the one the session says.
    #[serde(default)]
    #[ts(optional)]
    pub speaker: Option<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct RerunTurn {
    pub session: SessionId,
    pub from: RerunFrom,
    /// How it runs this time. As the session's turns do, where nothing is said.
    #[serde(default)]
    #[ts(optional)]
    pub plan: Option<TurnPlan>,
}

/// Where a turn goes on from once more. Everything before it stays as it is; what comes now is a branch.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum RerunFrom {
    /// Behind a message, or in the place of one that a model said.
    Message { message: MessageId },
    /// One call in this message runs again. Its neighbours keep their results.
    Call { message: MessageId, call: CallId },
    /// A stop of a turn, ended or not, by its number.
    Stop { turn: TurnId, pause: u32 },
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct AnswerTurn {
    pub turn: TurnId,
    pub answer: Answer,
}

/// The instructions of a session from a moment on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct InstructionsVersion {
    pub at: Timestamp,
    /// Nothing, where they were taken away.
    pub instructions: Option<Instructions>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct AdoptedInstructions {
    /// The head as it was. Moving back there brings the messages back; the instructions keep them.
    pub before: Option<MessageId>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedTurn {
    pub turn: TurnId,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct InjectCall {
    pub session: SessionId,
    /// The message it comes behind. The beginning, where there is none.
    pub after: Option<MessageId>,
    pub call: InjectedCall,
    /// Its result. Without one, the next turn begins with this call.
    pub outcome: Option<Outcome>,
    /// Whether what comes after is said again behind it. Only a call with a result may be followed by something.
    pub keeps_rest: bool,
}

/// A call that no model has made.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum InjectedCall {
    /// Of a function that there is, or that exists nowhere.
    Made { function: FunctionName, raw: String },
    /// As a provider writes a call, or as `{"name": …, "arguments": …}`.
    Json { text: String },
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Injected {
    pub message: MessageId,
    pub call: CallId,
    /// The head as it was. Moving back there undoes it.
    pub before: Option<MessageId>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ReadChoice {
    /// A function choice as Semantic Kernel writes it into its configuration.
    pub text: String,
}
