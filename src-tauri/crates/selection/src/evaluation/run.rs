//! Ranks every query by every method and computes the measures.

use super::measures::{Measures, auroc};
use super::method::{Context, Method};
use crate::fusion::{Scores, best_first, score};
use crate::pool::Pool;
use crate::views::views;
use crate::words::Words;
use content::{FunctionName, Role};
use ports::{FunctionSpec, Said, SelectionView, SelectorError, ViewKind};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use ts_rs::TS;

/// The length of a ranking that is evaluated.
const READ: usize = 10;

/// A query with its fitting functions, possibly none.
#[derive(Clone, Debug, PartialEq)]
pub struct Labelled {
    pub id: String,
    /// Averages are taken within each group first, then over groups.
    pub group: String,
    pub context: Vec<Said>,
    /// Indices into the list of functions.
    pub fitting: HashSet<usize>,
    /// The only functions considered for whether any fits. Empty means all.
    pub only: Vec<usize>,
}

/// Functions, and the vectors of any text.
pub struct Ranker<'a> {
    pub functions: &'a [Arc<FunctionSpec>],
    pub pool: &'a mut Pool,
    /// `None` without a model.
    pub vectors: Option<&'a VectorOf<'a>>,
}

/// Looks up the vector of a text.
pub type VectorOf<'a> = dyn Fn(&str) -> Option<Vec<f32>> + 'a;

/// The results of one method.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    pub method: String,
    pub queries: usize,
    /// Averages over the groups.
    pub overall: Measures,
    pub groups: BTreeMap<String, Measures>,
    /// How well the best score separates queries with a fitting function from those without.
    pub irrelevance: Option<f64>,
    /// The queries that lack a fitting function among the first ten.
    pub misses: Vec<Miss>,
}

impl Report {
    /// Adds the results of the same method for other groups.
    pub fn join(&mut self, other: Self) {
        self.queries += other.queries;
        self.groups.extend(other.groups);
        self.overall = Measures::mean(&self.groups.values().copied().collect::<Vec<_>>());
        self.misses.extend(other.misses);
    }
}

/// A query with a missing function.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Miss {
    pub query: String,
    pub text: String,
    pub missing: Vec<FunctionName>,
    pub first: Vec<FunctionName>,
}

/// Ranks every query by every applicable method. `progress` receives the number of queries done.
pub fn measure(
    ranker: &mut Ranker<'_>,
    queries: &[Labelled],
    methods: &[Method],
    mut progress: impl FnMut(usize),
) -> Result<Vec<Report>, SelectorError> {
    let slots = ranker.pool.slots(ranker.functions)?;
    let has_vectors = ranker.vectors.is_some();
    let methods: Vec<_> = methods.iter().filter(|method| has_vectors || !method.needs_meaning()).collect();
    let mut tallies: Vec<Tally> = methods.iter().map(|_| Tally::default()).collect();
    for (place, query) in queries.iter().enumerate() {
        for (method, tally) in methods.iter().zip(&mut tallies) {
            let views = views_of(&mut ranker.pool.words, query, method.context);
            let vectors = ranker.embed(&views);
            let scores = score(ranker.pool, &slots, &views, vectors.as_deref(), &method.ranking)?;
            tally.take(ranker.functions, query, &scores);
        }
        progress(place + 1);
    }
    Ok(methods.iter().zip(tallies).map(|(method, tally)| tally.report(method.name)).collect())
}

impl Ranker<'_> {
    fn embed(&self, views: &[SelectionView]) -> Option<Vec<Vec<f32>>> {
        let vectors = self.vectors?;
        views.iter().map(|view| vectors(&view.text)).collect()
    }
}

/// The views of the considered part of a conversation.
fn views_of(words: &mut Words, query: &Labelled, context: Context) -> Vec<SelectionView> {
    match context {
        Context::Views => views(words, &query.context),
        Context::LastRequest => {
            let last = query.context.iter().rev().find(|said| said.role == Role::User);
            let text = last.map(|said| said.text.clone());
            text.map(|text| SelectionView { kind: ViewKind::Last, text }).into_iter().collect()
        }
    }
}

/// The measures so far.
#[derive(Default)]
struct Tally {
    groups: BTreeMap<String, Vec<Measures>>,
    with: Vec<f32>,
    without: Vec<f32>,
    misses: Vec<Miss>,
}

impl Tally {
    fn take(&mut self, functions: &[Arc<FunctionSpec>], query: &Labelled, scores: &Scores) {
        let first = best_first(&scores.total, READ);
        let best = |fits: &mut dyn Iterator<Item = f32>| fits.fold(f32::NEG_INFINITY, f32::max);
        let best = match query.only.as_slice() {
            [] => best(&mut scores.fit.iter().copied()),
            only => best(&mut only.iter().map(|&place| scores.fit[place])),
        };
        if query.fitting.is_empty() {
            self.without.push(best);
            return;
        }
        self.with.push(best);
        let measures = Measures::of(&first, &query.fitting);
        self.groups.entry(query.group.clone()).or_default().push(measures);
        if measures.completeness[2] < 1.0 {
            let name = |place: &usize| functions.get(*place).map(|spec| spec.name.clone());
            let mut missing: Vec<_> = query.fitting.iter().filter(|place| !first.contains(place)).collect();
            missing.sort_unstable();
            self.misses.push(Miss {
                query: query.id.clone(),
                text: query.context.last().map(|said| said.text.clone()).unwrap_or_default(),
                missing: missing.into_iter().filter_map(name).collect(),
                first: first.iter().take(5).filter_map(name).collect(),
            });
        }
    }

    fn report(self, method: &str) -> Report {
        let queries = self.groups.values().map(Vec::len).sum();
        let groups: BTreeMap<_, _> =
            self.groups.into_iter().map(|(group, all)| (group, Measures::mean(&all))).collect();
        Report {
            method: method.to_owned(),
            queries,
            overall: Measures::mean(&groups.values().copied().collect::<Vec<_>>()),
            groups,
            irrelevance: auroc(&self.with, &self.without),
            misses: self.misses,
        }
    }
}
