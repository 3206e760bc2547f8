//! Passes a request on to its provider, and the response back, byte by byte, and reads along.

use super::Exchange;
use super::held::{Held, HoldRules, is_call};
use crate::dialect::Tape;
use crate::outlet::{Ending, ResponseHead};
use crate::{Complaint, Frame, Frames, headers, upstream};
use bytes::Bytes;
use connectors::transport::told;
use connectors::{Kind, Overheard, refusal_in};
use content::{FunctionCall, ModelId};
use futures::channel::mpsc;
use futures::{SinkExt, StreamExt};
use http::header::CONTENT_TYPE;
use limits::{ATTACHED_HELD, SERVICE_ANSWER};
use ports::{
    CallScope, CompletionRequest, ConnectorError, EventStream, StreamEvent, WireEvent, WireObserver,
};
use reqwest::{RequestBuilder, Response};
use std::collections::VecDeque;
use std::sync::Arc;

/// Events that wait for the turn to take them in.
const AHEAD: usize = 256;

/// Frames kept back where the end of a response is held: the frames that end it are among the last of these.
const LAST_FRAMES: usize = 6;

/// Bytes read of an error.
const LONGEST_ERROR: usize = 1 << 20;

type Events = mpsc::Sender<Result<StreamEvent, ConnectorError>>;

impl Exchange {
    /// Asks the provider with this body. The response goes to the program as it comes, as far as the rules don't hold it
    /// back, and its meaning to the turn.
    pub fn pass(
        self: &Arc<Self>,
        body: Bytes,
        request: &CompletionRequest,
        rules: HoldRules,
        scope: &CallScope,
    ) -> EventStream {
        let (events, taken) = mpsc::channel(AHEAD);
        let heard = self.kind().overhear(request, &self.maker(), self.redactor.clone());
        let passing = Passing { exchange: Arc::clone(self), rules, heard, events, scope: scope.clone() };
        self.tasks.spawn(passing.run(body));
        taken.boxed()
    }

    fn kind(&self) -> Kind {
        self.protocol().kind()
    }

    fn maker(&self) -> ModelId {
        ModelId::new(self.arrived.request.model.clone())
    }
}

/// A response on its way.
struct Passing {
    exchange: Arc<Exchange>,
    rules: HoldRules,
    heard: Overheard,
    events: Events,
    scope: CallScope,
}

/// The end of a stream, as far as it is held back.
struct Holding {
    tape: Box<dyn Tape>,
    is_holding: bool,
    raw: Vec<u8>,
    /// The last frames that passed the rules and are not delivered yet.
    window: VecDeque<Vec<u8>>,
}

impl Passing {
    async fn run(mut self, body: Bytes) {
        let cancel = self.scope.cancel.clone();
        let passed = tokio::select! {
            biased;
            () = cancel.cancelled() => Err(ConnectorError::Cancelled),
            passed = self.pass(body) => passed,
        };
        if let Err(error) = passed {
            self.scope.observer.saw(WireEvent::Failed { reason: error.to_string() });
            let _ = self.events.send(Err(error)).await;
        }
    }

    async fn pass(&mut self, body: Bytes) -> Result<(), ConnectorError> {
        let response = self.ask(body).await?;
        let status = response.status();
        let head = ResponseHead { status, headers: headers::to_program(response.headers()) };
        self.scope.observer.saw(WireEvent::Answered {
            status: status.as_u16(),
            version: format!("{:?}", response.version()),
            headers: headers::shown(response.headers(), &self.exchange.redactor),
        });
        let kind = head.headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        if !status.is_success() {
            self.refused(head, response).await
        } else if kind.starts_with("text/event-stream") {
            self.streamed(head, response).await
        } else {
            self.whole(head, response).await
        }
    }

    async fn ask(&mut self, body: Bytes) -> Result<Response, ConnectorError> {
        let asked = self.asked(body)?;
        let sent = asked.send().await;
        sent.map_err(|error| {
            let reason = self.exchange.redactor.clean(&told(&error)).into_owned();
            let error = ConnectorError::Unreachable { service: self.service(), reason };
            if !self.rules.errors {
                self.exchange.fail(&Complaint { status: 502, message: error.to_string() }, None);
            }
            error
        })
    }

    /// The request to send, shown to the observer.
    fn asked(&self, body: Bytes) -> Result<RequestBuilder, ConnectorError> {
        let exchange = &self.exchange;
        let (arrived, observer) = (&exchange.arrived, &self.scope.observer);
        observer.sent(&exchange.redactor.clean(&String::from_utf8_lossy(&body)));
        let url = upstream(arrived.provider, &exchange.upstream.base, &arrived.target).map_err(|error| {
            let reason = exchange.redactor.clean(&error.to_string()).into_owned();
            exchange.fail(&Complaint { status: 502, message: reason.clone() }, None);
            ConnectorError::Misconfigured { service: self.service(), reason }
        })?;
        let sent = headers::to_provider(&arrived.headers);
        observer.saw(WireEvent::Attempt {
            number: 1,
            method: arrived.method.to_string(),
            url: exchange.redactor.clean(&url).into_owned(),
            headers: headers::shown(&sent, &exchange.redactor),
        });
        Ok(exchange.upstream.client.request(arrived.method.clone(), url).headers(sent).body(body))
    }

    fn service(&self) -> String {
        self.exchange.kind().facts().title.to_owned()
    }

    async fn refused(&mut self, head: ResponseHead, response: Response) -> Result<(), ConnectorError> {
        let body = collected(response, LONGEST_ERROR).await?;
        let text = self.exchange.redactor.clean(&String::from_utf8_lossy(&body)).into_owned();
        self.scope.observer.saw(WireEvent::Frame(ports::WireFrame::understood(text.clone())));
        let status = head.status.as_u16();
        if self.rules.errors {
            self.exchange.state().held = Some(Held::Whole { head, body });
        } else if self.exchange.outlet.has_begun() {
            self.exchange.fail(&Complaint { status, message: text.clone() }, None);
        } else {
            self.deliver_whole(head, body);
        }
        Err(refusal_in(&self.service(), status, &text))
    }

    async fn whole(&mut self, head: ResponseHead, response: Response) -> Result<(), ConnectorError> {
        let body = collected(response, SERVICE_ANSWER.size()).await?;
        let text = String::from_utf8_lossy(&body);
        let mut events = Vec::new();
        let heard = self.heard.whole(&text, &*self.scope.observer, |event| events.push(event));
        let calls: Vec<_> = events.iter().filter_map(finished_call).cloned().collect();
        let is_held = self.rules.end || (self.rules.calls && !calls.is_empty());
        self.exchange.state().calls = calls;
        if is_held && heard.is_ok() {
            self.exchange.state().held = Some(Held::Whole { head, body });
        } else {
            self.deliver_whole(head, body);
        }
        for event in events {
            let _ = self.events.send(Ok(event)).await;
        }
        heard
    }

    fn deliver_whole(&self, head: ResponseHead, body: Bytes) {
        self.exchange.outlet.begin(head);
        self.exchange.outlet.push(body);
        self.exchange.outlet.end(Ending::Complete);
    }

    async fn streamed(&mut self, head: ResponseHead, response: Response) -> Result<(), ConnectorError> {
        self.exchange.outlet.begin(head);
        let mut holding = Holding {
            tape: self.exchange.protocol().dialect().tape(),
            is_holding: false,
            raw: Vec::new(),
            window: VecDeque::new(),
        };
        let (mut frames, mut bytes) = (Frames::default(), response.bytes_stream());
        let (mut late, mut failed) = (Vec::new(), None);
        while let Some(piece) = bytes.next().await {
            let piece = match piece {
                Ok(piece) => piece,
                Err(error) => return self.broken(&holding, &told(&error)),
            };
            if failed.is_some() {
                // The program reads for itself what is wrong.
                self.exchange.outlet.write(piece).await;
                continue;
            }
            frames.feed(&piece);
            failed = self.read(&mut frames, &mut holding, &mut late, Last::No).await.err();
        }
        if failed.is_none() {
            failed = self.read(&mut frames, &mut holding, &mut late, Last::Yes).await.err();
        }
        if let Some(error) = failed {
            self.exchange.outlet.end(Ending::Complete);
            return Err(error);
        }
        let mut ended = Vec::new();
        let heard = match late.iter().any(|event| matches!(event, StreamEvent::Finished(_))) {
            true => Ok(()),
            false => self.heard.end(&*self.scope.observer, |event| ended.push(event)),
        };
        late.extend(ended);
        self.settle(holding);
        for event in late {
            let _ = self.events.send(Ok(event)).await;
        }
        heard
    }

    /// Keeps what is held, or ends the response.
    fn settle(&self, mut holding: Holding) {
        if holding.is_holding || self.rules.end {
            for raw in std::mem::take(&mut holding.window) {
                holding.hold(&raw);
            }
            let held = Held::Streamed { raw: holding.raw, tape: holding.tape };
            self.exchange.state().held = Some(held);
        } else {
            self.exchange.outlet.end(Ending::Complete);
        }
    }

    fn broken(&self, holding: &Holding, reason: &str) -> Result<(), ConnectorError> {
        tracing::debug!(reason, held = holding.raw.len(), "the response of a provider broke off");
        self.exchange.outlet.end(Ending::Broken);
        Err(ConnectorError::BrokenOff)
    }

    /// Reads every whole frame, delivers what is not held, and hands the meaning to the turn. The end of a response is
    /// told once all of it is there.
    async fn read(
        &mut self,
        frames: &mut Frames,
        holding: &mut Holding,
        late: &mut Vec<StreamEvent>,
        last: Last,
    ) -> Result<(), ConnectorError> {
        let Read { mut delivered, events, failed } = self.take(frames, holding, last);
        if failed.is_some() {
            delivered.append(&mut holding.give_up(frames));
        }
        if !delivered.is_empty() {
            self.exchange.outlet.write(delivered.into()).await;
        }
        for event in events {
            if matches!(event, StreamEvent::Finished(_)) || !late.is_empty() {
                late.push(event);
            } else {
                let _ = self.events.send(Ok(event)).await;
            }
        }
        failed.map_or(Ok(()), Err)
    }

    fn take(&mut self, frames: &mut Frames, holding: &mut Holding, last: Last) -> Read {
        let (heard, rules) = (&mut self.heard, self.rules);
        let observer: &dyn WireObserver = &*self.scope.observer;
        let mut read = Read::default();
        let mut take = |frame: &Frame<'_>| {
            let first = read.events.len();
            let raw = String::from_utf8_lossy(frame.raw);
            let text = [raw.trim_matches(['\n', '\r']), frame.event, frame.data];
            if read.failed.is_none() {
                read.failed = heard.frame(text, observer, |event| read.events.push(event)).err();
            }
            let is_held = rules.calls && read.events.iter().skip(first).any(is_call);
            holding.take(frame, Wanted { is_held, keeps_end: rules.end }, &mut read.delivered);
        };
        match last {
            Last::No => frames.each(&mut take),
            Last::Yes => frames.finish(&mut take),
        }
        self.exchange.state().calls.extend(read.events.iter().filter_map(finished_call).cloned());
        if holding.raw.len() > ATTACHED_HELD.size() {
            read.failed.get_or_insert(ConnectorError::TooLong { limit: "64 MB" });
        }
        read
    }
}

/// Frames that were read.
#[derive(Default)]
struct Read {
    delivered: Vec<u8>,
    events: Vec<StreamEvent>,
    failed: Option<ConnectorError>,
}

#[derive(Clone, Copy)]
enum Last {
    Yes,
    No,
}

#[derive(Clone, Copy)]
struct Wanted {
    is_held: bool,
    keeps_end: bool,
}

impl Holding {
    fn take(&mut self, frame: &Frame<'_>, wanted: Wanted, delivered: &mut Vec<u8>) {
        if wanted.is_held && !self.is_holding {
            self.is_holding = true;
            while let Some(raw) = self.window.pop_front() {
                self.pass(&raw, delivered);
            }
        }
        if self.is_holding {
            self.raw.extend_from_slice(frame.raw);
            self.tape.held(frame);
        } else if wanted.keeps_end {
            self.window.push_back(frame.raw.to_vec());
            while self.window.len() > LAST_FRAMES {
                let Some(raw) = self.window.pop_front() else { break };
                self.pass(&raw, delivered);
            }
        } else {
            self.tape.passed(frame);
            delivered.extend_from_slice(frame.raw);
        }
    }

    fn pass(&mut self, raw: &[u8], delivered: &mut Vec<u8>) {
        let tape = &mut self.tape;
        each_frame(raw, |frame| tape.passed(frame));
        delivered.extend_from_slice(raw);
    }

    /// Everything that is not delivered yet, with what is not a whole frame.
    fn give_up(&mut self, frames: &mut Frames) -> Vec<u8> {
        let mut rest: Vec<u8> = self.window.drain(..).flatten().collect();
        rest.append(&mut self.raw);
        frames.finish(|frame| rest.extend_from_slice(frame.raw));
        rest
    }

    fn hold(&mut self, raw: &[u8]) {
        let tape = &mut self.tape;
        each_frame(raw, |frame| tape.held(frame));
        self.raw.extend_from_slice(raw);
    }
}

fn each_frame(raw: &[u8], take: impl FnMut(&Frame<'_>)) {
    let mut frames = Frames::default();
    frames.feed(raw);
    frames.finish(take);
}

fn finished_call(event: &StreamEvent) -> Option<&FunctionCall> {
    let StreamEvent::ItemFinished { item, .. } = event else { return None };
    item.call()
}

async fn collected(response: Response, limit: usize) -> Result<Bytes, ConnectorError> {
    let (mut body, mut bytes) = (Vec::new(), response.bytes_stream());
    while let Some(piece) = bytes.next().await {
        body.extend_from_slice(&piece.map_err(|_| ConnectorError::BrokenOff)?);
        if body.len() > limit {
            return Err(ConnectorError::TooLong { limit: "256 MB" });
        }
    }
    Ok(body.into())
}
