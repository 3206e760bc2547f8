//! One request to the model: through its filters, asked, streamed into the log, and closed before any call runs.

use super::{Halt, TurnDriver, Worked, reached, spans};
use crate::filter::{Admitted, RequestContext, RequestDraft, Wrapped};
use crate::stream::Reception;
use crate::turn::absent;
use crate::{RequestStep, TurnInput};
use content::{FunctionName, Item};
use futures::StreamExt;
use ports::{CompletionRequest, Connector, ConnectorError, EventStream, FunctionSpec};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep_until};
use tracing::Instrument;

/// One frame of a screen: deltas that come in within it are shown together.
const FRAME: Duration = Duration::from_millis(16);

/// How an answer came to its end.
enum Received {
    Whole(Reception),
    Broken(ConnectorError),
    Stopped(Reception),
}

impl TurnDriver {
    pub(super) async fn request(&mut self, step: RequestStep) -> Result<(), Halt> {
        let RequestStep { messages, offered, terms } = step;
        if let Some(absent) = absent(&self.turn.named(), self.services.catalogue.as_ref()) {
            return self.commit(not_there(&absent)).await;
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

    /// Lets the request through its filters. Tells whether it is to be sent.
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
            self.commit(TurnInput::Stop { received: Vec::new() }).await?;
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
            Received::Broken(error) => {
                spans::unanswered(&span, &error);
                failed(&error)
            }
            Received::Stopped(reception) => TurnInput::Stop { received: reception.into_items() },
        };
        inputs.push(input);
        self.commit_all(inputs).await
    }

    async fn receive(&mut self, mut stream: EventStream) -> Result<Received, Halt> {
        let mut reception = Reception::default();
        let mut show_at = Instant::now();
        loop {
            tokio::select! {
                biased;
                intervention = self.inbox.recv() => {
                    let intervention = intervention.ok_or(Halt::Done)?;
                    if Self::is_stop(&intervention) {
                        let _: Worked<()> = self.stop_now(intervention);
                        self.services.journal.append(reception.drain()).await?;
                        return Ok(Received::Stopped(reception));
                    }
                    self.intervene(intervention).await?;
                }
                () = reached(self.until) => self.time_up().await?,
                () = sleep_until(show_at), if reception.has_unshown() => {
                    self.services.journal.append(reception.drain()).await?;
                }
                event = stream.next() => {
                    if !reception.has_unshown() {
                        show_at = Instant::now() + FRAME;
                    }
                    let error = match event {
                        Some(Ok(event)) => {
                            reception.take(event);
                            None
                        }
                        Some(Err(error)) => Some(error),
                        None => Some(ConnectorError::BrokenOff),
                    };
                    if error.is_some() || reception.is_finished() {
                        self.services.journal.append(reception.drain()).await?;
                        return Ok(error.map_or(Received::Whole(reception), Received::Broken));
                    }
                }
            }
        }
    }

    /// The functions there are besides those.
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

fn not_there(absent: &str) -> TurnInput {
    TurnInput::RequestFailed {
        message: format!("the function choice names what is not there: {absent}"),
        advice: "Take it off the list, or see to it that its source is there.".to_owned(),
        remedies: Vec::new(),
    }
}

fn failed(error: &ConnectorError) -> TurnInput {
    let (message, advice) = (error.to_string(), error.advice().to_owned());
    TurnInput::RequestFailed { message, advice, remedies: error.remedies() }
}
