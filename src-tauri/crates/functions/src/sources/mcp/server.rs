//! One server: started, watched, started again, and ended.

// Logging is on its way out of the protocol, and in use by the servers there are.
#![allow(deprecated)]

use super::connect::{Fault, connect};
use super::fault::{ConnectionError, NotReady, ServerNote};
use super::function::function_of;
use super::greeting::Era;
use super::handler::Handler;
use super::hidden::Hidden;
use super::host::McpHost;
use super::lines::{LineFrom, Lines};
use super::listing::Listing;
use super::login;
use super::session::{Ending, live};
use super::settings::{McpSecrets, McpServer, McpTransport};
use super::state::{McpState, McpStatus, McpTool, ServerProblem};
use super::wire::Mirrors;
use crate::Shelf;
use notices::{Describe, Notice};
use ports::{FunctionShelf, SourceProblem};
use redaction::Redactor;
use rmcp::RoleClient;
use rmcp::model::LoggingMessageNotificationParam;
use rmcp::service::Peer;
use serde_json::Value;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, watch};
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// Restarts in a row before a person has to ask for another.
const MAX_RESTARTS: u32 = 5;
/// A server that has lived this long starts over with its restarts.
const STABLE_AFTER: Duration = Duration::from_secs(60);
/// How long a call waits for a server that is being started.
const START_WAIT: Duration = Duration::from_secs(20);
const LAST_LINES_TIMEOUT: Duration = Duration::from_secs(1);
/// Lines that arrive within this time are reported as one.
const LINE_BATCH_INTERVAL: Duration = Duration::from_millis(50);

/// A server and everything known of it.
pub(super) struct Server {
    pub(super) settings: McpServer,
    pub(super) secrets: McpSecrets,
    pub(super) host: McpHost,
    /// What works for it. It is waited for when the server is let go.
    pub(super) tasks: TaskTracker,
    pub(super) closing: CancellationToken,
    /// Told when somebody wants it started afresh.
    pub(super) again: Notify,
    /// Where its functions are, until it is let go.
    shelf: Mutex<Option<Shelf>>,
    state: Mutex<State>,
    connection: watch::Sender<Option<Connection>>,
    /// The arguments of its tools that go into headers as well.
    pub(super) mirrors: Mirrors,
    /// What it spoke when it was last greeted.
    era: Mutex<Option<Era>>,
    /// Stands for the program that runs.
    program: Mutex<String>,
    /// What the server said of how to log in.
    challenge: Mutex<Option<String>>,
    /// What it was given and must not come back.
    pub(super) hidden: Hidden,
    /// How many streams of errors are being read.
    reading: watch::Sender<usize>,
    /// Lines are here that are told soon.
    is_telling: AtomicBool,
}

struct State {
    status: McpStatus,
    about: Option<String>,
    tools: Vec<McpTool>,
    /// When its list of tools is out of date.
    stale_at: Option<Instant>,
    lines: Lines,
}

/// What a call needs of a connection.
#[derive(Clone)]
pub(super) struct Connection {
    pub(super) peer: Peer<RoleClient>,
    pub(super) handler: Handler,
}

impl Server {
    pub(super) fn new(settings: McpServer, secrets: McpSecrets, host: McpHost) -> Arc<Self> {
        let status = if settings.is_enabled { McpStatus::Starting } else { McpStatus::Off };
        let shelf = host.library.shelf(settings.facts());
        if !settings.is_enabled {
            shelf.fill(Vec::new(), Vec::new());
        }
        let hidden = Hidden::of(&settings, &secrets);
        let (about, tools, lines) = (None, Vec::new(), Lines::default());
        Arc::new(Self {
            settings,
            secrets,
            host,
            tasks: TaskTracker::new(),
            closing: CancellationToken::new(),
            again: Notify::new(),
            shelf: Mutex::new(Some(shelf)),
            state: Mutex::new(State { status, about, tools, stale_at: None, lines }),
            connection: watch::Sender::new(None),
            mirrors: Mirrors::default(),
            era: Mutex::default(),
            program: Mutex::default(),
            challenge: Mutex::default(),
            hidden,
            reading: watch::Sender::new(0),
            is_telling: AtomicBool::new(false),
        })
    }

    /// Keeps it running until it is let go.
    pub(super) async fn run(self: Arc<Self>) {
        let mut tries = 0;
        while !self.closing.is_cancelled() {
            self.set_status(McpStatus::Starting);
            let began = Instant::now();
            let error = match self.once().await {
                Ending::Closed => break,
                Ending::Again => {
                    tries = 0;
                    continue;
                }
                Ending::NeverStood(Fault::Locked) => {
                    let reason = ConnectionError::LoginWanted.notice();
                    self.wait_for_a_person(McpStatus::Locked { reason }).await;
                    tries = 0;
                    continue;
                }
                Ending::NeverStood(Fault::Failed(error)) if tries == 0 => {
                    self.wait_for_a_person(McpStatus::Failed { reason: error.notice() }).await;
                    continue;
                }
                // One that stood before may only take its time to come back.
                Ending::NeverStood(Fault::Failed(error)) => {
                    tries += 1;
                    error
                }
                Ending::Died(error) => {
                    tries = if began.elapsed() >= STABLE_AFTER { 1 } else { tries + 1 };
                    self.note(&ServerNote::Gone { reason: &error });
                    error
                }
            };
            if tries > MAX_RESTARTS {
                let error = ConnectionError::TriedOften { tries: MAX_RESTARTS, reason: Box::new(error) };
                self.wait_for_a_person(McpStatus::Failed { reason: error.notice() }).await;
                tries = 0;
            } else {
                self.rest(error.notice(), tries).await;
            }
        }
        self.set_status(McpStatus::Off);
    }

    async fn once(self: &Arc<Self>) -> Ending {
        let connected = tokio::select! {
            biased;
            () = self.closing.cancelled() => return Ending::Closed,
            connected = connect(self, &self.closing) => connected,
        };
        match connected {
            Ok(connected) => live(self, connected).await,
            Err(fault) => Ending::NeverStood(fault),
        }
    }

    async fn rest(&self, reason: Notice, tries: u32) {
        let seconds = 1 << (tries - 1);
        self.set_status(McpStatus::Waiting { reason, seconds });
        tokio::select! {
            () = self.closing.cancelled() => {}
            () = self.again.notified() => {}
            () = sleep(Duration::from_secs(seconds)) => {}
        }
    }

    async fn wait_for_a_person(&self, status: McpStatus) {
        self.set_status(status);
        tokio::select! {
            () = self.closing.cancelled() => {}
            () = self.again.notified() => {}
        }
    }

    /// The connection, waited for while it comes about.
    pub(super) async fn ready(&self) -> Result<Connection, NotReady> {
        let mut connections = self.connection.subscribe();
        let standing = timeout(START_WAIT, async {
            loop {
                if let Some(connection) = connections.borrow_and_update().clone() {
                    return Ok(connection);
                }
                let status = self.lock().status.clone();
                match status {
                    McpStatus::Off => return Err(NotReady::Off),
                    McpStatus::Failed { reason } | McpStatus::Locked { reason } => {
                        return Err(NotReady::Stopped { reason });
                    }
                    McpStatus::Starting | McpStatus::Running { .. } | McpStatus::Waiting { .. } => {}
                }
                if connections.changed().await.is_err() {
                    return Err(NotReady::Gone);
                }
            }
        });
        standing.await.unwrap_or(Err(NotReady::Starting))
    }

    pub(super) fn stands(&self, connection: Connection, status: McpStatus, about: Option<String>) {
        self.lock().about = about;
        self.connection.send_replace(Some(connection));
        self.set_status(status);
    }

    pub(super) fn falls(&self) {
        self.connection.send_replace(None);
    }

    /// Offers these from now on.
    pub(super) fn offer(self: &Arc<Self>, listing: Listing) {
        let Listing { tools, refused, problems, lasts } = listing;
        let for_models = tools.iter().filter(|tool| tool.is_for_models);
        let functions = for_models.map(|tool| function_of(self, tool)).collect();
        self.lock().stale_at = lasts.and_then(|lasts| Instant::now().checked_add(lasts));
        self.on_shelf(|shelf| shelf.fill(functions, problems));
        self.lock().tools = tools.into_iter().map(|listed| listed.tool).chain(refused).collect();
        self.host.tell();
    }

    /// Whether its list of tools has held as long as it said.
    pub(super) fn is_stale(&self) -> bool {
        self.lock().stale_at.is_some_and(|at| at <= Instant::now())
    }

    fn set_status(&self, status: McpStatus) {
        let status = status.cleaned(&self.redactor());
        match &status {
            McpStatus::Starting | McpStatus::Waiting { .. } => self.on_shelf(|shelf| shelf.loading()),
            McpStatus::Failed { reason } => {
                self.on_shelf(|shelf| shelf.fail(SourceProblem::of(&ServerProblem::Failed { reason })));
            }
            McpStatus::Locked { reason } => {
                self.on_shelf(|shelf| shelf.fail(SourceProblem::of(&ServerProblem::Locked { reason })));
            }
            McpStatus::Off | McpStatus::Running { .. } => {}
        }
        self.lock().status = status;
        // Whoever waits for the connection looks at the status too.
        self.connection.send_modify(|_| {});
        self.host.tell();
    }

    fn on_shelf(&self, work: impl FnOnce(&Shelf)) {
        if let Some(shelf) = self.shelf.lock().unwrap_or_else(PoisonError::into_inner).as_ref() {
            work(shelf);
        }
    }

    /// Its functions are gone at once, and it ends as soon as it can.
    pub(super) fn let_go(&self) {
        *self.shelf.lock().unwrap_or_else(PoisonError::into_inner) = None;
        self.closing.cancel();
    }

    pub(super) fn add_line(self: &Arc<Self>, from: LineFrom, text: &str) {
        let (now, redactor) = (self.host.clock.now(), self.redactor());
        self.lock().lines.add(now, from, &redactor.clean(text));
        if !self.is_telling.swap(true, Ordering::Relaxed) {
            let server = Arc::clone(self);
            self.tasks.spawn(async move {
                sleep(LINE_BATCH_INTERVAL).await;
                server.is_telling.store(false, Ordering::Relaxed);
                server.host.tell();
            });
        }
    }

    pub(super) fn redactor(&self) -> Redactor {
        self.hidden.redactor()
    }

    /// Keeps what the server writes to its log.
    pub(super) fn log(self: &Arc<Self>, logged: &LoggingMessageNotificationParam) {
        let level = serde_json::to_value(logged.level).ok();
        let level = level.as_ref().and_then(Value::as_str).unwrap_or("info").to_owned();
        let text = logged.data.as_str().map_or_else(|| logged.data.to_string(), str::to_owned);
        let text = match &logged.logger {
            Some(logger) => format!("{logger}: {text}"),
            None => text,
        };
        self.add_line(LineFrom::Log { level }, &text);
    }

    /// Leads the person through a login, beside whatever else goes on.
    pub(super) fn log_in(self: &Arc<Self>) {
        if let McpTransport::Http { address, .. } = &self.settings.transport {
            self.tasks.spawn(login::log_in(Arc::clone(self), address.clone()));
        }
    }

    pub(super) fn era(&self) -> Option<Era> {
        *self.era.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn set_era(&self, era: Option<Era>) {
        *self.era.lock().unwrap_or_else(PoisonError::into_inner) = era;
    }

    pub(super) fn program(&self) -> String {
        self.program.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_program(&self, program: String) {
        *self.program.lock().unwrap_or_else(PoisonError::into_inner) = program;
    }

    /// Forgets what it spoke and starts it afresh.
    pub(super) fn greet_afresh(&self) {
        self.set_era(None);
        self.again.notify_one();
    }

    pub(super) fn challenge(&self) -> Option<String> {
        self.challenge.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set_challenge(&self, challenge: Option<String>) {
        *self.challenge.lock().unwrap_or_else(PoisonError::into_inner) = challenge;
    }

    /// Writes to its log as the application.
    pub(super) fn note(self: &Arc<Self>, note: &ServerNote<'_>) {
        let redactor = self.redactor();
        let note = note.notice().map_texts(&|text| redactor.clean(text).into_owned());
        let text = note.to_string();
        self.add_line(LineFrom::Application { note }, &text);
    }

    /// Whether it waits for the person.
    pub(super) fn is_asking(&self) -> bool {
        self.host.requests.is_asking(&self.settings.id)
    }

    /// Waits until the person has answered everything.
    pub(super) async fn asks_no_more(&self) {
        let mut news = self.host.news.subscribe();
        // The application goes away before its news do.
        let _ = news.wait_for(|_| !self.is_asking()).await;
    }

    pub(super) fn last_words(&self) -> Option<String> {
        self.lock().lines.last_words().map(str::to_owned)
    }

    pub(super) fn reads_lines(&self) -> Reading<'_> {
        self.reading.send_modify(|count| *count += 1);
        Reading(&self.reading)
    }

    /// Waits until everything a dead server has written is here.
    pub(super) async fn lines_are_read(&self) {
        let mut reading = self.reading.subscribe();
        // What holds a pipe open longer than that is not waited for.
        let _ = timeout(LAST_LINES_TIMEOUT, reading.wait_for(|count| *count == 0)).await;
    }

    pub(super) fn state(&self) -> McpState {
        let state = self.lock();
        McpState {
            server: self.settings.id.clone(),
            status: state.status.clone(),
            about: state.about.clone(),
            tools: state.tools.clone(),
            lines: state.lines.all(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts one stream of errors as long as it lives.
pub(super) struct Reading<'a>(&'a watch::Sender<usize>);

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}
