//! What a person has set up, and what was made of it.

use super::error::{OwnSourceError, SecretsFault, UnusablePrompt};
use super::runs::Runs;
use super::secrets::{self, Logins};
use crate::contract::ReportedProblem;
use crate::locking::lock;
use crate::services::keys::Keys;
use disk::{SettingsFile, SettingsFileError};
use functions::sources::mcp::{McpHost, McpServer, McpServers, Requests};
use functions::sources::pasted::PastedSettings;
use functions::sources::prompt::{PromptFunction, PromptSettings};
use functions::{Library, Shelf};
use ports::{Clock, Function, FunctionShelf, Models, SourceFacts, SourceId, SourceKind, SourceProblem};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use tokio::sync::watch;

/// The format this version writes.
const FORMAT: u32 = 1;

/// `sources.json`: what a person has set up, without a secret in it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Settings {
    #[serde(default)]
    pub(super) servers: Vec<McpServer>,
    #[serde(default)]
    pub(super) pasted: Vec<PastedSettings>,
    #[serde(default)]
    pub(super) prompts: Vec<PromptSettings>,
}

/// The sources of this window.
pub(crate) struct OwnSources {
    file: SettingsFile<Settings>,
    pub(super) keys: Arc<Keys>,
    library: Arc<Library>,
    models: Arc<dyn Models>,
    pub(super) servers: McpServers,
    pub(super) requests: Arc<Requests>,
    pub(crate) runs: Runs,
    news: watch::Sender<u64>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    settings: Settings,
    /// Of everything but servers, which have their own.
    shelves: BTreeMap<String, Shelf>,
    /// Why the file could not be read. It is not written over then.
    unreadable: Option<SettingsFileError>,
}

impl OwnSources {
    pub(crate) fn open(
        path: PathBuf,
        keys: Arc<Keys>,
        library: &Arc<Library>,
        models: Arc<dyn Models>,
        clock: Arc<dyn Clock>,
    ) -> Self {
        let news = watch::Sender::new(0);
        let requests = Arc::new(Requests::new(news.clone()));
        let host = McpHost {
            library: Arc::clone(library),
            requests: Arc::clone(&requests),
            vault: Arc::new(Logins(Arc::clone(&keys))),
            clock,
            news: news.clone(),
        };
        let mut state = State::default();
        let file = SettingsFile::<Settings>::new(path, FORMAT);
        match file.read() {
            Ok(settings) => state.settings = settings.unwrap_or_default(),
            Err(reason) => state.unreadable = Some(reason),
        }
        let sources = Self {
            file,
            keys,
            library: Arc::clone(library),
            models,
            servers: McpServers::new(host),
            requests,
            runs: Runs::new(news.clone()),
            news,
            state: Mutex::new(state),
        };
        sources.shelve();
        sources
    }

    /// Starts every server.
    pub(crate) fn start_servers(&self) {
        self.settings().servers.into_iter().for_each(|server| self.start(server));
    }

    /// What keeps the sources from being used, for the page to tell.
    pub(crate) fn problem(&self) -> Option<ReportedProblem> {
        lock(&self.state).unreadable.as_ref().map(ReportedProblem::of)
    }

    /// A number that goes up whenever there is something new to see of servers, requests and runs.
    pub(crate) fn news(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    pub(super) fn settings(&self) -> Settings {
        lock(&self.state).settings.clone()
    }

    /// Ends every server.
    pub(crate) async fn close(&self) {
        self.runs.close();
        self.servers.close().await;
    }

    /// Changes the settings and writes them. Nothing is changed where they can't be written.
    pub(super) fn change(&self, change: impl FnOnce(&mut Settings)) -> Result<(), OwnSourceError> {
        {
            let mut state = lock(&self.state);
            if let Some(reason) = &state.unreadable {
                return Err(reason.clone().into());
            }
            let mut settings = state.settings.clone();
            change(&mut settings);
            self.file.write(&settings)?;
            state.settings = settings;
        }
        self.shelve();
        self.news.send_modify(|count| *count += 1);
        Ok(())
    }

    /// Starts a server with what is kept for it.
    pub(super) fn start(&self, server: McpServer) {
        match secrets::read(self.keys.as_ref(), &server) {
            Ok(secrets) => self.servers.put(server, secrets),
            Err(reason) => {
                let shelf = self.library.shelf(SourceFacts {
                    id: server.source(),
                    title: server.title.clone(),
                    kind: SourceKind::Mcp,
                    place: None,
                    needs: Vec::new(),
                });
                shelf.fail(SourceProblem::of(&SecretsFault { reason }));
                lock(&self.state).shelves.insert(server.source().as_str().to_owned(), shelf);
            }
        }
    }

    /// Puts definitions and prompts where functions are looked for.
    fn shelve(&self) {
        let mut state = lock(&self.state);
        let Settings { pasted, prompts, .. } = state.settings.clone();
        // What was there before is kept until what comes in its place is there.
        let (mut shelves, before): (BTreeMap<_, _>, BTreeMap<_, _>) =
            std::mem::take(&mut state.shelves).into_iter().partition(|(id, _)| id.starts_with("mcp:"));
        for settings in &pasted {
            let shelf = self.library.shelf(pasted_facts(settings));
            shelf.fill(settings.functions(), Vec::new());
            shelves.insert(shelf.id().as_str().to_owned(), shelf);
        }
        if !prompts.is_empty() {
            let shelf = self.library.shelf(prompt_facts());
            let (functions, problems) = self.prompts(&prompts);
            shelf.fill(functions, problems);
            shelves.insert(shelf.id().as_str().to_owned(), shelf);
        }
        state.shelves = shelves;
        drop(before);
    }

    fn prompts(&self, prompts: &[PromptSettings]) -> (Vec<Arc<dyn Function>>, Vec<SourceProblem>) {
        let (mut functions, mut problems) = (Vec::<Arc<dyn Function>>::new(), Vec::new());
        for settings in prompts {
            match settings.check() {
                Ok(()) => {
                    functions.push(Arc::new(PromptFunction::new(settings.clone(), Arc::clone(&self.models))));
                }
                Err(reason) => {
                    let name = settings.name.clone();
                    problems.push(SourceProblem::of(&UnusablePrompt { name, reason }));
                }
            }
        }
        (functions, problems)
    }
}

fn pasted_facts(settings: &PastedSettings) -> SourceFacts {
    SourceFacts {
        id: SourceId::new(format!("pasted:{}", settings.id)),
        title: settings.title.clone(),
        kind: SourceKind::Pasted,
        place: None,
        needs: Vec::new(),
    }
}

fn prompt_facts() -> SourceFacts {
    SourceFacts {
        id: SourceId::new("prompts"),
        title: "Prompts".to_owned(),
        kind: SourceKind::Prompt,
        place: None,
        needs: Vec::new(),
    }
}
