//! The registry that holds now. It can be replaced while turns run.

use crate::Registry;
use std::sync::{Arc, PoisonError, RwLock};

/// Every function there is at the moment.
#[derive(Default)]
pub struct Library(RwLock<Arc<Registry>>);

impl Library {
    pub fn new(registry: Registry) -> Self {
        Self(RwLock::new(Arc::new(registry)))
    }

    pub fn current(&self) -> Arc<Registry> {
        Arc::clone(&self.0.read().unwrap_or_else(PoisonError::into_inner))
    }

    pub fn replace(&self, registry: Registry) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(registry);
    }
}
