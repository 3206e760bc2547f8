//! The selector that ranks.

use crate::index::{FunctionIndex, Hit};
use futures::FutureExt;
use futures::future::BoxFuture;
use ports::{
    CallScope, Candidate, FunctionSpec, Selection, SelectionQuery, Selector, SelectorError, Signal,
    SignalScore, Verdict,
};
use std::sync::{Arc, Mutex, PoisonError};

/// Offers the functions that have most in common with what was said last.
#[derive(Default)]
pub struct RankedSelector {
    /// Kept until the functions change.
    index: Arc<Mutex<Option<Arc<FunctionIndex>>>>,
}

impl Selector for RankedSelector {
    fn select<'a>(
        &'a self,
        query: SelectionQuery,
        _scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Selection, SelectorError>> {
        let kept = Arc::clone(&self.index);
        async move {
            let worked = tokio::task::spawn_blocking(move || {
                let index = index_for(&kept, &query.candidates)?;
                rank(&index, query)
            });
            worked.await.unwrap_or_else(|error| Err(SelectorError::Index { reason: error.to_string() }))
        }
        .boxed()
    }
}

fn index_for(
    kept: &Mutex<Option<Arc<FunctionIndex>>>,
    specs: &[Arc<FunctionSpec>],
) -> Result<Arc<FunctionIndex>, SelectorError> {
    let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(index) = kept.as_ref().filter(|index| index.holds(specs)) {
        return Ok(Arc::clone(index));
    }
    let index = Arc::new(FunctionIndex::build(specs.to_vec())?);
    *kept = Some(Arc::clone(&index));
    Ok(index)
}

fn rank(index: &FunctionIndex, query: SelectionQuery) -> Result<Selection, SelectorError> {
    let text = query.context.join("\n");
    let hits = index.search(&text)?;
    let has_room_for_all = query.candidates.len() <= query.limit;
    let mut left = query.limit;
    let ranked: Vec<_> = hits.iter().map(|hit| hit.function).collect();
    let mut candidates = Vec::with_capacity(query.candidates.len());
    for (place, hit) in hits.into_iter().enumerate() {
        let Some(spec) = query.candidates.get(hit.function) else { continue };
        let verdict = match standing(&query, spec) {
            Some(verdict) => verdict,
            None if has_room_for_all => Verdict::RoomForAll,
            None if left > 0 => {
                left -= 1;
                Verdict::Ranked
            }
            None => Verdict::BeyondLimit,
        };
        candidates.push(candidate(spec, Some((place + 1, hit)), verdict));
    }
    let unranked = query.candidates.iter().enumerate().filter(|(place, _)| !ranked.contains(place));
    for (_, spec) in unranked {
        let otherwise = if has_room_for_all { Verdict::RoomForAll } else { Verdict::NoMatch };
        candidates.push(candidate(spec, None, standing(&query, spec).unwrap_or(otherwise)));
    }
    candidates.sort_by_key(|candidate| !candidate.verdict.is_offered());
    Ok(Selection { query: text, limit: query.limit, candidates })
}

/// Why a function is offered whatever its rank.
fn standing(query: &SelectionQuery, spec: &FunctionSpec) -> Option<Verdict> {
    if query.pinned.contains(&spec.name) {
        Some(Verdict::Pinned)
    } else if query.used.contains(&spec.name) {
        Some(Verdict::UsedBefore)
    } else {
        None
    }
}

fn candidate(spec: &FunctionSpec, hit: Option<(usize, Hit)>, verdict: Verdict) -> Candidate {
    let (scores, matched) = match hit {
        Some((rank, hit)) => {
            (vec![SignalScore { signal: Signal::Words, score: hit.score, rank }], hit.matched)
        }
        None => (Vec::new(), Vec::new()),
    };
    Candidate { function: spec.name.clone(), scores, matched, verdict }
}

#[cfg(test)]
mod tests {
    use super::{FunctionIndex, rank};
    use content::FunctionName;
    use ports::{Effect, FunctionSpec, SelectionQuery, Verdict};
    use serde_json::json;
    use std::sync::Arc;

    fn spec(plugin: &str, function: &str, description: &str) -> Arc<FunctionSpec> {
        let parameters = json!({ "type": "object", "properties": {} });
        let name = FunctionName::new(plugin, function);
        Arc::new(FunctionSpec {
            name,
            description: description.into(),
            parameters,
            effect: Effect::ReadsOnly,
        })
    }

    fn functions() -> Vec<Arc<FunctionSpec>> {
        vec![
            spec("clock", "now", "Tells the current time in a time zone"),
            spec("mail", "send", "Sends a message to somebody"),
            spec("weather", "get_forecast", "Tells the weather of the coming days in a city"),
        ]
    }

    fn verdicts(query: SelectionQuery) -> Vec<(String, Verdict)> {
        let index = FunctionIndex::build(query.candidates.clone()).expect("the index is built");
        let selection = rank(&index, query).expect("the functions are ranked");
        selection.candidates.into_iter().map(|one| (one.function.function, one.verdict)).collect()
    }

    fn asking(text: &str, limit: usize) -> SelectionQuery {
        SelectionQuery {
            context: vec![text.into()],
            candidates: functions(),
            pinned: Vec::new(),
            used: Vec::new(),
            limit,
        }
    }

    #[test]
    fn the_function_that_fits_is_offered_and_the_others_say_why_not() {
        let expected = [
            ("get_forecast".to_owned(), Verdict::Ranked),
            ("now".to_owned(), Verdict::NoMatch),
            ("send".to_owned(), Verdict::NoMatch),
        ];
        assert_eq!(verdicts(asking("Will the weather be fine in Oslo?", 1)), expected);
    }

    #[test]
    fn pinned_and_used_functions_do_not_use_up_the_limit() {
        let query = SelectionQuery {
            pinned: vec![FunctionName::new("mail", "send")],
            used: vec![FunctionName::new("clock", "now")],
            ..asking("weather forecast", 1)
        };
        let expected = [
            ("get_forecast".to_owned(), Verdict::Ranked),
            ("now".to_owned(), Verdict::UsedBefore),
            ("send".to_owned(), Verdict::Pinned),
        ];
        assert_eq!(verdicts(query), expected);
    }

    #[test]
    fn everything_is_offered_when_it_fits() {
        assert!(verdicts(asking("anything", 3)).iter().all(|(_, verdict)| *verdict == Verdict::RoomForAll));
    }
}
