//! Cases as they are run: a set is read from files, every run is a turn in memory, and finished runs are kept in a file.
//!
//! What cases are and what follows from their runs is in the crate `experiments`. Start reading at [`Execution`], then
//! `case_run`.

mod at_stop;
mod baselines;
mod case_run;
mod commands;
mod control;
mod error;
mod execution;
mod folder;
mod judged;
mod judging;
mod keeping;
mod live;
mod looking;
mod moment;
mod prices;
mod rates;
mod record_file;
mod records;
mod running;
mod secrets;
mod set;
mod spending;
mod stand_ins;
mod witness;

pub(crate) use judging::JudgeError;
pub(crate) use running::Experiments;
pub(crate) use witness::NoAnswer;

pub use case_run::{BrokenRun, spec_of};
pub use control::{Control, Pacing, Tally};
pub use error::CasesError;
pub use execution::{Execution, MAX_BROKEN_IN_A_ROW, Making, Ran};
pub use judging::{AllowedScripts, Scripts};
pub use keeping::{Earlier, Keeping, kept_runs};
pub use live::AllowedFunctions;
pub use rates::Queues;
pub use secrets::without_secrets;
pub use set::read_set;
pub use spending::{Budget, Spending};
