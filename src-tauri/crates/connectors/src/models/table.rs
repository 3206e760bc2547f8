//! The table of models: read from text, looked up by kind of service and name.

use super::facts::{Budget, CacheWay, Functions, ModelFacts, ReasoningBack, Refusable, Thinks};
use super::name::{fits, plain};
use ports::{Effort, ThinkingMode};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

/// The table that ships.
const USUAL: &str = include_str!("usual.toml");

/// Rows of what models accept, the more general first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModelTable {
    /// The day it was looked up, as `2026-11-23`.
    pub as_of: String,
    rows: Vec<Row>,
}

/// Why a table can't be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    #[error("the table of models can't be read: {reason}")]
    Unreadable { reason: String },
    #[error("row {row} of the table of models names no model")]
    Nameless { row: usize },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    as_of: String,
    #[serde(default)]
    models: Vec<Row>,
}

/// What is said of the models a pattern fits. What is not said is left as earlier rows have it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// Names, with `*` for any letters.
    models: Vec<String>,
    /// The kinds of services it holds for. All, where none is named.
    #[serde(default)]
    kinds: Vec<String>,
    #[serde(default)]
    source: String,
    refuses: Option<BTreeSet<Refusable>>,
    refuses_thinking: Option<BTreeSet<Refusable>>,
    refuses_beside_functions: Option<BTreeSet<Refusable>>,
    functions: Option<Functions>,
    thinks: Option<Thinks>,
    modes: Option<Vec<ThinkingMode>>,
    efforts: Option<Vec<Effort>>,
    efforts_off: Option<Vec<Effort>>,
    budget: Option<Budget>,
    least_budget: Option<u32>,
    most_budget: Option<u32>,
    hides_thinking: Option<bool>,
    reasoning_back: Option<ReasoningBack>,
    binds_thinking: Option<bool>,
    reads: Option<Vec<String>>,
    encrypts_reasoning: Option<bool>,
    context: Option<u32>,
    output: Option<u32>,
    most_functions: Option<usize>,
    most_stops: Option<usize>,
    media: Option<Vec<String>>,
    hosted: Option<BTreeMap<String, String>>,
    signed_calls: Option<bool>,
    media_in_results: Option<bool>,
    hosted_beside_functions: Option<bool>,
    searches: Option<bool>,
    cache: Option<CacheWay>,
}

impl ModelTable {
    /// The table that ships.
    pub fn usual() -> Arc<Self> {
        static TABLE: LazyLock<Arc<ModelTable>> = LazyLock::new(|| {
            let parsed = ModelTable::parse(USUAL);
            debug_assert!(parsed.is_ok(), "{parsed:?}");
            Arc::new(parsed.unwrap_or_default())
        });
        Arc::clone(&TABLE)
    }

    /// The text of the table that ships.
    pub fn usual_text() -> &'static str {
        USUAL
    }

    pub fn parse(text: &str) -> Result<Self, TableError> {
        let file: File =
            toml::from_str(text).map_err(|error| TableError::Unreadable { reason: error.to_string() })?;
        if let Some(row) = file.models.iter().position(|row| row.models.is_empty()) {
            return Err(TableError::Nameless { row: row + 1 });
        }
        Ok(Self { as_of: file.as_of, rows: file.models })
    }

    /// A name for each pattern of each row, at the first kind that fits each of the kinds it holds for.
    #[cfg(test)]
    pub(super) fn examples(&self, kinds: &[&'static str]) -> Vec<(usize, &'static str, String)> {
        let mut examples = Vec::new();
        for (index, row) in self.rows.iter().enumerate() {
            let first = |pattern: &String| kinds.iter().copied().find(|kind| fits(pattern, kind));
            for kind in row.kinds.iter().filter_map(first) {
                let name = |pattern: &String| pattern.replace('*', "x");
                examples.extend(row.models.iter().map(|pattern| (index, kind, name(pattern))));
            }
        }
        examples
    }

    /// What is known of a model of a kind of service.
    pub fn facts(&self, kind: &str, model: &str) -> ModelFacts {
        let mut facts = ModelFacts::default();
        self.lay_over(kind, model, &mut facts);
        facts
    }

    pub(super) fn lay_over(&self, kind: &str, model: &str, facts: &mut ModelFacts) {
        let name = plain(model);
        self.rows.iter().filter(|row| row.is_of(kind, &name)).for_each(|row| row.lay_over(facts));
    }
}

impl ModelFacts {
    /// Whether the thinking of another model can be read.
    pub fn reads(&self, maker: &str) -> bool {
        let maker = plain(maker);
        self.reads.is_empty() || self.reads.iter().any(|pattern| fits(&spelled(pattern), &maker))
    }
}

/// A pattern as plain names are spelled.
fn spelled(pattern: &str) -> String {
    pattern.to_ascii_lowercase().replace(['.', '_'], "-")
}

impl Row {
    fn is_of(&self, kind: &str, name: &str) -> bool {
        let fits_kind = self.kinds.is_empty() || self.kinds.iter().any(|pattern| fits(pattern, kind));
        fits_kind && self.models.iter().any(|pattern| fits(&spelled(pattern), name))
    }

    fn lay_over(&self, facts: &mut ModelFacts) {
        put(&self.refuses, &mut facts.refuses);
        put(&self.refuses_thinking, &mut facts.refuses_thinking);
        put(&self.refuses_beside_functions, &mut facts.refuses_beside_functions);
        put(&self.functions, &mut facts.functions);
        put(&self.thinks, &mut facts.thinking.thinks);
        put(&self.modes, &mut facts.thinking.modes);
        put(&self.budget, &mut facts.thinking.budget);
        put(&self.hides_thinking, &mut facts.thinking.is_hidden);
        put(&self.reasoning_back, &mut facts.reasoning_back);
        put(&self.binds_thinking, &mut facts.binds_thinking);
        put(&self.reads, &mut facts.reads);
        put(&self.media, &mut facts.media);
        put(&self.hosted, &mut facts.hosted);
        put(&self.cache, &mut facts.cache);
        let thinking = &mut facts.thinking;
        put_known(&self.efforts, &mut thinking.efforts);
        put_known(&self.efforts_off, &mut thinking.efforts_off);
        put_known(&self.least_budget, &mut thinking.least_budget);
        put_known(&self.most_budget, &mut thinking.most_budget);
        put_known(&self.encrypts_reasoning, &mut facts.encrypts_reasoning);
        put_known(&self.context, &mut facts.context);
        put_known(&self.output, &mut facts.output);
        put_known(&self.most_functions, &mut facts.most_functions);
        put_known(&self.most_stops, &mut facts.most_stops);
        put_known(&self.signed_calls, &mut facts.signed_calls);
        put_known(&self.media_in_results, &mut facts.media_in_results);
        put_known(&self.searches, &mut facts.searches);
        put_known(&self.hosted_beside_functions, &mut facts.hosted_beside_functions);
        if !self.source.is_empty() {
            facts.sources.push(self.source.clone());
        }
    }
}

fn put<T: Clone>(said: &Option<T>, to: &mut T) {
    if let Some(said) = said {
        to.clone_from(said);
    }
}

fn put_known<T: Clone>(said: &Option<T>, to: &mut Option<T>) {
    if said.is_some() {
        to.clone_from(said);
    }
}
