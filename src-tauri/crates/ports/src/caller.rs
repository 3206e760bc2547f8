//! Whoever asked for a call, as the function sees them while it runs.

use content::Output;
use futures::future::{BoxFuture, FutureExt, ready};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Hears how far a call is, and has a say in what a function sends to a model.
pub trait Caller: Send + Sync {
    /// Told while a call runs. It must not wait.
    fn progressed(&self, _progress: Progress) {}

    /// A prompt on its way to a model: as the filters leave it, or the result one of them gives in its place.
    fn prompt(&self, prompt: String) -> BoxFuture<'_, Result<String, Output>> {
        ready(Ok(prompt)).boxed()
    }
}

/// How far a call is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Progress {
    /// So much is done, of so much where that is known.
    Steps { done: f64, total: Option<f64>, message: Option<String> },
    /// All of the result there is so far.
    Text { text: String },
}

/// Nobody listens, and nothing is filtered.
#[derive(Clone, Copy, Debug)]
pub struct NoCaller;

impl Caller for NoCaller {}
