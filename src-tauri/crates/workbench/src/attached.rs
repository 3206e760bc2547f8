//! Programs of a person that ask their models through this application.
//!
//! Each has an address of its own. Its requests are recognised as conversations, and a conversation is an ordinary session:
//! the same turn, driven by the same driver, with the program in place of the functions and the program's request in place of
//! ours. Start reading at [`Attached`], then [`conversation`].

mod commands;
mod continues;
mod conversation;
mod echoes;
mod faults;
mod file;
mod found;
mod going_ahead;
mod intake;
mod journal;
mod kept_back;
mod lines;
mod models;
mod own;
mod patience;
mod program;
mod replay;
mod spans;

pub(crate) use conversation::Conversation;
pub(crate) use faults::Planned;
pub(crate) use file::copy_without_secrets;
pub(crate) use models::{NotPassedOn, NotWritten, SentOtherwise};
pub(crate) use own::{functions_of_own, plan_of_own};
pub(crate) use replay::Miss;

use crate::contract::{CommandError, ProgramId, ReportedProblem};
use crate::locking::lock;
use crate::turns::Turns;
use content::SessionId;
use disk::{SettingsFile, SettingsFileError};
use file::{Saved, SavedProgram, SavedReceiver};
use functions::Runner;
use futures::future::{BoxFuture, FutureExt};
use gateway::{Delivery, Gateway, GatewayError, Incoming, Programs};
use intake::Intake;
use invocation::TurnPlan;
use limits::ATTACHED_CONVERSATIONS;
use notices::{Describe, Notice};
use program::Program;
use spans::SpanSessions;
use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Every attached program, and the port they ask at.
pub(crate) struct Attached {
    file: SettingsFile<Saved>,
    state: Mutex<State>,
    /// What their requests are handled with, once the application is assembled.
    turns: OnceLock<Weak<Turns>>,
    /// Held while a port is being bound, so that two attempts don't take two.
    binding: tokio::sync::Mutex<()>,
    tasks: TaskTracker,
    closing: CancellationToken,
}

#[derive(Default)]
struct State {
    version: u64,
    programs: Vec<Arc<Program>>,
    address: Option<SocketAddr>,
    /// The port of the last time.
    port: u16,
    conversations: HashMap<SessionId, Arc<Conversation>>,
    problem: Option<ReportedProblem>,
    /// Why nothing is known of the programs of the last time.
    unreadable: Option<ReportedProblem>,
    /// Whether spans are received, as it is kept.
    receives: Option<SavedReceiver>,
    receiver: Option<Arc<SpanSessions>>,
}

/// Reasons why a program can't be attached.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "attached")]
pub(crate) enum AttachError {
    #[error("no port of this computer can be listened on")]
    #[advice("Close some programs and attach it again.")]
    NoPort {
        #[notice(cause)]
        reason: Notice,
    },
    #[error("this system gives no random numbers, so no address can be made for a program")]
    #[advice("Restart this computer and attach it again.")]
    NoSecret,
    #[error("port {port} is in use by another program, so spans can't be received there")]
    #[advice(
        "End what listens there, a collector perhaps, or choose another port and set OTEL_EXPORTER_OTLP_ENDPOINT to it."
    )]
    PortInUse { port: u16 },
    #[error("port {port} is in use by another program, so attached programs are listened to on port {now}")]
    #[advice("Set the addresses of your programs again: they are shown here, and have changed.")]
    PortTaken { port: u16, now: u16 },
    #[error("spans can't be received on port {port}")]
    #[advice("Choose a port from 1024 to 65535, and set OTEL_EXPORTER_OTLP_ENDPOINT to it.")]
    NotAPort {
        port: u16,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{first} and {second} ask at this address, so two programs may share it")]
    #[advice(
        "Attach each program by itself, so that their stops and settings stay apart. One program may also use both."
    )]
    Shared { first: String, second: String },
    #[error("there is no such program any more")]
    #[advice("Look at the list of attached programs.")]
    Gone,
    #[error(transparent)]
    File(#[from] SettingsFileError),
    #[error("{program} runs the loop of this session, so nothing can be said in it here")]
    #[advice("Fork it into a session of your own, and say it there.")]
    RunByProgram { program: String },
    #[error("a program needs a name")]
    #[advice("Write at least one letter.")]
    NoTitle,
    #[error("{address} is not the address of a provider")]
    #[advice("Write it as the provider's own variable takes it, such as https://api.openai.com/v1.")]
    NotAnAddress { address: String },
    #[error("a fault is planned for a function without a name")]
    #[advice("Write the name as the program offers it to its model, or take the fault away.")]
    NoFunction,
    #[error("{count} is not a number of requests from 1 to 1000")]
    #[advice("Write a number in this range.")]
    NotACount { count: u32 },
    #[error("{status} is not the status of an error")]
    #[advice("Write a number from 400 to 599.")]
    NotAStatus { status: u32 },
}

impl Attached {
    /// Reads which programs were attached. Nothing listens before one is needed.
    pub(crate) fn open(file: PathBuf) -> Self {
        let (mut state, file) = (State::default(), file::at(file));
        match read(&file) {
            Ok(saved) => {
                state.port = saved.port;
                state.receives = saved.receiver;
                state.programs = saved.programs.into_iter().map(Program::saved).map(Arc::new).collect();
            }
            Err(error) => {
                let problem = ReportedProblem::of(&error);
                (state.problem, state.unreadable) = (Some(problem.clone()), Some(problem));
            }
        }
        Self {
            file,
            state: Mutex::new(state),
            turns: OnceLock::new(),
            binding: tokio::sync::Mutex::default(),
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
        }
    }

    /// What keeps the programs from being attached, for the page to tell.
    pub(crate) fn problem(&self) -> Option<ReportedProblem> {
        lock(&self.state).unreadable.clone()
    }

    /// Says what requests are handled with. Programs of the last time are listened to from now on.
    pub(crate) fn serve(self: &Arc<Self>, turns: &Arc<Turns>) {
        if self.turns.set(Arc::downgrade(turns)).is_err() {
            return;
        }
        let (has_programs, receives) = {
            let state = lock(&self.state);
            (!state.programs.is_empty(), state.receives)
        };
        if has_programs {
            let attached = Arc::clone(self);
            self.tasks.spawn(async move { attached.report(attached.listen().await.map(drop)) });
        }
        if let Some(SavedReceiver { port }) = receives {
            let attached = Arc::clone(self);
            self.tasks.spawn(async move { attached.report(attached.receive(port).await) });
        }
    }

    /// What drives the turns of programs, as long as the sessions are open.
    fn turns(&self) -> Option<Arc<Turns>> {
        self.turns.get()?.upgrade()
    }

    /// Shows what went wrong when nobody waits for it.
    fn report(&self, tried: Result<(), AttachError>) {
        if let Err(error) = tried {
            lock(&self.state).problem = Some(ReportedProblem::of(&error));
            self.changed();
        }
    }

    /// Listens, unless it does already.
    async fn listen(self: &Arc<Self>) -> Result<SocketAddr, AttachError> {
        let _alone = self.binding.lock().await;
        let (address, port) = {
            let state = lock(&self.state);
            (state.address, state.port)
        };
        if let Some(address) = address {
            return Ok(address);
        }
        let gateway = match Gateway::bind(port).await {
            // Somebody else took it meanwhile.
            Err(GatewayError::PortInUse { .. }) if port != 0 => Gateway::bind(0).await,
            bound => bound,
        };
        let gateway =
            gateway.map_err(|error| AttachError::NoPort { reason: notices::said(&error.to_string()) })?;
        let address = gateway.address();
        {
            let mut state = lock(&self.state);
            state.address = Some(address);
            state.port = address.port();
        }
        let programs: Arc<dyn Programs> = Arc::new(AtTheDoor(Arc::downgrade(self)));
        self.tasks.spawn(gateway.serve(programs, self.closing.clone(), self.tasks.clone()));
        if port != 0 && port != address.port() {
            let moved = AttachError::PortTaken { port, now: address.port() };
            lock(&self.state).problem = Some(ReportedProblem::of(&moved));
            // The programs are told the new one, so it has to be there the next time.
            self.change(|_| {})?;
        }
        self.changed();
        Ok(address)
    }

    /// The conversation a session shows, while its program is attached.
    pub(crate) fn conversation(&self, session: &SessionId) -> Option<Arc<Conversation>> {
        lock(&self.state).conversations.get(session).cloned()
    }

    /// What runs the functions of a session, while its program is attached.
    pub(crate) fn runner(&self, session: &SessionId) -> Option<Arc<dyn Runner>> {
        self.conversation(session).map(|found| found as Arc<dyn Runner>)
    }

    /// Refuses to run a turn of a session in which a program runs them.
    pub(crate) fn check_own(&self, session: &SessionId) -> Result<(), CommandError> {
        match self.conversation(session) {
            Some(found) => {
                let program = found.program.title();
                Err(CommandError::of(&AttachError::RunByProgram { program }))
            }
            None => Ok(()),
        }
    }

    /// The plan a person sets for a session. While its program is attached, who runs the loop, the model and the instructions
    /// stay the program's choice. Afterwards it is the person's.
    pub(crate) fn plan_for(
        &self,
        session: &SessionId,
        before: Option<&TurnPlan>,
        plan: TurnPlan,
    ) -> TurnPlan {
        let Some(before) = before.filter(|before| before.is_run_outside()) else { return plan };
        if self.conversation(session).is_some() {
            let (program, model) = (before.program.clone(), before.model.clone());
            TurnPlan { program, model, instructions: before.instructions.clone(), ..plan }
        } else {
            TurnPlan { program: None, ..plan }
        }
    }

    /// Keeps a new conversation. Where there are too many, the first that nobody waits for is forgotten and returned; its
    /// session stays.
    fn keep(&self, conversation: &Arc<Conversation>) -> Option<Arc<Conversation>> {
        let mut state = lock(&self.state);
        let is_full = state.conversations.len() >= ATTACHED_CONVERSATIONS.size();
        let idle = || state.conversations.values().filter(|found| found.turn().is_none());
        // Ids of sessions are in the order of their time.
        let first = is_full.then(|| idle().map(|found| &found.session).min().cloned()).flatten();
        let forgotten = first.and_then(|session| state.conversations.remove(&session));
        state.conversations.insert(conversation.session.clone(), Arc::clone(conversation));
        forgotten
    }

    fn program(&self, id: &ProgramId) -> Result<Arc<Program>, AttachError> {
        lock(&self.state).programs.iter().find(|program| program.id == *id).cloned().ok_or(AttachError::Gone)
    }

    fn of_secret(&self, secret: &str) -> Option<Arc<Program>> {
        let programs = lock(&self.state).programs.clone();
        programs.into_iter().find(|program| program.has_secret(secret))
    }

    /// Changes what is kept on disk, and notifies observers.
    fn change(&self, change: impl FnOnce(&mut Vec<Arc<Program>>)) -> Result<(), AttachError> {
        let mut state = lock(&self.state);
        let mut programs = state.programs.clone();
        change(&mut programs);
        self.write(&state, &programs, state.receives)?;
        state.programs = programs;
        state.version += 1;
        Ok(())
    }

    fn write(
        &self,
        state: &State,
        programs: &[Arc<Program>],
        receiver: Option<SavedReceiver>,
    ) -> Result<(), AttachError> {
        let programs = programs.iter().map(|program| SavedProgram::of(program)).collect();
        Ok(self.file.write(&Saved { port: state.port, programs, receiver })?)
    }

    /// Something is new that a page may show.
    pub(crate) fn changed(&self) {
        lock(&self.state).version += 1;
    }

    /// Programs get their answers or an error, and nobody listens any more.
    pub(crate) async fn close(&self) {
        let conversations: Vec<_> = lock(&self.state).conversations.drain().map(|(_, found)| found).collect();
        for conversation in conversations {
            conversation.let_go();
        }
        self.closing.cancel();
        self.tasks.close();
        let _ = tokio::time::timeout(std::time::Duration::from_secs(3), self.tasks.wait()).await;
    }
}

/// What was kept. Programs of a copy get their secrets, which are kept from then on.
fn read(file: &SettingsFile<Saved>) -> Result<Saved, AttachError> {
    let mut saved = file.read()?.unwrap_or_default();
    if saved.complete()? {
        file.write(&saved)?;
    }
    Ok(saved)
}

/// What the gateway asks.
struct AtTheDoor(Weak<Attached>);

impl Programs for AtTheDoor {
    fn knows(&self, secret: &str) -> bool {
        self.0.upgrade().is_some_and(|attached| attached.of_secret(secret).is_some())
    }

    fn answer(&self, incoming: Incoming) -> BoxFuture<'static, Delivery> {
        let attached = self.0.clone();
        async move {
            let ready = attached.upgrade().and_then(|attached| {
                let turns = attached.turns()?;
                let program = attached.of_secret(&incoming.secret)?;
                let parts = Arc::clone(&turns.parts);
                Some(Intake { parts, turns, program, attached: Arc::downgrade(&attached) })
            });
            match ready {
                Some(intake) => intake.answer(incoming).await,
                None => gateway::unavailable("Callwright is closing. Start it again."),
            }
        }
        .boxed()
    }
}
