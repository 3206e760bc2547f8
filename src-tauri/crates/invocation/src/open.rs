//! Calls that still want a result.

use content::{FunctionCall, Message, Origin};

/// The calls of a message that it does not bring the results of. A provider that runs a call itself sends both, or says
/// that nobody else is to run it.
pub(crate) fn open_calls(message: &Message) -> impl Iterator<Item = &FunctionCall> {
    let calls = message.calls().filter(|call| call.origin != Origin::Informational);
    calls.filter(|call| !message.results().any(|result| result.call_id == call.id))
}
