//! The application in a folder of its own, used as a page uses it.

use content::{SessionId, TurnId};
use invocation::{
    Answer, Breakpoint, CallDecision, Decision, Pace, Pause, StopPlace, TurnEvent, TurnOutcome, TurnPlan,
};
use ports::Progress;
use ports::doubles::{CountingIds, TickingClock};
use sessions::{LogEntry, SessionEvent};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;
use tokio::sync::mpsc;
use workbench::contract::{
    AnswerTurn, CommandError, ConfigureSession, CreateSession, FeedItem, Follow, Note, Nothing,
    OwnSourcesNow, StartTurn,
};
use workbench::{Config, KeychainChoice, System, Workbench};

/// An application that ends with the test.
pub struct TestApp {
    pub workbench: Arc<Workbench>,
    pub home: Arc<TempDir>,
    keychain: KeychainChoice,
}

impl Default for TestApp {
    fn default() -> Self {
        Self::new()
    }
}

impl TestApp {
    pub fn new() -> Self {
        Self::in_home(Arc::new(tempfile::tempdir().expect("a folder for the application")))
    }

    /// The application in the folder of an earlier one.
    pub fn in_home(home: Arc<TempDir>) -> Self {
        let system =
            System { clock: Arc::new(TickingClock::default()), ids: Arc::new(CountingIds::default()) };
        Self::made(home, KeychainChoice::None, system)
    }

    /// A second handle to the same application.
    pub fn again(&self) -> Self {
        Self {
            workbench: Arc::clone(&self.workbench),
            home: Arc::clone(&self.home),
            keychain: self.keychain.clone(),
        }
    }

    /// Opens the data of another process, with ids other than its own.
    pub fn opened_again(home: Arc<TempDir>) -> Self {
        Self::made(home, KeychainChoice::None, System::real())
    }

    /// An application with another clock, or other ids.
    pub fn with_system(system: System) -> Self {
        let home = Arc::new(tempfile::tempdir().expect("a folder for the application"));
        Self::made(home, KeychainChoice::None, system)
    }

    /// An application that keeps its keys in a keychain.
    pub fn with_keychain(keychain: KeychainChoice) -> Self {
        let home = Arc::new(tempfile::tempdir().expect("a folder for the application"));
        Self::made(home, keychain, System::real())
    }

    /// Ends the application and starts it again.
    pub async fn restarted(self) -> Self {
        self.workbench.close().await;
        Self::made(self.home, self.keychain, System::real())
    }

    fn made(home: Arc<TempDir>, keychain: KeychainChoice, system: System) -> Self {
        let config = Config { keychain: keychain.clone(), ..Config::in_folder(home.path()) };
        Self { workbench: Arc::new(Workbench::new(config, system)), home, keychain }
    }

    pub fn scripts(&self) -> std::path::PathBuf {
        self.home.path().join("scripts")
    }

    pub fn write_script(&self, name: &str, text: &str) {
        std::fs::create_dir_all(self.scripts()).expect("the folder is made");
        std::fs::write(self.scripts().join(name), text).expect("the script is written");
    }

    /// A new session with a model and these breakpoints.
    pub async fn session(&self, model: &str, stops: &[StopPlace]) -> Followed {
        let model = content::ModelId::new(model);
        let created = self.workbench.session_create(CreateSession { model: Some(model) }).await;
        let session = created.expect("the session is made").id;
        let mut followed = self.follow(&session).await;
        let mut plan = followed.plan().await;
        let stop = |place: &StopPlace| Breakpoint::at(&format!("{place:?}"), *place);
        plan.breakpoints = stops.iter().map(stop).collect();
        let configured =
            self.workbench.session_configure(ConfigureSession { session: session.clone(), plan }).await;
        configured.expect("the plan is taken");
        followed
    }

    pub async fn follow(&self, session: &SessionId) -> Followed {
        let (items, heard) = mpsc::unbounded_channel();
        let args = Follow { session: session.clone(), after: 0, tail: None };
        let feed = self.workbench.follow(None, args).await.expect("the session is there");
        tokio::spawn(feed.run(move |item| std::future::ready(items.send(item).is_ok())));
        Followed {
            workbench: Arc::clone(&self.workbench),
            session: session.clone(),
            heard,
            log: Vec::new(),
            summaries: Vec::new(),
            functions_version: 0,
            sources_version: 0,
            progress: Vec::new(),
        }
    }
}

/// A session and everything received from it so far.
pub struct Followed {
    workbench: Arc<Workbench>,
    pub session: SessionId,
    heard: mpsc::UnboundedReceiver<FeedItem>,
    pub log: Vec<LogEntry<Note>>,
    /// The events of a summary while it was written.
    pub summaries: Vec<String>,
    /// The last version of the functions received.
    pub functions_version: u64,
    sources_version: u64,
    /// The progress of calls.
    pub progress: Vec<Progress>,
}

impl Followed {
    /// Takes in what is told next.
    async fn hear(&mut self) {
        if let Some((_, error)) = self.hear_all().await {
            panic!("the turn halted: {error:?}");
        }
    }

    async fn hear_all(&mut self) -> Option<(TurnId, CommandError)> {
        match self.heard.recv().await.expect("the feed goes on") {
            FeedItem::Entries { entries } => self.log.extend(entries),
            FeedItem::Opened { window } => self.log.extend(window.entries),
            FeedItem::Halted { turn, error } => return Some((turn, error)),
            FeedItem::Summarising { text } => self.summaries.push(text),
            FeedItem::FunctionsChanged { version } => self.functions_version = version,
            FeedItem::Progressed { progress, .. } => self.progress.push(progress),
            FeedItem::SourcesChanged { version } => self.sources_version = version,
        }
        None
    }

    /// Receives events until servers, their requests and runs fit a condition.
    pub async fn until_sources<T>(&mut self, mut wanted: impl FnMut(&OwnSourcesNow) -> Option<T>) -> T {
        loop {
            let now = self.workbench.sources_list(Nothing {}).await.expect("the sources");
            if let Some(found) = wanted(&now) {
                return found;
            }
            while self.sources_version <= now.version {
                self.hear().await;
            }
        }
    }

    /// Receives events until one fits a condition.
    pub async fn until<T>(&mut self, mut wanted: impl FnMut(&SessionEvent<Note>) -> Option<T>) -> T {
        let mut looked_at = 0;
        loop {
            for entry in self.log.iter().skip(looked_at) {
                if let Some(found) = wanted(&entry.event) {
                    return found;
                }
            }
            looked_at = self.log.len();
            self.hear().await;
        }
    }

    /// Receives events until the log fits a condition.
    pub async fn until_log<T>(&mut self, mut wanted: impl FnMut(&[LogEntry<Note>]) -> Option<T>) -> T {
        loop {
            if let Some(found) = wanted(&self.log) {
                return found;
            }
            self.hear().await;
        }
    }

    /// Receives events until functions have changed since this version.
    pub async fn until_functions(&mut self, after: u64) -> u64 {
        while self.functions_version <= after {
            self.hear().await;
        }
        self.functions_version
    }

    /// Receives events until the turn can't be logged.
    pub async fn until_halted(&mut self) -> (TurnId, CommandError) {
        loop {
            if let Some(halted) = self.hear_all().await {
                return halted;
            }
        }
    }

    pub async fn says(&mut self, text: &str) -> TurnId {
        let args = StartTurn { session: self.session.clone(), text: Some(text.to_owned()), speaker: None };
        self.workbench.turn_start(args).await.expect("the turn starts")
    }

    /// Waits for the stop with this number.
    pub async fn pause(&mut self, number: u32) -> (TurnId, Pause) {
        self.until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { turn, event: TurnEvent::Paused { pause, .. } } }
                if pause.number == number =>
            {
                Some((turn.clone(), pause.clone()))
            }
            _ => None,
        })
        .await
    }

    pub async fn answers(&mut self, number: u32, decision: Decision) {
        self.answers_all(number, decision, Vec::new()).await;
    }

    /// Answers a stop and decides about other calls as well.
    pub async fn answers_all(&mut self, number: u32, decision: Decision, others: Vec<CallDecision>) {
        let (turn, pause) = self.pause(number).await;
        let answer = Answer { pause: pause.number, decision, others, pace: Pace::Run };
        self.workbench.turn_answer(AnswerTurn { turn, answer }).await.expect("the answer is taken");
    }

    /// Answers the last stop.
    pub async fn answers_last(&mut self, decision: Decision) {
        let paused = self.log.iter().rev().find_map(|entry| match &entry.event {
            SessionEvent::Noted { note: Note::Turn { turn, event: TurnEvent::Paused { pause, .. } } } => {
                Some((turn.clone(), pause.number))
            }
            _ => None,
        });
        let (turn, pause) = paused.expect("the turn stands still");
        let answer = Answer { pause, decision, others: Vec::new(), pace: Pace::Run };
        self.workbench.turn_answer(AnswerTurn { turn, answer }).await.expect("the answer is taken");
    }

    pub async fn outcome(&mut self) -> TurnOutcome {
        self.until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { outcome }, .. } } => {
                Some(outcome.clone())
            }
            _ => None,
        })
        .await
    }

    pub async fn plan(&mut self) -> TurnPlan {
        self.until(|event| match event {
            SessionEvent::Noted { note: Note::Configured { plan } } => Some(plan.clone()),
            _ => None,
        })
        .await
    }
}

/// The folder with the fixtures that are shared with the page.
pub fn fixtures() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures"))
}
