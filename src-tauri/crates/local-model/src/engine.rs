//! The engine behind a file: one thread that owns the weights, and everything that is asked of them.

#![cfg_attr(not(feature = "llama"), allow(dead_code, reason = "without an engine nothing is written"))]

#[cfg(any(feature = "llama", test))]
mod letters;
#[cfg(feature = "llama")]
mod llama;
mod memory;
#[cfg(any(feature = "llama", test))]
mod prefix;
#[cfg(any(feature = "llama", test))]
mod stops;
#[cfg(any(feature = "llama", test))]
mod watch;
#[cfg(not(feature = "llama"))]
mod without;
#[cfg(any(feature = "llama", test))]
mod words;

#[cfg(feature = "llama")]
pub(crate) use llama::Engine;
#[cfg(not(feature = "llama"))]
pub(crate) use without::Engine;

pub use memory::available as free_memory;

use crate::body::Body;
use serde::Serialize;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

/// Whether llama.cpp was built in.
pub const HAS_ENGINE: bool = cfg!(feature = "llama");

/// Something to be written.
pub(crate) struct Job {
    pub(crate) body: Body,
    pub(crate) cancel: CancellationToken,
    /// What was written will do. It ends as if the model had said everything.
    pub(crate) enough: CancellationToken,
    pub(crate) told: mpsc::Sender<Told>,
}

impl Job {
    /// Whether nobody waits for it any more.
    pub(crate) fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.told.is_closed()
    }

    /// There is room for every piece, and who has gone away needs to hear nothing.
    pub(crate) fn tell(&self, told: Told) {
        let _ = self.told.try_send(told);
    }
}

/// What is heard of a job.
#[derive(Debug)]
pub(crate) enum Told {
    Text(String),
    Ended(Ended),
    Failed(EngineError),
}

/// How an answer ended.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ended {
    /// Whether the model had said everything. Otherwise there was no room for more.
    pub(crate) is_whole: bool,
    pub(crate) figures: Figures,
}

/// What it took. It is the last piece of the exchange, so that a person sees it there.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Figures {
    pub(crate) prompt_tokens: u32,
    /// The part of the prompt that was known from before.
    pub(crate) cached_tokens: u32,
    pub(crate) prompt_tokens_per_second: f64,
    pub(crate) output_tokens: u32,
    pub(crate) output_tokens_per_second: f64,
    /// What loading took, where the model was not in memory yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) loaded_in_seconds: Option<f64>,
    pub(crate) context_tokens: u32,
}

/// Why nothing, or nothing more, was written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum EngineError {
    #[error("this program was built without an engine for models in files; build it with `cargo xtask run`")]
    NotBuilt,
    #[error("this processor is too old: AVX2 is needed")]
    Processor,
    #[error("it needs about {needed} MB of memory, and {available} MB are free")]
    Memory { needed: u64, available: u64 },
    #[error("llama.cpp can't load it: {reason}")]
    Load { reason: String },
    #[error("the prompt has {prompt} tokens, and the model reads and writes {most} together")]
    Overflow { prompt: usize, most: u32 },
    #[error("llama.cpp refuses the grammar: {reason}")]
    Grammar { reason: String },
    #[error("nothing the model could write next is allowed by the grammar")]
    Stuck,
    #[error("llama.cpp could not go on: {reason}")]
    Decode { reason: String },
    #[error("cancelled")]
    Cancelled,
}
