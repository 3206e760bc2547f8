//! Adds the scores of all signals over all views.

use crate::lexical::LexicalIndex;
use crate::pool::{Pool, unusable};
use crate::unaided::likeness;
use crate::vectors::dot;
use crate::words::{Word, Words};
use ports::{Ranking, SelectionView, SelectorError, ViewKind};
use tantivy::TantivyError;

/// The value of a lead per point that a function is ahead of the second.
const LEAD_SLOPE: f32 = 4.0;
/// The weight of the best clause in a function's fit. It is lower than in the ranking, because among many clauses one
/// always fits something.
const CLAUSE_IN_FIT: f32 = 0.2;
/// The number of functions that serve as models, and of other functions compared with them.
const MODELS: usize = 3;
const SHARE: f32 = 1.0 / 3.0;
const NEAR_THE_TOP: usize = 200;
/// Meanings are compared if at most one function in this many lacks a vector.
const MISSING_ONE_IN: usize = 20;

/// The vector of each view, in the order of the views. Without them only words count.
pub type ViewVectors<'a> = Option<&'a [Vec<f32>]>;

/// The scores of the functions asked about, one value per function.
pub(crate) struct Scores {
    pub(crate) words: Vec<f32>,
    /// Empty if no meanings were compared.
    pub(crate) meaning: Vec<f32>,
    /// The fit of each function to its best clause. Empty if the request has only one.
    pub(crate) clause: Vec<f32>,
    pub(crate) total: Vec<f32>,
    /// The fit of each function alone, regardless of the others and relative to requests that need none. It decides
    /// whether any function fits at all.
    pub(crate) fit: Vec<f32>,
    /// The words of the last request, or of the whole context if it is the only view.
    pub(crate) asked: Vec<Word>,
}

/// The weight of each signal, in the precision of the scores.
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

/// The scores of the functions in one view.
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

/// The words of the first view, and the score of each view's words for each function.
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

/// The best functions tell more about the request than its text alone. Functions far down the list can't gain enough
/// from it to matter.
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

/// The cosines of the functions asked about. A function without a vector gets a typical value.
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

/// A function that fits one of several clauses well is worth offering, even more if no other fits as well.
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
    // The whole request has weight 1, plus the weight of recent messages, so clauses are measured against both.
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

/// The first function and its lead over the second.
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

/// The places of the best scores, best first, ties in the order of the list.
pub(crate) fn best_first(scores: &[f32], most: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..scores.len()).collect();
    let better = |one: &usize, other: &usize| scores[*other].total_cmp(&scores[*one]).then(one.cmp(other));
    if most < places.len() {
        places.select_nth_unstable_by(most, better);
        places.truncate(most);
    }
    places.sort_unstable_by(better);
    places
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
