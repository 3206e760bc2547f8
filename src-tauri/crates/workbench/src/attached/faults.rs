//! Faults on purpose: what a program meets in place of its request's answer, or of an answer that calls a function.

use super::AttachError;
use super::program::Program;
use crate::contract::{FunctionFault, PlannedFault, ProgramFault, ProgramSettings};
use futures::StreamExt;
use gateway::{Complaint, Exchange, written_name};
use notices::Describe;
use ports::{CallScope, ConnectorError, EventStream, StreamEvent};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

notices::declare! {
    /// Why the turn of a request that met a fault has no answer.
    pub(crate) enum Planned: "planned-fault" {
        Refused { status: u16, message: String } = "a planned fault: {status} {message}",
        MalformedJson = "a planned fault: the answer is JSON that breaks off",
    }
}

/// Refuses faults that can't be met.
pub(super) fn check(settings: &ProgramSettings) -> Result<(), AttachError> {
    if let Some(PlannedFault { fault, requests }) = &settings.fault {
        check_fault(fault, *requests)?;
    }
    for FunctionFault { function, fault, answers } in &settings.function_faults {
        if function.trim().is_empty() {
            return Err(AttachError::NoFunction);
        }
        check_fault(fault, *answers)?;
    }
    Ok(())
}

fn check_fault(fault: &ProgramFault, count: u32) -> Result<(), AttachError> {
    if !(1..=1_000).contains(&count) {
        return Err(AttachError::NotACount { count });
    }
    match fault {
        ProgramFault::Refused { status, .. } if !(400..600).contains(status) => {
            Err(AttachError::NotAStatus { status: u32::from(*status) })
        }
        ProgramFault::Refused { .. }
        | ProgramFault::Cut
        | ProgramFault::CutWithin
        | ProgramFault::MalformedJson
        | ProgramFault::Late { .. } => Ok(()),
    }
}

/// Takes the fault of the next request, and counts it.
pub(super) fn of_request(settings: &mut ProgramSettings) -> Option<ProgramFault> {
    let planned = settings.fault.as_mut()?;
    let fault = planned.fault.clone();
    planned.requests = planned.requests.saturating_sub(1);
    settings.fault.take_if(|planned| planned.requests == 0);
    Some(fault)
}

/// Takes the fault of an answer that calls these functions, and counts it. Of several it is that of the first call.
pub(super) fn of_answer(settings: &mut ProgramSettings, functions: &[String]) -> Option<ProgramFault> {
    let planned = &mut settings.function_faults;
    let place = functions
        .iter()
        .find_map(|function| planned.iter().position(|planned| planned.function.trim() == function))?;
    let met = planned.get_mut(place)?;
    let fault = met.fault.clone();
    met.answers = met.answers.saturating_sub(1);
    planned.retain(|planned| planned.answers > 0);
    Some(fault)
}

/// Lets a program meet a fault. It is an error of the turn as well, unless the answer is only late.
pub(super) async fn meet(
    fault: ProgramFault,
    exchange: &Exchange,
    program: String,
    cancel: &CancellationToken,
) -> Result<(), ConnectorError> {
    match fault {
        ProgramFault::Refused { status, message, retry_after } => {
            let complaint = Complaint { status, message: message.clone() };
            exchange.fail(&complaint, retry_after.map(u64::from));
            let fault = Planned::Refused { status, message }.notice();
            Err(ConnectorError::Planned { service: program, fault })
        }
        ProgramFault::Cut => {
            exchange.cut();
            Err(ConnectorError::BrokenOff)
        }
        ProgramFault::CutWithin => {
            exchange.cut_within();
            Err(ConnectorError::BrokenOff)
        }
        ProgramFault::MalformedJson => {
            exchange.break_json();
            let fault = Planned::MalformedJson.notice();
            Err(ConnectorError::Planned { service: program, fault })
        }
        ProgramFault::Late { milliseconds } => {
            let late = Duration::from_millis(u64::from(milliseconds));
            tokio::select! {
                () = cancel.cancelled() => Err(ConnectorError::Cancelled),
                () = tokio::time::sleep(late) => Ok(()),
            }
        }
    }
}

/// Watches an answer for calls of functions with a planned fault. However it ends, the program sees its response then.
pub(super) struct AnswerWatch {
    program: Arc<Program>,
    exchange: Arc<Exchange>,
    cancel: CancellationToken,
}

impl AnswerWatch {
    /// Begins before anything of the answer is delivered. Nothing is watched without such a fault.
    pub(super) fn begin(program: &Arc<Program>, exchange: &Arc<Exchange>, scope: &CallScope) -> Option<Self> {
        let planned = program.settings().function_faults;
        if planned.is_empty() {
            return None;
        }
        // A refusal has a status, so not even the status of the answer may be out by then.
        if planned.iter().any(|planned| matches!(planned.fault, ProgramFault::Refused { .. })) {
            exchange.withhold();
        }
        let (program, exchange) = (Arc::clone(program), Arc::clone(exchange));
        Some(Self { program, exchange, cancel: scope.cancel.clone() })
    }

    /// The answer, or the fault in place of its end.
    pub(super) fn over(self, answer: EventStream) -> EventStream {
        let watch = Arc::new(self);
        answer
            .then(move |event| {
                let watch = Arc::clone(&watch);
                async move { watch.pass(event).await }
            })
            .boxed()
    }

    async fn pass(&self, event: Result<StreamEvent, ConnectorError>) -> Result<StreamEvent, ConnectorError> {
        if !matches!(event, Ok(StreamEvent::Finished(_)) | Err(_)) {
            return event;
        }
        let met = match &event {
            Ok(_) => self.meet().await,
            Err(_) => Ok(()),
        };
        self.exchange.show();
        met.and(event)
    }

    /// All calls are known, and none of them is delivered.
    async fn meet(&self) -> Result<(), ConnectorError> {
        let called: Vec<_> = self.exchange.calls().iter().map(|call| written_name(&call.function)).collect();
        match self.program.next_fault_of(&called) {
            Some(fault) => meet(fault, &self.exchange, self.program.title(), &self.cancel).await,
            None => Ok(()),
        }
    }
}

impl Drop for AnswerWatch {
    fn drop(&mut self) {
        self.exchange.show();
    }
}
