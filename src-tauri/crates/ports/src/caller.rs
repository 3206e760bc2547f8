//! The caller of a function, as the function sees it while it runs.

use content::{FunctionCall, Output};
use futures::future::{BoxFuture, FutureExt, ready};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Receives the progress of a call, and filters what a function sends to a model.
pub trait Caller: Send + Sync {
    /// The call that runs, as it was written or edited.
    fn call(&self) -> Option<&FunctionCall> {
        None
    }

    /// Reports progress while a call runs. Must not wait.
    fn progressed(&self, _progress: Progress) {}

    /// Says that the call waits for a person from now on, whose time is not the function's. Must not wait.
    fn person_asked(&self) {}

    /// Says that the call goes on. Must not wait.
    fn person_answered(&self) {}

    /// Passes a prompt on its way to a model through the filters: returns the prompt, or the output a filter gives
    /// instead.
    fn prompt(&self, prompt: String) -> BoxFuture<'_, Result<String, Output>> {
        ready(Ok(prompt)).boxed()
    }
}

/// The progress of a call.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum Progress {
    /// Steps completed, and their total where it is known.
    Steps { done: f64, total: Option<f64>, message: Option<String> },
    /// The whole result so far.
    Text { text: String },
}

/// A caller that ignores progress and filters nothing.
#[derive(Clone, Copy, Debug)]
pub struct NoCaller;

impl Caller for NoCaller {}
