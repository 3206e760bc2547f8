//! What commands take and give, where no crate below has a type for it already.

use super::{LaneComparison, Lookalike};
use connectors::caching::SharedPrefix;
use content::{ExchangeId, MessageId, ModelId, SessionId};
use functions::{FunctionSettings, ListedSource};
use invocation::{Profile, TurnPlan};
use notices::Notice;
use ports::{ConnectorProfile, FunctionSpec, WireEvent};
use serde::{Deserialize, Serialize};
use sessions::{Exchange, SessionSummary};
use ts_rs::TS;

/// For commands that need no more than their name, and for replies that say only that it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(type = "Record<string, never>")]
pub struct Nothing {}

/// What there is to work with.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    pub version: String,
    pub models: Vec<ConnectorProfile>,
    pub functions: Vec<FunctionSpec>,
    /// Those of them whose names may be taken for others.
    pub lookalikes: Vec<Lookalike>,
    /// Where functions come from, whether or not they could be had.
    pub sources: Vec<ListedSource>,
    /// Goes up whenever functions or sources change. A feed tells of it.
    #[ts(type = "number")]
    pub functions_version: u64,
    /// Sets of policies to choose from, ours first.
    pub profiles: Vec<Profile>,
    /// How a session uses functions until it is told otherwise.
    pub function_settings: FunctionSettings,
    /// Lanes of comparisons among them.
    pub sessions: Vec<SessionSummary>,
    pub comparisons: Vec<LaneComparison>,
    /// The sessions in the bin.
    pub discarded: Vec<SessionSummary>,
    /// Where sessions are kept.
    pub data_folder: String,
    /// Where a person puts scripts of their own.
    pub scripts_folder: String,
    /// Where a person puts plugins of their own.
    pub plugins_folder: String,
    /// What could not be loaded.
    pub problems: Vec<ReportedProblem>,
}

/// Something that went wrong, and does not keep the rest from working.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ReportedProblem {
    pub message: Notice,
    /// What to do about it.
    pub advice: Option<Notice>,
}

/// A copy of what is kept, without keys and without what can be fetched or made anew.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct CopiedData {
    pub folder: String,
    /// Entries that are not regular files, and files of another version whose secrets are not known.
    pub left_out: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct CreateSession {
    /// The model of its turns. The first of the list, where none is named.
    pub model: Option<ModelId>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedSession {
    pub session: SessionId,
}

/// Begins a session that goes on from another.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ForkSession {
    pub session: SessionId,
    /// The last message of what it goes on from. The last of all, where none is named.
    #[serde(default)]
    #[ts(optional)]
    pub at: Option<MessageId>,
    /// That of the session, where none is given.
    #[serde(default)]
    #[ts(optional)]
    pub title: Option<String>,
    /// The model of the session, where none is named.
    #[serde(default)]
    #[ts(optional)]
    pub model: Option<ModelId>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct RenameSession {
    pub session: SessionId,
    pub title: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct TagSession {
    pub session: SessionId,
    pub tags: Vec<String>,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ConfigureSession {
    pub session: SessionId,
    pub plan: TurnPlan,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ReadExchange {
    pub exchange: ExchangeId,
}

/// Two requests of a session, to the same model.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct CompareExchanges {
    pub before: ExchangeId,
    pub exchange: ExchangeId,
}

/// What a provider could have read again. Nothing is known where one of them is no request with a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SharedExchanges {
    pub shared: Option<SharedPrefix>,
}

/// An exchange with the frames connectors give.
pub type WireExchange = Exchange<WireEvent>;
