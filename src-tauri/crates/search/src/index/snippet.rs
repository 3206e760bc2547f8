//! The passage of a text around a find.

use crate::document::{Document, Part, Passage};
use crate::index::plan::whole_and_parts;
use crate::query::{Query, Words, units};
use crate::words::{FIRST_LETTERS, Word, words};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The approximate length of a snippet, in bytes.
const SNIPPET_LETTERS: usize = 180;
/// The bytes shown before the find.
const LEADING_LETTERS: usize = 40;

/// A piece of text from models and functions, to be shown as text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Snippet {
    pub part: Part,
    pub text: String,
    /// The finds in it, in order.
    pub marks: Vec<Mark>,
}

/// A range of a text, in UTF-16 units, as a page counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(rename = "SnippetMark")]
pub struct Mark {
    pub start: usize,
    pub end: usize,
}

/// The wanted sequences of words, the last of which may be incomplete.
struct Sought {
    words: Vec<String>,
    is_open: bool,
}

/// The name of the function if it matched, and the passage with most of the wanted words.
pub(crate) fn snippets(document: &Document, query: &Query) -> Vec<Snippet> {
    let sought: Vec<_> = query.wanted.iter().map(sought).collect();
    let mut snippets: Vec<_> =
        document.passages.iter().map(|passage| (passage, found(&passage.text, &sought))).collect();
    let best = snippets
        .iter()
        .enumerate()
        .filter(|(_, (passage, _))| passage.part != Part::Function)
        .max_by_key(|(place, (passage, found))| {
            (found.kinds(), usefulness(passage), std::cmp::Reverse(*place))
        })
        .map(|(place, _)| place);
    let mut place = 0;
    snippets.retain(|(passage, found)| {
        place += 1;
        Some(place - 1) == best || (passage.part == Part::Function && !found.0.is_empty())
    });
    snippets.into_iter().map(|(passage, found)| cut(passage, &found)).collect()
}

/// Without words in the query, the result of a call says more than its arguments.
fn usefulness(passage: &Passage) -> u8 {
    match passage.part {
        Part::Error => 3,
        Part::Result => 2,
        Part::Text | Part::Arguments => 1,
        Part::Function => 0,
    }
}

fn sought(asked: &Words) -> Vec<Sought> {
    let found = words(&asked.text);
    let (whole, parts) = whole_and_parts(&found);
    let whole = whole.map(|word| vec![word.text.clone()]);
    let parts: Vec<_> = parts.into_iter().map(|word| word.text.clone()).collect();
    let is_open = asked.is_open;
    let before = without_begun(&parts).filter(|_| is_open);
    let sought = whole.into_iter().chain([parts]).map(|words| Sought { words, is_open });
    sought.chain(before.map(|words| Sought { words, is_open: false })).collect()
}

/// The words before the last one, if that has so few letters that it was found anywhere.
fn without_begun(parts: &[String]) -> Option<Vec<String>> {
    let (last, before) = parts.split_last().filter(|(_, before)| !before.is_empty())?;
    (last.chars().count() <= FIRST_LETTERS).then(|| before.to_vec())
}

/// The finds in a text: range and wanted sequence.
struct Places(Vec<(usize, usize, usize)>);

impl Places {
    /// The number of wanted sequences found.
    fn kinds(&self) -> usize {
        let mut kinds: Vec<_> = self.0.iter().map(|(.., kind)| kind).collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds.len()
    }
}

fn found(text: &str, sought: &[Vec<Sought>]) -> Places {
    if sought.is_empty() {
        return Places(Vec::new());
    }
    let all = words(text);
    let mut places = Vec::new();
    for (kind, alternatives) in sought.iter().enumerate() {
        for Sought { words, is_open } in alternatives {
            for (at, first) in all.iter().enumerate() {
                if let Some(end) = end_of(&all, at, words, *is_open) {
                    places.push((first.start, end, kind));
                }
            }
        }
    }
    places.sort_unstable();
    Places(places)
}

/// The end of a sequence that begins at a word, if it does.
fn end_of(all: &[Word], at: usize, sought: &[String], is_open: bool) -> Option<usize> {
    let begin = all.get(at)?;
    let mut end = None;
    for (step, wanted) in sought.iter().enumerate() {
        let may_go_on = is_open && step + 1 == sought.len();
        let is_same = |word: &&Word| {
            word.position == begin.position + step
                && (word.text == *wanted || (may_go_on && word.text.starts_with(wanted.as_str())))
        };
        // Only nearby words can follow directly.
        let near = all.get(at..(at + 2 * sought.len() + 2).min(all.len()))?;
        // The first word must be the one it begins at, which an identifier and its first part both are.
        let word = if step == 0 { Some(begin).filter(is_same) } else { near.iter().find(is_same) };
        end = Some(word?.end);
    }
    end
}

fn cut(passage: &Passage, Places(places): &Places) -> Snippet {
    let text = passage.text.as_str();
    let start = match places.first() {
        None => 0,
        Some(_) => start_of(text, densest(places)),
    };
    let end = end_from(text, start);
    let (before, after) = (if start > 0 { "…" } else { "" }, if end < text.len() { "…" } else { "" });
    let shown = text.get(start..end).unwrap_or(text);
    let lead = before.encode_utf16().count();
    let mut marks: Vec<Mark> = Vec::new();
    for (from, to, _) in places.iter().filter(|(from, to, _)| *from >= start && *to <= end) {
        let mark = Mark { start: lead + units(shown, from - start), end: lead + units(shown, to - start) };
        match marks.last_mut() {
            Some(last) if mark.start <= last.end => last.end = last.end.max(mark.end),
            _ => marks.push(mark),
        }
    }
    Snippet { part: passage.part, text: format!("{before}{shown}{after}"), marks }
}

/// The beginning of the piece with most of the wanted words.
fn densest(places: &[(usize, usize, usize)]) -> usize {
    let kinds_from = |start: usize| {
        let within = places
            .iter()
            .filter(|(from, to, _)| *from >= start && *to <= start + SNIPPET_LETTERS - LEADING_LETTERS);
        Places(within.copied().collect()).kinds()
    };
    // The first few suffice: a text full of finds has a good passage near its beginning.
    let starts = places.iter().take(64).map(|(from, ..)| *from);
    starts
        .enumerate()
        .max_by_key(|(order, start)| (kinds_from(*start), std::cmp::Reverse(*order)))
        .map_or(0, |(_, start)| start)
}

/// A little before a find, at the beginning of a word.
fn start_of(text: &str, find: usize) -> usize {
    if find <= LEADING_LETTERS {
        return 0;
    }
    let from = (find - LEADING_LETTERS..=find).find(|&at| text.is_char_boundary(at)).unwrap_or(find);
    let before = text.get(from..find).unwrap_or_default();
    before
        .find(char::is_whitespace)
        .map_or(from, |space| from + space + before[space..].chars().next().map_or(1, char::len_utf8))
}

fn end_from(text: &str, start: usize) -> usize {
    let most = start + SNIPPET_LETTERS;
    if most >= text.len() {
        return text.len();
    }
    let end = (start..=most).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    let shown = text.get(start..end).unwrap_or_default();
    match shown.rfind(char::is_whitespace) {
        Some(space) if space > SNIPPET_LETTERS / 2 => start + space,
        Some(_) | None => end,
    }
}
