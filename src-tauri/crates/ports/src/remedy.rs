//! Actions against an error that a person can start with one click.

use crate::OnVoid;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// An action offered beside the advice, performed only when the person chooses it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Remedy {
    /// Asks the same model over another protocol of its service.
    OtherKind { kind: String },
    /// Sets the session's treatment of void thinking and sends the request again.
    #[serde(rename_all = "camelCase")]
    OnVoid { on_void: OnVoid },
}
