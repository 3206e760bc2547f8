//! One request to the model: asked, streamed into the log, and closed before any call runs.

use super::{Halt, TurnDriver};
use crate::TurnInput;
use crate::stream::Reception;
use content::{FunctionName, Message};
use futures::StreamExt;
use ports::{CompletionRequest, ConnectorError, EventStream, FunctionChoice, FunctionSpec};
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
    pub(super) async fn request(
        &mut self,
        messages: Vec<Message>,
        offered: Vec<FunctionName>,
        choice: FunctionChoice,
    ) -> Result<(), Halt> {
        let exchange = self.services.ids.exchange();
        self.commit(TurnInput::RequestSent { exchange: exchange.clone() }).await?;
        let functions = self.described(&offered);
        let scope = self.scope.observed_by(self.services.journal.observe(&exchange));
        let model = self.services.connector.profile().model.clone();
        let span = tracing::info_span!("chat", gen_ai.request.model = %model, exchange = %exchange);
        let names = self.services.catalogue.name_style();
        let request = CompletionRequest { messages, functions, choice, names };
        let stream = self.services.connector.stream(request, &scope);
        let input = match self.receive(stream).instrument(span).await? {
            Received::Whole(reception) => {
                let (items, usage) = reception.into_items();
                TurnInput::Responded { items, usage }
            }
            Received::Broken(error) => {
                TurnInput::RequestFailed { message: error.to_string(), advice: error.advice().to_owned() }
            }
            Received::Stopped(reception) => TurnInput::Stop { received: reception.into_items().0 },
        };
        self.commit(input).await
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
                        let _: super::Worked<()> = self.stop_now(intervention);
                        self.services.journal.append(reception.drain()).await?;
                        return Ok(Received::Stopped(reception));
                    }
                    self.intervene(intervention).await?;
                }
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

    fn described(&self, offered: &[FunctionName]) -> Vec<Arc<FunctionSpec>> {
        let mut specs = self.services.catalogue.specs();
        specs.retain(|spec| offered.contains(&spec.name));
        specs
    }
}
