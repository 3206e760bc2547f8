//! Which functions to offer, and every reason for it.

use crate::{CallScope, FunctionSpec, finder};
use content::{FunctionName, Message, Outcome, Output, Role};
use futures::future::BoxFuture;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

/// Ranks functions for a moment in a conversation.
pub trait Selector: Send + Sync {
    fn select<'a>(
        &'a self,
        query: SelectionQuery,
        scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Selection, SelectorError>>;
}

/// What a selection is made from.
#[derive(Clone, Debug)]
pub struct SelectionQuery {
    /// The last messages that say something, oldest first.
    pub context: Vec<Said>,
    pub candidates: Vec<Arc<FunctionSpec>>,
    /// Offered in any case, without using up the limit.
    pub pinned: Vec<FunctionName>,
    /// Called earlier in this history. They stay offered, so that a model never sees a call of a function it can't see.
    pub used: Vec<FunctionName>,
    /// Offered earlier in this turn, and to stay.
    pub kept: Vec<FunctionName>,
    pub choosing: Choosing,
    pub limit: usize,
    pub ranking: Ranking,
    /// Listed however far down they are, because a person asks about them.
    pub shown: Vec<FunctionName>,
    /// Whether it is told if the request calls for a function at all.
    pub with_need: bool,
}

/// Which of the candidates may be offered, besides those that are in any case. All are ranked, so that a person can
/// see what a ranking would have done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choosing {
    /// The best, up to the limit.
    Ranked,
    /// All of them.
    Everything,
    /// These.
    Only { functions: Vec<FunctionName> },
}

impl Choosing {
    /// What a model has found in this history, and the search itself.
    pub fn searched<'a>(history: impl Iterator<Item = &'a Message>) -> Self {
        let functions = std::iter::once(finder::name()).chain(finder::found_in(history)).collect();
        Self::Only { functions }
    }
}

/// One message of a context.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Said {
    pub role: Role,
    pub text: String,
}

/// Of a result so many letters are looked at. What it is about stands at its beginning.
const LOOKED_AT: usize = 2_000;

impl Said {
    /// A message in words. What functions returned is among them only where that is wanted.
    pub fn in_words(message: &Message, with_results: bool) -> Self {
        let mut text = message.text();
        if with_results {
            for result in message.results() {
                let paragraph = if text.is_empty() { "" } else { "\n\n" };
                let words = words_of(&result.outcome);
                text.extend(paragraph.chars().chain(words.chars().take(LOOKED_AT)));
            }
        }
        Self { role: message.role, text }
    }

    /// The last of what was said, oldest first. `said` begins with the last. Messages without words, such as those that
    /// only call, take no place.
    pub fn latest(said: impl IntoIterator<Item = Self>, most: usize) -> Vec<Self> {
        let said = said.into_iter().filter(|one| !one.text.trim().is_empty());
        let mut latest: Vec<Self> = said.take(most).collect();
        latest.reverse();
        latest
    }
}

fn words_of(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned { output } => {
            let words = output.parts().iter().map(|part| match part {
                Output::Text { text } => text.clone(),
                Output::Json { value } => value.to_string(),
                Output::Nothing | Output::Media { .. } | Output::Several { .. } => String::new(),
            });
            words.collect::<Vec<_>>().join(" ")
        }
        Outcome::Failed { failure } => failure.message.clone(),
        Outcome::Declined { reason, .. } => reason.clone(),
    }
}

/// How much each signal counts. The scores of signals are added as they are: where one is sure, it may win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Ranking {
    /// What a point of BM25F is worth.
    pub words: f64,
    /// What a cosine is worth.
    pub meaning: f64,
    /// How much the last messages together count beside the last request, which counts 1.
    pub recent: f64,
    /// How much the clause counts that fits best.
    pub clauses: f64,
    /// What the first function of a clause can gain by being clearly the first.
    pub lead: f64,
    /// How much it counts to be like the three functions that fit best.
    pub likeness: f64,
    /// Functions that fit less are not offered, so that it may be none. Without it the limit alone cuts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub threshold: Option<f64>,
}

/// What measured best over queries of many sources.
impl Default for Ranking {
    fn default() -> Self {
        Self {
            words: 0.03,
            meaning: 1.0,
            recent: 0.6,
            clauses: 0.53,
            lead: 0.6,
            likeness: 0.125,
            threshold: None,
        }
    }
}

/// What was chosen, with a line for every candidate that is worth one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Selection {
    /// The text the candidates were ranked against.
    pub query: String,
    pub limit: usize,
    /// The best first. Of very many, those at the end are counted and not listed.
    pub candidates: Vec<Candidate>,
    /// How the context was looked at.
    #[serde(default)]
    pub views: Vec<SelectionView>,
    /// How many functions there were to choose from.
    #[serde(default)]
    pub considered: usize,
    /// About how many tokens all of them would take up in a request.
    #[serde(default)]
    pub considered_tokens: usize,
    /// About how many those take up that are offered.
    #[serde(default)]
    pub offered_tokens: usize,
    #[serde(default)]
    pub ranking: Ranking,
    /// Whether the request calls for a function at all, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub need: Option<Need>,
    /// Why meanings were not compared, where they were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub without_meaning: Option<String>,
}

impl Selection {
    pub fn offered(&self) -> impl Iterator<Item = &FunctionName> {
        self.candidates
            .iter()
            .filter(|candidate| candidate.verdict.is_offered())
            .map(|candidate| &candidate.function)
    }
}

/// How much a request calls for a function.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Need {
    /// The fit of the best function.
    pub best: f32,
    /// Below this fit, no function is needed. Nothing where the request is in a language that functions are not ranked in, so
    /// that a low fit says nothing.
    pub bound: Option<f32>,
    /// From this fit on, a function is needed. In between, the model decides.
    #[serde(default)]
    pub sure: f32,
    /// The number of functions that fit some clause of the request; at least 1.
    pub parts: usize,
    /// Whether one function may be wanted for several things: "Oslo and Bergen".
    #[serde(default)]
    pub is_plural: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needed {
    Surely,
    Perhaps,
    Not,
}

impl Need {
    pub fn is_needed(&self) -> Needed {
        if self.bound.is_some_and(|bound| self.best < bound) {
            Needed::Not
        } else if self.best < self.sure {
            Needed::Perhaps
        } else {
            Needed::Surely
        }
    }
}

/// A text that functions are ranked against.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SelectionView {
    pub kind: ViewKind,
    pub text: String,
}

/// What part of a context a view is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ViewKind {
    /// The last request by itself.
    Last,
    /// The last messages together.
    Recent,
    /// One of several things the last request asks for.
    Clause,
}

/// One function and how it fared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Candidate {
    pub function: FunctionName,
    pub scores: Vec<SignalScore>,
    /// The words of the query that were found in this function.
    pub matched: Vec<String>,
    pub verdict: Verdict,
    /// What it is ranked by: the scores of all signals, weighed and added.
    #[serde(default)]
    pub total: f32,
    /// How well it fits by itself, which the threshold is held against.
    #[serde(default)]
    pub fit: f32,
}

/// What one signal made of a candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SignalScore {
    pub signal: Signal,
    pub score: f32,
    /// Its place by this signal alone, from 1.
    pub rank: usize,
}

/// A way to tell how well a function fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Signal {
    /// Words in common, weighed by how rare they are (BM25F).
    Words,
    /// A meaning in common, as the cosine between two vectors.
    Meaning,
    /// How well it fits one of several things that were asked for.
    Clause,
}

/// Whether a candidate was offered, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    Pinned,
    UsedBefore,
    Ranked,
    /// Everything fits within the limit, so nothing had to be left out.
    RoomForAll,
    /// It was named: everything is offered, or a person has chosen.
    Listed,
    /// It was offered earlier in this turn, and what was offered stays.
    Kept,
    /// It fitted, and others fitted better.
    BeyondLimit,
    /// It scores less than the threshold.
    BelowThreshold,
    /// Nothing in it fits the context.
    NoMatch,
    /// A person has chosen others.
    NotChosen,
}

impl Verdict {
    pub fn is_offered(self) -> bool {
        match self {
            Self::Pinned | Self::UsedBefore | Self::Ranked | Self::RoomForAll | Self::Listed | Self::Kept => {
                true
            }
            Self::BeyondLimit | Self::BelowThreshold | Self::NoMatch | Self::NotChosen => false,
        }
    }
}

/// Why no selection could be made.
#[derive(Debug, thiserror::Error)]
pub enum SelectorError {
    #[error("the function index can't be built: {reason}")]
    Index { reason: String },
}

#[cfg(test)]
mod tests {
    use super::{LOOKED_AT, Said};
    use content::{
        Author, CallId, CalledFunction, FunctionName, FunctionResult, Item, Message, MessageId, Origin,
        Outcome, Output, Role,
    };

    #[track_caller]
    fn check(said: &[(Role, &str)], most: usize, expected: &[&str]) {
        let newest_first =
            said.iter().rev().map(|(role, text)| Said { role: *role, text: (*text).to_owned() });
        let latest = Said::latest(newest_first, most);
        assert_eq!(latest.iter().map(|said| said.text.as_str()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn messages_without_words_do_not_count() {
        let said = [(Role::User, "a"), (Role::Assistant, "b"), (Role::Assistant, " "), (Role::User, "c")];
        check(&said, 3, &["a", "b", "c"]);
        check(&said, 2, &["b", "c"]);
        check(&said, 0, &[]);
    }

    #[test]
    fn what_was_returned_is_read_where_it_is_wanted() {
        let result = FunctionResult {
            call_id: CallId::new("1"),
            function: CalledFunction::Known { name: FunctionName::new("files", "read") },
            outcome: Outcome::Returned { output: Output::Text { text: "x".repeat(LOOKED_AT + 1) } },
            origin: Origin::Model,
        };
        let message = Message {
            id: MessageId::new("2"),
            parent: None,
            role: Role::Function,
            items: vec![Item::FunctionResult { result }],
            author: Author::Person,
            origin: Origin::Model,
        };
        assert_eq!(Said::in_words(&message, false).text, "");
        assert_eq!(Said::in_words(&message, true).text.len(), LOOKED_AT);
    }

    #[test]
    fn a_message_that_only_calls_and_a_result_nobody_reads_take_no_place() {
        let said = [
            (Role::User, "one"),
            (Role::Assistant, "two"),
            (Role::User, "three"),
            (Role::Assistant, ""),
            (Role::Function, ""),
            (Role::User, "five"),
        ];
        check(&said, 2, &["three", "five"]);
        check(&said, 3, &["two", "three", "five"]);
        check(&said, 1, &["five"]);
    }
}
