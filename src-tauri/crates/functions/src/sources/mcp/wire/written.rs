//! Messages as they are written: a call has all digits of its arguments.

use content::{Digits, JsonObject};
use rmcp::model::{ClientJsonRpcMessage, ClientRequest};
use serde::ser::Error;
use serde::{Serialize, Serializer};
use serde_json::{from_value, to_value};

/// A message, for being written as JSON.
pub(super) struct Written<'a>(pub(super) &'a ClientJsonRpcMessage);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(digits) = digits_of(self.0) else { return self.0.serialize(serializer) };
        let digits = digits.clone().inside(&["params", "arguments"]);
        let message = to_value(self.0).and_then(from_value::<JsonObject>).map_err(S::Error::custom)?;
        digits.object(&message).serialize(serializer)
    }
}

/// What the arguments of a call hold in part only.
pub(super) fn digits_of(message: &ClientJsonRpcMessage) -> Option<&Digits> {
    let ClientJsonRpcMessage::Request(request) = message else { return None };
    let ClientRequest::CallToolRequest(call) = &request.request else { return None };
    call.extensions.get::<Digits>().filter(|digits| !digits.is_empty())
}
