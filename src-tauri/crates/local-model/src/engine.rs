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
mod restating;
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
use notices::Describe;
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
    pub(crate) turn: AwaitedTurn,
}

/// Whether a job has waited for a context. It is told once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum AwaitedTurn {
    #[default]
    Untold,
    Waits,
}

impl Job {
    /// Others have all contexts.
    pub(crate) fn wait(&mut self) {
        if self.turn == AwaitedTurn::Untold {
            self.turn = AwaitedTurn::Waits;
            self.tell(Told::Queued);
        }
    }

    /// A context is free for it.
    pub(crate) fn admit(&mut self) {
        if std::mem::take(&mut self.turn) == AwaitedTurn::Waits {
            self.tell(Told::Admitted);
        }
    }

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
    /// It waits until one of the others is done.
    Queued,
    /// Its turn has come.
    Admitted,
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
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "engine")]
pub(crate) enum EngineError {
    #[error("this program was built without an engine for models in files; build it with `cargo xtask run`")]
    NotBuilt,
    #[error("this processor is too old: AVX2 is needed")]
    Processor,
    #[error("it needs about {needed} MB of memory, and {available} MB are free")]
    Memory { needed: u64, available: u64 },
    #[error("llama.cpp can't load it: {reason}")]
    Load {
        #[notice(cause)]
        reason: String,
    },
    #[error("llama.cpp can't load it (its architecture is {architecture}): {reason}")]
    Refused {
        architecture: String,
        #[notice(cause)]
        reason: String,
    },
    #[error("the prompt has {prompt} tokens, and the model reads and writes {most} together")]
    Overflow { prompt: usize, most: u32 },
    #[error("llama.cpp refuses the grammar: {reason}")]
    Grammar {
        #[notice(cause)]
        reason: String,
    },
    #[error("nothing the model could write next is allowed by the grammar")]
    Stuck,
    #[error("llama.cpp could not go on: {reason}")]
    Decode {
        #[notice(cause)]
        reason: String,
    },
    #[error("its context is gone")]
    ContextGone,
    #[error("cancelled")]
    Cancelled,
}

#[cfg(test)]
mod tests {
    use super::{AwaitedTurn, Job, Told};
    use crate::body::Body;
    use tokio::sync::mpsc;
    use tokio_util::sync::CancellationToken;

    fn job(told: mpsc::Sender<Told>) -> Job {
        let (cancel, enough) = (CancellationToken::new(), CancellationToken::new());
        let body: Body = serde_json::from_str(r#"{ "prompt": "Hello" }"#).expect("a body");
        Job { body, cancel, enough, told, turn: AwaitedTurn::default() }
    }

    #[test]
    fn a_job_says_once_that_it_waits_and_once_that_its_turn_has_come() {
        let (told, mut heard) = mpsc::channel(8);
        let mut job = job(told);
        job.wait();
        job.wait();
        job.admit();
        job.admit();
        let heard: Vec<_> = std::iter::from_fn(|| heard.try_recv().ok()).collect();
        assert!(matches!(heard.as_slice(), [Told::Queued, Told::Admitted]), "{heard:?}");
    }

    #[test]
    fn a_job_that_begins_at_once_says_nothing_of_waiting() {
        let (told, mut heard) = mpsc::channel(8);
        let mut job = job(told);
        job.admit();
        assert!(heard.try_recv().is_err());
    }
}
