//! Constructs the parts of the application. Nothing concrete is constructed anywhere else.

use crate::attached::Attached;
use crate::config::{Config, Extent};
use crate::contract::{CommandError, ReportedProblem};
use crate::evaluation::Bench;
use crate::lane_results::LaneResults;
use crate::ledger::Ledger;
use crate::local::LocalModels;
use crate::meanings::Meanings;
use crate::model_rows::RowFile;
use crate::models::AllModels;
use crate::parts::Parts;
use crate::search::{Indexer, Tasks};
use crate::services::{Keys, Services};
use crate::sources::OwnSources;
use crate::start_problems::{StartFault, close_to_others};
use crate::system::{RandomIds, SystemClock};
use crate::turn_parts::TurnParts;
use crate::turns::{LiveTurns, Turns};
use crate::views::{FunctionViews, Views};
use crate::weights::Weights;
use connectors::scripted;
use content::ModelId;
use embedding::{Chosen, ModelChoice};
use functions::{Consents, Library, ManifestError, Plugin, PluginFolder, Recordings, Shelf};
use limits::PAGE_SESSIONS;
use local_model::LocalModel;
use notices::said;
use ports::{Catalogue, Clock, Connector, Embedder, EmbedderError, FunctionShelf, IdSource};
use selection::RankedSelector;
use sessions::Store;
use std::path::{Path, PathBuf};
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

pub(crate) fn assemble(config: &Config, system: System, live: Arc<LiveTurns>) -> Result<Parts, CommandError> {
    let System { clock, ids } = system;
    let mut problems = close_to_others(&config.home);
    let store = Store::open(&config.database()).map_err(CommandError::from_opening)?;
    problems.extend(store.lost_changes().cloned().map(|lost| ReportedProblem::of(&StartFault::from(lost))));
    let keys = Arc::new(Keys::open(&config.home, config.keychain.clone()));
    let models = Arc::new(all_models(config, &keys, &mut problems));
    let tasks = Arc::new(Tasks::default());
    let ledger = Arc::new(Ledger::new(store, Arc::clone(&clock), Arc::clone(&tasks)));
    let indexer = Indexer::start(config.search_index(), &ledger, tasks)
        .map_err(|error| StartFault::NoSearch { reason: said(&error.to_string()) })?;
    let library = Arc::new(Library::default());
    let shipped = shipped(&library, &mut problems);
    let own = own_plugins(config, &library, &mut problems);
    let consents = Arc::new(Consents::open(config.consents()));
    problems.extend(consents.problem().map(|error| ReportedProblem::of_consents(&error)));
    let known = Arc::<AllModels>::clone(&models);
    let sources = Arc::new(OwnSources::open(config.sources(), keys, &library, known, clock));
    problems.extend(sources.problem());
    let selector = Arc::new(RankedSelector::keeping_vectors(Some(config.vectors())));
    let meanings = Meanings::new(Arc::clone(&selector), embedder, config.models.clone(), config.meaning());
    problems.extend(meanings.problem());
    start(config.extent, &sources, &meanings, &library);
    let weights = Weights::in_folder(config.models.clone(), &config.weights());
    problems.extend(weights.problem());
    let attached = Arc::new(Attached::open(config.attached()));
    problems.extend(attached.problem());
    let functions = FunctionViews {
        ledger: Arc::clone(&ledger),
        library: Arc::clone(&library),
        recordings: Recordings::in_folder(config.recordings()),
        consents: Arc::clone(&consents),
        lane_results: Arc::new(LaneResults::new(Arc::clone(&ledger))),
        attached: Arc::clone(&attached),
        selector,
        kept: Views::within(PAGE_SESSIONS.size()),
    };
    let turn_parts = Arc::new(turn_parts(functions, Arc::clone(&models), ids));
    let turns = Turns { live, parts: Arc::clone(&turn_parts), attached: Arc::clone(&attached) };
    Ok(Parts {
        ledger,
        services: Arc::clone(&models.services),
        local: Arc::clone(&models.local),
        models,
        weights,
        meanings,
        library,
        consents,
        functions: Arc::clone(&turn_parts.functions),
        sources,
        attached,
        indexer: Arc::new(indexer),
        turn_parts,
        turns: Arc::new(turns),
        problems: Arc::new(problems),
        _shipped: shipped,
        _own: own,
    })
}

fn all_models(config: &Config, keys: &Arc<Keys>, problems: &mut Vec<ReportedProblem>) -> AllModels {
    let mut scripts: Vec<Arc<dyn Connector>> = Vec::new();
    for script in scripted::examples().into_iter().chain(scripted::in_folder(&config.scripts())) {
        problems.extend(script.check().err().map(|error| ReportedProblem::of_connector(&error)));
        scripts.push(Arc::new(script));
    }
    let rows = RowFile::in_folder(&config.home);
    let services = Services::open(config.services(), Arc::clone(keys), rows.clone());
    problems.extend(services.problem());
    problems.extend(rows.problem());
    let local = LocalModels::open(config.models.clone(), config.local_models(), local_model);
    problems.extend(local.problem());
    AllModels { services: Arc::new(services), local: Arc::new(local), scripted: scripts }
}

fn turn_parts(functions: FunctionViews, models: Arc<AllModels>, ids: Arc<dyn IdSource>) -> TurnParts {
    TurnParts {
        ledger: Arc::clone(&functions.ledger),
        models,
        selector: Arc::clone(&functions.selector),
        functions: Arc::new(functions),
        filters: Vec::new(),
        ids,
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

/// Measures rankings with the default model, whose files are in a folder. Vectors are kept beside it.
pub fn evaluation_bench(models: &Path) -> Result<Bench, CommandError> {
    let chosen = Chosen::new(&ModelChoice::Usual, models.to_owned())?;
    Ok(Bench::new(embedder(&chosen)?, models.join("evaluation")))
}

/// A model in a file.
pub(crate) fn local_model(model: ModelId, path: PathBuf) -> Arc<LocalModel> {
    Arc::new(LocalModel::open(model, path))
}

fn own_plugins(
    config: &Config,
    library: &Arc<Library>,
    problems: &mut Vec<ReportedProblem>,
) -> Option<PluginFolder> {
    match PluginFolder::open(config.plugins(), Arc::clone(library)) {
        Ok(own) => Some(own),
        Err(error) => {
            let fault = StartFault::NotWatched { reason: said(&error.to_string()) };
            problems.push(ReportedProblem::of(&fault));
            None
        }
    }
}

/// The plugins that ship. One that can't be used is named, and the others work.
fn shipped(library: &Arc<Library>, problems: &mut Vec<ReportedProblem>) -> Vec<Shelf> {
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
                problems.push(ReportedProblem { message: said(&error.to_string()), advice: None });
            }
        }
    }
    shelves
}

/// The log alone, without an application around it.
#[cfg(test)]
pub(crate) fn ledger_in(folder: &std::path::Path) -> Arc<Ledger> {
    let store = Store::open(&folder.join("sessions.db")).expect("a new file");
    Arc::new(Ledger::new(store, Arc::new(crate::system::SystemClock), Arc::default()))
}
