//! A response that another model, a script or a person writes, in the protocol of the program.

use super::gathered::Gathered;
use super::held::{Held, HoldRules, is_call};
use super::outlet::ResponseHead;
use super::{Exchange, Round, Waits, stream_headers};
use crate::WrittenAnswer;
use crate::dialects::AnswerWriter;
use crate::streams::Ends;
use content::Item;
use futures::channel::mpsc;
use futures::{SinkExt, StreamExt};
use http::StatusCode;
use ports::{ConnectorError, EventStream, StreamEvent};
use std::sync::Arc;

/// Events that wait for the turn to take them in.
const QUEUED_EVENTS: usize = 256;

impl Exchange {
    /// Delivers somebody else's answer in the protocol of the program. The events go on to the turn as they come. Where a
    /// response is held already, this one goes on behind it.
    pub fn answer_with(self: &Arc<Self>, answer: EventStream, rules: HoldRules) -> EventStream {
        let (events, taken) = mpsc::channel(QUEUED_EVENTS);
        let exchange = Arc::clone(self);
        let translation = Translation::new(self, self.begin_round(), rules);
        self.tasks.spawn(async move { exchange.translate(answer, translation, events).await });
        taken.boxed()
    }

    /// Keeps an answer that a person wrote, until it is decided about its calls. The program gets what is released.
    pub fn hold_written(&self, answer: WrittenAnswer) {
        self.wait(Waits::No);
        self.mark.make_ours();
        let calls = answer.items.iter().filter_map(Item::call).cloned().collect();
        let held = if self.arrived.request.streams {
            let WrittenAnswer { items, stop, usage } = answer;
            self.begin_stream();
            let mut writer = self.protocol().dialect().writer(self.head.clone());
            let begun = writer.begin();
            self.name_by_stream(&begun);
            self.outlet.push(self.framed(&begun, Ends::No));
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
        mut translation: Translation,
        mut events: mpsc::Sender<Result<StreamEvent, ConnectorError>>,
    ) {
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
                Err(error) => return translation.failed(&self, error, events).await,
            }
        }
        translation.failed(&self, ConnectorError::BrokenOff, events).await;
    }

    pub(super) fn begin_stream(&self) {
        let headers = stream_headers(self.framing());
        self.outlet.begin(ResponseHead { status: StatusCode::OK, headers });
    }
}

/// An answer while it is translated.
struct Translation {
    round: Round,
    rules: HoldRules,
    /// `None` for a response that is not streamed, and for one that goes on.
    writer: Option<Box<dyn AnswerWriter>>,
    has_begun: bool,
    is_holding: bool,
    held: Vec<StreamEvent>,
    gathered: Gathered,
}

impl Translation {
    fn new(exchange: &Exchange, round: Round, rules: HoldRules) -> Self {
        exchange.mark.make_ours();
        let is_written = exchange.arrived.request.streams && round == Round::First;
        let writer = is_written.then(|| {
            exchange.begin_stream();
            exchange.protocol().dialect().writer(exchange.head.clone())
        });
        let (held, gathered) = (Vec::new(), Gathered::default());
        Self { round, rules, writer, has_begun: false, is_holding: false, held, gathered }
    }

    async fn take(&mut self, exchange: &Exchange, event: &StreamEvent) {
        self.gathered.take(event);
        self.is_holding |= self.rules.calls && is_call(event);
        if let Some(writer) = &mut self.writer {
            if !std::mem::replace(&mut self.has_begun, true) {
                let begun = writer.begin();
                exchange.name_by_stream(&begun);
                exchange.state().has_said = true;
                exchange.outlet.push(exchange.framed(&begun, Ends::No));
            }
            if self.is_holding {
                self.held.push(event.clone());
            } else if !self.gathered.is_finished() {
                let piece = exchange.framed(&writer.event(event), Ends::No);
                exchange.outlet.write(piece).await;
            }
        }
        if self.gathered.is_finished() {
            self.end(exchange);
        }
    }

    fn end(&mut self, exchange: &Exchange) {
        let gathered = std::mem::take(&mut self.gathered);
        let calls = gathered.calls();
        let answer = gathered.into_answer();
        if self.round == Round::Further {
            return exchange.go_on(answer, self.rules);
        }
        let is_held = self.is_holding || self.rules.hold(&calls);
        let held = match self.writer.take() {
            Some(writer) => {
                let WrittenAnswer { stop, usage, .. } = answer;
                Held::Written { writer, events: std::mem::take(&mut self.held), stop, usage }
            }
            None => Held::WrittenWhole {
                head: Box::new(exchange.head.clone()),
                answer,
                protocol: exchange.protocol(),
            },
        };
        let mut state = exchange.state();
        state.calls = calls;
        if is_held {
            state.held = Some(held);
        } else {
            drop(state);
            exchange.deliver_held(held.unchanged(exchange.protocol()));
        }
    }

    /// What has begun to be written can't be written once more.
    async fn failed(
        self,
        exchange: &Exchange,
        error: ConnectorError,
        mut events: mpsc::Sender<Result<StreamEvent, ConnectorError>>,
    ) {
        let rules = HoldRules { errors: self.rules.errors && !self.has_begun, ..self.rules };
        exchange.failed(&error, self.round, rules);
        let _ = events.send(Err(error)).await;
    }
}
