//! One model's rules.

use super::{ModelTable, ToldFacts};
use ports::{Effort, Thinking, ThinkingMode};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use ts_rs::TS;

/// What one model accepts. Whatever is not known is sent as it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ModelFacts {
    /// What the model refuses at all times.
    pub refuses: BTreeSet<Refusable>,
    /// What it refuses while it thinks.
    pub refuses_thinking: BTreeSet<Refusable>,
    /// What it refuses while functions are offered.
    pub refuses_beside_functions: BTreeSet<Refusable>,
    pub functions: Functions,
    pub thinking: ThinkingFacts,
    pub reasoning_back: ReasoningBack,
    /// Its thinking is bound to everything that came before it.
    pub binds_thinking: bool,
    /// The models whose thinking it reads, as patterns. Nothing is known where there is none.
    pub reads: Vec<String>,
    /// Whether it has encrypted reasoning that can be asked for.
    pub encrypts_reasoning: Option<bool>,
    /// The most tokens it reads at once.
    pub context: Option<u32>,
    /// The most tokens of one answer.
    pub output: Option<u32>,
    /// The most functions in one request.
    pub most_functions: Option<usize>,
    /// The most stop strings in one request.
    pub most_stops: Option<usize>,
    /// The media types it takes, as patterns. Nothing is known where there is none.
    pub media: Vec<String>,
    /// The types of the tools the provider runs, by their names, where they are not the newest. Empty where the model
    /// has none.
    pub hosted: BTreeMap<String, String>,
    /// Whether it looks for a signature on the first call of a turn.
    pub signed_calls: Option<bool>,
    /// Whether a result may hold media.
    pub media_in_results: Option<bool>,
    pub cache: CacheWay,
    /// Whether it can search for functions and leave the search to the application, in words of its protocol.
    pub searches: Option<bool>,
    /// Whether tools of the provider may stand beside functions.
    pub hosted_beside_functions: Option<bool>,
    /// Where this is said, the row that counts most last.
    pub sources: Vec<String>,
}

/// A part of a request that a model may refuse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Refusable {
    Temperature,
    TopP,
    Seed,
    Stop,
    /// That some function, or a certain one, must be called.
    ForcedChoice,
    /// Saying whether calls may stand side by side.
    Parallel,
    /// That arguments follow their schema to the letter.
    Strict,
    /// That the answer is any JSON or follows a schema.
    ResponseFormat,
}

/// Whether a model takes functions over its protocol.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Functions {
    #[default]
    Taken,
    /// Only with thinking switched off, and that has to be said.
    WithoutThinking,
    /// Not over this protocol.
    Refused,
}

/// How a model can be told to think.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase", default)]
pub struct ThinkingFacts {
    pub thinks: Thinks,
    /// The modes it can be set to. Any, where none is listed.
    pub modes: Vec<ThinkingMode>,
    /// The efforts it knows. Any, where nothing is known.
    pub efforts: Option<Vec<Effort>>,
    /// Efforts it knows while it does not think. The same, where nothing else is known.
    pub efforts_off: Option<Vec<Effort>>,
    pub budget: Budget,
    /// The fewest tokens it can be told to think with.
    pub least_budget: Option<u32>,
    pub most_budget: Option<u32>,
    /// Whether it keeps what it thinks to itself unless it is asked to show it.
    pub is_hidden: bool,
}

/// Whether a model can be told how many tokens to think with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Budget {
    #[default]
    Taken,
    Refused,
    /// It thinks only within a number of tokens.
    Needed,
}

/// How a provider is told to keep the beginning of a request, where it does not do so by itself alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum CacheWay {
    #[default]
    Unknown,
    /// By points in the request.
    Points,
    /// It keeps it for as long as it is told.
    Lifetime,
    /// It keeps it for a day, if it is told to.
    Retention,
}

/// Whether a model thinks without being told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Thinks {
    #[default]
    Unknown,
    /// It has no such thing.
    Never,
    IfAsked,
    UnlessSwitchedOff,
    Always,
}

/// Which of its messages a model wants back with their reasoning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ReasoningBack {
    /// As the service is used to.
    #[default]
    Usual,
    /// Each with calls has the field, if only empty, regardless of the maker of the call.
    WithCalls,
    /// Each has the field.
    Always,
    /// A thought that came in the text goes back in the text.
    InText,
}

impl ModelFacts {
    /// What is known of a model of a kind of service: the table that ships says least, a person's own rows say most.
    pub fn of(kind: &str, model: &str, told: Option<&ToldFacts>, own: &ModelTable) -> Self {
        let mut facts = ModelTable::usual().facts(kind, model);
        if let Some(told) = told {
            told.lay_over(&mut facts);
        }
        own.lay_over(kind, model, &mut facts);
        facts
    }

    /// Whether the model will think in a request with these settings.
    pub(crate) fn is_thinking(&self, asked: &Thinking) -> bool {
        match (self.thinking.thinks, asked.mode) {
            (Thinks::Always, _) => true,
            (Thinks::Never, _) => false,
            (_, Some(mode)) => mode != ThinkingMode::Off,
            (Thinks::UnlessSwitchedOff, None) => true,
            (Thinks::IfAsked | Thinks::Unknown, None) => asked.effort.is_some() || asked.budget.is_some(),
        }
    }

    pub(crate) fn refuses(&self, what: Refusable, is_thinking: bool, has_functions: bool) -> bool {
        self.refuses.contains(&what)
            || (is_thinking && self.refuses_thinking.contains(&what))
            || (has_functions && self.refuses_beside_functions.contains(&what))
    }
}

impl ThinkingFacts {
    /// The effort that stands for plain thinking: the middle of those it knows.
    fn usual_effort(&self) -> Option<Effort> {
        match &self.efforts {
            None => Some(Effort::Medium),
            Some(known) if known.contains(&Effort::Medium) => Some(Effort::Medium),
            Some(known) => known.get(known.len() / 2).copied(),
        }
    }

    /// How hard to think, where being switched off is one of the efforts. A model that thinks by itself needs no word
    /// for it.
    pub(crate) fn effort_word(&self, asked: &Thinking) -> Option<&'static str> {
        let is_by_itself = matches!(self.thinks, Thinks::UnlessSwitchedOff | Thinks::Always);
        let effort = match asked.mode {
            Some(ThinkingMode::Off) => return Some("none"),
            Some(ThinkingMode::On | ThinkingMode::BetweenTools) if !is_by_itself => {
                asked.effort.or(self.usual_effort())
            }
            Some(ThinkingMode::On | ThinkingMode::BetweenTools) | None => asked.effort,
        };
        effort.map(Effort::as_str)
    }
}
