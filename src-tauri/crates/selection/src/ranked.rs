//! Ranks functions for one moment, with a row for each notable one.

use crate::fusion::{Scores, ViewVectors, best_first, score};
use crate::pool::Pool;
use ports::{
    Candidate, Choosing, FunctionSpec, Selection, SelectionQuery, SelectionView, SelectorError, Signal,
    SignalScore, Verdict, ViewKind,
};
use std::sync::Arc;

/// The number of functions listed although not offered, so that a person sees what came close.
const MAX_LISTED: usize = 60;

/// Ranks the candidates of a query against its views.
pub fn rank(
    pool: &mut Pool,
    query: &SelectionQuery,
    views: Vec<SelectionView>,
    vectors: ViewVectors<'_>,
) -> Result<Selection, SelectorError> {
    let slots = pool.slots(&query.candidates)?;
    let scores = score(pool, &slots, &views, vectors, &query.ranking)?;
    let order = best_first(&scores.total, query.limit + query.pinned.len() + query.used.len() + MAX_LISTED);
    let mut rows = verdicts(query, &order, &scores);
    rows.sort_by_key(|(_, verdict)| !verdict.is_offered());
    let ranks = Ranks::of(&scores, &rows);
    let listed: Vec<_> = rows.iter().filter_map(|(place, _)| slots.get(*place).copied()).collect();
    let matched = pool.matched(&scores.asked, &listed)?;
    let mut candidates = Vec::with_capacity(rows.len());
    for ((row, &(place, verdict)), matched) in rows.iter().enumerate().zip(matched) {
        let Some(spec) = query.candidates.get(place) else { continue };
        candidates.push(Candidate {
            function: spec.name.clone(),
            scores: ranks.scores(&scores, row, place),
            matched,
            verdict,
            total: scores.total.get(place).copied().unwrap_or_default(),
            fit: scores.fit.get(place).copied().unwrap_or_default(),
        });
    }
    let offered: Vec<_> = rows
        .iter()
        .filter(|(_, verdict)| verdict.is_offered())
        .filter_map(|(place, _)| slots.get(*place).copied())
        .collect();
    Ok(Selection {
        query: text_of(&views),
        limit: query.limit,
        candidates,
        views,
        considered: query.candidates.len(),
        considered_tokens: pool.tokens(&slots),
        offered_tokens: pool.tokens(&offered),
        ranking: query.ranking,
        need: None,
        without_meaning: None,
    })
}

/// The verdict on each listed function: first those offered regardless of rank, then the best.
fn verdicts(query: &SelectionQuery, order: &[usize], scores: &Scores) -> Vec<(usize, Verdict)> {
    let has_room_for_all = query.candidates.len() <= query.limit && query.ranking.threshold.is_none();
    let mut left = query.limit;
    let chosen = |spec: &FunctionSpec| match &query.choosing {
        Choosing::Ranked => None,
        Choosing::Everything => Some(Verdict::Listed),
        Choosing::Only { functions } if functions.contains(&spec.name) => Some(Verdict::Listed),
        Choosing::Only { .. } => Some(Verdict::NotChosen),
    };
    let mut rows = Vec::with_capacity(order.len());
    for &place in order {
        let Some(spec) = query.candidates.get(place) else { continue };
        let fits = scores.total.get(place).is_some_and(|total| *total > 0.0);
        let is_enough =
            query.ranking.threshold.is_none_or(|threshold| f64::from(scores.fit[place]) >= threshold);
        let verdict = match standing(query, spec).or_else(|| chosen(spec)) {
            Some(verdict) => verdict,
            None if has_room_for_all => Verdict::RoomForAll,
            None if !fits => Verdict::NoMatch,
            None if !is_enough => Verdict::BelowThreshold,
            None if left > 0 => {
                left -= 1;
                Verdict::Ranked
            }
            None => Verdict::BeyondLimit,
        };
        rows.push((place, verdict));
    }
    // Functions offered regardless of rank are listed however far down they are, and so are those a person asks about.
    let mut is_listed = vec![false; query.candidates.len()];
    rows.iter().for_each(|(place, _)| is_listed[*place] = true);
    let offered = |(place, spec): (usize, &Arc<FunctionSpec>)| {
        let settled = standing(query, spec).or_else(|| chosen(spec));
        let is_wanted = settled.is_some_and(Verdict::is_offered) || query.shown.contains(&spec.name);
        (is_wanted && !is_listed[place]).then(|| (place, settled.unwrap_or(Verdict::BeyondLimit)))
    };
    let further: Vec<_> = query.candidates.iter().enumerate().filter_map(offered).collect();
    rows.extend(further);
    rows
}

/// The reason why a function is offered regardless of its rank.
fn standing(query: &SelectionQuery, spec: &Arc<FunctionSpec>) -> Option<Verdict> {
    if query.pinned.contains(&spec.name) {
        Some(Verdict::Pinned)
    } else if query.used.contains(&spec.name) {
        Some(Verdict::UsedBefore)
    } else if query.kept.contains(&spec.name) {
        Some(Verdict::Kept)
    } else {
        None
    }
}

/// The text shown to a person as the query: everything that is not part of another view.
fn text_of(views: &[SelectionView]) -> String {
    let whole = views.iter().find(|view| view.kind == ViewKind::Recent).or(views.first());
    whole.map(|view| view.text.clone()).unwrap_or_default()
}

/// The rank of each listed function by each signal alone.
struct Ranks(Vec<(Signal, Vec<usize>)>);

impl Ranks {
    fn of(scores: &Scores, rows: &[(usize, Verdict)]) -> Self {
        let signals = [
            (Signal::Words, &scores.words),
            (Signal::Meaning, &scores.meaning),
            (Signal::Clause, &scores.clause),
        ];
        let there = signals.into_iter().filter(|(_, scores)| !scores.is_empty());
        Self(there.map(|(signal, scores)| (signal, ranks(scores, rows))).collect())
    }

    fn scores(&self, scores: &Scores, row: usize, place: usize) -> Vec<SignalScore> {
        let told = self.0.iter().filter_map(|(signal, ranks)| {
            let all = match signal {
                Signal::Words => &scores.words,
                Signal::Meaning => &scores.meaning,
                Signal::Clause => &scores.clause,
            };
            let score = *all.get(place)?;
            (score != 0.0)
                .then(|| Some(SignalScore { signal: *signal, score, rank: *ranks.get(row)? }))
                .flatten()
        });
        told.collect()
    }
}

/// One plus the number of functions with a higher score, for each listed function.
fn ranks(scores: &[f32], rows: &[(usize, Verdict)]) -> Vec<usize> {
    let of_row = |row: &(usize, Verdict)| scores.get(row.0).copied().unwrap_or_default();
    let mut steps: Vec<f32> = rows.iter().map(of_row).collect();
    steps.sort_unstable_by(f32::total_cmp);
    // Counts the scores above exactly `n` of the steps, then above at least `n`. Most are above none.
    let mut above = vec![0; steps.len() + 1];
    let lowest = steps.first().copied().unwrap_or_default();
    for score in scores.iter().filter(|score| **score > lowest) {
        above[steps.partition_point(|step| step < score)] += 1;
    }
    for place in (0..steps.len()).rev() {
        above[place] += above[place + 1];
    }
    rows.iter().map(|row| 1 + above[steps.partition_point(|step| *step <= of_row(row))]).collect()
}
