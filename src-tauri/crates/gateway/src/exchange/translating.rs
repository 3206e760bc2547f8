//! A response that another model, a script or a person writes, in the protocol of the program.

use super::held::{Held, HoldRules, is_call};
use super::{Exchange, Waits, stream_headers};
use crate::dialect::AnswerWriter;
use crate::outlet::{Ending, ResponseHead};
use crate::{Complaint, WrittenAnswer};
use content::{FunctionCall, Item, Usage};
use futures::channel::mpsc;
use futures::{SinkExt, StreamExt};
use http::StatusCode;
use ports::{ConnectorError, EventStream, StopReason, StreamEvent};
use std::sync::Arc;

/// Events that wait for the turn to take them in.
const AHEAD: usize = 256;

impl Exchange {
    /// Delivers somebody else's answer in the protocol of the program. The events go on to the turn as they come.
    pub fn answer_with(self: &Arc<Self>, answer: EventStream, rules: HoldRules) -> EventStream {
        let (events, taken) = mpsc::channel(AHEAD);
        let exchange = Arc::clone(self);
        self.tasks.spawn(async move { exchange.translate(answer, rules, events).await });
        taken.boxed()
    }

    /// Keeps an answer that a person wrote, until it is decided about its calls. The program gets what is released.
    pub fn hold_written(&self, answer: WrittenAnswer) {
        self.wait(Waits::No);
        let calls = answer.items.iter().filter_map(Item::call).cloned().collect();
        let held = if self.arrived.request.streams {
            let WrittenAnswer { items, stop, usage } = answer;
            self.begin_stream();
            let mut writer = self.protocol().dialect().writer(self.head.clone());
            self.outlet.push(writer.begin().into());
            let events =
                items.into_iter().enumerate().map(|(index, item)| StreamEvent::finished(index, item));
            Held::Written { writer, events: events.collect(), stop, usage }
        } else {
            Held::WrittenWhole { head: Box::new(self.head.clone()), answer, protocol: self.protocol() }
        };
        let mut state = self.state();
        state.calls = calls;
        state.held = Some(held);
    }

    async fn translate(
        self: Arc<Self>,
        mut answer: EventStream,
        rules: HoldRules,
        mut events: mpsc::Sender<Result<StreamEvent, ConnectorError>>,
    ) {
        let mut translation = Translation::new(&self, rules);
        while let Some(event) = answer.next().await {
            match event {
                Ok(event) => {
                    translation.take(&self, &event).await;
                    let is_over = matches!(event, StreamEvent::Finished(_));
                    // A turn that was stopped reads no more, and ends the response itself.
                    let _ = events.send(Ok(event)).await;
                    if is_over {
                        return;
                    }
                }
                Err(error) => {
                    if !rules.errors {
                        self.fail(&Complaint { status: 502, message: error.to_string() }, None);
                    }
                    let _ = events.send(Err(error)).await;
                    return;
                }
            }
        }
        self.fail(&Complaint { status: 502, message: ConnectorError::BrokenOff.to_string() }, None);
    }

    pub(super) fn begin_stream(&self) {
        self.outlet.begin(ResponseHead { status: StatusCode::OK, headers: stream_headers() });
    }
}

/// An answer while it is translated.
struct Translation {
    rules: HoldRules,
    /// `None` for a response that is not streamed.
    writer: Option<Box<dyn AnswerWriter>>,
    is_holding: bool,
    held: Vec<StreamEvent>,
    items: Vec<Item>,
    usage: Usage,
}

impl Translation {
    fn new(exchange: &Exchange, rules: HoldRules) -> Self {
        let writer = exchange.arrived.request.streams.then(|| {
            exchange.begin_stream();
            let mut writer = exchange.protocol().dialect().writer(exchange.head.clone());
            exchange.outlet.push(writer.begin().into());
            writer
        });
        Self {
            rules,
            writer,
            is_holding: false,
            held: Vec::new(),
            items: Vec::new(),
            usage: Usage::default(),
        }
    }

    async fn take(&mut self, exchange: &Exchange, event: &StreamEvent) {
        match event {
            StreamEvent::ItemFinished { item, .. } => self.items.push(item.as_ref().clone()),
            StreamEvent::Usage(usage) => self.usage = *usage,
            StreamEvent::Finished(stop) => return self.end(exchange, stop.clone()),
            StreamEvent::ItemStarted { .. }
            | StreamEvent::TextDelta { .. }
            | StreamEvent::ReasoningDelta { .. }
            | StreamEvent::ArgumentsDelta { .. }
            | StreamEvent::Adapted(_)
            | StreamEvent::Others { .. }
            | StreamEvent::Odd { .. } => {}
        }
        self.is_holding |= self.rules.calls && is_call(event);
        let Some(writer) = &mut self.writer else { return };
        if self.is_holding {
            self.held.push(event.clone());
        } else {
            exchange.outlet.write(writer.event(event).into()).await;
        }
    }

    fn end(&mut self, exchange: &Exchange, stop: StopReason) {
        let calls: Vec<FunctionCall> = self.items.iter().filter_map(Item::call).cloned().collect();
        let is_held = self.is_holding || self.rules.end || (self.rules.calls && !calls.is_empty());
        let (items, usage) = (std::mem::take(&mut self.items), self.usage);
        let held = match self.writer.take() {
            Some(writer) => Held::Written { writer, events: std::mem::take(&mut self.held), stop, usage },
            None => Held::WrittenWhole {
                head: Box::new(exchange.head.clone()),
                answer: WrittenAnswer { items, stop, usage },
                protocol: exchange.protocol(),
            },
        };
        let mut state = exchange.state();
        state.calls = calls;
        if is_held {
            state.held = Some(held);
        } else {
            drop(state);
            let delivered = held.as_it_came();
            if let Some(head) = delivered.head {
                exchange.outlet.begin(head);
            }
            exchange.outlet.push(delivered.bytes);
            exchange.outlet.end(Ending::Complete);
        }
    }
}
