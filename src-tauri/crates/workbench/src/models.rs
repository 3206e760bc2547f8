//! Every model there is: those of a person's services first, then those in files on this computer, then the scripts.

use crate::contract::CommandError;
use crate::local::LocalModels;
use crate::services::Services;
use crate::session_error::SessionError;
use content::ModelId;
use ports::{Connector, Models};
use std::sync::Arc;

pub(crate) struct AllModels {
    pub(crate) services: Arc<Services>,
    pub(crate) local: Arc<LocalModels>,
    /// The models that are always there.
    pub(crate) scripted: Vec<Arc<dyn Connector>>,
}

impl AllModels {
    pub(crate) fn all(&self) -> Vec<Arc<dyn Connector>> {
        let own = self.services.models().into_iter().chain(self.local.models());
        own.chain(self.scripted.iter().cloned()).collect()
    }

    fn ids(&self) -> impl Iterator<Item = ModelId> {
        self.all().into_iter().map(|connector| connector.profile().model.clone())
    }

    pub(crate) fn find(&self, is_it: impl FnMut(&ModelId) -> bool) -> Option<ModelId> {
        self.ids().find(is_it)
    }

    pub(crate) fn first(&self) -> Result<ModelId, CommandError> {
        Ok(self.ids().next().ok_or(SessionError::NoModels)?)
    }

    /// The model that is set up here under a program's name for it, or the first there is.
    pub(crate) fn alike(&self, name: &str) -> Option<ModelId> {
        let is_alike = |id: &ModelId| id.as_str().rsplit('/').next() == Some(name);
        self.find(is_alike).or_else(|| self.ids().next())
    }

    pub(crate) fn known(&self, model: &ModelId) -> Result<Arc<dyn Connector>, CommandError> {
        self.connector(model).ok_or_else(|| SessionError::UnknownModel { model: model.clone() }.into())
    }
}

impl Models for AllModels {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        self.all().into_iter().find(|connector| connector.profile().model == *model)
    }
}
