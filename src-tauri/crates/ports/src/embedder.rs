//! Texts as vectors.

use futures::future::BoxFuture;

/// Makes vectors of texts, so that what means the same lies close together.
pub trait Embedder: Send + Sync {
    /// What tells vectors of one model from those of another, as they can't be compared.
    fn model(&self) -> &str;

    /// A vector of length one for each text, in order.
    fn embed(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedderError>>;
}

/// Why there are no vectors, and what can be done about it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EmbedderError {
    #[error("{what} is not there")]
    Missing { what: String },
    #[error("{what} is damaged: {reason}")]
    Damaged { what: String, reason: String },
    #[error("{what} can't be used on this machine: {reason}")]
    Foreign { what: String, reason: String },
    #[error("the model failed: {reason}")]
    Failed { reason: String },
}
