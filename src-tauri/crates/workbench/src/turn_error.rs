//! Reasons why a turn does not begin, go on or run again.

use content::CallId;
use notices::Describe;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "turn-command")]
pub(crate) enum TurnError {
    #[error("a turn of this session is still under way")]
    #[advice("Answer its stop or end it first.")]
    UnderWay,
    #[error("there is nothing to answer: nothing has been said yet")]
    #[advice("Write a message first.")]
    NothingSaid,
    #[error("Callwright is closing")]
    #[advice("Start it again.")]
    Closing,
    #[error("the turn does not wait for this any more")]
    #[advice("Look at where it stands now.")]
    NotWaiting,
    #[error("this call is for information only")]
    #[advice("It was dealt with elsewhere. Inject a call of a function that is here instead.")]
    Informational,
    #[error("there is no call {call} in this message")]
    #[advice("Reload the page to see what there is.")]
    NoCall {
        #[notice(text)]
        call: CallId,
    },
    #[error("the turn never stood at stop {pause}")]
    #[advice("Reload the page to see what there is.")]
    NoStop { pause: u32 },
    #[error("the turn can't go on: entry {entry} of its session can't be read")]
    #[advice("Look at what was done, then send the message again.")]
    EntryLost { entry: u64 },
    #[error("the turn can't go on: its session went on without it")]
    #[advice("Look at what was done, then send the message again.")]
    LeftBehind,
    #[error("the turn can't go on: its session can't be written: {reason}")]
    #[advice("Check that there is space and that you may write to the data folder, then try again.")]
    NotWritten {
        #[notice(cause)]
        reason: String,
    },
    #[error("the turn can't go on because of an error in Callwright")]
    #[advice("Open the session again: the turn goes on from its last entry. Please report the error.")]
    Broken,
    #[error("the turn has no beginning")]
    #[advice("Reload the page to see what there is.")]
    NoBeginning,
}
