//! What a shorter history looks like beside the one it is made from, in a few words a message.

use crate::trace::{outcome, shortened};
use crate::{Group, Reduced, groups};
use content::{Item, Message, MessageId, Role};
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use ts_rs::TS;

/// How many passages of one fate are told one after the other: some from the start and some from the end.
const MAX_LISTED: usize = 40;
const MAX_LISTED_KEPT: usize = 6;

/// What becomes of a passage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Fate {
    Kept,
    Gone,
    /// It is put in the place of what goes before it.
    New,
}

/// Messages that stay or go together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct OutlinePassage {
    pub fate: Fate,
    /// Whether there are calls in it.
    pub has_calls: bool,
    pub lines: Vec<Line>,
    /// How many messages of the same fate come before it without being told.
    pub untold: usize,
}

/// A message in a few words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Line {
    pub role: Role,
    pub words: String,
}

/// The old history with what goes and what comes instead, in order. A long run of the same is cut in its middle.
pub fn outline(history: &[Message], reduced: &Reduced) -> Vec<OutlinePassage> {
    let gone: HashSet<&MessageId> = reduced.dropped.iter().collect();
    let made: HashSet<&MessageId> = reduced.made.iter().collect();
    let path = reduced.branch.path(history);
    let mut new = path.iter().peekable();
    let mut passages = Vec::new();
    for group in groups(history) {
        let messages = group.of(history);
        let is_gone = messages.iter().all(|message| gone.contains(&message.id));
        if !is_gone {
            while let Some(message) = new.next_if(|message| made.contains(&message.id)) {
                passages.push(Draft::new(message));
            }
            new.by_ref().take(messages.len()).for_each(drop);
        }
        let Group { has_calls, .. } = group;
        passages.push(Draft { fate: if is_gone { Fate::Gone } else { Fate::Kept }, has_calls, messages });
    }
    passages.extend(new.map(Draft::new));
    passages.chunk_by(|one, next| one.fate == next.fate).flat_map(listed_passages).collect()
}

/// A passage that may turn out not to be told.
struct Draft<'a> {
    fate: Fate,
    has_calls: bool,
    messages: &'a [Message],
}

impl<'a> Draft<'a> {
    fn new(message: &'a Message) -> Self {
        Self { fate: Fate::New, has_calls: false, messages: std::slice::from_ref(message) }
    }
}

fn listed_passages(run: &[Draft<'_>]) -> Vec<OutlinePassage> {
    let most =
        if run.first().is_some_and(|draft| draft.fate == Fate::Kept) { MAX_LISTED_KEPT } else { MAX_LISTED };
    let (start, end) =
        if run.len() <= most { (run.len(), run.len()) } else { (most / 2, run.len() - most / 2) };
    let untold = run.get(start..end).unwrap_or_default().iter().map(|draft| draft.messages.len()).sum();
    let passage = |(place, draft): (usize, &Draft<'_>)| OutlinePassage {
        fate: draft.fate,
        has_calls: draft.has_calls,
        lines: draft.messages.iter().map(line).collect(),
        untold: if place == end { untold } else { 0 },
    };
    run.iter().enumerate().filter(|(place, _)| *place < start || *place >= end).map(passage).collect()
}

fn line(message: &Message) -> Line {
    let words: Vec<_> = message.items.iter().map(words_of).filter(|words| !words.is_empty()).collect();
    Line { role: message.role, words: shortened(&words.join(" · ")) }
}

fn words_of(item: &Item) -> String {
    match item {
        Item::Text { text } | Item::Reasoning { text, .. } => shortened(text),
        Item::Media { media } => media.mime_type.clone(),
        Item::FunctionCall { call } => {
            format!("calls {} {}", call.function, shortened(call.arguments.raw()))
        }
        Item::FunctionResult { result } => {
            format!("{} → {}", result.function, shortened(&outcome(&result.outcome)))
        }
        Item::Unknown { .. } => "something that can't be read".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Fate, OutlinePassage, outline};
    use crate::testing::{Conversation, new_ids};
    use crate::{Limits, collapse, summary_input, truncate, with_summary};

    fn chat() -> Conversation {
        let begun = Conversation::new().system("Be brief.").user("1").calls(&["a"]).results(&["a"]);
        begun.says("2").user("3").says("4")
    }

    /// Fate, number of messages and first words of each passage.
    fn drawn(passages: &[OutlinePassage]) -> Vec<(Fate, usize, &str)> {
        let drawn = passages.iter().map(|passage| {
            let first = passage.lines.first().map_or("", |line| line.words.as_str());
            (passage.fate, passage.lines.len(), first)
        });
        drawn.collect()
    }

    #[test]
    fn what_is_left_out_goes_in_whole_groups() {
        let history = chat().path();
        let reduced = truncate(&history, Limits { target: 4, threshold: 0 }, &mut new_ids());
        let passages = outline(&history, &reduced);
        let expected = [
            (Fate::Kept, 1, "Be brief."),
            (Fate::Gone, 1, "1"),
            (Fate::Gone, 2, "calls weather · get_forecast {}"),
            (Fate::Kept, 1, "2"),
            (Fate::Kept, 1, "3"),
            (Fate::Kept, 1, "4"),
        ];
        assert_eq!(drawn(&passages), expected);
    }

    #[test]
    fn what_stands_for_others_comes_after_them() {
        let history = chat().path();
        let passages = outline(&history, &collapse(&history, 0, &ToString::to_string, &mut new_ids()));
        let fates: Vec<_> = passages.iter().map(|passage| passage.fate).collect();
        use Fate::{Gone, Kept, New};
        assert_eq!(fates, [Kept, Kept, Gone, New, Kept, Kept, Kept]);

        let input = summary_input(&history, Limits { target: 3, threshold: 0 }).expect("something");
        let reduced = with_summary(&history, &input, "All said.", &mut new_ids()).expect("put in");
        let fates: Vec<_> = outline(&history, &reduced).iter().map(|passage| passage.fate).collect();
        assert_eq!(fates, [Kept, Gone, Gone, Gone, Gone, New, Kept]);
    }

    #[test]
    fn a_long_run_is_cut_in_its_middle_and_nothing_goes_uncounted() {
        let long = (0..1_000).fold(Conversation::new(), |said, _| said.user("?"));
        let history = long.path();
        let reduced = truncate(&history, Limits { target: 500, threshold: 0 }, &mut new_ids());
        let passages = outline(&history, &reduced);
        assert_eq!(passages.len(), 46);
        let told: usize = passages.iter().map(|passage| passage.lines.len() + passage.untold).sum();
        assert_eq!(told, 1_000);
    }
}
