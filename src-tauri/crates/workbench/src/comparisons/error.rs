//! Reasons why a comparison or its lanes can't be changed as asked.

use notices::Describe;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "comparison")]
pub(crate) enum ComparisonError {
    #[error("this session is in the comparison “{title}” already")]
    #[advice("Add a lane there.")]
    InAnother { title: String },
    #[error("there is no such comparison any more")]
    #[advice("Look at the list of sessions.")]
    Gone,
    #[error("this lane is not in the comparison any more")]
    #[advice("Reload the page.")]
    NoLane,
    #[error("this is the last lane")]
    #[advice("Keep it, which ends the comparison.")]
    LastLane,
    #[error("a lane can't have an empty name")]
    #[advice("Write at least one letter.")]
    NoName,
    #[error("a session can't be two lanes")]
    #[advice("Leave one of them out.")]
    SameSession,
    #[error("a comparison has at most {most} lanes")]
    #[advice("Remove a lane first.")]
    TooManyLanes { most: usize },
    #[error("a comparison needs a lane")]
    #[advice("Put it into the bin instead.")]
    NoLanes,
}
