//! The scores of all signals over all views, added up.

use crate::lexical::LexicalIndex;
use crate::pool::{Pool, unusable};
use crate::ranked::best_first;
use crate::unaided::likeness;
use crate::vectors::dot;
use crate::words::{Word, Words};
use ports::{Ranking, SelectionView, SelectorError, ViewKind};
use tantivy::TantivyError;

/// A lead counts this much for each point a function is ahead of the second.
const LEAD_SLOPE: f32 = 4.0;
/// How much the best clause counts for whether a function fits. It counts less than for which fits best: of many clauses
/// one always fits something.
const CLAUSE_IN_FIT: f32 = 0.2;
/// So many functions are models for the others, and so many others are compared with them.
const MODELS: usize = 3;
const SHARE: f32 = 1.0 / 3.0;
const NEAR_THE_TOP: usize = 200;
/// Vectors of all functions but one in so many are enough to compare meanings.
const MISSING_ONE_IN: usize = 20;

/// The vector of each view, in the order of the views. Without them words alone decide.
pub type ViewVectors<'a> = Option<&'a [Vec<f32>]>;

/// How functions fare, a value for each of those that were asked about.
pub(crate) struct Scores {
    pub(crate) words: Vec<f32>,
    /// Nothing where no meanings were compared.
    pub(crate) meaning: Vec<f32>,
    /// How well each fits the clause it fits best. Nothing where the request is one.
    pub(crate) clause: Vec<f32>,
    pub(crate) total: Vec<f32>,
    /// How well each fits by itself, whatever the others do, and above what needs no function. This is what tells
    /// whether any fits at all.
    pub(crate) fit: Vec<f32>,
    /// The words of the last request, or of all that was said where it is looked at only together.
    pub(crate) asked: Vec<Word>,
}

/// What each signal counts, as exactly as scores are.
struct Weights {
    words: f32,
    meaning: f32,
    recent: f32,
    clauses: f32,
    lead: f32,
    likeness: f32,
}

impl Weights {
    fn of(ranking: &Ranking) -> Self {
        let Ranking { words, meaning, recent, clauses, lead, likeness, threshold: _ } = *ranking;
        #[allow(clippy::cast_possible_truncation, reason = "a weight needs no more digits than a score")]
        let [words, meaning, recent, clauses, lead, likeness] =
            [words, meaning, recent, clauses, lead, likeness].map(|weight| weight as f32);
        Self { words, meaning, recent, clauses, lead, likeness }
    }
}

/// What one view makes of the functions.
struct Viewed {
    kind: ViewKind,
    words: Vec<f32>,
    meaning: Vec<f32>,
}

pub(crate) fn score(
    pool: &mut Pool,
    slots: &[usize],
    views: &[SelectionView],
    vectors: ViewVectors<'_>,
    ranking: &Ranking,
) -> Result<Scores, SelectorError> {
    let weights = &Weights::of(ranking);
    let missing = slots.iter().filter(|&&slot| !pool.vectors.holds(slot)).count();
    let vectors = vectors.filter(|_| missing * MISSING_ONE_IN <= slots.len());
    let size = pool.size();
    let Pool { words, lexical, vectors: table, .. } = &mut *pool;
    let by_words = || words_of_views(words, lexical, views, slots, size);
    let (cosines, by_words) = table.cosines_beside(vectors.unwrap_or_default(), by_words);
    let (asked, by_words) = by_words.map_err(unusable)?;
    let mut viewed = Vec::with_capacity(views.len());
    for (place, (view, words)) in views.iter().zip(by_words).enumerate() {
        let meaning =
            cosines.get(place).map(|cosines| gather(pool, cosines, slots, missing)).unwrap_or_default();
        viewed.push(Viewed { kind: view.kind, words, meaning });
    }
    let mut scores = add_up(&viewed, slots.len(), weights);
    if !scores.meaning.is_empty() {
        add_likeness(pool, slots, &mut scores.total, weights);
        let request = vectors.and_then(<[_]>::first).map_or(0.0, |request| likeness(request, &pool.unaided));
        scores.fit.iter_mut().for_each(|fit| *fit -= weights.meaning * request);
    }
    scores.asked = asked;
    Ok(scores)
}

/// The words of the first view, and what the words of each view are worth to each function.
fn words_of_views(
    words: &mut Words,
    lexical: &LexicalIndex,
    views: &[SelectionView],
    slots: &[usize],
    size: usize,
) -> Result<(Vec<Word>, Vec<Vec<f32>>), TantivyError> {
    let mut asked = Vec::new();
    let mut scores = Vec::with_capacity(views.len());
    let mut by_slot = vec![0.0; size];
    for (place, view) in views.iter().enumerate() {
        let words = words.distinct(&view.text);
        by_slot.fill(0.0);
        lexical.score(&words, &mut by_slot)?;
        scores.push(slots.iter().map(|&slot| by_slot.get(slot).copied().unwrap_or_default()).collect());
        if place == 0 {
            asked = words;
        }
    }
    Ok((asked, scores))
}

/// What fits best tells more of what is wanted than the request alone. Functions far down the list can't gain enough
/// by it to matter.
fn add_likeness(pool: &Pool, slots: &[usize], total: &mut [f32], weights: &Weights) {
    let first = best_first(total, NEAR_THE_TOP);
    let mut middle: Vec<f32> = Vec::new();
    for place in first.iter().take(MODELS) {
        let Some(vector) = slots.get(*place).and_then(|&slot| pool.vectors.get(slot)) else { continue };
        middle.resize(vector.len(), 0.0);
        add(&mut middle, vector, SHARE);
    }
    for place in first {
        let vector = slots.get(place).and_then(|&slot| pool.vectors.get(slot));
        if let (Some(vector), Some(total)) = (vector, total.get_mut(place)) {
            *total += weights.likeness / (1.0 + weights.recent) * dot(vector, &middle);
        }
    }
}

/// The cosines of the functions asked about. One without a vector yet is taken to be like most.
fn gather(pool: &Pool, cosines: &[f32], slots: &[usize], missing: usize) -> Vec<f32> {
    let mut gathered: Vec<f32> =
        slots.iter().map(|&slot| cosines.get(slot).copied().unwrap_or_default()).collect();
    if missing > 0 && missing < slots.len() {
        #[allow(clippy::cast_precision_loss, reason = "counts of functions are far below 2^24")]
        let mean = gathered.iter().sum::<f32>() / (slots.len() - missing) as f32;
        let absent = slots.iter().zip(&mut gathered).filter(|(slot, _)| !pool.vectors.holds(**slot));
        absent.for_each(|(_, cosine)| *cosine = mean);
    }
    gathered
}

fn add_up(viewed: &[Viewed], count: usize, weights: &Weights) -> Scores {
    let has_meaning = viewed.iter().any(|view| !view.meaning.is_empty());
    let weight = |kind| match kind {
        ViewKind::Last => 1.0,
        ViewKind::Recent => weights.recent,
        ViewKind::Clause => 0.0,
    };
    let whole: f32 = viewed.iter().map(|view| weight(view.kind)).sum::<f32>().max(f32::MIN_POSITIVE);
    let mut words = vec![0.0; count];
    let mut meaning = vec![0.0; if has_meaning { count } else { 0 }];
    for view in viewed {
        let share = weight(view.kind) / whole;
        add(&mut words, &view.words, share);
        add(&mut meaning, &view.meaning, share);
    }
    let mut total = vec![0.0; count];
    add(&mut total, &words, weights.words);
    add(&mut total, &meaning, weights.meaning);
    let mut fit = total.clone();
    let clause = add_clauses(viewed, &mut total, weights);
    add(&mut fit, &clause, CLAUSE_IN_FIT / (1.0 + weights.recent));
    Scores { words, meaning, clause, total, fit, asked: Vec::new() }
}

/// A function that fits one of several things well is worth offering, and more so where no other fits as well.
fn add_clauses(viewed: &[Viewed], total: &mut [f32], weights: &Weights) -> Vec<f32> {
    let clauses: Vec<Vec<f32>> = viewed
        .iter()
        .filter(|view| view.kind == ViewKind::Clause)
        .map(|view| {
            let mut scores = vec![0.0; total.len()];
            add(&mut scores, &view.words, weights.words);
            add(&mut scores, &view.meaning, weights.meaning);
            scores
        })
        .collect();
    let Some((first, others)) = clauses.split_first() else { return Vec::new() };
    let mut best = first.clone();
    for other in others {
        for (best, score) in best.iter_mut().zip(other) {
            *best = best.max(*score);
        }
    }
    // The whole request counts 1 and what was said lately counts beside it, so clauses are measured against both.
    let whole = 1.0 + weights.recent;
    add(total, &best, weights.clauses / whole);
    for scores in &clauses {
        if let Some((place, ahead)) = lead(scores)
            && let Some(total) = total.get_mut(place)
        {
            *total += (ahead * LEAD_SLOPE).min(weights.lead) / whole;
        }
    }
    best
}

/// The first and how far it is ahead of the second.
fn lead(scores: &[f32]) -> Option<(usize, f32)> {
    let mut first: Option<(usize, f32)> = None;
    let mut second = f32::NEG_INFINITY;
    for (place, &score) in scores.iter().enumerate() {
        match first {
            Some((_, best)) if score <= best => second = second.max(score),
            Some((_, best)) => {
                second = best;
                first = Some((place, score));
            }
            None => first = Some((place, score)),
        }
    }
    first.filter(|_| second.is_finite()).map(|(place, best)| (place, best - second))
}

fn add(sums: &mut [f32], scores: &[f32], weight: f32) {
    for (sum, score) in sums.iter_mut().zip(scores) {
        *sum += weight * score;
    }
}

#[cfg(test)]
mod tests {
    use super::lead;

    #[test]
    fn the_first_leads_by_what_the_second_lacks() {
        assert_eq!(lead(&[0.25, 1.0, 0.75]), Some((1, 0.25)));
        assert_eq!(lead(&[1.0, 1.0]), Some((0, 0.0)));
        assert_eq!(lead(&[1.0]), None);
        assert_eq!(lead(&[]), None);
    }
}
