//! The models available.

use crate::Connector;
use content::ModelId;
use std::sync::Arc;

/// Knows every model that can be asked.
pub trait Models: Send + Sync {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>>;

    /// The model that answers in place of a function. It is the same unless somebody else's program waits for what the other
    /// one says.
    fn completer(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        self.connector(model)
    }
}
