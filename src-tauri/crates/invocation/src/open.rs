//! Calls that still want a result.

use content::{FunctionCall, Message};

/// The calls of a message that it does not bring the results of. A provider that runs a call itself sends both.
pub(crate) fn open_calls(message: &Message) -> impl Iterator<Item = &FunctionCall> {
    message.calls().filter(|call| !message.results().any(|result| result.call_id == call.id))
}
