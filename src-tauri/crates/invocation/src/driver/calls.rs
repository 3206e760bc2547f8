//! Resolves the calls of an answer and runs them inside their filters.

use super::asked::{AskedCalls, Questions};
use super::caller::CallingTurn;
use super::{Halt, TurnDriver, Worked, reached, spans};
use crate::filter::{CallContext, Pipeline, Ran, Wrapped};
use crate::{Invoked, ResolvedCall, TurnInput};
use content::{CallId, Failure, FailureKind, FunctionCall, FunctionName, Origin, Role};
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use ports::{CallScope, Caller, FunctionError, Offered, OfferedNames};
use std::sync::{Arc, Mutex};
use tracing::Instrument;

/// One call on its way through its filters and its function.
type Running = BoxFuture<'static, (CallId, Wrapped<Ran>)>;

impl TurnDriver {
    pub(super) async fn resolve(
        &mut self,
        calls: &[FunctionCall],
        offered: &[FunctionName],
    ) -> Result<(), Halt> {
        if !self.prepare(calls.to_vec()).await? {
            return Ok(());
        }
        let (catalogue, recordings) = (&self.services.catalogue, &self.services.recordings);
        let names = self.names();
        let offered = Offered { functions: offered, names: &names };
        let span = spans::resolution(calls.len());
        let resolve = async {
            let mut resolved = Vec::with_capacity(calls.len());
            for call in calls {
                resolved.push(ResolvedCall {
                    call: call.id.clone(),
                    resolution: catalogue.resolve(call, offered),
                    recorded: recordings.find(call).await,
                });
            }
            resolved
        };
        let resolved = resolve.instrument(span).await;
        self.commit(TurnInput::Resolved(resolved)).await
    }

    /// The names of the functions, as the model knows them.
    pub(super) fn names(&self) -> OfferedNames {
        let last = self.turn.names().cloned();
        last.unwrap_or_else(|| OfferedNames::in_style(self.services.catalogue.name_style()))
    }

    /// Waits for everything the calls need. Returns whether the turn still wants them.
    async fn prepare(&mut self, calls: Vec<FunctionCall>) -> Result<bool, Halt> {
        if self.turn.is_time_up() {
            return Ok(true);
        }
        let catalogue = Arc::clone(&self.services.catalogue);
        match self.meanwhile(async move { catalogue.prepare(&calls).await }).await? {
            Worked::Through(()) => Ok(self.turn.outcome().is_none()),
            Worked::TimeUp => Ok(false),
            Worked::Stopped => {
                self.commit(TurnInput::Stop).await?;
                Ok(false)
            }
        }
    }

    /// Runs calls together, as many as the step asks for, and takes each result as it arrives.
    pub(super) async fn invoke(&mut self, calls: Vec<Invoked>) -> Result<(), Halt> {
        // These were resolved already, perhaps by an earlier process: only known facts are needed here.
        if !self.prepare(Vec::new()).await? {
            return Ok(());
        }
        let started = calls.iter().map(|one| {
            let found = self.services.catalogue.function(&one.function);
            let origin =
                found.map(|found| found.origin(&one.arguments)).filter(|origin| *origin != Origin::Function);
            TurnInput::CallStarted { call: one.call.id.clone(), origin }
        });
        self.commit_all(started.collect()).await?;
        let cancel = self.scope.cancel.child_token();
        let scope = CallScope { cancel: cancel.clone(), ..self.scope.clone() };
        let pipeline = self.pipeline();
        let (questions, mut asked) = AskedCalls::none();
        let mut running: FuturesUnordered<Running> =
            calls.into_iter().map(|call| self.running(call, &pipeline, &scope, &questions)).collect();
        // Cancels every call that still runs when this returns.
        let _calls_off = cancel.drop_guard();
        while !running.is_empty() {
            tokio::select! {
                biased;
                intervention = self.inbox.recv() => {
                    let intervention = intervention.ok_or(Halt::Done)?;
                    if Self::is_stop(&intervention) {
                        let _: Worked<()> = self.stop_now(intervention);
                        return self.commit(TurnInput::Stop).await;
                    }
                    self.intervene(intervention).await?;
                }
                () = reached(self.until), if !asked.are_all() => return self.time_up().await,
                news = asked.news() => self.commit_all(news).await?,
                Some((call, ran)) = running.next() => {
                    asked.end(&call);
                    self.ran(call, ran).await?;
                }
            }
            self.leave_out(asked.count(running.len()));
            if self.turn.outcome().is_some() {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Takes the result of a call, with the filters it passed through.
    pub(super) async fn ran(&mut self, call: CallId, ran: Wrapped<Ran>) -> Result<(), Halt> {
        let Wrapped { passages, came } = ran;
        let mut inputs = Vec::new();
        if !passages.is_empty() {
            inputs.push(TurnInput::Filtered(passages));
        }
        inputs.push(match came {
            Ran::Ended { outcome, origin } => TurnInput::CallEnded { call, outcome, origin },
            Ran::Broke { reason } => TurnInput::CallBroke { call, reason },
            Ran::Cancelled => TurnInput::Stop,
        });
        self.commit_all(inputs).await
    }

    fn running(
        &self,
        invoked: Invoked,
        pipeline: &Pipeline,
        scope: &CallScope,
        questions: &Questions,
    ) -> Running {
        let Invoked { call, function, arguments, index, count, .. } = invoked;
        let (id, digits) = (call.id.clone(), call.arguments.digits());
        let span = spans::tool(&function, &id, &arguments, self.session.as_ref());
        let told = span.clone();
        let written = self.names().write(&function);
        let context = self.call_context(call, Some(function.clone()), (index, count), scope);
        let (catalogue, pipeline) = (Arc::clone(&self.services.catalogue), pipeline.clone());
        let caller = Arc::new(CallingTurn {
            call: id.clone(),
            journal: Arc::clone(&self.services.journal),
            pipeline: pipeline.clone(),
            context,
            passages: Mutex::default(),
            questions: questions.clone(),
        });
        let scope = scope.called_by(Arc::<CallingTurn>::clone(&caller)).with_digits(digits);
        let work = async move {
            let run = |arguments| async move {
                match catalogue.function(&function) {
                    Some(found) => found.invoke(&arguments, &scope).await,
                    None => Err(gone(&written)),
                }
            };
            let ran = pipeline.call(&caller.context, arguments, run).await;
            match &ran.came {
                Ran::Ended { outcome, .. } => spans::returned(&told, outcome),
                Ran::Broke { .. } => spans::fail(&told, "broken"),
                Ran::Cancelled => spans::fail(&told, "cancelled"),
            }
            caller.person_answered();
            (id, caller.with_prompts(ran))
        };
        Box::pin(work.instrument(span))
    }

    pub(super) fn call_context(
        &self,
        call: FunctionCall,
        function: Option<FunctionName>,
        (index, count): (usize, usize),
        scope: &CallScope,
    ) -> CallContext {
        // Without filters nobody reads the history, so it is not passed on.
        let history = if self.pipeline().is_empty() { Vec::new() } else { self.turn.history().to_vec() };
        let message =
            self.turn.history().iter().rev().find(|message| message.role == Role::Assistant).cloned();
        CallContext {
            catalogue: Arc::clone(&self.services.catalogue),
            function,
            call,
            history,
            message,
            round: self.turn.round(),
            index,
            count,
            is_streamed: true,
            scope: scope.clone(),
        }
    }
}

fn gone(function: &str) -> FunctionError {
    let message = format!("{function} is not available any more");
    FunctionError::Report(Failure { kind: FailureKind::UnknownFunction, message })
}
