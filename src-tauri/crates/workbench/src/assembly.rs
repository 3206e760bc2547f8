//! What the application is made of. Nothing is constructed anywhere else.

use crate::attached::Attached;
use crate::config::{Config, Extent};
use crate::configuration::functions_of;
use crate::contract::{CommandError, StartProblem};
use crate::lane_results::LaneResults;
use crate::ledger::Ledger;
use crate::local::LocalModels;
use crate::meanings::Meanings;
use crate::model_rows::RowFile;
use crate::search::{Indexer, Tasks};
use crate::services::{Keys, Services};
use crate::session_error::SessionError;
use crate::sources::OwnSources;
use crate::start_problems::{StartFault, close_to_others};
use crate::system::{RandomIds, SystemClock};
use crate::views::Views;
use crate::weights::Weights;
use connectors::scripted;
use content::{ModelId, SessionId};
use embedding::Chosen;
use functions::{
    Consents, FunctionSettings, Library, ManifestError, OtherSessions, Plugin, PluginFolder, Recordings,
    Searchable, SessionFunctions, Shelf,
};
use invocation::{Breakpoint, Filter, SelectionPlan, StopPlace, TurnLimits, TurnPlan};
use limits::PAGE_SESSIONS;
use local_model::LocalModel;
use notices::said;
use ports::{
    Catalogue, Clock, Connector, Embedder, EmbedderError, Function, FunctionShelf, IdSource, Models,
};
use selection::RankedSelector;
use sessions::{Store, StoreError};
use std::path::PathBuf;
use std::sync::Arc;

/// Time and ids: the only things a test gives the application from outside.
#[derive(Clone)]
pub struct System {
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
}

impl System {
    pub fn real() -> Self {
        Self { clock: Arc::new(SystemClock), ids: Arc::new(RandomIds) }
    }
}

/// What chooses the functions to offer.
pub(crate) type FunctionSelector = RankedSelector;

/// Everything that is there once the sessions are open.
pub(crate) struct Parts {
    pub(crate) ledger: Arc<Ledger>,
    /// The models that are always there.
    scripted: Vec<Arc<dyn Connector>>,
    pub(crate) services: Services,
    /// The models in files on this computer.
    pub(crate) local: LocalModels,
    pub(crate) indexer: Indexer,
    pub(crate) library: Arc<Library>,
    /// What ships, which is there as long as the application is.
    _shipped: Vec<Shelf>,
    /// A person's own plugins, which come and go as their files do. Nothing, where they can't be watched.
    _own: Option<PluginFolder>,
    /// What a person has agreed to for good.
    pub(crate) consents: Arc<Consents>,
    pub(crate) sources: OwnSources,
    pub(crate) attached: Arc<Attached>,
    pub(crate) recordings: Recordings,
    lane_results: Arc<LaneResults>,
    views: Views,
    pub(crate) meanings: Arc<Meanings>,
    /// The models for this computer that can be fetched.
    pub(crate) weights: Arc<Weights>,
    /// Filters written in code. None ships.
    pub(crate) filters: Vec<Arc<dyn Filter>>,
    pub(crate) ids: Arc<dyn IdSource>,
    /// What could not be loaded and does not keep the rest from working.
    pub(crate) problems: Vec<StartProblem>,
}

impl Parts {
    pub(crate) fn assemble(config: &Config, system: System) -> Result<Self, CommandError> {
        let System { clock, ids } = system;
        let mut problems = close_to_others(&config.home);
        let store = Store::open(&config.database()).map_err(CommandError::from_opening)?;
        problems.extend(store.lost_changes().cloned().map(|lost| StartProblem::of(&StartFault::from(lost))));
        let scripts = scripted::examples().into_iter().chain(scripted::in_folder(&config.scripts()));
        let mut connectors: Vec<Arc<dyn Connector>> = Vec::new();
        for script in scripts {
            problems.extend(script.check().err().map(|error| StartProblem::of_connector(&error)));
            connectors.push(Arc::new(script));
        }
        let keys = Arc::new(Keys::open(&config.home, config.keychain.clone()));
        let rows = RowFile::in_folder(&config.home);
        let services = Services::open(config.services(), Arc::clone(&keys), rows.clone());
        problems.extend(services.problem());
        problems.extend(rows.problem());
        let local = LocalModels::open(config.models.clone(), config.local_models());
        problems.extend(local.problem());
        let tasks = Arc::new(Tasks::default());
        let ledger = Arc::new(Ledger::new(store, Arc::clone(&clock), Arc::clone(&tasks)));
        let indexer = Indexer::start(config.search_index(), &ledger, tasks)
            .map_err(|error| StartFault::NoSearch { reason: said(&error.to_string()) })?;
        let library = Arc::new(Library::default());
        let shipped = shipped(&library, &mut problems);
        let own = PluginFolder::open(config.plugins(), Arc::clone(&library)).map_err(|error| {
            let fault = StartFault::NotWatched { reason: said(&error.to_string()) };
            problems.push(StartProblem::of(&fault));
        });
        let consents = Arc::new(Consents::open(config.consents()));
        problems.extend(consents.problem().map(|error| StartProblem::of_consents(&error)));
        let sources = OwnSources::open(config.sources(), keys, &library, clock);
        problems.extend(sources.problem());
        let selector = Arc::new(RankedSelector::keeping_vectors(Some(config.vectors())));
        let meanings = Meanings::new(selector, config.models.clone(), config.meaning());
        problems.extend(meanings.problem());
        start(config.extent, &sources, &meanings, &library);
        let weights = Weights::in_folder(config.models.clone(), &config.weights());
        problems.extend(weights.problem());
        let attached = Arc::new(Attached::open(config.attached()));
        problems.extend(attached.problem());
        Ok(Self {
            lane_results: Arc::new(LaneResults::new(Arc::clone(&ledger))),
            ledger,
            indexer,
            scripted: connectors,
            services,
            local,
            library,
            _shipped: shipped,
            _own: own.ok(),
            consents,
            sources,
            attached,
            recordings: Recordings::in_folder(config.recordings()),
            views: Views::within(PAGE_SESSIONS.size()),
            meanings,
            weights,
            filters: Vec::new(),
            ids,
            problems,
        })
    }

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
        let selector = Arc::<FunctionSelector>::clone(self.meanings.selector());
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
        let selector = Arc::<FunctionSelector>::clone(self.meanings.selector());
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

/// Starts what goes on by itself, as far as it is wanted.
fn start(extent: Extent, sources: &OwnSources, meanings: &Arc<Meanings>, library: &Arc<Library>) {
    match extent {
        Extent::Everything => {
            sources.start_servers();
            meanings.begin(library.current().defined());
            meanings.follow(library);
        }
        Extent::Sessions => {}
    }
}

/// A model by which meanings are compared, where its files are there and sound.
pub(crate) fn embedder(chosen: &Chosen) -> Result<Arc<dyn Embedder>, EmbedderError> {
    Ok(Arc::new(chosen.open(&selection::STOP_WORDS)?))
}

/// A model in a file.
pub(crate) fn local_model(model: ModelId, path: PathBuf) -> Arc<LocalModel> {
    Arc::new(LocalModel::open(model, path))
}

/// The plugins that ship. One that can't be used is named, and the others work.
fn shipped(library: &Arc<Library>, problems: &mut Vec<StartProblem>) -> Vec<Shelf> {
    let plugins: [fn() -> Result<Plugin, ManifestError>; 4] =
        [plugin_arithmetic::plugin, plugin_clock::plugin, plugin_holiday::plugin, plugin_weather::plugin];
    let mut shelves = Vec::new();
    for plugin in plugins {
        match plugin() {
            Ok(plugin) => {
                let shelf = library.shelf(plugin.facts());
                shelf.fill(plugin.into_functions(), Vec::new());
                shelves.push(shelf);
            }
            Err(error) => {
                problems.push(StartProblem { message: said(&error.to_string()), advice: None });
            }
        }
    }
    shelves
}

/// How the turns of a new session run: they stop before each call.
pub(crate) fn default_plan(model: ModelId) -> TurnPlan {
    let breakpoint = |id, place, is_enabled| Breakpoint { is_enabled, ..Breakpoint::at(id, place) };
    let selection = SelectionPlan::ranked(4);
    TurnPlan {
        breakpoints: vec![
            breakpoint("before-request", StopPlace::BeforeRequest, false),
            breakpoint("before-call", StopPlace::BeforeCall, true),
            breakpoint("after-call", StopPlace::AfterCall, false),
        ],
        ..TurnPlan::plain(model, TurnLimits::rounds(8), selection)
    }
}

/// The log alone, without an application around it.
#[cfg(test)]
pub(crate) fn ledger_in(folder: &std::path::Path) -> Arc<Ledger> {
    let store = Store::open(&folder.join("sessions.db")).expect("a new file");
    Arc::new(Ledger::new(store, Arc::new(crate::system::SystemClock), Arc::default()))
}
