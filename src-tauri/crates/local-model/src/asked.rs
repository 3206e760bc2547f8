//! A question to a model in a file, while it is answered.

use crate::answer::{Answer, Meant};
use crate::body::Body;
use crate::calls::Endless;
use crate::difference::{Difference, Reason};
use crate::engine::{AwaitedTurn, Ended, Engine, EngineError, Job, Told};
use crate::facts::Facts;
use crate::flaw::{SERVICE, misconfigured};
use crate::speed::Seen;
use content::Usage;
use notices::Describe;
use ports::{
    Adaptation, AdaptationKind, CallScope, ConnectorError, StopReason, StreamEvent, WaitStep, WireEvent,
    WireFrame,
};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// What an engine is asked, and asked once more where the answer goes on in words.
pub(crate) struct Asker {
    pub(crate) facts: Arc<Facts>,
    pub(crate) engine: Engine,
    pub(crate) speed: Seen,
    pub(crate) body: Body,
    /// The question that follows where a call was made again.
    pub(crate) in_words: Body,
    pub(crate) scope: CallScope,
}

impl Asker {
    fn submit(&self, body: Body) -> (mpsc::Receiver<Told>, CancellationToken) {
        // As many pieces as there can be tokens, so that the engine never waits for whoever reads.
        let (tell, told) = mpsc::channel(self.facts.context as usize + 16);
        let enough = CancellationToken::new();
        let cancel = self.scope.cancel.clone();
        let turn = AwaitedTurn::default();
        self.engine.submit(&self.facts, Job { body, cancel, enough: enough.clone(), told: tell, turn });
        (told, enough)
    }
}

/// One question while it is answered.
pub(crate) struct Asked {
    asker: Asker,
    /// Nothing once the answer is over, which also tells the engine to stop.
    told: Option<mpsc::Receiver<Told>>,
    answer: Answer,
    ready: VecDeque<Result<StreamEvent, ConnectorError>>,
    /// Whether the first call is the last.
    is_single: bool,
    /// Tells the engine that what was written will do. It still says what that took.
    enough: CancellationToken,
    begun: Instant,
    usage: Usage,
}

impl Asked {
    pub(crate) fn new(asker: Asker, answer: Answer, is_single: bool) -> Self {
        let (told, enough) = asker.submit(asker.body.clone());
        let (told, ready, begun) = (Some(told), VecDeque::new(), Instant::now());
        Self { asker, told, answer, ready, is_single, enough, begun, usage: Usage::default() }
    }

    pub(crate) async fn next(&mut self) -> Option<Result<StreamEvent, ConnectorError>> {
        while self.ready.is_empty() {
            let told = self.told.as_mut()?;
            let heard = tokio::select! {
                biased;
                () = self.asker.scope.cancel.cancelled() => Err(ConnectorError::Cancelled),
                () = until(self.asker.scope.deadline) => Err(self.too_late()),
                heard = told.recv() => heard.ok_or(ConnectorError::BrokenOff),
            };
            match heard {
                Ok(told) => self.hear(told),
                Err(error) => self.end(Err(error)),
            }
        }
        self.ready.pop_front()
    }

    fn hear(&mut self, told: Told) {
        match told {
            Told::Queued => self.asker.scope.observer.saw(WireEvent::Queued),
            Told::Admitted => self.asker.scope.observer.saw(WireEvent::Admitted),
            // A token may be on its way when it is enough.
            Told::Text(_) if self.enough.is_cancelled() => {}
            Told::Text(text) => {
                let meant = self.answer.push(&text);
                self.tell(text, meant);
                let calls = &self.answer.calls;
                let endless = calls.endless();
                let is_done = self.is_single && calls.count > 0;
                if endless.is_some() || is_done || self.answer.has_repeated {
                    self.enough.cancel();
                }
                if let Some(endless) = endless {
                    self.adapt(cut_off(endless));
                }
            }
            Told::Ended(ended) => self.finish(ended),
            Told::Failed(error) => {
                let error = self.error(error);
                self.end(Err(error));
            }
        }
    }

    fn finish(&mut self, ended: Ended) {
        self.asker.speed.see(&ended.figures);
        let Meant { events, completes } = self.answer.finish();
        let text = serde_json::to_string(&ended.figures).unwrap_or_default();
        self.tell(text, Meant { events, completes });
        self.usage += Usage {
            input: Some(ended.figures.prompt_tokens),
            output: Some(ended.figures.output_tokens),
            cached: Some(ended.figures.cached_tokens),
            written: None,
            reasoning: None,
        };
        if self.answer.has_repeated && self.answer.calls.count == 0 {
            self.go_on_in_words();
            return;
        }
        self.ready.push_back(Ok(StreamEvent::Usage(self.usage)));
        let reason = match (ended.is_whole || self.enough.is_cancelled(), self.answer.calls.count) {
            (false, _) => StopReason::Length,
            (true, 0) => StopReason::Complete,
            (true, _) => StopReason::Calls,
        };
        self.end(Ok(reason));
    }

    /// A call that has its result was made again: it is left out, and the model says what it has to say.
    fn go_on_in_words(&mut self) {
        let why = Reason::HasItsResult;
        self.adapt(Difference::HeldToWords.adaptation(AdaptationKind::LeftOut, why, Vec::new()));
        let (told, enough) = self.asker.submit(self.asker.in_words.clone());
        (self.told, self.enough) = (Some(told), enough);
        self.answer.in_words();
    }

    /// What becomes of an answer while it is written, for the record of the exchange and for the round.
    fn adapt(&mut self, adaptation: Adaptation) {
        self.asker.scope.observer.saw(WireEvent::Adapted { adaptation: adaptation.clone() });
        self.ready.push_back(Ok(StreamEvent::Adapted(vec![adaptation])));
    }

    fn tell(&mut self, text: String, meant: Meant) {
        let Meant { events, completes } = meant;
        let frame = WireFrame { completes, ..WireFrame::understood(text) };
        self.asker.scope.observer.saw(WireEvent::Frame(frame));
        self.ready.extend(events.into_iter().map(Ok));
    }

    fn end(&mut self, reason: Result<StopReason, ConnectorError>) {
        self.told = None;
        match reason {
            Ok(reason) => {
                let Meant { events, .. } = self.answer.finish();
                self.ready.extend(events.into_iter().map(Ok));
                self.ready.push_back(Ok(StreamEvent::Finished(reason)));
            }
            Err(error) => {
                self.asker.scope.observer.saw(WireEvent::Failed { reason: error.notice() });
                self.ready.push_back(Err(error));
            }
        }
    }

    fn too_late(&self) -> ConnectorError {
        let seconds = self.begun.elapsed().as_secs();
        ConnectorError::TimedOut { service: SERVICE.to_owned(), step: WaitStep::Finish, seconds }
    }

    fn error(&self, error: EngineError) -> ConnectorError {
        let service = SERVICE.to_owned();
        match error {
            EngineError::Cancelled => ConnectorError::Cancelled,
            EngineError::Overflow { .. } | EngineError::Grammar { .. } | EngineError::Stuck => {
                ConnectorError::NotPossible { service, reason: error.notice() }
            }
            EngineError::NotBuilt
            | EngineError::Processor
            | EngineError::Memory { .. }
            | EngineError::Load { .. }
            | EngineError::Refused { .. }
            | EngineError::ContextGone
            | EngineError::Decode { .. } => misconfigured(&self.asker.facts.title, &error),
        }
    }
}

/// Why the rest of an answer is not heard.
fn cut_off(endless: Endless) -> Adaptation {
    let what = match endless {
        Endless::Alike => Difference::EndedAlike,
        Endless::Many => Difference::EndedMany,
    };
    what.adaptation(AdaptationKind::LeftOut, Reason::LostItsWay, Vec::new())
}

/// Waits for a moment, or for ever where there is none.
async fn until(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.into()).await,
        None => std::future::pending().await,
    }
}
