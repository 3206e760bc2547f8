//! A case: a moment of a conversation, and what a good continuation does.

mod error;
mod function;
mod names;

pub use error::CaseError;
pub use function::{Answer, CaseFunction, CaseResult, CaseStandIn};
pub use names::{function_name, written, written_name};

use crate::expectation::Expectations;
use crate::pattern::check_pattern;
use content::{
    Author, CallArguments, CallId, CalledFunction, DeclinedBy, Failure, FailureKind, FunctionCall,
    FunctionResult, Item, JsonObject, Message, MessageId, ModelId, Origin, Outcome, Role, sorted,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;
use ts_rs::TS;

/// The version of the form that this program reads.
pub(crate) const FORMAT: u64 = 1;

/// Requests of one run at most, where a case does not say.
const DEFAULT_MAX_ROUNDS: u32 = 8;

/// The model that is named as the author of a history. No request reveals it.
const EARLIER: &str = "case";

content::id! {
    /// Names a case for good: results of different days are compared by it.
    CaseId
}

impl CaseId {
    /// Letters, digits, `-`, `_` and `.`, so that an id can be a file name anywhere.
    pub(crate) fn is_sound(&self) -> bool {
        let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "-_.".contains(letter);
        !self.0.is_empty() && self.0.len() <= 100 && !self.0.starts_with('.') && self.0.chars().all(is_plain)
    }
}

/// One file of a set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Case {
    #[ts(type = "number")]
    pub(crate) format: u64,
    pub id: CaseId,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[ts(optional, as = "Option<String>")]
    pub title: String,
    /// The conversation up to the moment. A person's words at its end are the ones the model answers.
    pub history: Vec<Said>,
    /// The functions that are offered, all of them in every request.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CaseFunction>>")]
    pub functions: Vec<CaseFunction>,
    /// The answers of functions, so that runs differ by the model alone.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<CaseResult>>")]
    pub results: Vec<CaseResult>,
    #[serde(default, skip_serializing_if = "CaseSettings::is_usual")]
    #[ts(optional, as = "Option<CaseSettings>")]
    pub settings: CaseSettings,
    pub expect: Expectations,
}

/// One message of a history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "role", rename_all = "camelCase", deny_unknown_fields)]
pub enum Said {
    System {
        text: String,
    },
    User {
        text: String,
    },
    Assistant {
        #[serde(default, skip_serializing_if = "String::is_empty")]
        #[ts(optional, as = "Option<String>")]
        text: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        #[ts(optional, as = "Option<Vec<SaidCall>>")]
        calls: Vec<SaidCall>,
    },
}

/// A call in a history, with its result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SaidCall {
    /// As `plugin.function`, or a name alone.
    pub function: String,
    /// An object, or the text of what is none.
    #[ts(type = "JsonValue")]
    pub arguments: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub result: Option<SaidResult>,
}

/// The end of a call in a history.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SaidResult {
    Returned(#[ts(type = "JsonValue")] Value),
    Failed(String),
    Declined(String),
}

/// How the turn of a run is carried out, where a lane says nothing else.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CaseSettings {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub instructions: Option<String>,
    /// Requests to the model at most.
    #[serde(default = "usual_rounds")]
    pub rounds: u32,
    /// Settings of requests, such as `temperature`, by the names of the contract.
    #[serde(default, skip_serializing_if = "JsonObject::is_empty")]
    #[ts(type = "{ [key: string]: JsonValue }")]
    pub request: JsonObject,
}

impl Default for CaseSettings {
    fn default() -> Self {
        Self { instructions: None, rounds: DEFAULT_MAX_ROUNDS, request: JsonObject::new() }
    }
}

impl CaseSettings {
    fn is_usual(&self) -> bool {
        *self == Self::default()
    }
}

fn usual_rounds() -> u32 {
    DEFAULT_MAX_ROUNDS
}

impl Case {
    /// Reads the text of a file.
    pub fn read(text: &str) -> Result<Self, CaseError> {
        let value: Value = serde_json::from_str(text).map_err(|source| CaseError::NotJson { source })?;
        match value.get("format").and_then(Value::as_u64) {
            Some(FORMAT) => {}
            Some(found) if found > FORMAT => return Err(CaseError::Newer { found }),
            Some(_) | None => return Err(CaseError::NoFormat),
        }
        // Read from the text once more, so that an error has its line.
        let case: Self = serde_json::from_str(text).map_err(|source| CaseError::Unfit { source })?;
        case.check()?;
        Ok(case)
    }

    /// Whether it can be run and judged.
    pub fn check(&self) -> Result<(), CaseError> {
        if !self.id.is_sound() {
            return Err(CaseError::Id { id: self.id.as_str().to_owned() });
        }
        if !self.history.iter().any(|said| matches!(said, Said::User { .. })) {
            return Err(CaseError::NothingToAnswer);
        }
        if self.expect.is_empty() {
            return Err(CaseError::ExpectsNothing);
        }
        let offered: BTreeSet<_> = self.functions.iter().map(|function| function.name.as_str()).collect();
        let named = self.expect.functions().chain(self.results.iter().map(|result| result.function.as_str()));
        if let Some(unknown) = named.into_iter().find(|name| !offered.contains(name)) {
            return Err(CaseError::UnknownFunction { function: unknown.to_owned() });
        }
        let is_half =
            |function: &&CaseFunction| function.description.is_some() && function.parameters.is_none();
        if let Some(half) = self.functions.iter().find(is_half) {
            return Err(CaseError::NoSchema { function: half.name.clone() });
        }
        if let Some(mixed) = self.functions.iter().find(|function| self.is_mixed(&function.name)) {
            return Err(CaseError::MixedAnswers { function: mixed.name.clone() });
        }
        if let Some(answered) = self.functions.iter().find(|function| self.is_answered_twice(function)) {
            return Err(CaseError::AnsweredTwice { function: answered.name.clone() });
        }
        if self.expect.judges.iter().any(|judge| !judge.is_sound()) {
            return Err(CaseError::Judge);
        }
        self.expect.patterns().try_for_each(check_pattern)
    }

    /// The same conversation, whatever it is called and whatever is expected of it.
    pub(crate) fn without_expectations(&self) -> Self {
        Self { title: String::new(), expect: Expectations::default(), ..self.clone() }
    }

    /// The functions that run, by their names.
    pub fn live(&self) -> impl Iterator<Item = &str> {
        self.functions.iter().filter(|function| function.live).map(|function| function.name.as_str())
    }

    pub fn uses_recordings(&self) -> bool {
        self.functions.iter().any(|function| function.stand_in == Some(CaseStandIn::Recorded))
    }

    /// Whether its runs are runs of the other case as well: what is expected may differ.
    pub fn asks_the_same(&self, other: &Self) -> bool {
        self.without_expectations() == other.without_expectations()
    }

    /// The frozen result of a call, or one that says there is none.
    pub fn answer_to(&self, call: &FunctionCall) -> Outcome {
        let CallArguments::Parsed { value, .. } = &call.arguments else {
            return failed("the arguments are not JSON");
        };
        let name = written_name(&call.function);
        if let Some(answer) = self.answer_of(&name, value) {
            return answer.outcome();
        }
        let is_kept_out = |function: &CaseFunction| function.name == name && function.answers_alone();
        failed(if self.functions.iter().any(is_kept_out) {
            "it was answered, and its result was not kept"
        } else {
            "the case has no result for this function with these arguments"
        })
    }

    pub(crate) fn answer_of(&self, function: &str, arguments: &JsonObject) -> Option<&Answer> {
        let made = sorted(&Value::Object(arguments.clone()));
        let is_meant = |wanted: &JsonObject| sorted(&Value::Object(wanted.clone())) == made;
        let mut own = self.results.iter().filter(|result| result.function == function);
        own.find(|result| result.arguments.as_ref().is_none_or(is_meant)).map(|result| &result.answer)
    }

    /// A person's last words.
    pub(crate) fn last_words(&self) -> &str {
        let words = self.history.iter().rev().find_map(|said| match said {
            Said::User { text } => Some(text.as_str()),
            Said::System { .. } | Said::Assistant { .. } => None,
        });
        words.unwrap_or_default()
    }

    /// Whether several of being live, a stand-in and results are to answer it.
    fn is_answered_twice(&self, function: &CaseFunction) -> bool {
        let has_results = || self.results.iter().any(|result| result.function == function.name);
        (function.live && function.stand_in.is_some()) || (function.answers_alone() && has_results())
    }

    fn is_mixed(&self, function: &str) -> bool {
        let own = || self.results.iter().filter(|result| result.function == function);
        let general = own().filter(|result| result.arguments.is_none()).count();
        general > 1 || (general == 1 && own().count() > 1)
    }

    /// The history without a person's words at its end, and those words.
    pub fn opening(&self) -> (&[Said], Option<&str>) {
        match self.history.split_last() {
            Some((Said::User { text }, before)) => (before, Some(text)),
            Some(_) | None => (&self.history, None),
        }
    }
}

/// The messages of a history, in a line.
pub fn messages_of(history: &[Said]) -> Vec<Message> {
    let mut writing = Writing::default();
    for said in history {
        match said {
            Said::System { text } => writing.text(Role::System, text),
            Said::User { text } => writing.text(Role::User, text),
            Said::Assistant { text, calls } => writing.assistant(text, calls),
        }
    }
    writing.messages
}

#[derive(Default)]
struct Writing {
    messages: Vec<Message>,
    calls: usize,
}

impl Writing {
    fn push(&mut self, role: Role, items: Vec<Item>) {
        let (author, origin) = match role {
            Role::Assistant => (Author::Model { model: ModelId::new(EARLIER) }, Origin::Model),
            Role::User => (Author::Person, Origin::Person),
            Role::System | Role::Function => (Author::Application, Origin::Application),
        };
        let id = MessageId::new(format!("message-{}", self.messages.len() + 1));
        let parent = self.messages.last().map(|message| message.id.clone());
        self.messages.push(Message { id, parent, role, items, author, origin });
    }

    fn text(&mut self, role: Role, text: &str) {
        self.push(role, vec![Item::Text { text: text.to_owned() }]);
    }

    fn assistant(&mut self, text: &str, calls: &[SaidCall]) {
        let mut items = Vec::new();
        if !text.is_empty() {
            items.push(Item::Text { text: text.to_owned() });
        }
        let mut results = Vec::new();
        for said in calls {
            self.calls += 1;
            let id = CallId::new(format!("call-{}", self.calls));
            let function = CalledFunction::Known { name: function_name(&said.function) };
            let raw = said.arguments.as_str().map_or_else(|| said.arguments.to_string(), str::to_owned);
            let arguments = CallArguments::read(raw);
            if let Some(result) = &said.result {
                let (call_id, function, outcome) = (id.clone(), function.clone(), outcome_of(result));
                let result = FunctionResult { call_id, function, outcome, origin: Origin::Function };
                results.push(Item::FunctionResult { result });
            }
            let call = FunctionCall { id, function, arguments, origin: Origin::Model, provider_state: None };
            items.push(Item::FunctionCall { call });
        }
        self.push(Role::Assistant, items);
        if !results.is_empty() {
            self.push(Role::Function, results);
        }
    }
}

fn outcome_of(result: &SaidResult) -> Outcome {
    match result {
        SaidResult::Returned(value) => Outcome::Returned { output: value.clone().into() },
        SaidResult::Failed(message) => failed(message),
        SaidResult::Declined(reason) => {
            Outcome::Declined { reason: reason.clone(), by: DeclinedBy::default() }
        }
    }
}

fn failed(message: &str) -> Outcome {
    Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message: message.to_owned() } }
}

#[cfg(test)]
mod tests;
