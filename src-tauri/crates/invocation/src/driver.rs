//! Does what a turn asks for: selects, asks the model, calls functions, waits for people, and keeps the log.

mod request;

use crate::{Misuse, ResolvedCall, SelectionPlan, Step, Turn, TurnInput, TurnRecord};
use content::{
    CallId, ExchangeId, Failure, FailureKind, FunctionCall, FunctionName, JsonObject, Origin, Outcome,
};
use futures::future::BoxFuture;
use ports::{
    CallScope, Catalogue, Connector, FunctionError, IdSource, SelectionQuery, Selector, WireObserver,
};
use std::sync::Arc;
use tokio::sync::{mpsc, oneshot};
use tracing::Instrument;

/// Keeps what a turn writes down. A record is kept before anyone is shown it.
pub trait Journal: Send + Sync {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>>;

    /// Watches one exchange with a model.
    fn observe(&self, exchange: &ExchangeId) -> Arc<dyn WireObserver>;
}

/// The log can't be written, so the turn must not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the log can't be written: {reason}")]
pub struct JournalError {
    pub reason: String,
}

/// Whom a driver asks.
#[derive(Clone)]
pub struct TurnServices {
    pub connector: Arc<dyn Connector>,
    pub catalogue: Arc<dyn Catalogue>,
    pub selector: Arc<dyn Selector>,
    pub journal: Arc<dyn Journal>,
    pub ids: Arc<dyn IdSource>,
}

/// Something a person does to a turn, and where to say whether it was possible.
#[derive(Debug)]
pub struct Intervention {
    pub input: TurnInput,
    pub reply: oneshot::Sender<Result<(), Misuse>>,
}

/// Runs one turn to its end, or until the application goes away.
pub struct TurnDriver {
    turn: Turn,
    services: TurnServices,
    scope: CallScope,
    inbox: mpsc::Receiver<Intervention>,
}

/// Why a driver stopped driving.
enum Halt {
    /// The turn has ended, or nobody is left who could answer it.
    Done,
    Journal(JournalError),
}

/// How a piece of work came out while a person could interfere.
enum Worked<T> {
    Through(T),
    Stopped,
}

impl From<JournalError> for Halt {
    fn from(error: JournalError) -> Self {
        Self::Journal(error)
    }
}

impl TurnDriver {
    pub fn new(
        turn: Turn,
        services: TurnServices,
        scope: CallScope,
        inbox: mpsc::Receiver<Intervention>,
    ) -> Self {
        Self { turn, services, scope, inbox }
    }

    /// Goes on until the turn ends. An error means that the log could not be written: the turn stands where its last
    /// kept record left it, and can be rebuilt from there.
    pub async fn run(mut self) -> Result<Turn, JournalError> {
        loop {
            match self.step().await {
                Ok(()) => {}
                Err(Halt::Done) => return Ok(self.turn),
                Err(Halt::Journal(error)) => return Err(error),
            }
        }
    }

    async fn step(&mut self) -> Result<(), Halt> {
        match self.turn.next() {
            Step::Select { context, used } => self.select(context, used).await,
            Step::Pause(_) => self.wait().await,
            Step::Request { messages, offered, choice } => self.request(messages, offered, choice).await,
            Step::Resolve { calls, offered } => self.resolve(&calls, &offered).await,
            Step::Invoke { call, function, arguments } => self.invoke(call, function, arguments).await,
            Step::Finish => Err(Halt::Done),
        }
    }

    async fn select(&mut self, context: Vec<String>, used: Vec<FunctionName>) -> Result<(), Halt> {
        let SelectionPlan { limit, pinned, .. } = self.turn.plan().selection.clone();
        let candidates = self.services.catalogue.specs();
        let query = SelectionQuery { context, candidates, pinned, used, limit };
        let (selector, scope) = (Arc::clone(&self.services.selector), self.scope.clone());
        let span = tracing::info_span!("select_functions", functions = query.candidates.len());
        let work = async move { selector.select(query, &scope).await }.instrument(span);
        let input = match self.meanwhile(work).await? {
            Worked::Through(Ok(selection)) => TurnInput::Selected(selection),
            Worked::Through(Err(error)) => TurnInput::RequestFailed {
                message: error.to_string(),
                advice: "Send the message again. If it stays, offer fewer functions.".to_owned(),
            },
            Worked::Stopped => TurnInput::Stop { received: Vec::new() },
        };
        self.commit(input).await
    }

    async fn wait(&mut self) -> Result<(), Halt> {
        let intervention = self.inbox.recv().await.ok_or(Halt::Done)?;
        self.intervene(intervention).await
    }

    async fn resolve(&mut self, calls: &[FunctionCall], offered: &[FunctionName]) -> Result<(), Halt> {
        let catalogue = &self.services.catalogue;
        let resolved = calls
            .iter()
            .map(|call| ResolvedCall { call: call.id.clone(), resolution: catalogue.resolve(call, offered) });
        let input = TurnInput::Resolved(resolved.collect());
        self.commit(input).await
    }

    async fn invoke(
        &mut self,
        call: CallId,
        function: FunctionName,
        arguments: JsonObject,
    ) -> Result<(), Halt> {
        let found = self.services.catalogue.function(&function);
        let origin = found.as_ref().map(|found| found.origin()).filter(|origin| *origin != Origin::Function);
        self.commit(TurnInput::CallStarted { call: call.clone(), origin }).await?;
        let scope = self.scope.clone();
        let span =
            tracing::info_span!("execute_tool", gen_ai.tool.name = %function, gen_ai.tool.call.id = %call);
        let work = async move {
            match found {
                Some(found) => found.invoke(&arguments, &scope).await,
                None => Err(gone(&function)),
            }
        };
        let input = match self.meanwhile(work.instrument(span)).await? {
            Worked::Through(Ok(output)) => {
                TurnInput::CallEnded { call, outcome: Outcome::Returned { output } }
            }
            Worked::Through(Err(FunctionError::Report(failure))) => {
                TurnInput::CallEnded { call, outcome: Outcome::Failed { failure } }
            }
            Worked::Through(Err(FunctionError::Broken { reason })) => TurnInput::CallBroke { call, reason },
            Worked::Through(Err(FunctionError::Cancelled)) | Worked::Stopped => {
                TurnInput::Stop { received: Vec::new() }
            }
        };
        self.commit(input).await
    }

    /// Works on something that can last, and listens to the person meanwhile.
    async fn meanwhile<T>(&mut self, work: impl Future<Output = T> + Send) -> Result<Worked<T>, Halt> {
        let mut work = std::pin::pin!(work);
        loop {
            tokio::select! {
                biased;
                intervention = self.inbox.recv() => {
                    let intervention = intervention.ok_or(Halt::Done)?;
                    if Self::is_stop(&intervention) {
                        return Ok(self.stop_now(intervention));
                    }
                    self.intervene(intervention).await?;
                }
                done = &mut work => return Ok(Worked::Through(done)),
            }
        }
    }

    fn is_stop(intervention: &Intervention) -> bool {
        matches!(intervention.input, TurnInput::Stop { .. })
    }

    /// Calls off whatever runs. The caller drops it and tells the turn.
    fn stop_now<T>(&mut self, intervention: Intervention) -> Worked<T> {
        self.scope.cancel.cancel();
        // Whoever asked may have gone meanwhile, and the turn stops all the same.
        let _ = intervention.reply.send(Ok(()));
        Worked::Stopped
    }

    async fn intervene(&mut self, Intervention { input, reply }: Intervention) -> Result<(), Halt> {
        match self.turn.apply(input, self.services.ids.as_ref()) {
            Ok(records) => {
                self.services.journal.append(records).await?;
                let _ = reply.send(Ok(()));
            }
            Err(misuse) => {
                let _ = reply.send(Err(misuse));
            }
        }
        Ok(())
    }

    async fn commit(&mut self, input: TurnInput) -> Result<(), Halt> {
        match self.turn.apply(input, self.services.ids.as_ref()) {
            Ok(records) => Ok(self.services.journal.append(records).await?),
            Err(misuse) => {
                tracing::error!(turn = %self.turn.id(), %misuse, "the driver and its turn disagree");
                Err(Halt::Done)
            }
        }
    }
}

fn gone(function: &FunctionName) -> FunctionError {
    let message = format!("{function} is not available any more");
    FunctionError::Report(Failure { kind: FailureKind::UnknownFunction, message })
}
