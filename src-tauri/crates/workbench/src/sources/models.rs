//! The models a prompt may be sent to, which are known when everything else is there.

use content::ModelId;
use ports::{Connector, Models};
use std::sync::{Arc, OnceLock, Weak};

/// Asks whoever knows the models, as long as they are there.
#[derive(Default)]
pub(crate) struct KnownModels(OnceLock<Weak<dyn Models>>);

impl KnownModels {
    /// The first word counts.
    pub(crate) fn are(&self, models: Weak<dyn Models>) {
        self.0.get_or_init(|| models);
    }
}

impl Models for KnownModels {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        self.0.get()?.upgrade()?.connector(model)
    }
}
