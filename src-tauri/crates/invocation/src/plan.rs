//! What is settled before a turn begins.

use crate::instructions::resolved;
use crate::{
    Approvals, Breakpoint, ChoicePlan, FilterPlan, Guidance, Instructions, Invocation, Participant, Policies,
};
use content::{FunctionName, ModelId};
use ports::{Ranking, RequestSettings};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use ts_rs::TS;

/// Everything a turn is run by. It is kept with the turn, so that a log explains itself.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct TurnPlan {
    pub model: ModelId,
    /// The instructions every speaker receives first. A participant's own follow.
    pub instructions: Option<Instructions>,
    pub limits: TurnLimits,
    pub selection: SelectionPlan,
    pub breakpoints: Vec<Breakpoint>,
    #[serde(default)]
    pub choice: ChoicePlan,
    #[serde(default)]
    pub settings: RequestSettings,
    #[serde(default = "Policies::ours")]
    pub policies: Policies,
    /// How the model is led. Without it, as much as it needs.
    pub guidance: Option<Guidance>,
    #[serde(default)]
    pub approvals: Approvals,
    /// The outermost first.
    #[serde(default)]
    pub filters: Vec<FilterPlan>,
    #[serde(default)]
    pub participants: Vec<Participant>,
    /// The participant who answers. Without one it is the model above.
    pub speaker: Option<String>,
    /// The program that runs the loop, by its name for people. Its calls are its own: they run together, and nothing here
    /// refuses, limits or repeats one. Without one, the application runs the loop.
    pub program: Option<String>,
}

impl TurnPlan {
    /// One without anything that would stop or change it.
    pub fn plain(model: ModelId, limits: TurnLimits, selection: SelectionPlan) -> Self {
        Self {
            model,
            instructions: None,
            limits,
            selection,
            breakpoints: Vec::new(),
            choice: ChoicePlan::default(),
            settings: RequestSettings::default(),
            policies: Policies::ours(),
            guidance: None,
            approvals: Approvals::default(),
            filters: Vec::new(),
            participants: Vec::new(),
            speaker: None,
            program: None,
        }
    }

    pub fn participant(&self, name: &str) -> Option<&Participant> {
        self.participants.iter().find(|participant| participant.name == name)
    }

    pub fn speaking(&self) -> Option<&Participant> {
        self.speaker.as_deref().and_then(|name| self.participant(name))
    }

    /// Whether a program outside runs the loop.
    pub fn is_run_outside(&self) -> bool {
        self.program.is_some()
    }

    /// How the calls of one answer run.
    pub(crate) fn invocation(&self) -> Invocation {
        if self.is_run_outside() { Invocation::Together } else { self.policies.invocation }
    }

    /// The model that answers.
    pub fn speaking_model(&self) -> &ModelId {
        self.speaking().map_or(&self.model, |participant| &participant.model)
    }

    /// The instructions of the speaker: those of the session, then its own. `None` if both are empty.
    pub fn spoken_instructions(&self) -> Option<String> {
        let of_session = self.instructions.as_ref().map(Instructions::sent);
        let own = self.speaking().map(|participant| participant.instructions.as_str());
        let texts: Vec<_> =
            of_session.into_iter().chain(own).filter(|text| !text.trim().is_empty()).collect();
        (!texts.is_empty()).then(|| texts.join("\n\n"))
    }

    /// The plan a turn begins with: the variables of all instructions have the values of this moment.
    pub fn with_values(mut self, now: &BTreeMap<String, String>) -> Self {
        let named = self.instructions.as_ref().map(|one| one.values.clone()).unwrap_or_default();
        let value = |name: &str| named.get(name).or_else(|| now.get(name)).map(String::as_str);
        for participant in &mut self.participants {
            participant.instructions = resolved(&participant.instructions, value);
        }
        if let Some(instructions) = &mut self.instructions {
            instructions.resolved = Some(resolved(&instructions.text, value));
        }
        self
    }

    /// Replaces what the speaker is told, its own instructions included.
    pub(crate) fn instruct(&mut self, text: &str) {
        let speaker = self.speaker.clone();
        let speaking = self.participants.iter_mut().find(|one| Some(&one.name) == speaker.as_ref());
        if let Some(participant) = speaking {
            participant.instructions.clear();
        }
        self.instructions = (!text.trim().is_empty()).then(|| Instructions::written(text));
    }

    /// The functions that may be offered at all, where they are named one by one.
    pub(crate) fn listed_functions(&self) -> Option<Vec<FunctionName>> {
        let own = self.speaking().and_then(|participant| participant.functions.as_ref());
        match (&self.choice.functions, own) {
            (Some(listed), Some(own)) => {
                Some(listed.iter().filter(|name| own.contains(name)).cloned().collect())
            }
            (Some(listed), None) | (None, Some(listed)) => Some(listed.clone()),
            (None, None) => None,
        }
    }
}

/// Where a turn ends at the latest. What is not set has no limit.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct TurnLimits {
    /// Requests to the model.
    pub rounds: u32,
    /// Calls that run.
    pub calls: Option<u32>,
    /// Rounds in a row in which calls failed and none came through. One more is too many.
    pub consecutive_failures: Option<u32>,
    /// Seconds of work since the turn began or was taken up again. Waiting for a person is not counted.
    pub seconds: Option<u32>,
    /// Tokens of all requests together, as the provider counts them.
    pub tokens: Option<u32>,
    /// Letters of one result that a model is told. The rest is cut off.
    pub result_letters: Option<u32>,
}

impl TurnLimits {
    /// No limit but that of rounds.
    pub fn rounds(rounds: u32) -> Self {
        Self {
            rounds,
            calls: None,
            consecutive_failures: None,
            seconds: None,
            tokens: None,
            result_letters: None,
        }
    }
}

/// The limits that end a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Limit {
    Rounds,
    Calls,
    ConsecutiveFailures,
    Time,
    Tokens,
    /// The same call again, answered from its first result each time. No setting changes how often that may be.
    Repeats,
}

/// How the functions to offer are chosen before each request.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SelectionPlan {
    /// Functions offered at most, the pinned ones not counted.
    pub limit: usize,
    /// How many of the last messages that say something are looked at.
    pub context_messages: usize,
    /// Whether the results of functions are among them.
    #[serde(default)]
    pub with_results: bool,
    pub pinned: Vec<FunctionName>,
    #[serde(default)]
    pub mode: SelectionMode,
    #[serde(default)]
    pub keeping: Keeping,
    #[serde(default)]
    pub ranking: Ranking,
}

impl SelectionPlan {
    /// The best are chosen anew before each request.
    pub fn ranked(limit: usize) -> Self {
        Self {
            limit,
            context_messages: 3,
            with_results: false,
            pinned: Vec::new(),
            mode: SelectionMode::PerRequest,
            keeping: Keeping::Replacing,
            ranking: Ranking::default(),
        }
    }
}

/// Who chooses the functions to offer, and when.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum SelectionMode {
    /// Nobody: all are offered.
    Everything,
    /// A person names them.
    Manual { functions: Vec<FunctionName> },
    /// A person searches, and what was found is offered until the next search.
    External { search: String, functions: Vec<FunctionName> },
    /// The ranking, once for all requests of a turn.
    PerOperation,
    /// The ranking, before each request.
    #[default]
    PerRequest,
    /// The model searches, and what it has found stays offered.
    Searched,
}

/// What becomes of the functions that were offered before in the same turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Keeping {
    /// The new ones take their place.
    #[default]
    Replacing,
    /// They stay, and the new ones are added.
    Additive,
}
