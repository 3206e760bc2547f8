//! What a person can have done about an error with one click.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Each is offered beside the advice, and done only when the person says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Remedy {
    /// The same model is asked over another protocol of its service.
    OtherKind { kind: String },
}
