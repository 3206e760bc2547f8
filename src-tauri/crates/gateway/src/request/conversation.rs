//! Recognises the requests of one conversation, by what they have in common.
//!
//! A program repeats the whole history with each request. Its texts, calls and results come back as they were; what it puts
//! around them may change from request to request: dates in system messages, cache points, kept thoughts.

use content::{Item, Media, MediaSource, Message, OpaquePart, Outcome, Output, Role, call_key, sorted};
use formats::ImportedFunction;
use serde_json::Value;
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Items of a history that say what may be called and not what was said.
const NOT_SAID: [&str; 2] = ["additional_tools", "configuration_update"];

/// A message by what it means: equal for messages that say the same. Valid for as long as the program runs, since the hash
/// may be another in the next version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint {
    pub role: Role,
    hash: u64,
}

impl Fingerprint {
    /// Texts, media, calls and results count. Ids of messages, thoughts and state for a provider do not, nor where a text
    /// is cut into parts.
    pub fn of(message: &Message) -> Self {
        let mut hasher = DefaultHasher::new();
        let mut text = String::new();
        for item in &message.items {
            match item {
                Item::Text { text: more } => text.push_str(more),
                Item::Reasoning { .. } => {}
                Item::Media { media } => hash_media(media, &mut hasher),
                Item::FunctionCall { call } => {
                    ("call", call.id.as_str(), call_key(call)).hash(&mut hasher);
                }
                Item::FunctionResult { result } => {
                    ("result", result.call_id.as_str()).hash(&mut hasher);
                    hash_outcome(&result.outcome, &mut hasher);
                }
                Item::Unknown { value } => hash_unknown(value, &mut hasher),
            }
        }
        text.hash(&mut hasher);
        Self { role: message.role, hash: hasher.finish() }
    }
}

/// What a conversation is recognised by.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    pub messages: Vec<Fingerprint>,
    /// The names of the functions offered, as a hash.
    functions: u64,
}

impl Outline {
    pub fn of(messages: &[Message], functions: &[ImportedFunction]) -> Self {
        let names: BTreeSet<_> = functions.iter().map(|function| &function.name).collect();
        let mut hasher = DefaultHasher::new();
        names.hash(&mut hasher);
        Self { messages: messages.iter().map(Fingerprint::of).collect(), functions: hasher.finish() }
    }

    /// Adds a message that the program has received, and will repeat.
    pub fn push(&mut self, message: &Message) {
        self.messages.push(Fingerprint::of(message));
    }
}

/// How many messages two histories have in common. Both count system messages, of which they may have different ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shared {
    pub known: usize,
    pub request: usize,
}

/// How a request stands to a known history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// The history and more.
    Extends {
        shared: Shared,
    },
    /// The history: a retry, or the same question again.
    Same,
    /// The history up to a point, then something else or nothing.
    Branches {
        shared: Shared,
    },
    Unrelated,
}

/// What a request has to do with a known history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Continuation {
    pub relation: Relation,
    /// Whether system messages differ, where the histories have something in common.
    pub system_changed: bool,
}

/// Compares a request with a known history.
///
/// System messages are compared apart, because programs write dates and reminders into them. Histories are related from the
/// first message of a person that they share. If they share no more than what people said, and both the system messages and
/// the functions are others, they are not: programs hand one question to several agents, each with instructions and functions
/// of its own, and ask a small model for a title of it. An answer of a model in common settles it: no other agent has it.
pub fn continues(known: &Outline, request: &Outline) -> Continuation {
    // Most of the histories that a request is compared with have nothing in common with it.
    if first_said(known).is_none_or(|first| first_said(request) != Some(first)) {
        return Continuation { relation: Relation::Unrelated, system_changed: false };
    }
    let (old, new) = (Said::of(&known.messages), Said::of(&request.messages));
    let common = old.others.iter().zip(&new.others).take_while(|(old, new)| old.1 == new.1).count();
    let begun = old.others.get(..common).unwrap_or_default();
    let has = |role: Role| begun.iter().any(|(_, fingerprint)| fingerprint.role == role);
    let mut shared = Shared { known: old.behind(common), request: new.behind(common) };
    while let (Some(old), Some(new)) =
        (known.messages.get(shared.known), request.messages.get(shared.request))
        && old == new
    {
        shared = Shared { known: shared.known + 1, request: shared.request + 1 };
    }
    let is_whole = |said: &Said| common == said.others.len();
    let is_cut = is_whole(&old) && shared.known < known.messages.len();
    let system_changed = is_cut || system_in(known, shared.known) != system_in(request, shared.request);
    let is_other_agent = system_changed && known.functions != request.functions && !has(Role::Assistant);
    if !has(Role::User) || is_other_agent {
        return Continuation { relation: Relation::Unrelated, system_changed: false };
    }
    let relation = match (is_whole(&old), is_whole(&new)) {
        (true, true) if shared.request == request.messages.len() || is_cut => Relation::Same,
        (true, _) => Relation::Extends { shared },
        (false, _) => Relation::Branches { shared },
    };
    Continuation { relation, system_changed }
}

/// The first message beside those of the system.
fn first_said(outline: &Outline) -> Option<Fingerprint> {
    outline.messages.iter().find(|message| message.role != Role::System).copied()
}

/// The system messages among the first ones.
fn system_in(outline: &Outline, count: usize) -> Vec<Fingerprint> {
    let begun = outline.messages.iter().take(count);
    begun.filter(|message| message.role == Role::System).copied().collect()
}

/// The messages of a history beside those of the system.
struct Said {
    /// With their places.
    others: Vec<(usize, Fingerprint)>,
}

impl Said {
    fn of(messages: &[Fingerprint]) -> Self {
        let all = messages.iter().copied().enumerate();
        Self { others: all.filter(|(_, message)| message.role != Role::System).collect() }
    }

    /// The place behind so many of them.
    fn behind(&self, count: usize) -> usize {
        count.checked_sub(1).and_then(|last| self.others.get(last)).map_or(0, |(place, _)| place + 1)
    }
}

fn hash_media(media: &Media, hasher: &mut DefaultHasher) {
    match &media.source {
        MediaSource::Inline { base64 } => ("inline", base64).hash(hasher),
        MediaSource::Address { uri } => ("address", uri).hash(hasher),
    }
}

fn hash_outcome(outcome: &Outcome, hasher: &mut DefaultHasher) {
    match outcome {
        Outcome::Returned { output } => output.parts().iter().for_each(|part| hash_output(part, hasher)),
        Outcome::Failed { failure } => ("failed", &failure.message).hash(hasher),
        Outcome::Declined { reason, .. } => ("declined", reason).hash(hasher),
    }
}

/// JSON is the same result, whether it is written as text or as a value.
fn hash_output(output: &Output, hasher: &mut DefaultHasher) {
    match output {
        Output::Nothing | Output::Several { .. } => {}
        Output::Text { text } => match json_in(text) {
            Some(value) => hash_value(&value, hasher),
            None => ("text", text).hash(hasher),
        },
        Output::Json { value } => hash_value(value, hasher),
        Output::Media { media } => hash_media(media, hasher),
    }
}

fn json_in(text: &str) -> Option<Value> {
    text.trim_start().starts_with(['{', '[']).then(|| serde_json::from_str(text).ok()).flatten()
}

fn hash_value(value: &Value, hasher: &mut DefaultHasher) {
    ("json", sorted(value).to_string()).hash(hasher);
}

fn hash_unknown(value: &Value, hasher: &mut DefaultHasher) {
    let part = OpaquePart::read(value).map_or(value, |part| part.part);
    let kind = part.get("type").and_then(Value::as_str).unwrap_or_default();
    if !NOT_SAID.contains(&kind) {
        hash_value(part, hasher);
    }
}

#[cfg(test)]
mod tests;
