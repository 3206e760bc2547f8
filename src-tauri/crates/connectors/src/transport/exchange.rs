//! One request and its answer, as a stream of events.

use super::answer_fault::AnswerFault;
use super::aws_events::AwsEvents;
use super::decoder::{Decoder, Frame};
use super::hearing::Hearing;
use super::limits::Limits;
use super::lines::Lines;
use super::reader::{Fault, Reader};
use super::request::{Framing, WireRequest};
use super::slots::Slot;
use super::sse::Sse;
use super::whole::Whole;
use super::wire::{Wire, framing, request_id};
use crate::assembler::Assembler;
use futures::{StreamExt, stream};
use notices::Describe;
use ports::{CallScope, ConnectorError, EventStream, StreamEvent, WaitStep, WireEvent};
use reqwest::Response;
use std::collections::VecDeque;
use std::sync::Arc;
use tokio::time::Instant;

impl Wire {
    /// Asks and lets a protocol read the answer. Dropping the stream closes the connection.
    pub(crate) fn stream(
        self: &Arc<Self>,
        request: WireRequest,
        (reader, assembler): (Box<dyn Reader>, Assembler),
        scope: &CallScope,
    ) -> EventStream {
        let exchange = Exchange {
            wire: Arc::clone(self),
            scope: scope.clone(),
            hearing: Hearing::new(reader, assembler, self.redactor.clone()),
            state: State::Unsent(Box::new(request)),
            slot: None,
            ready: VecDeque::new(),
        };
        stream::unfold(exchange, |mut exchange| async move {
            exchange.next().await.map(|event| (event, exchange))
        })
        .boxed()
    }
}

struct Exchange {
    wire: Arc<Wire>,
    scope: CallScope,
    hearing: Hearing,
    state: State,
    /// Held until the answer is over or nobody reads it any more.
    slot: Slot,
    /// Read and not yet asked for.
    ready: VecDeque<Result<StreamEvent, ConnectorError>>,
}

enum State {
    Unsent(Box<WireRequest>),
    Answering(Box<Answering>),
    Over,
}

/// An answer that has begun.
struct Answering {
    response: Response,
    decoder: Box<dyn Decoder>,
    framing: Framing,
    received: usize,
    frame_by: Instant,
    whole_by: Instant,
}

impl Exchange {
    async fn next(&mut self) -> Option<Result<StreamEvent, ConnectorError>> {
        loop {
            if let Some(ready) = self.ready.pop_front() {
                return Some(ready);
            }
            let state = std::mem::replace(&mut self.state, State::Over);
            match self.go_on(state).await {
                Ok(State::Over) if self.ready.is_empty() => {
                    self.slot = None;
                    return None;
                }
                Ok(state) => self.state = state,
                Err(error) => {
                    self.hearing.give_up(|event| self.ready.push_back(Ok(event)));
                    self.ready.push_back(Err(error));
                }
            }
        }
    }

    async fn go_on(&mut self, state: State) -> Result<State, ConnectorError> {
        match state {
            State::Unsent(request) => {
                self.wire.announce(&request, &self.scope);
                self.slot = self.wire.slot(&self.scope).await?;
                let response = self.wire.begin(&request, &self.scope).await?;
                let framing = framing(request.framing, response.headers());
                let decoder = decoder(framing, &self.wire.limits);
                let (now, limits) = (Instant::now(), self.wire.limits);
                let (frame_by, whole_by) = (now + limits.idle, now + limits.whole);
                Ok(State::Answering(Box::new(Answering {
                    response,
                    decoder,
                    framing,
                    received: 0,
                    frame_by,
                    whole_by,
                })))
            }
            State::Answering(answering) => self.receive(answering).await,
            State::Over => Ok(State::Over),
        }
    }

    /// Takes the next bytes and everything they complete.
    async fn receive(&mut self, mut answering: Box<Answering>) -> Result<State, ConnectorError> {
        let (until, step) = if answering.frame_by < answering.whole_by {
            (answering.frame_by, WaitStep::GoOn)
        } else {
            (answering.whole_by, WaitStep::Finish)
        };
        let chunk = self.wire.within(until, step, &self.scope, answering.response.chunk()).await;
        if let Err(error) = &chunk {
            self.failed(error);
        }
        let taken = match chunk? {
            Ok(Some(bytes)) => self.take(&mut answering, &bytes),
            Ok(None) => self.finish(&mut answering),
            Err(_) => Err(Fault::BrokenOff),
        };
        let is_finished = taken.map_err(|fault| self.error(fault, &answering))?;
        Ok(if is_finished { State::Over } else { State::Answering(answering) })
    }

    /// Tells whether the answer is over.
    fn take(&mut self, answering: &mut Answering, bytes: &[u8]) -> Result<bool, Fault> {
        answering.received += bytes.len();
        if answering.received > self.wire.limits.answer {
            let reason = AnswerFault::TooLong { limit: self.wire.limits.answer }.notice();
            return Err(Fault::Unreadable { reason });
        }
        answering.decoder.feed(bytes);
        while let Some(frame) = answering.decoder.next().map_err(cut)? {
            answering.frame_by = Instant::now() + self.wire.limits.idle;
            if self.read(frame)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn finish(&mut self, answering: &mut Answering) -> Result<bool, Fault> {
        while let Some(frame) = answering.decoder.finish().map_err(cut)? {
            match self.read(frame) {
                Ok(true) => return Ok(true),
                Ok(false) => {}
                // The last piece of a stream that can't be read is half a piece.
                Err(Fault::Unreadable { .. }) if answering.framing != Framing::Whole => {
                    return Err(Fault::BrokenOff);
                }
                Err(fault) => return Err(fault),
            }
        }
        let ready = &mut self.ready;
        self.hearing.end(&*self.scope.observer, |event| ready.push_back(Ok(event))).map(|()| true)
    }

    /// Lets the protocol read one frame. Tells whether the answer is over.
    fn read(&mut self, frame: Frame<'_>) -> Result<bool, Fault> {
        let ready = &mut self.ready;
        self.hearing.read(frame, &*self.scope.observer, |event| ready.push_back(Ok(event)))
    }

    fn error(&mut self, fault: Fault, answering: &Answering) -> ConnectorError {
        let error = match fault {
            Fault::Complained(complaint) => {
                let id = request_id(answering.response.headers());
                ConnectorError::Refused(Box::new(self.wire.refusal(complaint, id)))
            }
            Fault::Unreadable { reason } => self.wire.unreadable(reason),
            Fault::BrokenOff => ConnectorError::BrokenOff,
            Fault::Failed(error) => error,
        };
        self.failed(&error);
        error
    }

    fn failed(&mut self, error: &ConnectorError) {
        self.hearing.show_all(&*self.scope.observer);
        self.scope.observer.saw(WireEvent::Failed { reason: error.notice() });
    }
}

pub(super) fn decoder(framing: Framing, limits: &Limits) -> Box<dyn Decoder> {
    match framing {
        Framing::Whole => Box::new(Whole::new(limits.frame)),
        Framing::Events => Box::new(Sse::new(limits.frame)),
        Framing::Lines => Box::new(Lines::new(limits.frame)),
        Framing::AwsEvents => Box::new(AwsEvents::new(limits.frame)),
    }
}

fn cut(fault: super::decoder::FrameFault) -> Fault {
    Fault::Unreadable { reason: AnswerFault::Frame(fault).notice() }
}
