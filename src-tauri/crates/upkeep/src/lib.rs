//! Checks, repairs and shortens a history.
//!
//! Pure values over the path from the root to the head. Messages never change: every operation grows a branch of new messages,
//! and moving the head back undoes it. Nothing here may do IO, read a clock, know a provider or ask a model; the demands of a
//! provider are passed in as values. Start reading at [`check`], then [`repair`], then [`truncate`].

mod action;
mod check;
mod collapse;
mod draft;
mod finding;
mod group;
mod id_rule;
mod inspection;
mod instructions;
mod notice_list;
mod outline;
mod pairing;
mod remark;
mod repair;
mod size;
mod summary;
mod trace;
mod truncate;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod testing;

pub use action::{Repair, RepairAction};
pub use check::{check, essence};
pub use collapse::collapse;
pub use draft::{Branch, NewIds};
pub use finding::{Finding, FindingKind, Place, Severity};
pub use group::{Group, groups};
pub use id_rule::{IdAlphabet, IdLength, IdRule};
pub use inspection::{Ending, Inspection};
pub use instructions::without_instructions;
pub use notice_list::NOTICES;
pub use outline::{Fate, Line, OutlinePassage, outline};
pub use repair::{RepairError, Repaired, repair, repair_all};
pub use size::Size;
pub use summary::{SummaryError, SummaryInput, is_summary, summary_input, with_summary};
pub use trace::Written;
pub use truncate::{Limits, Reduced, truncate, unchanged};
