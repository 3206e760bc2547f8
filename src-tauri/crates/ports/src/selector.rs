//! Which functions to offer, and every reason for it.

use crate::{CallScope, FunctionSpec};
use content::FunctionName;
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
    pub context: Vec<String>,
    pub candidates: Vec<Arc<FunctionSpec>>,
    /// Offered in any case, without using up the limit.
    pub pinned: Vec<FunctionName>,
    /// Called earlier in this history. They stay offered, so that a model never sees a call of a function it can't see.
    pub used: Vec<FunctionName>,
    pub limit: usize,
}

/// What was chosen, with a line for every candidate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Selection {
    /// The text the candidates were ranked against.
    pub query: String,
    pub limit: usize,
    /// The best first.
    pub candidates: Vec<Candidate>,
}

impl Selection {
    pub fn offered(&self) -> impl Iterator<Item = &FunctionName> {
        self.candidates
            .iter()
            .filter(|candidate| candidate.verdict.is_offered())
            .map(|candidate| &candidate.function)
    }
}

/// One function and how it fared.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
pub struct Candidate {
    pub function: FunctionName,
    pub scores: Vec<SignalScore>,
    /// The words of the query that were found in this function.
    pub matched: Vec<String>,
    pub verdict: Verdict,
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
    /// Words in common, weighed by how rare they are (BM25).
    Words,
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
    /// It fitted, and others fitted better.
    BeyondLimit,
    /// Nothing in it fits the context.
    NoMatch,
}

impl Verdict {
    pub fn is_offered(self) -> bool {
        match self {
            Self::Pinned | Self::UsedBefore | Self::Ranked | Self::RoomForAll => true,
            Self::BeyondLimit | Self::NoMatch => false,
        }
    }
}

/// Why no selection could be made.
#[derive(Debug, thiserror::Error)]
pub enum SelectorError {
    #[error("the function index can't be built: {reason}")]
    Index { reason: String },
}
