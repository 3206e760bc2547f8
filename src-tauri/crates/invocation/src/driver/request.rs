//! One request to the model: filtered, sent, streamed into the log, and closed before any call runs.

use super::{Halt, TurnDriver, Worked, reached, spans};
use crate::filter::{Admitted, RequestContext, RequestDraft, Wrapped};
use crate::stream::Reception;
use crate::{Absent, CutEnd, Decision, Intervention, RequestStep, TurnInput};
use content::{FunctionName, Item};
use futures::StreamExt;
use notices::Describe;
use ports::{CompletionRequest, Connector, ConnectorError, EventStream, FunctionSpec, StreamEvent};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use tracing::Instrument;

/// One frame of a screen. Deltas that arrive within it are shown together.
const FRAME_INTERVAL: Duration = Duration::from_millis(16);

/// The end of an answer.
enum Received {
    Whole(Reception),
    Broken(Reception, ConnectorError),
    Stopped(Reception),
    TimeUp(Reception),
}

impl TurnDriver {
    pub(super) async fn request(&mut self, step: RequestStep) -> Result<(), Halt> {
        let RequestStep { messages, offered, terms } = step;
        if let Err(absent) = self.turn.check_named(self.services.catalogue.as_ref()) {
            return self.commit(unknown(&absent)).await;
        }
        let mut draft = RequestDraft { functions: self.described(&offered), messages, terms };
        let Some(connector) = self.services.models.connector(&draft.terms.model) else {
            let error = ConnectorError::UnknownModel { model: draft.terms.model.as_str().to_owned() };
            return self.commit(failed(&error)).await;
        };
        let context = RequestContext {
            catalogue: Arc::clone(&self.services.catalogue),
            round: self.turn.round(),
            scope: self.scope.clone(),
        };
        if !self.admit(&context, &mut draft).await? {
            return Ok(());
        }
        self.ask(connector, context, draft).await
    }

    /// Passes the request through its filters. Returns whether it may be sent.
    async fn admit(&mut self, context: &RequestContext, draft: &mut RequestDraft) -> Result<bool, Halt> {
        let pipeline = self.pipeline();
        if pipeline.is_empty() {
            return Ok(true);
        }
        let (context, mut changed) = (context.clone(), draft.clone());
        let work = async move {
            let Wrapped { passages, came } = pipeline.request(&context, &mut changed).await;
            (passages, came, changed)
        };
        let Worked::Through((passages, came, changed)) = self.meanwhile(work).await? else {
            self.commit(TurnInput::Stop).await?;
            return Ok(false);
        };
        *draft = changed;
        let told = TurnInput::Filtered(passages);
        match came {
            Admitted::Send => self.commit(told).await?,
            Admitted::Answer(text) => {
                let answer = TurnInput::AnsweredByFilter { items: vec![Item::Text { text }] };
                self.commit_all(vec![told, answer]).await?;
                return Ok(false);
            }
            Admitted::Terminate(filter) => {
                self.commit_all(vec![told, TurnInput::Terminated { filter }]).await?;
                return Ok(false);
            }
        }
        Ok(true)
    }

    async fn ask(
        &mut self,
        connector: Arc<dyn Connector>,
        context: RequestContext,
        draft: RequestDraft,
    ) -> Result<(), Halt> {
        let RequestDraft { messages, functions, terms } = draft;
        let exchange = self.services.ids.exchange();
        let load = self.scales.load_of(&functions, &messages);
        let scope = self.scope.observed_by(self.services.journal.observe(&exchange));
        let span = spans::chat(&terms, &exchange, self.session.as_ref());
        span.record("gen_ai.provider.name", connector.profile().service.as_str());
        let request = CompletionRequest {
            known: self.not_in(&functions),
            messages,
            functions,
            choice: terms.choice,
            calls: terms.calls,
            settings: terms.settings,
            names: self.services.catalogue.name_style(),
        };
        let names = connector.names(&request);
        self.commit(TurnInput::RequestSent { exchange, load, names }).await?;
        spans::asked(&span, &request.messages);
        let stream = connector.stream(request, &scope);
        let received = self.receive(stream).instrument(span.clone()).await?;
        let mut inputs = Vec::new();
        let input = match received {
            Received::Whole(mut reception) => {
                let (usage, stop) = (reception.usage(), reception.stop().cloned());
                let odd = reception.take_odd();
                let mut items = reception.into_items();
                spans::answered(&span, &items, usage);
                let passages = self.pipeline().response(&context, &mut items).await;
                if !passages.is_empty() {
                    inputs.push(TurnInput::Filtered(passages));
                }
                TurnInput::Responded { items, usage, stop, odd }
            }
            Received::Broken(reception, error) => {
                spans::unanswered(&span, &error);
                let (message, advice) = (error.notice(), error.advice());
                let end = CutEnd::Failed { message, advice, remedies: error.remedies() };
                return self.cut(&context, reception, end).await;
            }
            Received::Stopped(reception) => return self.cut(&context, reception, CutEnd::Stopped).await,
            Received::TimeUp(reception) => return self.cut(&context, reception, CutEnd::TimeUp).await,
        };
        inputs.push(input);
        self.commit_all(inputs).await
    }

    /// Keeps the part of an answer that arrived. It passes through the filters as a complete one does.
    async fn cut(&mut self, context: &RequestContext, reception: Reception, end: CutEnd) -> Result<(), Halt> {
        let mut answer = reception.into_cut();
        let mut inputs = Vec::new();
        if !answer.items.is_empty() {
            let passages = self.pipeline().response(context, &mut answer.items).await;
            inputs.extend((!passages.is_empty()).then_some(TurnInput::Filtered(passages)));
        }
        inputs.push(TurnInput::AnswerCut { answer, end });
        self.commit_all(inputs).await
    }

    async fn receive(&mut self, mut stream: EventStream) -> Result<Received, Halt> {
        let mut reception = Reception::default();
        let mut show_at = Instant::now();
        loop {
            tokio::select! {
                biased;
                intervention = self.inbox.recv() => {
                    if let Worked::Stopped = self.interrupted(intervention, &mut reception).await? {
                        return Ok(Received::Stopped(reception));
                    }
                }
                () = reached(self.until) => {
                    self.services.journal.append(reception.drain()).await?;
                    return Ok(Received::TimeUp(reception));
                }
                () = sleep_until(show_at), if reception.has_unshown() => {
                    self.services.journal.append(reception.drain()).await?;
                }
                event = stream.next() => {
                    if !reception.has_unshown() {
                        show_at = Instant::now() + FRAME_INTERVAL;
                    }
                    let error = match event {
                        Some(Ok(StreamEvent::Replaced(by))) => {
                            self.commit(TurnInput::ModelReplaced(by)).await?;
                            None
                        }
                        Some(Ok(event)) => {
                            reception.take(event);
                            None
                        }
                        Some(Err(error)) => Some(error),
                        None => Some(ConnectorError::BrokenOff),
                    };
                    if error.is_some() || reception.is_finished() {
                        self.services.journal.append(reception.drain()).await?;
                        return Ok(match error {
                            None => Received::Whole(reception),
                            Some(error) => Received::Broken(reception, error),
                        });
                    }
                }
            }
        }
    }

    /// Handles a person's intervention in the middle of an answer. While the turn is paused, nothing more is read.
    /// Everything that has arrived by then is written first.
    async fn interrupted(
        &mut self,
        first: Option<Intervention>,
        reception: &mut Reception,
    ) -> Result<Worked<()>, Halt> {
        let begun = Instant::now();
        let mut next = first;
        loop {
            self.services.journal.append(reception.drain()).await?;
            let intervention = next.ok_or(Halt::Done)?;
            if Self::is_stop(&intervention) || self.stops_here(&intervention) {
                return Ok(self.stop_now(intervention));
            }
            self.intervene(intervention).await?;
            if self.turn.standing().is_none() {
                break;
            }
            next = self.inbox.recv().await;
        }
        self.leave_out(begun.elapsed());
        Ok(Worked::Through(()))
    }

    /// Whether an answer to the current stop ends it.
    fn stops_here(&self, intervention: &Intervention) -> bool {
        let standing = self.turn.standing().map(|pause| pause.number);
        matches!(
            &intervention.input,
            TurnInput::Answer(answer) if answer.decision == Decision::Stop && standing == Some(answer.pause)
        )
    }

    /// The other functions available.
    fn not_in(&self, offered: &[Arc<FunctionSpec>]) -> Vec<Arc<FunctionSpec>> {
        let names: HashSet<_> = offered.iter().map(|spec| &spec.name).collect();
        let mut specs = self.services.catalogue.specs();
        specs.retain(|spec| !names.contains(&spec.name));
        specs
    }

    fn described(&self, offered: &[FunctionName]) -> Vec<Arc<FunctionSpec>> {
        let mut specs = self.services.catalogue.specs();
        specs.retain(|spec| offered.contains(&spec.name));
        specs
    }
}

fn unknown(absent: &Absent) -> TurnInput {
    TurnInput::RequestFailed { message: absent.notice(), advice: absent.advice(), remedies: Vec::new() }
}

fn failed(error: &ConnectorError) -> TurnInput {
    let (message, advice) = (error.notice(), error.advice());
    TurnInput::RequestFailed { message, advice, remedies: error.remedies() }
}
