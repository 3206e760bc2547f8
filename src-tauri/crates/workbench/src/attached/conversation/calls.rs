//! The calls that a program runs, and the results it sends.

use super::super::echoes::Repeated;
use super::{Conversation, Running, State};
use crate::locking::lock;
use content::{CallId, Failure, FailureKind, FunctionCall, JsonObject, Message, Outcome, Output};
use functions::Runner;
use futures::future::{BoxFuture, FutureExt};
use gateway::{WantedCall, written_name};
use ports::{CallScope, FunctionError, FunctionSpec};
use std::time::Duration;
use tokio::sync::oneshot;

/// The time a turn has to take in a response that its program has received already.
const CATCH_UP_TIMEOUT: Duration = Duration::from_secs(10);

impl Conversation {
    /// Waits until the turn has taken in what the program has received, and can take so many results: a program may be
    /// faster than the turn that reads along. Tells whether it takes them.
    pub(in crate::attached) async fn catches_up(&self, results: usize) -> bool {
        let takes_them = |state: &State| {
            if state.turn.is_none() || (results > 0 && state.running.len() >= results) {
                return Some(state.turn.is_some());
            }
            if results == 0 && !state.running.is_empty() {
                return Some(false);
            }
            let current = state.current.as_ref().filter(|current| !current.is_over());
            let is_held = current.is_some_and(|current| current.holds() || current.waits());
            (state.awaits_request || is_held).then_some(false)
        };
        self.wait_for(takes_them).await.unwrap_or(false)
    }

    /// Waits until the turn has taken in the answer that its program has received, if it has received one.
    pub(in crate::attached) async fn has_taken_in(&self) {
        let has_received = |state: &State| state.current.as_ref().is_some_and(|current| current.is_over());
        self.wait_for(|state| {
            (state.turn.is_none() || state.said.is_some() || !has_received(state)).then_some(())
        })
        .await;
    }

    /// Looks at each state of the turn until a look finds something, or until the turn takes too long.
    async fn wait_for<T>(&self, look: impl Fn(&State) -> Option<T>) -> Option<T> {
        let found = async {
            loop {
                let mut moved = std::pin::pin!(self.moved.notified());
                moved.as_mut().enable();
                if let Some(found) = look(&lock(&self.state)) {
                    return found;
                }
                moved.await;
            }
        };
        tokio::time::timeout(CATCH_UP_TIMEOUT, found).await.ok()
    }

    /// Whether the last answer is the one that a program repeats. Of a response that is still open, its calls tell.
    pub(in crate::attached) fn has_said(&self, repeated: &Repeated) -> bool {
        let state = lock(&self.state);
        let made = || state.current.iter().flat_map(|current| current.calls());
        state.said.as_ref() == Some(repeated) || made().any(|call| repeated.calls.contains(&call.id))
    }

    /// Hands the results in these messages to the calls that wait for them. Nothing happens unless every call gets its own.
    pub(in crate::attached) fn take_results(&self, messages: &[Message]) -> bool {
        let results: Vec<_> = messages.iter().flat_map(Message::results).collect();
        let mut state = lock(&self.state);
        if state.running.is_empty() || results.len() < state.running.len() {
            return false;
        }
        // A provider without ids of calls has its results in their order.
        let mut taken = vec![false; results.len()];
        let mut found = Vec::new();
        for running in &state.running {
            let by_id = results.iter().position(|result| result.call_id == running.call);
            let by_name = || {
                results.iter().enumerate().position(|(place, result)| {
                    !taken.get(place).copied().unwrap_or(true)
                        && written_name(&result.function) == running.name
                })
            };
            let Some(place) = by_id.or_else(by_name) else { return false };
            if let Some(taken) = taken.get_mut(place) {
                *taken = true;
            }
            found.push(place);
        }
        let running = std::mem::take(&mut state.running);
        drop(state);
        for (running, place) in running.into_iter().zip(found) {
            if let Some(result) = results.get(place) {
                // A turn that was stopped meanwhile takes no more results.
                let _ = running.result.send(result.outcome.clone());
            }
        }
        true
    }

    /// These calls start now. Those that the program runs are given to it together.
    pub(in crate::attached) fn calls_start(&self, calls: Vec<CallId>) {
        let mut state = lock(&self.state);
        state.expected.extend(calls);
        state.starting.clear();
    }

    /// Registers a call that starts. Once all of them have, the program gets its response.
    fn start(&self, call: &FunctionCall, function: &FunctionSpec) -> oneshot::Receiver<Outcome> {
        let (result, outcome) = oneshot::channel();
        let mut state = lock(&self.state);
        let name = function.name.function.clone();
        state.running.push(Running { call: call.id.clone(), name, result });
        state.starting.push(in_form_of(function, call));
        let has_started = |id: &CallId| state.starting.iter().any(|call| call.id == *id);
        self.moved.notify_waiters();
        if state.expected.iter().all(has_started) {
            let starting = std::mem::take(&mut state.starting);
            state.expected.clear();
            let current = state.current.clone();
            drop(state);
            if let Some(current) = current.filter(|current| current.holds()) {
                current.release_with(&wanted(&current.calls(), &starting));
            }
        }
        outcome
    }
}

impl Runner for Conversation {
    fn run<'a>(
        &'a self,
        function: &'a FunctionSpec,
        _: &'a JsonObject,
        scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        async move {
            let Some(call) = scope.caller.call() else {
                return Err(FunctionError::broken(&"only a turn of its program can call it"));
            };
            if lock(&self.state).parked.is_some() {
                let message = "not run again: its program has sent the result and waits for the answer to it";
                let (kind, message) = (FailureKind::NotRun, message.to_owned());
                return Err(FunctionError::Report(Failure { kind, message }));
            }
            let outcome = self.start(call, function);
            tokio::select! {
                biased;
                () = scope.cancel.cancelled() => Err(FunctionError::Cancelled),
                outcome = outcome => match outcome {
                    Ok(Outcome::Returned { output }) => Ok(output),
                    Ok(Outcome::Failed { failure }) => Err(FunctionError::Report(failure)),
                    Ok(Outcome::Declined { reason, .. }) => Ok(Output::Text { text: reason }),
                    Err(_) => Err(FunctionError::Cancelled),
                },
            }
        }
        .boxed()
    }
}

/// A call as its function takes it: as free text, however a person wrote it.
fn in_form_of(function: &FunctionSpec, call: &FunctionCall) -> FunctionCall {
    let mut call = call.clone();
    if function.input.text.is_some() {
        call.arguments = call.arguments.into_text();
    }
    call
}

/// The calls as the program is to receive them: those of the response in their order, then those that a person added.
fn wanted(original: &[FunctionCall], starting: &[FunctionCall]) -> Vec<WantedCall> {
    let place = |call: &FunctionCall| original.iter().position(|other| other.id == call.id);
    let mut calls: Vec<_> = starting.iter().map(|call| (place(call), call)).collect();
    calls.sort_by_key(|(place, _)| place.unwrap_or(usize::MAX));
    let wanted = calls.into_iter().map(|(from, call)| WantedCall {
        from,
        id: call.id.as_str().to_owned(),
        name: written_name(&call.function),
        arguments: call.arguments.raw().to_owned(),
        is_text: call.arguments.is_text(),
    });
    wanted.collect()
}
