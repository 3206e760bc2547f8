//! Which thoughts of a request go back, and what becomes of the others.

use super::walk::Cause;
use super::{Binding, Change, Mark, Message, Record, Walk};
use crate::models::ModelFacts;
use crate::outgoing::{Adaptations, Difference, Place};
use content::ProviderState;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// A thought on its way out.
pub(crate) struct Thought<'a> {
    pub(crate) place: Place,
    /// Nothing, where it was never understood here.
    pub(crate) kept: Option<&'a ProviderState>,
}

/// What becomes of void thoughts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Voids {
    /// The provider drops them.
    Dropped,
    /// They are not sent.
    LeftOut,
    /// No thought is sent, void or not.
    AllLeftOut,
}

/// A request whose thoughts are held against what they were made from.
pub(crate) struct Settling<'a, 'h> {
    /// In the order in which they stand in the messages.
    pub(crate) thoughts: &'a [Thought<'h>],
    pub(crate) is_thought: fn(&Value) -> bool,
    pub(crate) voids: Voids,
    pub(crate) facts: &'a ModelFacts,
}

/// What came of it.
pub(crate) struct Settled {
    walk: Walk,
    /// The places of the thoughts that are sent, by the paths a provider names them by.
    paths: BTreeMap<String, Place>,
    /// Whether a thought is sent that the provider refuses unless it is told to drop it.
    pub(crate) has_void: bool,
}

impl Thought<'_> {
    pub(crate) fn record(&self) -> Option<Record> {
        Record::read(self.kept?.bound_to.as_ref()?)
    }

    /// The name of the model that thought it, if another one is asked that can't read it.
    fn unreadable(&self, facts: &ModelFacts) -> Option<String> {
        let maker = self.kept?.made_by.as_ref()?.as_str();
        let name = maker.split_once('/').map_or(maker, |(_, name)| name);
        (!facts.reads(name)).then(|| name.to_owned())
    }
}

impl Settling<'_, '_> {
    /// Sees to it that no thought is refused. `walk` has passed what stands before the messages.
    pub(crate) fn settle(
        self,
        mut walk: Walk,
        messages: &mut Vec<Message>,
        adaptations: &mut Adaptations,
    ) -> Settled {
        let mut thoughts = self.thoughts.iter();
        let mut left_out = BTreeSet::new();
        let mut sent = Vec::new();
        let mut has_void = false;
        for (message, said) in messages.iter().enumerate() {
            walk.side(said.role);
            for (block, value) in said.content.iter().enumerate() {
                if !(self.is_thought)(value) {
                    walk.block(value);
                    continue;
                }
                let Some(thought) = thoughts.next() else { continue };
                let own = Mark::of(value);
                if let Err(cause) = self.check(thought, &walk, &own) {
                    if !self.is_sent(&cause) {
                        adaptations.left_out(thought.place, Difference::ThoughtLeftOut, cause);
                        left_out.insert((message, block));
                        continue;
                    }
                    has_void |= cause.is_refused();
                    adaptations.dropped(thought.place, dropped(&cause), cause);
                }
                walk.thought(&own);
                sent.push(thought.place);
            }
        }
        leave_out(messages, &left_out);
        let paths = self.paths(messages, sent);
        Settled { walk, paths, has_void }
    }

    fn check(&self, thought: &Thought<'_>, walk: &Walk, own: &Mark) -> Result<(), Cause> {
        if self.voids == Voids::AllLeftOut {
            return Err(Cause::Unwanted);
        }
        if let Some(maker) = thought.unreadable(self.facts) {
            return Err(Cause::OtherModel { maker });
        }
        match thought.record() {
            Some(record) => walk.check(own, &record),
            None => Err(Cause::Unknown),
        }
    }

    /// Nobody takes back what was changed, and nobody minds what another model thought.
    fn is_sent(&self, cause: &Cause) -> bool {
        *cause != Cause::Changed && (self.voids == Voids::Dropped || !cause.is_refused())
    }

    fn paths(&self, messages: &[Message], sent: Vec<Place>) -> BTreeMap<String, Place> {
        let mut sent = sent.into_iter();
        let mut paths = BTreeMap::new();
        for (message, said) in messages.iter().enumerate() {
            for (block, value) in said.content.iter().enumerate() {
                if let Some(place) = (self.is_thought)(value).then(|| sent.next()).flatten() {
                    paths.insert(format!("messages.{message}.content.{block}"), place);
                }
            }
        }
        paths
    }
}

impl Settled {
    pub(crate) fn has_thoughts(&self) -> bool {
        !self.paths.is_empty()
    }

    /// What the thoughts of the answer are bound to.
    pub(crate) fn binding(self, changes: Vec<Change>, was_asked_on: bool) -> Binding {
        Binding::new(self.walk, changes, was_asked_on, self.paths)
    }
}

/// A thought that nothing is known of may be as good as it was.
fn dropped(cause: &Cause) -> Difference {
    match cause {
        Cause::Unknown => Difference::ThoughtDoubtful,
        Cause::Unwanted
        | Cause::OtherModel { .. }
        | Cause::Changed
        | Cause::Instructions
        | Cause::Functions { .. }
        | Cause::Earlier
        | Cause::Missing => Difference::ThoughtDropped,
    }
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
