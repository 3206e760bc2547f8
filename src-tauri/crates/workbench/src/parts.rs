//! The parts of the open application, as commands and turns use them. [`crate::assembly`] constructs them.

use crate::attached::Attached;
use crate::configuration::functions_of;
use crate::contract::{CommandError, ReportedProblem};
use crate::lane_results::LaneResults;
use crate::ledger::Ledger;
use crate::local::LocalModels;
use crate::meanings::Meanings;
use crate::search::Indexer;
use crate::services::Services;
use crate::session_error::SessionError;
use crate::sources::OwnSources;
use crate::views::Views;
use crate::weights::Weights;
use content::{ModelId, SessionId};
use functions::{
    Consents, FunctionSettings, Library, OtherSessions, PluginFolder, Recordings, Searchable,
    SessionFunctions, Shelf,
};
use invocation::{Filter, SelectionPlan};
use ports::{Catalogue, Connector, Function, IdSource, Models};
use selection::RankedSelector;
use sessions::StoreError;
use std::sync::Arc;

/// Everything that exists once the sessions are open.
pub(crate) struct Parts {
    pub(crate) ledger: Arc<Ledger>,
    /// The models that are always there.
    pub(crate) scripted: Vec<Arc<dyn Connector>>,
    pub(crate) services: Services,
    /// The models in files on this computer.
    pub(crate) local: LocalModels,
    pub(crate) indexer: Indexer,
    pub(crate) library: Arc<Library>,
    /// What ships, which is there as long as the application is.
    pub(crate) _shipped: Vec<Shelf>,
    /// A person's own plugins, which come and go as their files do. Nothing, where they can't be watched.
    pub(crate) _own: Option<PluginFolder>,
    /// What a person has agreed to for good.
    pub(crate) consents: Arc<Consents>,
    pub(crate) sources: OwnSources,
    pub(crate) attached: Arc<Attached>,
    pub(crate) recordings: Recordings,
    pub(crate) lane_results: Arc<LaneResults>,
    pub(crate) views: Views,
    pub(crate) meanings: Arc<Meanings>,
    /// The models for this computer that can be fetched.
    pub(crate) weights: Arc<Weights>,
    /// Filters written in code. None ships.
    pub(crate) filters: Vec<Arc<dyn Filter>>,
    pub(crate) ids: Arc<dyn IdSource>,
    /// What could not be loaded and does not keep the rest from working.
    pub(crate) problems: Vec<ReportedProblem>,
}

impl Parts {
    /// The functions as a session sees them, which its log tells.
    pub(crate) async fn functions(&self, session: &SessionId) -> Result<Arc<SessionFunctions>, StoreError> {
        if let Some(view) = self.views.find(session) {
            return Ok(view);
        }
        let settings = functions_of(&self.ledger, session).await?;
        Ok(self.views.find_or_keep(session, || {
            let (library, recordings) = (Arc::clone(&self.library), self.recordings.clone());
            let consents = Arc::clone(&self.consents);
            let functions =
                SessionFunctions::new(library, recordings, consents, settings, self.other_sessions());
            functions.run_by(self.attached.runner(session));
            functions
        }))
    }

    /// No program runs the functions of a session any more.
    pub(crate) fn runs_itself(&self, session: &SessionId) {
        if let Some(functions) = self.views.find(session) {
            functions.run_by(None);
        }
    }

    /// The same, for a turn with this plan: a model can search in them.
    pub(crate) async fn catalogue(
        &self,
        session: &SessionId,
        plan: &SelectionPlan,
    ) -> Result<Arc<dyn Catalogue>, StoreError> {
        let functions = self.functions(session).await?;
        let selector = Arc::<RankedSelector>::clone(self.meanings.selector());
        Ok(Arc::new(Searchable::new(functions, selector, plan.limit, plan.ranking)))
    }

    /// Functions that no session has: definitions that somebody answers, and functions that are live.
    pub(crate) fn defined(
        &self,
        settings: FunctionSettings,
        live: &[Arc<dyn Function>],
        plan: &SelectionPlan,
    ) -> Arc<dyn Catalogue> {
        let (library, recordings) = (Arc::clone(&self.library), self.recordings.clone());
        let consents = Arc::clone(&self.consents);
        let functions = SessionFunctions::new(library, recordings, consents, settings, self.other_sessions());
        let functions = functions.alone(live);
        let selector = Arc::<RankedSelector>::clone(self.meanings.selector());
        Arc::new(Searchable::new(Arc::new(functions), selector, plan.limit, plan.ranking))
    }

    pub(crate) fn other_sessions(&self) -> Arc<dyn OtherSessions> {
        Arc::<LaneResults>::clone(&self.lane_results)
    }

    /// Every model, those of a person's services first, then those in files.
    pub(crate) fn models(&self) -> Vec<Arc<dyn Connector>> {
        let own = self.services.models().into_iter().chain(self.local.models());
        own.chain(self.scripted.iter().cloned()).collect()
    }

    pub(crate) fn connector(&self, model: &ModelId) -> Result<Arc<dyn Connector>, CommandError> {
        Models::connector(self, model)
            .ok_or_else(|| SessionError::UnknownModel { model: model.clone() }.into())
    }
}

impl Models for Parts {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        self.models().into_iter().find(|connector| connector.profile().model == *model)
    }
}
