//! Where a turn stands.

use crate::{Pause, PauseReason, TurnOutcome};
use content::{FunctionCall, FunctionName, Origin, Outcome};
use ports::Resolution;
use serde::{Deserialize, Serialize};

/// The state of a turn between two steps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Everything so far is answered: a round begins, or the limit is reached.
    RoundDue,
    Selecting,
    Asking {
        offered: Vec<FunctionName>,
        stop: Stop,
    },
    Receiving {
        offered: Vec<FunctionName>,
    },
    /// The model has spoken and called nothing.
    Spoken,
    Calling {
        offered: Vec<FunctionName>,
        calls: Vec<PendingCall>,
    },
    Ended {
        outcome: TurnOutcome,
    },
}

/// A place where the turn may stop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stop {
    /// It stops if a breakpoint or the pace says so.
    Ahead,
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
    pub(crate) progress: Progress,
    /// Who answers once it runs, where it is not the function itself.
    pub(crate) origin: Option<Origin>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Progress {
    Waiting(Stop),
    Running,
    Answered { outcome: Outcome, origin: Origin, stop: Stop },
}

impl PendingCall {
    pub(crate) fn new(call: FunctionCall) -> Self {
        Self { call, resolution: None, progress: Progress::Waiting(Stop::Ahead), origin: None }
    }

    /// The function that will run, as far as it is known.
    pub(crate) fn function(&self) -> Option<&FunctionName> {
        match &self.resolution {
            Some(Resolution::Runnable { name, .. }) => Some(name),
            Some(Resolution::Refused { .. }) | None => self.call.function.known(),
        }
    }

    pub(crate) fn is_answered(&self) -> bool {
        match self.progress {
            Progress::Answered { .. } => true,
            Progress::Waiting(_) | Progress::Running => false,
        }
    }
}
