//! Thoughts in requests that somebody else writes and that are changed on their way.

use super::walk::Cause;
use super::{Mark, Message, Record, ToolMarks, Walk};
use crate::outgoing::Difference;
use crate::{Kind, ModelTable, anthropic};
use notices::Describe;
use ports::{Adaptation, AdaptationKind};
use serde_json::Value;
use std::collections::BTreeMap;

/// A request as its thoughts see it.
pub(crate) struct Passed {
    pub(crate) system: Vec<Value>,
    pub(crate) tools: ToolMarks,
    pub(crate) messages: Vec<Message>,
    /// Whether its provider is asked to drop thoughts that are void.
    pub(crate) drops: bool,
}

/// What the thoughts of one conversation were made from, as far as its requests passed here.
#[derive(Clone, Debug, Default)]
pub struct PassedThoughts {
    /// By the mark of the thought.
    records: BTreeMap<String, Record>,
    last: Option<Sent>,
}

/// The last request that was sent.
#[derive(Clone, Debug)]
struct Sent {
    /// Has passed all of it, with what was changed.
    walk: Walk,
    /// The messages of it before the change, and their mark.
    messages: usize,
    said: Mark,
}

/// A request of a program: as it came, and as it is to be sent.
#[derive(Clone, Copy, Debug)]
pub struct PassedRequest<'a> {
    pub kind: Kind,
    pub model: &'a str,
    pub received: &'a [u8],
    pub body: &'a [u8],
}

impl PassedThoughts {
    /// The thoughts that the provider would not take back, because the change is before them. `place` says where the
    /// thought of this number stands in the history.
    pub fn voided(
        &self,
        request: &PassedRequest<'_>,
        place: impl Fn(usize) -> Option<String>,
    ) -> Vec<Adaptation> {
        if request.received == request.body || !request.binds() {
            return Vec::new();
        }
        let (Some(received), Some(body)) = (request.read(request.received), request.read(request.body))
        else {
            return Vec::new();
        };
        let records = self.learned(&received);
        let what = if body.drops { Difference::ThoughtDropped } else { Difference::ThoughtRefusable };
        let mut voided = Vec::new();
        let mut walk = Walk::new(&body.system, body.tools.clone());
        let mut number = 0;
        each_thought(&body.messages, &mut walk, |own, walk| {
            if let Some(Err(cause)) = records.get(own.as_str()).map(|record| walk.check(own, record)) {
                voided.push(adaptation(&what, &cause, place(number)));
            }
            number += 1;
        });
        voided
    }

    /// The request was sent: thoughts of its answer are bound to it.
    pub fn sent(&mut self, request: &PassedRequest<'_>) {
        if !request.binds() {
            return;
        }
        let (Some(received), Some(body)) = (request.read(request.received), request.read(request.body))
        else {
            return;
        };
        let records = self.learned(&received);
        let mut walk = Walk::new(&body.system, body.tools.clone());
        let mut kept = BTreeMap::new();
        each_thought(&body.messages, &mut walk, |own, _| {
            if let Some(record) = records.get(own.as_str()) {
                kept.insert(own.as_str().to_owned(), record.clone());
            }
        });
        let messages = received.messages.len();
        let said = mark_of(&received.messages);
        self.records = kept;
        self.last = Some(Sent { walk, messages, said });
    }

    /// The records that are known, with those of thoughts that are seen for the first time.
    fn learned(&self, received: &Passed) -> BTreeMap<String, Record> {
        let mut records = self.records.clone();
        let mut learn = |messages: &[Message], mut walk: Walk| {
            each_thought(messages, &mut walk, |own, walk| {
                records.entry(own.as_str().to_owned()).or_insert_with(|| walk.record(own));
            });
        };
        // Behind the last request, a thought was made from that request as it was sent.
        if let Some(last) = self.last.as_ref()
            && let Some((before, behind)) = received.messages.split_at_checked(last.messages)
            && mark_of(before) == last.said
        {
            learn(behind, last.walk.clone());
        }
        learn(&received.messages, Walk::new(&received.system, received.tools.clone()));
        records
    }
}

impl PassedRequest<'_> {
    fn binds(&self) -> bool {
        ModelTable::usual().facts(self.kind.facts().id, self.model).binds_thinking
    }

    fn read(&self, body: &[u8]) -> Option<Passed> {
        // Only here is thinking held against what was said before it.
        matches!(self.kind, Kind::Anthropic).then(|| anthropic::passed(body)).flatten()
    }
}

/// Walks over messages, and stops at each thought.
fn each_thought(messages: &[Message], walk: &mut Walk, mut at: impl FnMut(&Mark, &Walk)) {
    for message in messages {
        walk.side(message.role);
        for block in &message.content {
            if anthropic::is_thought(block) {
                let own = Mark::of(block);
                at(&own, walk);
                walk.thought(&own);
            } else {
                walk.block(block);
            }
        }
    }
}

/// The mark of everything in messages, thoughts included.
fn mark_of(messages: &[Message]) -> Mark {
    let blocks = messages.iter().flat_map(|message| &message.content);
    Mark::of(&blocks.map(|block| Value::from(Mark::of(block).as_str())).collect())
}

fn adaptation(what: &Difference, cause: &Cause, place: Option<String>) -> Adaptation {
    let kind = AdaptationKind::Dropped;
    Adaptation { kind, what: what.notice(), why: cause.notice(), places: place.into_iter().collect() }
}

#[cfg(test)]
mod tests;
