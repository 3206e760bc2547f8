//! What a request is held to by the thoughts in it.
//!
//! The newest models take a thought back only behind what it was made from. So functions that come and go are told in
//! the conversation and not beside it, and before a request is sent each thought is held against its record: one that
//! the provider would refuse is dropped by it on request, or left out here.

use super::tools::{Offer, told};
use super::wire::{Message, Request, Role, Tool};
use crate::binding::{Binding, Cause, Change, Listed, Mark, Record, ToolMarks, Walk};
use crate::models::ModelFacts;
use crate::outgoing::{Adaptations, Place};
use content::ProviderState;
use ports::OnVoid;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A thought on its way out.
pub(super) struct Thought<'a> {
    pub(super) place: Place,
    /// Nothing, where it was never understood here.
    pub(super) kept: Option<&'a ProviderState>,
}

impl Thought<'_> {
    pub(super) fn record(&self) -> Option<Record> {
        Record::read(self.kept?.bound_to.as_ref()?)
    }

    /// The name of the model that thought it, if another one is asked that can't read it.
    fn unreadable(&self, facts: &ModelFacts) -> Option<String> {
        let maker = self.kept?.made_by.as_ref()?.as_str();
        let name = maker.split_once('/').map_or(maker, |(_, name)| name);
        (!facts.reads(name)).then(|| name.to_owned())
    }
}

/// Tells in the conversation which functions came and went, each time before the same answer.
pub(super) fn with_changes(messages: Vec<Message>, changes: &[Change]) -> Vec<Message> {
    let mut told_to = Vec::with_capacity(messages.len() + changes.len());
    let mut left = changes.iter().peekable();
    let mut answers = 0;
    for message in messages {
        if message.role == Role::Assistant {
            while let Some(change) = left.next_if(|change| change.before <= answers) {
                told_to.push(Message { role: Role::System, content: told(change) });
            }
            answers += 1;
        }
        told_to.push(message);
    }
    told_to.extend(left.map(|change| Message { role: Role::System, content: told(change) }));
    told_to
}

/// How a request with thoughts that are void goes out.
pub(super) struct Settling<'a, 'h> {
    pub(super) thoughts: &'a [Thought<'h>],
    pub(super) offer: Offer,
    pub(super) asks_on: bool,
    pub(super) on_void: Option<OnVoid>,
    pub(super) facts: &'a ModelFacts,
}

/// Where a thought stands, and why it is void.
struct Void {
    message: usize,
    block: usize,
    place: Place,
    cause: Cause,
}

impl Settling<'_, '_> {
    /// Sees to it that no thought is refused. Gives what the next thoughts are bound to.
    pub(super) fn settle(self, body: &mut Request, adaptations: &mut Adaptations) -> Binding {
        let leaves_out = self.on_void == Some(OnVoid::LeaveOut) || !can_drop(body);
        let (walk, voids, paths) = self.walk(body, leaves_out);
        let mut left_out = BTreeSet::new();
        for Void { message, block, place, cause } in &voids {
            let why = cause.to_string();
            // Nobody takes back what was changed, and nobody minds what another model thought.
            if *cause == Cause::Changed || (leaves_out && cause.is_refused()) {
                left_out.insert((*message, *block));
                adaptations.left_out(*place, "a thought is left out", &why);
            } else {
                adaptations.dropped(*place, "a thought is dropped by its provider", &why);
            }
        }
        let is_due = voids.iter().any(|void| void.cause.is_refused());
        if !leaves_out && (is_due || (self.on_void.is_some() && !self.thoughts.is_empty())) {
            let thinking = body.thinking.get_or_insert_with(|| json!({ "type": "adaptive" }));
            thinking["block_binding"] = json!({ "prefix_mismatch_behavior": "drop_block" });
        }
        leave_out(&mut body.messages, &left_out);
        Binding::new(walk, self.offer.changes, self.asks_on, paths)
    }

    fn walk(&self, body: &Request, leaves_out: bool) -> (Walk, Vec<Void>, BTreeMap<String, Place>) {
        let Offer { first, later, hosted, .. } = &self.offer;
        let functions = |tools: &[Tool]| tools.iter().map(Tool::listed).collect();
        let tools = ToolMarks {
            functions: functions(first),
            later: functions(later),
            beside: hosted.iter().map(beside).collect(),
        };
        let mut walk = Walk::new(&body.system, tools);
        let mut thoughts = self.thoughts.iter();
        let mut voids = Vec::new();
        let mut paths = BTreeMap::new();
        for (message, said) in body.messages.iter().enumerate() {
            walk.side(said.role.as_str());
            for (block, value) in said.content.iter().enumerate() {
                if !is_thought(value) {
                    walk.block(value);
                    continue;
                }
                let own = Mark::of(value);
                let Some(thought) = thoughts.next() else { continue };
                paths.insert(format!("messages.{message}.content.{block}"), thought.place);
                match self.check(thought, &walk, &own) {
                    Ok(()) => walk.thought(own),
                    Err(cause) => {
                        let is_sent = cause != Cause::Changed && !(leaves_out && cause.is_refused());
                        voids.push(Void { message, block, place: thought.place, cause });
                        if is_sent {
                            walk.thought(own);
                        }
                    }
                }
            }
        }
        (walk, voids, paths)
    }

    fn check(&self, thought: &Thought<'_>, walk: &Walk, own: &Mark) -> Result<(), Cause> {
        if let Some(maker) = thought.unreadable(self.facts) {
            return Err(Cause::OtherModel { maker });
        }
        match thought.record() {
            Some(record) => walk.check(own, &record),
            None => Err(Cause::Unknown),
        }
    }
}

impl Cause {
    /// Whether the provider would refuse the request because of it.
    fn is_refused(&self) -> bool {
        match self {
            Self::OtherModel { .. } => false,
            Self::Unknown
            | Self::Changed
            | Self::Instructions
            | Self::Functions { .. }
            | Self::Earlier
            | Self::Missing => true,
        }
    }
}

/// A tool of the provider, by what is asked for.
fn beside(entry: &Value) -> Listed {
    let name = entry.get("type").and_then(Value::as_str).unwrap_or_default();
    Listed { name: name.to_owned(), mark: Mark::of(entry) }
}

pub(super) fn is_thought(block: &Value) -> bool {
    block.get("type").is_some_and(|kind| kind == "thinking" || kind == "redacted_thinking")
}

/// Whether the provider can be asked to drop what it does not take back. That is said beside adaptive thinking only.
fn can_drop(body: &Request) -> bool {
    body.thinking.as_ref().is_none_or(|thinking| thinking.get("type").is_some_and(|kind| kind == "adaptive"))
}

fn leave_out(messages: &mut Vec<Message>, places: &BTreeSet<(usize, usize)>) {
    if places.is_empty() {
        return;
    }
    for (message, said) in messages.iter_mut().enumerate() {
        let mut block = 0;
        said.content.retain(|_| {
            let is_kept = !places.contains(&(message, block));
            block += 1;
            is_kept
        });
    }
    messages.retain(|message| !message.content.is_empty());
}
