//! One attached program.

use super::AttachError;
use super::faults;
use super::file::SavedProgram;
use super::lines::lines;
use crate::contract::{
    AttachedProgram, HeldRequest, ProgramFault, ProgramId, ProgramSettings, ReportedProblem, Upstreams,
};
use crate::lists::put_first;
use crate::locking::lock;
use connectors::SetupFault;
use content::{SessionId, Timestamp};
use gateway::{Provider, Secrets, Upstream};
use invocation::{Breakpoint, StopPlace};
use std::collections::VecDeque;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

/// The problems that are shown of a program.
const MAX_PROBLEMS: usize = 5;
/// The sessions that are listed of a program.
const MAX_SESSIONS: usize = 200;

pub(crate) struct Program {
    pub(crate) id: ProgramId,
    /// Part of its address. It authorizes requests as those of the program.
    pub(super) secret: String,
    state: Mutex<State>,
    /// The keys it has sent, to whichever provider.
    secrets: Secrets,
    /// Held while a request is matched with a conversation, so that two of them don't begin the same one.
    pub(super) matching: Arc<tokio::sync::Mutex<()>>,
}

struct State {
    title: String,
    settings: ProgramSettings,
    /// The commands that use it, where it is attached for commands alone.
    commands: Option<u32>,
    requests: u32,
    sessions: VecDeque<SessionId>,
    last: Option<Timestamp>,
    client: Option<String>,
    /// The libraries that asked each provider.
    libraries: Vec<(Provider, String)>,
    held: Vec<HeldRequest>,
    problems: VecDeque<ReportedProblem>,
    /// The addresses that were asked since the settings changed, with their connections.
    asked: Vec<Upstream>,
}

impl Program {
    pub(super) fn new(id: ProgramId, secret: String, title: String, settings: ProgramSettings) -> Self {
        let state = State {
            title,
            settings,
            commands: None,
            requests: 0,
            sessions: VecDeque::new(),
            last: None,
            client: None,
            libraries: Vec::new(),
            held: Vec::new(),
            problems: VecDeque::new(),
            asked: Vec::new(),
        };
        Self { id, secret, state: Mutex::new(state), secrets: Secrets::default(), matching: Arc::default() }
    }

    /// It stays attached while commands use it.
    pub(super) fn for_commands(self) -> Self {
        lock(&self.state).commands = Some(0);
        self
    }

    pub(super) fn commands(&self) -> Option<u32> {
        lock(&self.state).commands
    }

    /// A command uses it from now on.
    pub(super) fn join(&self) {
        if let Some(commands) = &mut lock(&self.state).commands {
            *commands = commands.saturating_add(1);
        }
    }

    /// A command uses it no longer. Returns whether it was the last that it was attached for.
    pub(super) fn leave(&self) -> bool {
        let mut state = lock(&self.state);
        state.commands = state.commands.map(|commands| commands.saturating_sub(1));
        state.commands == Some(0)
    }

    pub(super) fn saved(saved: SavedProgram) -> Self {
        let program = Self::new(saved.id, saved.secret, saved.title, saved.settings);
        lock(&program.state).commands = saved.commands;
        program
    }

    pub(super) fn has_secret(&self, secret: &str) -> bool {
        gateway::is_same_secret(&self.secret, secret)
    }

    pub(crate) fn title(&self) -> String {
        lock(&self.state).title.clone()
    }

    pub(super) fn named(&self) -> (String, ProgramSettings) {
        let state = lock(&self.state);
        (state.title.clone(), state.settings.clone())
    }

    pub(super) fn settings(&self) -> ProgramSettings {
        lock(&self.state).settings.clone()
    }

    pub(super) fn change(&self, title: String, settings: ProgramSettings) {
        let mut state = lock(&self.state);
        state.title = title;
        state.settings = settings;
        state.asked.clear();
    }

    /// What requests to a provider go on to. One request uses the connections of another, as the program itself would.
    pub(super) fn upstream(&self, provider: Provider) -> Result<Upstream, SetupFault> {
        let base = lock(&self.state).settings.upstreams.base(provider);
        if let Some(known) = lock(&self.state).asked.iter().find(|known| known.base == base) {
            return Ok(known.clone());
        }
        let upstream = Upstream::of(base, self.secrets.clone())?;
        lock(&self.state).asked.push(upstream.clone());
        Ok(upstream)
    }

    /// Counts a request to a model.
    pub(super) fn asked(&self, at: Timestamp, provider: Provider, client: Option<String>) {
        {
            let mut state = lock(&self.state);
            state.requests = state.requests.saturating_add(1);
            state.last = Some(at);
        }
        if let Some(client) = client {
            self.asked_by(provider, &client);
            lock(&self.state).client = Some(client);
        }
    }

    /// Says so where two programs may share the address: the first time that another library asks a provider.
    fn asked_by(&self, provider: Provider, client: &str) {
        let second = library_of(client);
        let first = {
            let mut state = lock(&self.state);
            let mut known = state.libraries.iter().filter(|(asked, _)| *asked == provider);
            let first = known.clone().next().map(|(_, library)| library.clone());
            if known.any(|(_, library)| *library == second) {
                return;
            }
            state.libraries.push((provider, second.clone()));
            first
        };
        if let Some(first) = first {
            self.has_problem(ReportedProblem::of(&AttachError::Shared { first, second }));
        }
    }

    /// Puts a session in front.
    pub(super) fn converses_in(&self, session: &SessionId) {
        put_first(&mut lock(&self.state).sessions, session.clone(), MAX_SESSIONS);
    }

    pub(super) fn holds(&self, held: HeldRequest) {
        let mut state = lock(&self.state);
        state.held.retain(|known| known.turn != held.turn);
        state.held.push(held);
    }

    pub(super) fn holds_no_more(&self, session: &SessionId) {
        lock(&self.state).held.retain(|held| held.session != *session);
    }

    pub(super) fn has_problem(&self, problem: ReportedProblem) {
        put_first(&mut lock(&self.state).problems, problem, MAX_PROBLEMS);
    }

    /// Takes the fault that the next request meets, and counts it.
    pub(super) fn next_fault(&self) -> Option<ProgramFault> {
        faults::of_request(&mut lock(&self.state).settings)
    }

    /// Whether its provider answers, and no fault is wanted.
    pub(super) fn lets_pass(&self) -> bool {
        let settings = &lock(&self.state).settings;
        settings.answerer == crate::contract::Answerer::Provider
            && settings.fault.is_none()
            && settings.function_faults.is_empty()
    }

    pub(super) fn has_function_faults(&self) -> bool {
        !lock(&self.state).settings.function_faults.is_empty()
    }

    /// Takes the fault that an answer with calls of these functions meets, and counts it.
    pub(super) fn next_fault_of(&self, functions: &[String]) -> Option<ProgramFault> {
        faults::of_answer(&mut lock(&self.state).settings, functions)
    }

    /// The program as it stands, for the page.
    pub(super) fn standing(&self, address: Option<SocketAddr>) -> AttachedProgram {
        let state = lock(&self.state);
        AttachedProgram {
            id: self.id.clone(),
            title: state.title.clone(),
            lines: address.map(|address| lines(address, &self.secret)).unwrap_or_default(),
            settings: state.settings.clone(),
            requests: state.requests,
            sessions: state.sessions.iter().cloned().collect(),
            last: state.last,
            client: state.client.clone(),
            held: state.held.clone(),
            problems: state.problems.iter().cloned().collect(),
        }
    }
}

/// The library in a `user-agent` without its version, whether it is used with or without `async`.
fn library_of(client: &str) -> String {
    let library = client.split(' ').next().unwrap_or(client);
    let library = library.strip_prefix("Async").unwrap_or(library);
    let named = library.split('/').take_while(|part| !part.starts_with(|first: char| first.is_ascii_digit()));
    named.collect::<Vec<_>>().join("/")
}

/// What a program is attached with: it is watched, and stops nowhere.
pub(super) fn first_settings(upstreams: Upstreams) -> ProgramSettings {
    let off = |id, place| Breakpoint { is_enabled: false, ..Breakpoint::at(id, place) };
    ProgramSettings {
        upstreams,
        breakpoints: vec![
            off("before-request", StopPlace::BeforeRequest),
            off("after-response", StopPlace::AfterResponse),
            off("before-call", StopPlace::BeforeCall),
            off("after-call", StopPlace::AfterCall),
        ],
        on_timeout: crate::contract::OnTimeout::default(),
        answerer: crate::contract::Answerer::default(),
        fault: None,
        function_faults: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::library_of;

    #[test]
    fn a_library_is_known_in_any_version_and_with_any_model() {
        for (client, library) in [
            ("OpenAI/Python 3.54.0", "OpenAI/Python"),
            ("AsyncOpenAI/Python 3.54.0", "OpenAI/Python"),
            ("claude-cli/2.0.1 (external, cli)", "claude-cli"),
            ("GeminiCLI/0.61.0/gemini-3-pro (linux; x64)", "GeminiCLI"),
            ("ai/7.0.4 ai-sdk/openai/5.0.1 runtime/node.js/24", "ai"),
        ] {
            assert_eq!(library_of(client), library);
        }
    }
}
