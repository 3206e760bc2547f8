//! The answer of a model while it comes in: what to show now, and what to keep.

use crate::{TurnEvent, TurnFinding, TurnRecord};
use content::{CallId, Item, Usage};
use ports::{Oddity, StopReason, StreamEvent};

/// Collects one answer. Deltas of the same item are joined until they are shown, so that a fast model can't flood
/// the log or the window.
#[derive(Debug, Default)]
pub(crate) struct Reception {
    items: Vec<(usize, Item)>,
    usage: Option<Usage>,
    unshown: Vec<TurnEvent>,
    stop: Option<StopReason>,
    odd: Vec<(CallId, Oddity)>,
}

impl Reception {
    pub(crate) fn take(&mut self, event: StreamEvent) {
        match event {
            StreamEvent::ItemStarted { index, kind } => {
                self.unshown.push(TurnEvent::ItemStarted { index, kind })
            }
            StreamEvent::TextDelta { index, text } => self.show(TurnEvent::TextDelta { index, text }),
            StreamEvent::ReasoningDelta { index, text } => {
                self.show(TurnEvent::ReasoningDelta { index, text })
            }
            StreamEvent::ArgumentsDelta { index, text } => {
                self.show(TurnEvent::ArgumentsDelta { index, text })
            }
            StreamEvent::ItemFinished { index, item } => self.items.push((index, item)),
            StreamEvent::Usage(usage) => self.usage = Some(usage),
            StreamEvent::Adapted(adaptations) => self.unshown.push(TurnEvent::Adapted { adaptations }),
            StreamEvent::Others { answers, calls } => {
                let finding = TurnFinding::OtherAnswers { answers, calls };
                self.unshown.push(TurnEvent::Noticed { finding });
            }
            StreamEvent::Odd { call, oddity } => self.odd.push((call, oddity)),
            StreamEvent::Finished(stop) => self.stop = Some(stop),
        }
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.stop.is_some()
    }

    pub(crate) fn has_unshown(&self) -> bool {
        !self.unshown.is_empty()
    }

    /// What came in since the last time.
    pub(crate) fn drain(&mut self) -> Vec<TurnRecord> {
        self.unshown.drain(..).map(TurnRecord::Event).collect()
    }

    /// What a provider tells about the answer as a whole, as far as it has.
    pub(crate) fn usage(&self) -> Option<Usage> {
        self.usage
    }

    pub(crate) fn stop(&self) -> Option<&StopReason> {
        self.stop.as_ref()
    }

    /// How its calls came in, where that is not as it should be.
    pub(crate) fn take_odd(&mut self) -> Vec<(CallId, Oddity)> {
        std::mem::take(&mut self.odd)
    }

    /// The items that were complete, in the order they were said.
    pub(crate) fn into_items(mut self) -> Vec<Item> {
        self.items.sort_by_key(|(index, _)| *index);
        self.items.into_iter().map(|(_, item)| item).collect()
    }

    fn show(&mut self, delta: TurnEvent) {
        if let Some(last) = self.unshown.last_mut()
            && join(last, &delta)
        {
            return;
        }
        self.unshown.push(delta);
    }
}

/// Adds a delta to the one before it if both belong to the same piece of text.
fn join(last: &mut TurnEvent, delta: &TurnEvent) -> bool {
    match (last, delta) {
        (TurnEvent::TextDelta { index, text }, TurnEvent::TextDelta { index: to, text: more })
        | (TurnEvent::ReasoningDelta { index, text }, TurnEvent::ReasoningDelta { index: to, text: more })
        | (TurnEvent::ArgumentsDelta { index, text }, TurnEvent::ArgumentsDelta { index: to, text: more })
            if index == to =>
        {
            text.push_str(more);
            true
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::Reception;
    use crate::{TurnEvent, TurnRecord};
    use ports::StreamEvent;

    #[test]
    fn deltas_of_one_item_are_joined_and_others_keep_their_order() {
        let mut reception = Reception::default();
        let delta = |index, text: &str| StreamEvent::TextDelta { index, text: text.into() };
        for event in [delta(0, "Let "), delta(0, "me "), delta(1, "Or "), delta(0, "see")] {
            reception.take(event);
        }
        let shown = |index, text: &str| TurnRecord::Event(TurnEvent::TextDelta { index, text: text.into() });
        assert_eq!(reception.drain(), [shown(0, "Let me "), shown(1, "Or "), shown(0, "see")]);
        assert!(!reception.has_unshown());
    }
}
