//! What the commands about functions take and give.

use connectors::schemas::SchemaChange;
use content::{FunctionName, JsonObject, SessionId};
use functions::{Allowed, FunctionSettings, RunBy, Terms};
use notices::Notice;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ConfigureFunctions {
    pub session: SessionId,
    pub settings: FunctionSettings,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedFunction {
    pub function: FunctionName,
}

/// A function as a session has it, or as the application does.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct FunctionOf {
    pub session: Option<SessionId>,
    pub function: FunctionName,
}

/// A function whose name a person may take for another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Lookalike {
    pub name: FunctionName,
    /// The functions whose names look the same.
    pub like: Vec<FunctionName>,
    /// Whether one of its words has letters of several scripts that are not written together.
    pub mixes_scripts: bool,
}

/// What there is to know of a function besides its description.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct FunctionFacts {
    pub run_by: RunBy,
    /// The schema as each provider gets it.
    pub projections: Vec<ProviderSchema>,
    /// How many of its results are recorded.
    pub recordings: usize,
    /// What a person has to agree to before it runs, each thing in words.
    pub needs: Vec<Notice>,
    /// What they would agree to now, for a function that needs something.
    pub agreement: Option<Agreement>,
    /// What they have agreed to for good. The agreements of a session stand in its settings. One whose fingerprint is not
    /// that of the agreement counts no more.
    pub allowed: Vec<Allowed>,
    /// What its last run wrote besides its result.
    pub said: Option<String>,
}

/// What there is to agree to.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct Agreement {
    pub fingerprint: String,
    pub terms: Terms,
}

/// Lets a function run without being asked about again, as it is now: one that was changed is asked about anew.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct GiveConsent {
    /// The session it is given in. Nothing, where a function is run outside of one.
    pub session: Option<SessionId>,
    pub function: FunctionName,
    /// What the person has seen of it. One that was changed meanwhile is not agreed to.
    pub fingerprint: String,
    /// With these arguments and no others. With any, where none are named.
    #[ts(type = "Record<string, JsonValue> | null")]
    pub arguments: Option<JsonObject>,
    pub lasting: Lasting,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct NamedFunctions {
    pub functions: Vec<FunctionName>,
}

/// How it stands with the consent to a function.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct FunctionConsent {
    pub function: FunctionName,
    /// What a person has to agree to before it runs, each thing in words.
    pub needs: Vec<Notice>,
    /// What stands for all they would agree to now. Nothing for a function that needs nothing.
    pub fingerprint: Option<String>,
    /// Whether they have agreed to that for good, with any arguments.
    #[serde(rename = "isAllowed")]
    pub is_allowed: bool,
}

/// Lets functions run without being asked about again, with any arguments.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct GiveConsents {
    pub consents: Vec<SeenFunction>,
}

/// A function as a person has seen it.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct SeenFunction {
    pub function: FunctionName,
    pub fingerprint: String,
}

/// Where a plugin was put.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct PluginPlace {
    pub folder: String,
}

/// How long an agreement lasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Lasting {
    /// As long as this session does.
    Session,
    /// In every session, until it is taken back.
    Always,
}

/// A function's schema as one provider gets it.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ProviderSchema {
    pub provider: Notice,
    #[ts(type = "JsonValue")]
    pub schema: Value,
    pub changes: Vec<SchemaChange>,
    /// Why this provider can't be told of the function at all.
    pub obstacle: Option<Notice>,
}
