//! The models available.

use crate::Connector;
use content::ModelId;
use std::sync::Arc;

/// Knows every model that can be asked.
pub trait Models: Send + Sync {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>>;
}
