//! Detects an answer without contents.

use super::Turn;
use crate::CallCount;
use content::{Item, Origin, Role};

impl Turn {
    /// Whether the last message contains anything for the person. Traces of hosted tools and thoughts don't count.
    pub(super) fn says_something(&self) -> bool {
        let is_said = |item: &Item| match item {
            Item::Text { text } => !text.trim().is_empty(),
            Item::Media { .. } => true,
            Item::FunctionCall { call } => call.origin == Origin::Informational,
            Item::Reasoning { .. } | Item::FunctionResult { .. } | Item::Unknown { .. } => false,
        };
        self.path.last().is_some_and(|last| last.items.iter().any(is_said))
    }

    /// The calls of this turn, in the order of their first occurrence.
    pub(super) fn called_so_far(&self) -> Vec<CallCount> {
        let said = self.history().iter().skip(self.began_at);
        let calls =
            said.filter(|message| message.role == Role::Assistant).flat_map(|message| message.calls());
        let mut called: Vec<CallCount> = Vec::new();
        for call in calls {
            match called.iter_mut().find(|one| one.function == call.function) {
                Some(known) => known.times += 1,
                None => called.push(CallCount { function: call.function.clone(), times: 1 }),
            }
        }
        called
    }
}
