//! A response as items, put together from its events.

use crate::WrittenAnswer;
use content::{FunctionCall, Item, Usage};
use ports::{StopReason, StreamEvent};
use std::collections::BTreeMap;

#[derive(Default)]
pub(super) struct Gathered {
    items: BTreeMap<usize, Item>,
    usage: Usage,
    stop: Option<StopReason>,
}

impl Gathered {
    pub(super) fn take(&mut self, event: &StreamEvent) {
        match event {
            StreamEvent::ItemFinished { index, item } => {
                self.items.insert(*index, item.as_ref().clone());
            }
            StreamEvent::Usage(usage) => self.usage = *usage,
            StreamEvent::Finished(stop) => self.stop = Some(stop.clone()),
            StreamEvent::ItemStarted { .. }
            | StreamEvent::TextDelta { .. }
            | StreamEvent::ReasoningDelta { .. }
            | StreamEvent::ArgumentsDelta { .. }
            | StreamEvent::Adapted(_)
            | StreamEvent::Replaced(_)
            | StreamEvent::Others { .. }
            | StreamEvent::Odd { .. } => {}
        }
    }

    pub(super) fn is_finished(&self) -> bool {
        self.stop.is_some()
    }

    pub(super) fn calls(&self) -> Vec<FunctionCall> {
        self.items.values().filter_map(Item::call).cloned().collect()
    }

    pub(super) fn into_answer(self) -> WrittenAnswer {
        let Self { items, usage, stop } = self;
        WrittenAnswer {
            items: items.into_values().collect(),
            stop: stop.unwrap_or(StopReason::Unstated),
            usage,
        }
    }
}
