//! Texts as vectors.

use futures::future::BoxFuture;
use notices::{Describe, Notice};

/// Computes vectors of texts, such that texts with similar meanings are close together.
pub trait Embedder: Send + Sync {
    /// Identifies the model: vectors of different models can't be compared.
    fn model(&self) -> &str;

    /// A vector of length one for each text, in order.
    fn embed(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedderError>>;
}

/// Reasons why there are no vectors, and advice for the person.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "embedder")]
#[advice("Fetch what comparing meanings needs. Until then, words alone are compared.")]
pub enum EmbedderError {
    #[error("{what} is not there")]
    Missing { what: String },
    #[error("{what} is damaged: {reason}")]
    Damaged {
        what: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{what} is damaged: its bytes are others")]
    OtherBytes { what: String },
    #[error("the model is damaged: {reason}")]
    DamagedModel {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the list of files is damaged: {reason}")]
    NoList {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{what} can't be used on this machine: {reason}")]
    Foreign {
        what: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{what} can't be used on this machine: there is none for this kind of machine")]
    NotForHere { what: String },
    #[error("the model failed: {reason}")]
    Failed {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("the model failed: no model is there")]
    NoModel,
    #[error("the model failed: its vectors are empty")]
    NoVectors,
    #[error("the model failed: it gave no output")]
    NoOutput,
    #[error("the model failed: its output has gaps")]
    Gaps,
    #[error("the model failed: its output has values that are no numbers")]
    NotNumbers,
}
