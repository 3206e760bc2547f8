//! What a person can have done about an error with one click.

use crate::OnVoid;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Each is offered beside the advice, and done only when the person says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Remedy {
    /// The same model is asked over another protocol of its service.
    OtherKind { kind: String },
    /// The settings of the session say what becomes of void thinking, and the request is sent again.
    #[serde(rename_all = "camelCase")]
    OnVoid { on_void: OnVoid },
}
