//! Where a turn stands.

use crate::{BreakpointId, Completer, Pause, PauseReason, Recorded, RequestEdit, TurnOutcome};
use content::{FunctionCall, FunctionName, Origin, Outcome};
use ports::{Oddity, Resolution};
use serde::{Deserialize, Serialize};

/// The state of a turn between two steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Everything so far is answered: a round begins, or the limit is reached.
    RoundDue,
    Selecting,
    Asking {
        asked: Asked,
        stop: Stop,
    },
    Receiving {
        asked: Asked,
    },
    /// The model has spoken and called nothing.
    Spoken {
        stop: Stop,
    },
    Calling {
        offered: Vec<FunctionName>,
        calls: Vec<PendingCall>,
        stop: Stop,
    },
    Ended {
        outcome: TurnOutcome,
    },
}

/// What a request is about to ask.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Asked {
    pub(crate) offered: Vec<FunctionName>,
    /// What a person changed of this one request.
    pub(crate) edit: Option<Box<RequestEdit>>,
}

/// A place where the turn may stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stop {
    /// It stops if a breakpoint, a rule or the pace says so.
    Ahead,
    /// The breakpoints have been counted, and these stop the turn.
    Counted {
        stopping: Vec<BreakpointId>,
    },
    /// It stops whatever the breakpoints say.
    Due(PauseReason),
    Here(Pause),
    Passed,
}

/// One call of the current round, on its way to a result.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct PendingCall {
    pub(crate) call: FunctionCall,
    /// Not known until it was looked up, and again after an edit.
    pub(crate) resolution: Option<Resolution>,
    pub(crate) recorded: Option<Recorded>,
    /// How often an equal call was made before in this turn.
    pub(crate) repeats: u32,
    /// How it came in, where that is not as it should be.
    #[serde(default)]
    pub(crate) odd: Vec<Oddity>,
    pub(crate) progress: Progress,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Progress {
    Waiting(Stop),
    /// Another model is to say what the result is.
    HandedOver(Completer),
    /// The origin is the one its result will have.
    Running {
        origin: Origin,
    },
    Answered {
        outcome: Outcome,
        origin: Origin,
        stop: Stop,
    },
}

impl PendingCall {
    pub(crate) fn new(call: FunctionCall) -> Self {
        let progress = Progress::Waiting(Stop::Ahead);
        Self { call, resolution: None, recorded: None, repeats: 0, odd: Vec::new(), progress }
    }

    /// The function that will run, as far as it is known.
    pub(crate) fn function(&self) -> Option<&FunctionName> {
        match &self.resolution {
            Some(Resolution::Runnable { name, .. }) => Some(name),
            Some(Resolution::Refused { .. }) | None => self.call.function.known(),
        }
    }

    pub(crate) fn is_answered(&self) -> bool {
        matches!(self.progress, Progress::Answered { .. })
    }

    pub(crate) fn is_waiting(&self) -> bool {
        matches!(self.progress, Progress::Waiting(_))
    }

    pub(crate) fn is_running(&self) -> bool {
        matches!(self.progress, Progress::Running { .. })
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        let Progress::Answered { outcome, .. } = &self.progress else { return None };
        Some(outcome)
    }
}
