//! A query as the index understands it.

use crate::index::fields::{Fields, TITLE};
use crate::query::{Filter, Pattern, Query as Asked, Words};
use crate::words::{Word, words};
use content::SessionId;
use std::collections::BTreeMap;
use std::ops::Bound;
use tantivy::query::{
    AllQuery, BooleanQuery, BoostQuery, ConstScoreQuery, InvertedIndexRangeQuery, Occur, PhrasePrefixQuery,
    PhraseQuery, Query, RangeQuery, RegexQuery, TermQuery, TermSetQuery,
};
use tantivy::schema::{Field, IndexRecordOption};
use tantivy::{TantivyError, Term};

/// What a word that only begins as asked is worth beside one that is the same.
const LONGER_WORD: f32 = 1.0;

/// How many longer words are tried at the end of a phrase.
const ENDINGS: u32 = 200;

/// What is searched besides the query itself.
#[derive(Clone, Copy)]
pub(crate) struct Limits<'a> {
    pub(crate) session: Option<&'a SessionId>,
    pub(crate) hidden: &'a [SessionId],
}

pub(crate) fn plan(fields: &Fields, asked: &Asked, limits: Limits<'_>) -> Result<BooleanQuery, TantivyError> {
    let mut clauses: Vec<(Occur, Box<dyn Query>)> = Vec::new();
    for wanted in &asked.wanted {
        clauses.push((Occur::Must, said(fields, wanted)));
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
        clauses.push((Occur::MustNot, said(fields, unwanted)));
    }
    for filter in &asked.excluded {
        clauses.push((Occur::MustNot, holds(fields, filter)?));
    }
    if !limits.hidden.is_empty() {
        let hidden = limits.hidden.iter().map(|id| Term::from_field_text(fields.session, id.as_str()));
        clauses.push((Occur::MustNot, Box::new(TermSetQuery::new(hidden))));
    }
    if asked.wanted.is_empty() {
        // Without words nothing of a title was asked for.
        clauses.push((Occur::MustNot, exactly(Term::from_field_text(fields.kind, TITLE))));
    }
    Ok(BooleanQuery::new(clauses))
}

/// Filters that are alternatives stand together. Limits of time and duration all hold, so each stands alone.
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
fn said(fields: &Fields, asked: &Words) -> Box<dyn Query> {
    let found = words(&asked.text);
    let (whole, parts) = whole_and_parts(&found);
    let sequence = sequence(fields.words, &parts, asked.is_open);
    let Some(whole) = whole else { return sequence };
    Box::new(BooleanQuery::union(vec![sequence, word(fields.words, &whole.text, asked.is_open)]))
}

/// The parts a text is made of, and the text as one identifier if it is one.
pub(crate) fn whole_and_parts(found: &[Word]) -> (Option<&Word>, Vec<&Word>) {
    let is_whole = |at: usize| {
        found.get(at).zip(found.get(at + 1)).is_some_and(|(word, next)| word.position == next.position)
    };
    let parts: Vec<_> =
        found.iter().enumerate().filter(|(at, _)| !is_whole(*at)).map(|(_, word)| word).collect();
    let covers = |word: &&Word| parts.last().is_some_and(|last| word.end == last.end);
    (found.first().filter(|_| is_whole(0)).filter(covers), parts)
}

fn sequence(field: Field, parts: &[&Word], is_open: bool) -> Box<dyn Query> {
    let terms = || parts.iter().map(|part| Term::from_field_text(field, &part.text)).collect::<Vec<_>>();
    match parts {
        [] => Box::new(AllQuery),
        [only] => word(field, &only.text, is_open),
        _ if is_open => {
            let mut phrase = PhrasePrefixQuery::new(terms());
            phrase.set_max_expansions(ENDINGS);
            Box::new(phrase)
        }
        _ => Box::new(PhraseQuery::new(terms())),
    }
}

/// A word, or while it is still being written also the longer ones. Those count all the same, because letting the
/// rarest of them win would show what nobody meant.
fn word(field: Field, text: &str, is_open: bool) -> Box<dyn Query> {
    let same = TermQuery::new(Term::from_field_text(field, text), IndexRecordOption::WithFreqs);
    if !is_open {
        return Box::new(same);
    }
    let end = format!("{text}{}", char::MAX);
    let longer = InvertedIndexRangeQuery::new(
        Bound::Included(Term::from_field_text(field, text)),
        Bound::Excluded(Term::from_field_text(field, &end)),
    );
    let longer = ConstScoreQuery::new(Box::new(longer), LONGER_WORD);
    Box::new(BooleanQuery::union(vec![Box::new(same), Box::new(longer)]))
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
    if !pattern.contains('*') {
        return Ok(exactly(Term::from_field_text(field, pattern)));
    }
    let parts: Vec<_> = pattern.split('*').map(escaped).collect();
    Ok(Box::new(RegexQuery::from_pattern(&parts.join(".*"), field)?))
}

/// Letters that mean something to a regular expression, as letters.
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

/// A filter says whether a document is wanted, and nothing of how good it is.
fn unscored(query: Box<dyn Query>) -> Box<dyn Query> {
    Box::new(BoostQuery::new(Box::new(ConstScoreQuery::new(query, 0.0)), 1.0))
}
