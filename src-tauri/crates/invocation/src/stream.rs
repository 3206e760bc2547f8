//! The answer of a model while it comes in: what to show now, and what to keep.

use crate::{CutAnswer, CutCall, TurnEvent, TurnFinding, TurnRecord};
use content::{CallId, Item, Usage};
use ports::{ItemKind, Oddity, StopReason, StreamEvent};
use std::collections::BTreeMap;

/// Collects one answer. Deltas of the same item are joined until they are shown, so that a fast model can't flood
/// the log or the window.
#[derive(Debug, Default)]
pub struct Reception {
    items: Vec<(usize, Item)>,
    begun: Begun,
    usage: Option<Usage>,
    unshown: Vec<TurnEvent>,
    stop: Option<StopReason>,
    odd: Vec<(CallId, Oddity)>,
}

impl Reception {
    pub fn take(&mut self, event: StreamEvent) {
        match event {
            StreamEvent::ItemStarted { index, kind } => self.show(TurnEvent::ItemStarted { index, kind }),
            StreamEvent::TextDelta { index, text } => self.show(TurnEvent::TextDelta { index, text }),
            StreamEvent::ReasoningDelta { index, text } => {
                self.show(TurnEvent::ReasoningDelta { index, text })
            }
            StreamEvent::ArgumentsDelta { index, text } => {
                self.show(TurnEvent::ArgumentsDelta { index, text })
            }
            StreamEvent::ItemFinished { index, item } => {
                self.begun.0.remove(&index);
                self.items.push((index, *item));
            }
            StreamEvent::Usage(usage) => self.usage = Some(usage),
            StreamEvent::Adapted(adaptations) => self.unshown.push(TurnEvent::Adapted { adaptations }),
            // The turn takes it itself.
            StreamEvent::Replaced(_) => {}
            StreamEvent::Others { answers, calls } => {
                let finding = TurnFinding::OtherAnswers { answers, calls };
                self.unshown.push(TurnEvent::Noticed { finding });
            }
            StreamEvent::Odd { call, oddity } => self.odd.push((call, oddity)),
            StreamEvent::Finished(stop) => self.stop = Some(stop),
        }
    }

    pub fn is_finished(&self) -> bool {
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
    pub fn usage(&self) -> Option<Usage> {
        self.usage
    }

    pub fn stop(&self) -> Option<&StopReason> {
        self.stop.as_ref()
    }

    /// How its calls came in, where that is not as it should be.
    pub(crate) fn take_odd(&mut self) -> Vec<(CallId, Oddity)> {
        std::mem::take(&mut self.odd)
    }

    /// The items that were complete, in the order they were said.
    pub fn into_items(mut self) -> Vec<Item> {
        self.items.sort_by_key(|(index, _)| *index);
        self.items.into_iter().map(|(_, item)| item).collect()
    }

    /// What was written down of an answer that nobody receives any more.
    pub(crate) fn recorded(records: &[TurnRecord]) -> Self {
        let is_before = |record: &TurnRecord| {
            matches!(
                record,
                TurnRecord::Message(_)
                    | TurnRecord::Event(TurnEvent::RequestSent { .. } | TurnEvent::RoundBegan { .. })
            )
        };
        let from = records.iter().rposition(is_before).unwrap_or_default();
        let mut begun = Begun::default();
        for record in records.get(from..).unwrap_or_default() {
            if let TurnRecord::Event(event) = record {
                begun.take(event);
            }
        }
        Self { begun, ..Self::default() }
    }

    /// What there is of an answer that does not come to its end. None of its calls runs, the complete ones included.
    pub fn into_cut(self) -> CutAnswer {
        let Self { mut items, begun: Begun(begun), usage, .. } = self;
        let answered: Vec<CallId> =
            items.iter().filter_map(|(_, item)| item.result()).map(|result| result.call_id.clone()).collect();
        let is_open = |item: &Item| item.call().is_some_and(|call| !answered.contains(&call.id));
        let mut calls: Vec<(usize, CutCall)> = Vec::new();
        for (index, item) in items.extract_if(.., |(_, item)| is_open(item)) {
            let call = item.call().map(|call| CutCall {
                function: call.function.clone(),
                raw: call.arguments.raw().to_owned(),
            });
            calls.extend(call.map(|call| (index, call)));
        }
        for (index, (kind, text)) in begun {
            match kind {
                ItemKind::Call { function, .. } => calls.push((index, CutCall { function, raw: text })),
                ItemKind::Text => items.push((index, Item::Text { text })),
                ItemKind::Reasoning => items.push((index, Item::Reasoning { text, provider_state: None })),
                // A medium comes whole or not at all.
                ItemKind::Media => {}
            }
        }
        items.retain(|(_, item)| !is_blank(item));
        items.sort_by_key(|(index, _)| *index);
        calls.sort_by_key(|(index, _)| *index);
        let items = items.into_iter().map(|(_, item)| item).collect();
        CutAnswer { items, calls: calls.into_iter().map(|(_, call)| call).collect(), usage }
    }

    fn show(&mut self, delta: TurnEvent) {
        self.begun.take(&delta);
        if let Some(last) = self.unshown.last_mut()
            && join(last, &delta)
        {
            return;
        }
        self.unshown.push(delta);
    }
}

/// The items that have begun and are not complete, as far as they are there.
#[derive(Debug, Default)]
struct Begun(BTreeMap<usize, (ItemKind, String)>);

impl Begun {
    fn take(&mut self, event: &TurnEvent) {
        if let TurnEvent::ItemStarted { index, kind } = event {
            self.0.insert(*index, (kind.clone(), String::new()));
        } else if let TurnEvent::TextDelta { index, text }
        | TurnEvent::ReasoningDelta { index, text }
        | TurnEvent::ArgumentsDelta { index, text } = event
            && let Some((_, begun)) = self.0.get_mut(index)
        {
            begun.push_str(text);
        }
    }
}

/// Whether an item says nothing and keeps nothing.
fn is_blank(item: &Item) -> bool {
    match item {
        Item::Text { text } | Item::Reasoning { text, provider_state: None } => text.trim().is_empty(),
        Item::Reasoning { provider_state: Some(_), .. }
        | Item::Media { .. }
        | Item::FunctionCall { .. }
        | Item::FunctionResult { .. }
        | Item::Unknown { .. } => false,
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
    use crate::{CutAnswer, CutCall, TurnEvent, TurnRecord};
    use content::{CallId, CalledFunction, Item};
    use ports::{ItemKind, StreamEvent};

    fn begins(index: usize, kind: ItemKind) -> StreamEvent {
        StreamEvent::ItemStarted { index, kind }
    }

    fn call() -> ItemKind {
        ItemKind::Call { id: CallId::new("call-1"), function: CalledFunction::Unknown { raw: "sum".into() } }
    }

    fn delta(index: usize, text: &str) -> StreamEvent {
        StreamEvent::TextDelta { index, text: text.into() }
    }

    #[test]
    fn a_cut_answer_has_what_was_said_in_its_order_and_its_calls_apart() {
        let arguments = |text: &str| StreamEvent::ArgumentsDelta { index: 2, text: text.into() };
        let text = |text: &str| Item::Text { text: text.into() };
        let mut reception = Reception::default();
        let whole = StreamEvent::finished(0, text("First."));
        let events = [begins(1, ItemKind::Text), delta(1, "Then "), begins(2, call()), arguments("{\"a")];
        for event in [begins(0, ItemKind::Text), delta(0, "First."), whole].into_iter().chain(events) {
            reception.take(event);
        }
        let shown = reception.drain();
        let calls =
            vec![CutCall { function: CalledFunction::Unknown { raw: "sum".into() }, raw: "{\"a".into() }];
        let items = vec![text("First."), text("Then ")];
        let cut = CutAnswer { items, calls, usage: None };
        assert_eq!(reception.into_cut(), cut);
        // Written down are the pieces alone, and they tell the same.
        assert_eq!(Reception::recorded(&shown).into_cut(), cut);
    }

    #[test]
    fn deltas_of_one_item_are_joined_and_others_keep_their_order() {
        let mut reception = Reception::default();
        for event in [delta(0, "Let "), delta(0, "me "), delta(1, "Or "), delta(0, "see")] {
            reception.take(event);
        }
        let shown = |index, text: &str| TurnRecord::Event(TurnEvent::TextDelta { index, text: text.into() });
        assert_eq!(reception.drain(), [shown(0, "Let me "), shown(1, "Or "), shown(0, "see")]);
        assert!(!reception.has_unshown());
    }
}
