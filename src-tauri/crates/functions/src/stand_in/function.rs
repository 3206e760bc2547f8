//! A function that is not the function.

use super::fault::Came;
use super::recordings::matching;
use super::template::render;
use super::{AtEnd, Fault, Recorded, Recordings, StandIn};
use crate::broken::Broken;
use content::{JsonObject, Origin, Outcome, Output};
use notices::Describe;
use ports::{CallScope, Function, FunctionError, FunctionSpec, Invoked};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Answers in the place of a function.
pub(crate) struct StandInFunction {
    pub(crate) live: Arc<dyn Function>,
    pub(crate) stand_in: StandIn,
    pub(crate) recordings: Recordings,
    /// How far a sequence has come.
    pub(crate) position: Arc<AtomicUsize>,
}

impl Function for StandInFunction {
    fn spec(&self) -> &FunctionSpec {
        self.live.spec()
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move {
            match &self.stand_in {
                StandIn::Fixed { output } => Ok(output.clone()),
                StandIn::Template { source } => render(source, arguments).map_err(|error| {
                    FunctionError::broken(&Broken::StandInTemplate { reason: error.notice() })
                }),
                StandIn::Sequence { outcomes, at_end } => match self.next(outcomes, *at_end) {
                    Some(outcome) => outcome_of(outcome),
                    None => self.live.invoke(arguments, scope).await,
                },
                StandIn::Recorded { .. } => match self.recorded(arguments)? {
                    Some(recorded) => outcome_of(&recorded.outcome),
                    // Nothing was recorded for these arguments. Where a person is asked about that, they let it answer.
                    None => self.live.invoke(arguments, scope).await,
                },
                // The person was asked, and let the function answer itself.
                StandIn::Person => self.live.invoke(arguments, scope).await,
                StandIn::Fault { fault } => match fault.happen().await {
                    Came::To(output) => Ok(output),
                    Came::Failed(error) => Err(error),
                    Came::Live => self.live.invoke(arguments, scope).await,
                },
            }
        })
    }

    fn origin(&self, arguments: &JsonObject) -> Origin {
        match &self.stand_in {
            StandIn::Recorded { .. } => match self.recorded(arguments) {
                Ok(None) => self.live.origin(arguments),
                Ok(Some(_)) | Err(_) => Origin::Recorded,
            },
            StandIn::Sequence { outcomes, at_end: AtEnd::Live }
                if self.position.load(Ordering::Relaxed) >= outcomes.len() =>
            {
                self.live.origin(arguments)
            }
            StandIn::Person | StandIn::Fault { fault: Fault::Delay { .. } } => self.live.origin(arguments),
            StandIn::Fixed { .. } | StandIn::Template { .. } | StandIn::Sequence { .. } => Origin::StandIn,
            StandIn::Fault { .. } => Origin::Fault,
        }
    }
}

impl StandInFunction {
    fn next<'a>(&self, outcomes: &'a [Outcome], at_end: AtEnd) -> Option<&'a Outcome> {
        let position = self.position.fetch_add(1, Ordering::Relaxed);
        match at_end {
            AtEnd::RepeatLast => outcomes.get(position).or_else(|| outcomes.last()),
            AtEnd::StartAgain => {
                position.checked_rem(outcomes.len()).and_then(|position| outcomes.get(position))
            }
            AtEnd::Live => outcomes.get(position),
        }
    }

    fn recorded(&self, arguments: &JsonObject) -> Result<Option<Recorded>, FunctionError> {
        let recorded =
            self.recordings.of(&self.live.spec().name).map_err(|error| FunctionError::broken(&error))?;
        Ok(matching(&recorded, arguments).cloned())
    }
}

/// The function itself, with everything it gives kept.
pub(crate) struct Recorder {
    pub(crate) live: Arc<dyn Function>,
    pub(crate) recordings: Recordings,
}

impl Function for Recorder {
    fn spec(&self) -> &FunctionSpec {
        self.live.spec()
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move {
            let answer = self.live.invoke(arguments, scope).await;
            let outcome = match &answer {
                Ok(output) => Outcome::Returned { output: output.clone() },
                Err(FunctionError::Report(failure)) => Outcome::Failed { failure: failure.clone() },
                Err(FunctionError::Broken { .. } | FunctionError::Cancelled) => return answer,
            };
            let recorded = Recorded { arguments: arguments.clone(), outcome };
            let kept = self.recordings.keep(&self.live.spec().name, &recorded);
            kept.map_err(|error| FunctionError::broken(&Broken::NotRecorded { error: error.notice() }))?;
            answer
        })
    }
}

pub(super) fn outcome_of(outcome: &Outcome) -> Result<Output, FunctionError> {
    match outcome {
        Outcome::Returned { output } => Ok(output.clone()),
        Outcome::Failed { failure } => Err(FunctionError::Report(failure.clone())),
        Outcome::Declined { reason, by } => Err(crate::report(by.words(reason))),
    }
}
