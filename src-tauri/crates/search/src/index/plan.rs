//! Translates a query for the index.

use crate::index::fields::{ANY, Fields, TITLE};
use crate::index::sequence::OpenSequence;
use crate::query::{Filter, Pattern, Query as Asked, Words};
use crate::words::{FIRST_LETTERS, Word, words};
use content::SessionId;
use std::collections::BTreeMap;
use std::ops::Bound;
use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, InvertedIndexRangeQuery, Occur, PhraseQuery, Query,
    RangeQuery, RegexQuery, TermQuery, TermSetQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{TantivyError, Term};

/// The score of a longer word, relative to the exact one.
const LONGER_WORD: f32 = 1.0;

/// Restrictions in addition to the query.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub(crate) session: Option<&'a SessionId>,
    pub(crate) hidden: &'a [SessionId],
}

/// A query ready to run.
pub(crate) struct Plan {
    pub(crate) query: BooleanQuery,
    /// Whether some results fit better than others.
    pub(crate) is_scored: bool,
}

pub(crate) fn plan(fields: &Fields, asked: &Asked, limits: Limits<'_>) -> Result<Plan, TantivyError> {
    let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for wanted in &asked.wanted {
        clauses.push((Occur::Must, phrase(fields, wanted)));
    }
    for filters in by_name(&asked.filters) {
        let any = filters.into_iter().map(|filter| holds(fields, filter)).collect::<Result<Vec<_>, _>>()?;
        clauses.push((Occur::Must, unscored(Box::new(BooleanQuery::union(any)))));
    }
    if let Some(session) = limits.session {
        let term = Term::from_field_text(fields.session, session.as_str());
        clauses.push((Occur::Must, unscored(exactly(term))));
    }
    if clauses.is_empty() {
        clauses.push((Occur::Must, Box::new(AllQuery)));
    }
    for unwanted in &asked.unwanted {
        clauses.push((Occur::MustNot, phrase(fields, unwanted)));
    }
    for filter in &asked.excluded {
        clauses.push((Occur::MustNot, holds(fields, filter)?));
    }
    if !limits.hidden.is_empty() {
        let hidden = limits.hidden.iter().map(|id| Term::from_field_text(fields.session, id.as_str()));
        clauses.push((Occur::MustNot, Box::new(TermSetQuery::new(hidden))));
    }
    if asked.wanted.is_empty() {
        // Without words, titles are not asked for.
        clauses.push((Occur::MustNot, exactly(Term::from_field_text(fields.kind, TITLE))));
    }
    let is_scored = asked.wanted.iter().any(|wanted| !is_first_letter(wanted));
    Ok(Plan { query: BooleanQuery::new(clauses), is_scored })
}

/// Groups alternative filters. Limits of time and duration must all hold, so each stands alone.
fn by_name(filters: &[Filter]) -> Vec<Vec<&Filter>> {
    let mut groups: BTreeMap<u8, Vec<&Filter>> = BTreeMap::new();
    let mut alone = Vec::new();
    for filter in filters {
        match filter {
            Filter::Function(_) => groups.entry(0).or_default().push(filter),
            Filter::Plugin(_) => groups.entry(1).or_default().push(filter),
            Filter::Status(_) => groups.entry(2).or_default().push(filter),
            Filter::Model(_) => groups.entry(3).or_default().push(filter),
            Filter::Before(_) | Filter::After(_) | Filter::Duration(..) => alone.push(vec![filter]),
        }
    }
    groups.into_values().chain(alone).collect()
}

/// Parts of words in sequence, or an identifier as a whole.
fn phrase(fields: &Fields, asked: &Words) -> Box<dyn Query> {
    let found = words(&asked.text);
    let (whole, parts) = whole_and_parts(&found);
    let sequence = sequence(fields, &parts, asked.is_open);
    let Some(whole) = whole else { return sequence };
    Box::new(BooleanQuery::union(vec![sequence, word(fields, &whole.text, asked.is_open)]))
}

/// The parts of a text, and the text as one identifier if it is one.
pub(crate) fn whole_and_parts(found: &[Word]) -> (Option<&Word>, Vec<&Word>) {
    let is_whole = |at: usize| {
        found.get(at).zip(found.get(at + 1)).is_some_and(|(word, next)| word.position == next.position)
    };
    let parts: Vec<_> =
        found.iter().enumerate().filter(|(at, _)| !is_whole(*at)).map(|(_, word)| word).collect();
    let covers = |word: &&Word| parts.last().is_some_and(|last| word.end == last.end);
    (found.first().filter(|_| is_whole(0)).filter(covers), parts)
}

fn sequence(fields: &Fields, parts: &[&Word], is_open: bool) -> Box<dyn Query> {
    match parts {
        [] => Box::new(AllQuery),
        [only] => word(fields, &only.text, is_open),
        [before @ .., last] if is_open => open_sequence(fields, before, &last.text),
        _ => Box::new(PhraseQuery::new(terms(fields, parts))),
    }
}

/// With so few letters nearly every word would match, so the order of words is ignored until there are more.
fn open_sequence(fields: &Fields, before: &[&Word], last: &str) -> Box<dyn Query> {
    if last.chars().count() > FIRST_LETTERS {
        let words = before.iter().map(|word| word.text.clone()).collect();
        return Box::new(OpenSequence { field: fields.words, words, beginning: last.to_owned() });
    }
    let begun = exactly(Term::from_field_text(fields.beginnings, last));
    let clauses = vec![(Occur::Must, sequence(fields, before, false)), (Occur::Must, unscored(begun))];
    Box::new(BooleanQuery::new(clauses))
}

fn terms(fields: &Fields, parts: &[&Word]) -> Vec<Term> {
    parts.iter().map(|part| Term::from_field_text(fields.words, &part.text)).collect()
}

/// A word, and the longer ones while it is still being typed. They score equally, because otherwise the rarest would
/// win, which nobody meant.
fn word(fields: &Fields, text: &str, is_open: bool) -> Box<dyn Query> {
    let same = TermQuery::new(Term::from_field_text(fields.words, text), IndexRecordOption::WithFreqs);
    if !is_open {
        return Box::new(same);
    }
    let letters = text.chars().count();
    let longer = if letters <= FIRST_LETTERS {
        exactly(Term::from_field_text(fields.beginnings, text))
    } else {
        let end = format!("{text}{}", char::MAX);
        Box::new(InvertedIndexRangeQuery::new(
            Bound::Included(Term::from_field_text(fields.words, text)),
            Bound::Excluded(Term::from_field_text(fields.words, &end)),
        ))
    };
    let longer = ConstScoreQuery::new(longer, LONGER_WORD);
    if letters == 1 {
        return Box::new(longer);
    }
    Box::new(BooleanQuery::union(vec![Box::new(same), Box::new(longer)]))
}

/// A single letter is rarely the intended word, and nearly everything begins with it.
fn is_first_letter(asked: &Words) -> bool {
    asked.is_open && matches!(words(&asked.text).as_slice(), [only] if only.text.chars().count() == 1)
}

fn holds(fields: &Fields, filter: &Filter) -> Result<Box<dyn Query>, TantivyError> {
    Ok(match filter {
        Filter::Function(pattern) => named(fields.function, pattern)?,
        Filter::Plugin(pattern) => named(fields.plugin, pattern)?,
        Filter::Model(pattern) => named(fields.model, pattern)?,
        Filter::Status(status) => exactly(Term::from_field_text(fields.status, status.word())),
        Filter::Before(moment) => {
            let moment = Bound::Excluded(Term::from_field_i64(fields.at, moment.0));
            Box::new(RangeQuery::new(Bound::Unbounded, moment))
        }
        Filter::After(moment) => {
            let moment = Bound::Included(Term::from_field_i64(fields.at, moment.0));
            Box::new(RangeQuery::new(moment, Bound::Unbounded))
        }
        Filter::Duration(least, most) => {
            let term = |milliseconds: &u64| Term::from_field_u64(fields.took, *milliseconds);
            Box::new(RangeQuery::new(least.as_ref().map(term), most.as_ref().map(term)))
        }
    })
}

fn named(field: Field, Pattern(pattern): &Pattern) -> Result<Box<dyn Query>, TantivyError> {
    if pattern == ANY || !pattern.contains('*') {
        return Ok(exactly(Term::from_field_text(field, pattern)));
    }
    let parts: Vec<_> = pattern.split('*').map(escaped).collect();
    Ok(Box::new(RegexQuery::from_pattern(&parts.join(".*"), field)?))
}

/// Escapes the special characters of regular expressions.
fn escaped(text: &str) -> String {
    let escape = |letter: char| {
        let is_sign = letter.is_ascii_punctuation() && letter != '_';
        [is_sign.then_some('\\'), Some(letter)].into_iter().flatten()
    };
    text.chars().flat_map(escape).collect()
}

fn exactly(term: Term) -> Box<dyn Query> {
    Box::new(TermQuery::new(term, IndexRecordOption::Basic))
}

/// A filter decides whether a document matches, not how well.
fn unscored(query: Box<dyn Query>) -> Box<dyn Query> {
    Box::new(BoostQuery::new(Box::new(ConstScoreQuery::new(query, 0.0)), 1.0))
}
