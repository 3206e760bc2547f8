//! Who sees what goes over a wire.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Sees each request as it is sent and each piece of the answer as it comes in. Secrets are taken out before.
pub trait WireObserver: Send + Sync {
    fn sent(&self, body: &str);
    fn received(&self, frame: WireFrame);
}

/// One piece of an answer as it was received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct WireFrame {
    pub text: String,
    /// Whether the connector understood it. What it did not understand is shown, never dropped.
    pub is_understood: bool,
}

/// Looks away.
#[derive(Clone, Copy, Debug)]
pub struct NoObserver;

impl WireObserver for NoObserver {
    fn sent(&self, _body: &str) {}
    fn received(&self, _frame: WireFrame) {}
}
