//! Texts as vectors.

use futures::future::BoxFuture;

/// Computes vectors of texts, such that texts with similar meanings are close together.
pub trait Embedder: Send + Sync {
    /// Identifies the model: vectors of different models can't be compared.
    fn model(&self) -> &str;

    /// A vector of length one for each text, in order.
    fn embed(&self, texts: Vec<String>) -> BoxFuture<'_, Result<Vec<Vec<f32>>, EmbedderError>>;
}

/// Reasons why there are no vectors, and advice for the person.
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
