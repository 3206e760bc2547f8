//! The models there are.

use crate::Connector;
use content::ModelId;
use std::sync::Arc;

/// Knows every model that could be asked.
pub trait Models: Send + Sync {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>>;
}
