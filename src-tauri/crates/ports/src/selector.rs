//! The port of selection: the functions to offer, with every reason.

use crate::{CallScope, FunctionSpec, finder};
use content::{FunctionName, Message, Outcome, Output, Role};
use futures::future::BoxFuture;
use notices::{Describe, Notice};
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

/// The input of a selection.
#[derive(Clone, Debug)]
pub struct SelectionQuery {
    /// The last messages with text, oldest first.
    pub context: Vec<Said>,
    pub candidates: Vec<Arc<FunctionSpec>>,
    /// Always offered, without counting towards the limit.
    pub pinned: Vec<FunctionName>,
    /// Called earlier in this history. They stay offered, so that a model never sees a call of a function it can't see.
    pub used: Vec<FunctionName>,
    /// Offered earlier in this turn and kept.
    pub kept: Vec<FunctionName>,
    pub choosing: Choosing,
    pub limit: usize,
    pub ranking: Ranking,
    /// Listed whatever their rank, because a person asks about them.
    pub shown: Vec<FunctionName>,
    /// Whether to estimate how much the request needs a function at all.
    pub with_need: bool,
}

/// The candidates that may be offered besides pinned, used and kept ones. All are ranked, so that a person can see the
/// outcome of a ranking.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Choosing {
    /// The best, up to the limit.
    Ranked,
    /// All of them.
    Everything,
    /// Only these.
    Only { functions: Vec<FunctionName> },
}

impl Choosing {
    /// The search itself and the functions it has found in this history.
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

/// The number of characters of a result that are considered. Its subject is stated at its beginning.
const LOOKED_AT: usize = 2_000;

impl Said {
    /// The text of a message, with the results of functions only on request.
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

    /// The last messages, oldest first. `said` yields the newest first. Messages without text, such as those with calls
    /// only, don't count.
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

/// The weight of each signal. Scores are added without normalization, so that a confident signal can win.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Ranking {
    /// The weight of a point of BM25F.
    pub words: f64,
    /// The weight of a cosine.
    pub meaning: f64,
    /// The weight of the last messages together, relative to the last request, which has weight 1.
    pub recent: f64,
    /// The weight of the clause that fits best.
    pub clauses: f64,
    /// The most that the first function of a clause gains by a clear lead.
    pub lead: f64,
    /// The weight of similarity to the three functions that fit best.
    pub likeness: f64,
    /// Functions that fit less are not offered, so possibly none is. Without it only the limit applies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub threshold: Option<f64>,
}

/// The best values measured over queries from many sources.
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

/// The result of a selection, with a row for every notable candidate.
#[serde_with_macros::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
#[ts(optional_fields)]
pub struct Selection {
    /// The text the candidates were ranked against.
    pub query: String,
    pub limit: usize,
    /// The candidates, best first. Of very many, the last are counted and not listed.
    pub candidates: Vec<Candidate>,
    /// The views of the context.
    #[serde(default)]
    pub views: Vec<SelectionView>,
    /// The number of functions considered.
    #[serde(default)]
    pub considered: usize,
    /// The approximate tokens that all of them would use in a request.
    #[serde(default)]
    pub considered_tokens: usize,
    /// The approximate tokens that the offered ones use.
    #[serde(default)]
    pub offered_tokens: usize,
    #[serde(default)]
    pub ranking: Ranking,
    /// The need of the request for a function, if it was estimated.
    pub need: Option<Need>,
    /// The reason why meanings were not compared, if they were not.
    pub without_meaning: Option<Notice>,
}

impl Selection {
    pub fn offered(&self) -> impl Iterator<Item = &FunctionName> {
        self.candidates
            .iter()
            .filter(|candidate| candidate.verdict.is_offered())
            .map(|candidate| &candidate.function)
    }
}

/// The need of a request for functions.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Need {
    /// The fit of the best function.
    pub best: f32,
    /// Below this fit no function is needed. `None` if the request is in a language that ranking does not support,
    /// where a low fit proves nothing.
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

/// The part of a context that a view covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum ViewKind {
    /// The last request alone.
    Last,
    /// The last messages together.
    Recent,
    /// One of several things the last request asks for.
    Clause,
}

/// One function and its scores.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Candidate {
    pub function: FunctionName,
    pub scores: Vec<SignalScore>,
    /// The words of the query found in this function.
    pub matched: Vec<String>,
    pub verdict: Verdict,
    /// The weighted sum of all signals, which decides the rank.
    #[serde(default)]
    pub total: f32,
    /// The fit of the function alone, which the threshold applies to.
    #[serde(default)]
    pub fit: f32,
}

/// The score of a candidate by one signal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct SignalScore {
    pub signal: Signal,
    pub score: f32,
    /// Its rank by this signal alone, from 1.
    pub rank: usize,
}

/// One measure of how well a function fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Signal {
    /// Common words, weighted by their rarity (BM25F).
    Words,
    /// A similar meaning, as the cosine between two vectors.
    Meaning,
    /// The fit to one of several things asked for.
    Clause,
}

/// Whether and why a candidate was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Verdict {
    Pinned,
    UsedBefore,
    Ranked,
    /// Everything fits within the limit, so nothing was left out.
    RoomForAll,
    /// It was named: everything is offered, or a person chose it.
    Listed,
    /// It was offered earlier in this turn and is kept.
    Kept,
    /// It fits, and others fit better.
    BeyondLimit,
    /// It scores below the threshold.
    BelowThreshold,
    /// It has nothing in common with the context.
    NoMatch,
    /// A person chose others.
    NotChosen,
}

impl Verdict {
    pub fn is_offered(self) -> bool {
        use Verdict::{Kept, Listed, Pinned, Ranked, RoomForAll, UsedBefore};
        matches!(self, Pinned | UsedBefore | Ranked | RoomForAll | Listed | Kept)
    }
}

/// Reasons why no selection could be made.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "selector")]
#[advice("Try again. If it stays, look at the functions there are.")]
pub enum SelectorError {
    #[error("the function index can't be built: {reason}")]
    Index {
        #[notice(cause)]
        reason: Notice,
    },
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
