//! The loop of function calling, as a machine that can be stopped, looked at, changed and continued at every step.
//!
//! A [`Turn`] does no IO: it says what comes next as a [`Step`], is told what came of it as a [`TurnInput`], and
//! answers with the [`TurnRecord`]s that belong in the log. A [`TurnDriver`] does the asking and calling. Nothing here
//! names a provider, a database or a window. Start reading at [`Turn`].

mod breakpoint;
mod driver;
mod event;
mod input;
mod pause;
mod plan;
mod stage;
mod stream;
mod turn;

pub use breakpoint::{Breakpoint, StopPlace};
pub use driver::{Intervention, Journal, JournalError, TurnDriver, TurnServices};
pub use event::{ResolvedCall, TurnEvent, TurnOutcome, TurnRecord};
pub use input::{Misuse, Step, TurnInput};
pub use pause::{Answer, Decision, Pace, Pause, PausePlace, PauseReason};
pub use plan::{SelectionPlan, TurnLimits, TurnPlan};
pub use turn::{Turn, TurnStart};
