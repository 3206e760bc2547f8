//! What a page does with sources.

use super::error::OwnSourceError;
use super::own::OwnSources;
use super::secrets::{self, Typed};
use crate::Workbench;
use crate::contract::{
    CommandError, ListedServer, NamedOwnSource, Nothing, OwnSourcesNow, ReadPasted, SaveServer,
    check_temperature,
};
use crate::imported_names::ImportedNames;
use crate::lists::{free_id, put};
use crate::services::destination::web_address;
use content::FunctionName;
use functions::sources::mcp::{McpServer, McpTransport, PastedServers, read_pasted};
use functions::sources::pasted::{Definition, PastedFunctions, PastedSettings, read_definitions};
use functions::sources::prompt::PromptSettings;
use notices::Describe;

/// A pasted definition of a function that is there.
#[derive(Debug, Describe)]
#[notice(prefix = "already-here")]
#[notice("{name}: it is here already, as {here}")]
pub(crate) struct AlreadyHere {
    name: String,
    here: FunctionName,
}

/// A call may last no longer than a day.
const MAX_SECONDS: u32 = 86_400;

impl Workbench {
    pub async fn sources_list(&self, _: Nothing) -> Result<OwnSourcesNow, CommandError> {
        let sources = self.sources()?;
        // Read before everything else: what changes in between is told once more and not lost.
        let version = *sources.news().borrow();
        let settings = sources.settings();
        let mut states = sources.servers.states();
        let mut state = |id: &str| {
            let place = states.iter().position(|state| state.server == id);
            place.map(|place| states.swap_remove(place))
        };
        let servers = settings.servers.into_iter().map(|settings| {
            let state = state(&settings.id);
            ListedServer { settings, state }
        });
        Ok(OwnSourcesNow {
            version,
            servers: servers.collect(),
            pasted: settings.pasted,
            prompts: settings.prompts,
            requests: sources.requests.open(),
            runs: sources.runs.states(),
            keeping: sources.keys.keeping(sources.keys.keychain_state()).notice(),
        })
    }

    pub async fn servers_read(&self, args: ReadPasted) -> Result<PastedServers, CommandError> {
        Ok(read_pasted(&args.text)?)
    }

    pub async fn server_save(&self, args: SaveServer) -> Result<McpServer, CommandError> {
        let sources = self.sources()?;
        let mut settings = checked(args.settings)?;
        let before = sources.settings().servers.into_iter().find(|server| server.id == settings.id);
        if before.is_none() {
            settings.id = sources.fresh_id(&settings.title);
        }
        let typed = Typed { variables: args.variables, headers: args.headers };
        let saved = settings.clone();
        let change = || sources.change(|all| put(&mut all.servers, settings, |server| &server.id));
        let secrets = secrets::write(sources.keys.as_ref(), before.as_ref(), &saved, &typed, change);
        sources.servers.put(saved.clone(), secrets?);
        Ok(saved)
    }

    pub async fn server_restart(&self, args: NamedOwnSource) -> Result<Nothing, CommandError> {
        let is_there = self.sources()?.servers.restart(&args.source);
        Ok(is_there.then_some(Nothing {}).ok_or(OwnSourceError::Gone)?)
    }

    pub async fn server_log_in(&self, args: NamedOwnSource) -> Result<Nothing, CommandError> {
        let is_there = self.sources()?.servers.log_in(&args.source);
        Ok(is_there.then_some(Nothing {}).ok_or(OwnSourceError::Gone)?)
    }

    pub async fn definitions_read(&self, args: ReadPasted) -> Result<PastedFunctions, CommandError> {
        let mut found = read_definitions(&args.text)?;
        let mut names = ImportedNames::of(&*self.library()?);
        let PastedFunctions { definitions, notes, .. } = &mut found;
        definitions.retain(|Definition { name, .. }| {
            let here = names.meant(name).filter(|here| here.plugin.is_some());
            let note = |here: &FunctionName| AlreadyHere { name: name.clone(), here: here.clone() }.notice();
            notes.extend(here.as_ref().map(note));
            here.is_none()
        });
        Ok(found)
    }

    pub async fn definitions_save(&self, args: PastedSettings) -> Result<PastedSettings, CommandError> {
        let sources = self.sources()?;
        let mut settings = PastedSettings { title: args.title.trim().to_owned(), ..args };
        if settings.title.is_empty() || settings.definitions.is_empty() {
            return Err(OwnSourceError::Nothing.into());
        }
        if settings.id.is_empty() {
            settings.id = sources.fresh_id(&settings.title);
        }
        let saved = settings.clone();
        sources.change(|all| put(&mut all.pasted, settings, |one| &one.id))?;
        Ok(saved)
    }

    pub async fn prompt_save(&self, args: PromptSettings) -> Result<PromptSettings, CommandError> {
        let sources = self.sources()?;
        let mut settings = PromptSettings { name: args.name.trim().to_owned(), ..args };
        settings.check()?;
        check_temperature(settings.temperature)?;
        self.models()?.known(&settings.model)?;
        let others = sources.settings().prompts;
        if others.iter().any(|other| other.name == settings.name && other.id != settings.id) {
            return Err(OwnSourceError::PromptExists { name: settings.name }.into());
        }
        if settings.id.is_empty() {
            settings.id = sources.fresh_id(&settings.name);
        }
        let saved = settings.clone();
        sources.change(|all| put(&mut all.prompts, settings, |one| &one.id))?;
        Ok(saved)
    }

    /// Forgets a server with its secrets, definitions, or a prompt.
    pub async fn source_remove(&self, args: NamedOwnSource) -> Result<Nothing, CommandError> {
        let sources = self.sources()?;
        let id = &args.source;
        let is_server = sources.settings().servers.iter().any(|server| server.id == *id);
        let changed = sources.change(|all| {
            all.servers.retain(|server| server.id != *id);
            all.pasted.retain(|pasted| pasted.id != *id);
            all.prompts.retain(|prompt| prompt.id != *id);
        });
        changed?;
        if is_server {
            sources.servers.remove(id);
            secrets::remove(sources.keys.as_ref(), id)?;
        }
        Ok(Nothing {})
    }
}

impl OwnSources {
    /// An id out of a title that nothing else has. It is the name of a plugin too, so it has letters that every
    /// provider takes.
    fn fresh_id(&self, title: &str) -> String {
        let settings = self.settings();
        free_id(title, "_", "source", |id| {
            settings.servers.iter().all(|server| server.id != id)
                && settings.pasted.iter().all(|pasted| pasted.id != id)
                && settings.prompts.iter().all(|prompt| prompt.id != id)
        })
    }
}

fn checked(mut settings: McpServer) -> Result<McpServer, OwnSourceError> {
    settings.title = settings.title.trim().to_owned();
    if settings.title.is_empty() {
        return Err(OwnSourceError::NoTitle);
    }
    settings.seconds = settings.seconds.clamp(1, MAX_SECONDS);
    match &mut settings.transport {
        McpTransport::Command { program, .. } => {
            *program = program.trim().to_owned();
            if program.is_empty() {
                return Err(OwnSourceError::NoProgram);
            }
        }
        McpTransport::Http { address, .. } => {
            *address = address.trim().to_owned();
            if web_address(address).is_none() {
                return Err(OwnSourceError::no_address(address));
            }
        }
    }
    Ok(settings)
}
