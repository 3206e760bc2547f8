//! Passes a request on to its provider, and the response back, byte by byte, and reads along.

use super::headers;
use super::held::{Held, HoldRules, finished_call, is_call};
use super::holding::{Holding, Wanted};
use super::outlet::{Ending, Outlet, ResponseHead};
use super::{Exchange, Round};
use crate::streams::{Framing, as_text};
use crate::{Complaint, Frame, Frames, upstream};
use bytes::Bytes;
use connectors::{Kind, Overheard, refusal_in};
use content::{ModelId, Usage};
use futures::channel::mpsc;
use futures::{SinkExt, StreamExt};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use limits::{ATTACHED_HELD, SERVICE_ANSWER};
use notices::Describe;
use ports::{
    CallScope, CompletionRequest, ConnectorError, EventStream, StreamEvent, WireEvent, WireObserver,
};
use redaction::describe_error;
use reqwest::Response;
use std::sync::Arc;

/// Events that wait for the turn to take them in.
const QUEUED_EVENTS: usize = 256;

/// Bytes read of an error.
const LONGEST_ERROR: usize = 1 << 20;

type Events = mpsc::Sender<Result<StreamEvent, ConnectorError>>;

impl Exchange {
    /// Asks the provider with this body. The response goes to the program as it comes, as far as the rules don't hold it
    /// back, and its meaning to the turn. Where one is held already, this one goes on behind it.
    pub fn pass(
        self: &Arc<Self>,
        body: Bytes,
        request: &CompletionRequest,
        rules: HoldRules,
        scope: &CallScope,
    ) -> EventStream {
        let (events, taken) = mpsc::channel(QUEUED_EVENTS);
        let heard = self.kind().overhear(request, &self.maker(), self.redactor.clone());
        let round = self.begin_round();
        let (exchange, outlet) = (Arc::clone(self), self.outlet.clone());
        let passing = Passing { exchange, outlet, round, rules, heard, events, scope: scope.clone() };
        self.tasks.spawn(passing.run(body));
        taken.boxed()
    }

    /// Sends the request on with this body.
    pub(super) async fn ask(&self, body: Bytes) -> Result<Response, ConnectorError> {
        let arrived = &self.arrived;
        let sent = headers::to_provider(&arrived.headers);
        let asked = self.upstream.client.request(arrived.method.clone(), self.url()?);
        asked.headers(sent).body(body).send().await.map_err(|error| {
            let reason = notices::said(&self.redactor.clean(&describe_error(&error)));
            ConnectorError::Unreachable { service: self.service(), reason }
        })
    }

    fn url(&self) -> Result<String, ConnectorError> {
        let arrived = &self.arrived;
        upstream(arrived.provider, &self.upstream.base, &arrived.target).map_err(|error| {
            let reason = error.notice().map_texts(&|text| self.redactor.clean(text).into_owned());
            ConnectorError::Misconfigured { service: self.service(), reason }
        })
    }

    /// The host that is asked, which says more than the name of its protocol.
    fn service(&self) -> String {
        let base = reqwest::Url::parse(&self.upstream.base).ok();
        let host = base.as_ref().and_then(|base| Some((base.host_str()?, base.port())));
        match host {
            Some((host, Some(port))) => format!("{host}:{port}"),
            Some((host, None)) => host.to_owned(),
            None => self.kind().facts().title.to_owned(),
        }
    }

    fn kind(&self) -> Kind {
        self.protocol().kind()
    }

    fn maker(&self) -> ModelId {
        ModelId::new(self.arrived.request.model.clone())
    }
}

/// A response on its way.
pub(super) struct Passing {
    pub(super) exchange: Arc<Exchange>,
    /// What the response goes to. One that was delivered ahead goes nowhere.
    outlet: Outlet,
    round: Round,
    pub(super) rules: HoldRules,
    pub(super) heard: Overheard,
    pub(super) events: Events,
    pub(super) scope: CallScope,
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
            self.scope.observer.saw(WireEvent::Failed { reason: error.notice() });
            self.exchange.failed(&error, self.round, self.rules);
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
        if !status.is_success() {
            self.refused(head, response).await
        } else if self.round == Round::Further {
            self.further(response).await
        } else if self.streams(&head.headers) {
            self.streamed(head, response).await
        } else {
            self.whole(head, response).await
        }
    }

    /// The response to this body. Where the request has gone ahead, its response is delivered already, and is read only.
    async fn ask(&mut self, body: Bytes) -> Result<Response, ConnectorError> {
        let ahead = self.exchange.state().ahead.response.take();
        let Some(ahead) = ahead else {
            self.show(&body)?;
            return self.exchange.ask(body).await;
        };
        (self.outlet, self.rules) = (Outlet::closed(), HoldRules::default());
        self.show(&self.exchange.arrived.body)?;
        ahead.await.unwrap_or(Err(ConnectorError::Cancelled))
    }

    /// Shows the observer what is sent.
    fn show(&self, body: &[u8]) -> Result<(), ConnectorError> {
        let exchange = &self.exchange;
        let (arrived, observer) = (&exchange.arrived, &self.scope.observer);
        observer.sent(&exchange.redactor.clean(&as_text(body)));
        observer.saw(WireEvent::Attempt {
            number: 1,
            method: arrived.method.to_string(),
            url: exchange.redactor.clean(&exchange.url()?).into_owned(),
            headers: headers::shown(&headers::to_provider(&arrived.headers), &exchange.redactor),
        });
        Ok(())
    }

    async fn refused(&mut self, head: ResponseHead, response: Response) -> Result<(), ConnectorError> {
        let body = collected(response, LONGEST_ERROR).await?;
        let text = self.exchange.redactor.clean(&as_text(&body)).into_owned();
        self.scope.observer.saw(WireEvent::Frame(ports::WireFrame::understood(text.clone())));
        let status = head.status.as_u16();
        if self.rules.errors {
            self.exchange.state().held.get_or_insert(Held::Refused { head, body });
        } else if self.outlet.has_begun() {
            self.exchange.fail(&Complaint { status, message: text.clone() }, None);
        } else {
            self.deliver_whole(head, body);
        }
        Err(refusal_in(&self.exchange.service(), status, &text))
    }

    async fn whole(&mut self, head: ResponseHead, response: Response) -> Result<(), ConnectorError> {
        let body = collected(response, SERVICE_ANSWER.size()).await?;
        let text = as_text(&body);
        self.exchange.name_by(&text);
        let mut head = Some(head);
        // What nothing can hold is not kept until it is read.
        if !self.rules.hold_responses()
            && let Some(head) = head.take()
        {
            self.deliver_whole(head, body.clone());
        }
        let mut events = Vec::new();
        let heard = self.heard.whole(&text, &*self.scope.observer, |event| events.push(event));
        let calls: Vec<_> = events.iter().filter_map(finished_call).cloned().collect();
        let is_held = self.rules.hold(&calls);
        self.exchange.state().calls = calls;
        match head {
            Some(head) if is_held && heard.is_ok() => {
                let usage = events.iter().filter_map(usage_in).next_back().unwrap_or_default();
                self.exchange.state().held = Some(Held::Whole { head, body, usage });
            }
            Some(head) => self.deliver_whole(head, body.clone()),
            None => {}
        }
        for event in events {
            let _ = self.events.send(Ok(event)).await;
        }
        heard
    }

    fn deliver_whole(&self, head: ResponseHead, body: Bytes) {
        self.exchange.state().held = None;
        self.outlet.begin(head);
        self.outlet.push(body);
        self.outlet.end(Ending::Complete);
    }

    async fn streamed(&mut self, head: ResponseHead, response: Response) -> Result<(), ConnectorError> {
        self.outlet.begin(head);
        let framing = self.exchange.framing();
        let mut holding = Holding::new(self.exchange.protocol().dialect().tape(), framing);
        let (mut frames, mut bytes) = (Frames::of(framing), response.bytes_stream());
        let (mut late, mut failed) = (Vec::new(), None);
        while let Some(piece) = bytes.next().await {
            let piece = match piece {
                Ok(piece) => piece,
                Err(error) => return self.broken(&holding, &describe_error(&error)),
            };
            if failed.is_some() {
                // The program reads for itself what is wrong.
                self.outlet.write(piece).await;
                continue;
            }
            frames.feed(&piece);
            failed = self.read(&mut frames, &mut holding, &mut late, Last::No).await.err();
            self.scope.observer.has_room().await;
        }
        if failed.is_none() {
            failed = self.read(&mut frames, &mut holding, &mut late, Last::Yes).await.err();
        }
        if let Some(error) = failed {
            self.outlet.end(Ending::Complete);
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

    /// Whether a response comes piece by piece. A provider may have another form of stream than it was asked for.
    pub(super) fn streams(&self, headers: &HeaderMap) -> bool {
        if is_stream(headers) {
            self.exchange.state().framing = Framing::Events;
            return true;
        }
        self.exchange.framing() == Framing::Array
    }

    /// Keeps what is held, or ends the response.
    fn settle(&self, mut holding: Holding) {
        if holding.is_holding || self.rules.end {
            holding.hold_window();
            let Holding { raw, tape, usage, .. } = holding;
            let held = Held::Streamed { raw, tape, usage };
            self.exchange.state().held = Some(held);
        } else {
            self.outlet.end(Ending::Complete);
        }
    }

    fn broken(&self, holding: &Holding, reason: &str) -> Result<(), ConnectorError> {
        tracing::debug!(reason, held = holding.raw.len(), "the response of a provider broke off");
        self.outlet.end(Ending::Broken);
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
        let is_end = events.iter().any(|event| matches!(event, StreamEvent::Finished(_)));
        if is_end && !holding.is_holding && !self.rules.end {
            // Also of a response that was delivered ahead.
            self.exchange.outlet.is_said();
        }
        if !delivered.is_empty() {
            {
                let mut state = self.exchange.state();
                (state.has_said, state.has_elements) = (true, true);
            }
            self.outlet.write(delivered.into()).await;
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
        let (heard, rules, exchange) = (&mut self.heard, self.rules, &self.exchange);
        let observer: &dyn WireObserver = &*self.scope.observer;
        let mut read = Read::default();
        let mut take = |frame: &Frame<'_>| {
            let first = read.events.len();
            exchange.name_by(frame.data);
            if read.failed.is_none() {
                read.failed = hear(heard, frame, observer, |event| read.events.push(event)).err();
            }
            let is_held = rules.calls && read.events.iter().skip(first).any(is_call);
            holding.take(
                frame,
                Wanted { is_held, keeps_calls: rules.calls, keeps_end: rules.end },
                &mut read.delivered,
            );
        };
        last.take_from(frames, &mut take);
        if let Some(usage) = read.events.iter().filter_map(usage_in).next_back() {
            holding.usage = usage;
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
pub(super) enum Last {
    Yes,
    No,
}

impl Last {
    pub(super) fn take_from(self, frames: &mut Frames, take: impl FnMut(&Frame<'_>)) {
        match self {
            Self::No => frames.each(take),
            Self::Yes => frames.finish(take),
        }
    }
}

/// Reads a frame for its meaning.
pub(super) fn hear(
    heard: &mut Overheard,
    frame: &Frame<'_>,
    observer: &dyn WireObserver,
    hand_on: impl FnMut(StreamEvent),
) -> Result<bool, ConnectorError> {
    let raw = as_text(frame.raw);
    heard.frame([raw.trim_matches(['\n', '\r']), frame.event, frame.data], observer, hand_on)
}

pub(super) fn is_stream(headers: &HeaderMap) -> bool {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/event-stream"))
}

fn usage_in(event: &StreamEvent) -> Option<Usage> {
    if let StreamEvent::Usage(usage) = event { Some(*usage) } else { None }
}

pub(super) async fn collected(response: Response, limit: usize) -> Result<Bytes, ConnectorError> {
    let (mut body, mut bytes) = (Vec::new(), response.bytes_stream());
    while let Some(piece) = bytes.next().await {
        body.extend_from_slice(&piece.map_err(|_| ConnectorError::BrokenOff)?);
        if body.len() > limit {
            return Err(ConnectorError::TooLong { limit: "256 MB" });
        }
    }
    Ok(body.into())
}
