//! Completes turns for a page whose records were written before their consequences were kept.

use crate::contract::Note;
use content::{Message, MessageId, ModelId, TurnId};
use invocation::{Completion, SelectionPlan, TurnEvent, TurnLimits, TurnPlan, TurnRecord};
use sessions::{LargeValue, LogEntry, SessionEvent};
use std::collections::HashMap;

/// Reads a log in order. Turns that say everything themselves are only passed on.
#[derive(Default)]
pub(crate) struct Completions(HashMap<TurnId, Reading>);

enum Reading {
    /// Whether the turn lacks anything shows in its first round.
    Beginning {
        plan: Box<TurnPlan>,
        after: Option<Message>,
        records: Vec<TurnRecord>,
    },
    Lacking(Box<Completion>),
}

impl Completions {
    pub(crate) fn complete(&mut self, entries: &mut [LogEntry<Note>]) {
        for place in 0..entries.len() {
            let Some((before, entry)) = entries
                .split_at_mut_checked(place)
                .and_then(|(before, rest)| Some((before, rest.first_mut()?)))
            else {
                return;
            };
            match &mut entry.event {
                SessionEvent::MessageAdded { message, turn: Some(turn) } => self.hear(turn, message),
                SessionEvent::Noted { note: Note::Turn { turn, event } } => {
                    self.take(turn, event, |id| message_in(before, id));
                    copy_large(event, &mut entry.large);
                }
                SessionEvent::MessageAdded { turn: None, .. }
                | SessionEvent::Noted { .. }
                | SessionEvent::Created { .. }
                | SessionEvent::Renamed { .. }
                | SessionEvent::Tagged { .. }
                | SessionEvent::HeadMoved { .. }
                | SessionEvent::BranchNamed { .. }
                | SessionEvent::MessageRemarked { .. }
                | SessionEvent::MessagePinned { .. }
                | SessionEvent::MessageUnpinned { .. }
                | SessionEvent::Unreadable { .. } => {}
            }
        }
    }

    fn hear(&mut self, turn: &TurnId, message: &Message) {
        let Some(reading) = self.0.get_mut(turn) else { return };
        let mut record = TurnRecord::Message(message.clone());
        match reading {
            Reading::Beginning { records, .. } => records.push(record),
            Reading::Lacking(completion) => completion.take(&mut record),
        }
    }

    fn take(
        &mut self,
        turn: &TurnId,
        event: &mut TurnEvent,
        said: impl FnOnce(&MessageId) -> Option<Message>,
    ) {
        if let TurnEvent::Began { after, plan } = event {
            let (after, plan) = (after.as_ref().and_then(said), plan.clone());
            self.0.insert(turn.clone(), Reading::Beginning { plan, after, records: Vec::new() });
            return;
        }
        match self.0.remove(turn) {
            Some(Reading::Beginning { plan, after, mut records }) => {
                if event.lacks_consequences() {
                    let mut completion = Completion::of(turn.clone(), *plan, Vec::from_iter(after));
                    records.iter_mut().for_each(|record| completion.take(record));
                    self.go_on(turn, completion, event);
                } else if !matches!(event, TurnEvent::RoundBegan { .. } | TurnEvent::Ended { .. }) {
                    records.push(TurnRecord::Event(event.clone()));
                    self.0.insert(turn.clone(), Reading::Beginning { plan, after, records });
                }
            }
            Some(Reading::Lacking(completion)) => self.go_on(turn, *completion, event),
            None if event.lacks_consequences() => complete_alone(turn, event),
            None => {}
        }
    }

    fn go_on(&mut self, turn: &TurnId, mut completion: Completion, event: &mut TurnEvent) {
        take(&mut completion, event);
        if !matches!(event, TurnEvent::Ended { .. }) {
            self.0.insert(turn.clone(), Reading::Lacking(Box::new(completion)));
        }
    }
}

/// Where the beginning of a turn is not known, its records are completed by what each says.
fn complete_alone(turn: &TurnId, event: &mut TurnEvent) {
    let (limits, selection) = (TurnLimits::rounds(u32::MAX), SelectionPlan::ranked(0));
    let plan = TurnPlan::plain(ModelId::new(""), limits, selection);
    take(&mut Completion::of(turn.clone(), plan, Vec::new()), event);
}

fn take(completion: &mut Completion, event: &mut TurnEvent) {
    let mut record = TurnRecord::Event(std::mem::replace(event, TurnEvent::TimeUp));
    completion.take(&mut record);
    if let TurnRecord::Event(completed) = record {
        *event = completed;
    }
}

fn message_in(log: &[LogEntry<Note>], id: &MessageId) -> Option<Message> {
    let mut messages = log.iter().rev().filter_map(|entry| {
        let SessionEvent::MessageAdded { message, .. } = &entry.event else { return None };
        Some(message)
    });
    messages.find(|message| message.id == *id).cloned()
}

/// A result that a person wrote and that is shown in part is shown in part where it follows from the answer, too.
fn copy_large(event: &TurnEvent, large: &mut Vec<LargeValue>) {
    let TurnEvent::Answered { answer, effect: Some(effect) } = event else { return };
    if large.is_empty() || large.iter().any(|value| value.place.starts_with(EFFECT)) {
        return;
    }
    for (place, change) in effect.calls.iter().enumerate() {
        let other = answer.others.iter().position(|other| other.call == change.call);
        let written = other.map_or_else(
            || "/note/event/answer/decision/outcome/".to_owned(),
            |other| format!("/note/event/answer/others/{other}/decision/outcome/"),
        );
        let copied = large.iter().filter_map(|value| {
            let within = value.place.strip_prefix(&written)?;
            Some(LargeValue { place: format!("{EFFECT}{place}/phase/outcome/{within}"), ..value.clone() })
        });
        let copied: Vec<_> = copied.collect();
        large.extend(copied);
    }
}

/// Where the calls that an answer changes stand in its entry.
const EFFECT: &str = "/note/event/effect/calls/";

#[cfg(test)]
mod tests;
