//! Spans and the events logged for them, until both are there.

use super::{LoggedEvent, ModelSpan, Span};
use content::JsonObject;
use limits::{SPANS_PENDING, SPANS_UNLOGGED};
use std::collections::VecDeque;

/// What may still be completed. The oldest goes first where there is too much of it.
#[derive(Default)]
pub(super) struct Pending {
    /// Spans whose content is logged, or that have none yet.
    spans: VecDeque<Span>,
    /// Events of spans that have not arrived.
    events: VecDeque<LoggedEvent>,
    /// Bytes of all that is kept.
    size: usize,
}

impl Pending {
    /// The spans of a model among these, each with what was logged for it.
    pub(super) fn complete(&mut self, spans: Vec<Span>) -> Vec<ModelSpan> {
        spans.into_iter().filter_map(|span| self.complete_one(span)).collect()
    }

    fn complete_one(&mut self, mut span: Span) -> Option<ModelSpan> {
        let is_its = |logged: &LoggedEvent| logged.trace == span.trace && logged.span == span.id;
        let (own, others): (Vec<_>, Vec<_>) = self.events.drain(..).partition(is_its);
        self.events = others.into();
        let is_logged = !own.is_empty();
        self.size -= own.iter().map(|logged| written(&logged.event.attributes)).sum::<usize>();
        span.events.extend(own.into_iter().map(|logged| logged.event));
        let model_span = ModelSpan::of(&span)?;
        if !span.id.is_empty() && (is_logged || model_span.left_out().is_some()) {
            self.size += size_of(&span);
            self.spans.push_back(span);
            self.let_go();
        }
        Some(model_span)
    }

    /// Takes events in. Gives the spans that have more of them now.
    pub(super) fn hear(&mut self, events: Vec<LoggedEvent>) -> Vec<ModelSpan> {
        let mut changed: Vec<usize> = Vec::new();
        for logged in events {
            self.size += written(&logged.event.attributes);
            let is_its = |span: &Span| logged.trace == span.trace && logged.span == span.id;
            match self.spans.iter().position(is_its) {
                Some(place) => {
                    self.spans[place].events.push(logged.event);
                    changed.push(place);
                }
                None => self.events.push_back(logged),
            }
        }
        changed.sort_unstable();
        changed.dedup();
        let completed = changed.into_iter().filter_map(|place| ModelSpan::of(&self.spans[place])).collect();
        self.let_go();
        completed
    }

    fn let_go(&mut self) {
        while self.size > SPANS_PENDING.size()
            && let Some(logged) = self.events.pop_front()
        {
            self.size -= written(&logged.event.attributes);
        }
        while (self.spans.len() > SPANS_UNLOGGED.size() || self.size > SPANS_PENDING.size())
            && let Some(span) = self.spans.pop_front()
        {
            self.size -= size_of(&span);
        }
    }
}

fn size_of(span: &Span) -> usize {
    written(&span.attributes) + span.events.iter().map(|event| written(&event.attributes)).sum::<usize>()
}

/// The bytes of attributes as JSON.
fn written(attributes: &JsonObject) -> usize {
    serde_json::to_string(attributes).map_or(0, |text| text.len())
}
