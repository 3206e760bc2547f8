//! A selection in memory, for turns that are not about how functions are ranked.

use futures::FutureExt;
use futures::future::BoxFuture;
use ports::{
    CallScope, Candidate, Choosing, FunctionSpec, Selection, SelectionQuery, Selector, SelectorError, Verdict,
};
use std::cmp::Reverse;

/// Ranks functions by how many words of the last message are in their names and descriptions.
#[derive(Debug, Default)]
pub struct WordsInCommon;

/// Shorter words are in every description.
const SHORTEST_WORD: usize = 4;

impl Selector for WordsInCommon {
    fn select<'a>(
        &'a self,
        query: SelectionQuery,
        _scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Selection, SelectorError>> {
        std::future::ready(Ok(select(query))).boxed()
    }
}

fn select(query: SelectionQuery) -> Selection {
    let said = query.context.last().map(|said| said.text.clone()).unwrap_or_default();
    let mut ranked: Vec<_> = query.candidates.iter().map(|spec| (in_common(&said, spec), spec)).collect();
    ranked.sort_by_key(|(words, _)| Reverse(words.len()));
    let mut left = query.limit;
    let candidates: Vec<_> = ranked
        .into_iter()
        .map(|(matched, spec)| {
            let verdict = verdict(&query, spec, !matched.is_empty(), &mut left);
            let fit = u16::try_from(matched.len()).map_or(f32::MAX, f32::from);
            let function = spec.name.clone();
            Candidate { function, scores: Vec::new(), matched, verdict, total: fit, fit }
        })
        .collect();
    Selection {
        query: said,
        limit: query.limit,
        considered: candidates.len(),
        candidates,
        views: Vec::new(),
        considered_tokens: 0,
        offered_tokens: 0,
        ranking: query.ranking,
        need: None,
        without_meaning: None,
    }
}

fn in_common(said: &str, spec: &FunctionSpec) -> Vec<String> {
    let text = format!("{} {}", spec.name, spec.description);
    let described = words(&text);
    words(said).into_iter().filter(|word| described.contains(word)).collect()
}

fn words(text: &str) -> Vec<String> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| word.len() >= SHORTEST_WORD).map(str::to_lowercase).collect()
}

fn verdict(query: &SelectionQuery, spec: &FunctionSpec, fits: bool, left: &mut usize) -> Verdict {
    let name = &spec.name;
    match &query.choosing {
        _ if query.pinned.contains(name) => Verdict::Pinned,
        _ if query.used.contains(name) => Verdict::UsedBefore,
        _ if query.kept.contains(name) => Verdict::Kept,
        Choosing::Everything => Verdict::Listed,
        Choosing::Only { functions } if functions.contains(name) => Verdict::Listed,
        Choosing::Only { .. } => Verdict::NotChosen,
        Choosing::Ranked if query.candidates.len() <= query.limit => Verdict::RoomForAll,
        Choosing::Ranked if !fits => Verdict::NoMatch,
        Choosing::Ranked if *left > 0 => {
            *left -= 1;
            Verdict::Ranked
        }
        Choosing::Ranked => Verdict::BeyondLimit,
    }
}
