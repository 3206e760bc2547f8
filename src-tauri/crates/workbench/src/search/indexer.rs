//! The thread that keeps the index up to the log.

use crate::contract::{CommandError, IndexState};
use crate::ledger::Ledger;
use crate::locking::lock;
use crate::search::catching_up::{CatchingUp, Trouble};
use crate::search::tasks::{Erased, Task, Tasks};
use content::SessionId;
use notices::{Describe, Notice};
use search::SearchIndex;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::thread::JoinHandle;

/// The index as the rest of the application sees it. It follows the log by itself until it is closed.
pub(crate) struct Indexer {
    shared: Arc<Shared>,
    thread: Mutex<Option<JoinHandle<()>>>,
}

struct Shared {
    folder: PathBuf,
    tasks: Arc<Tasks>,
    index: RwLock<Option<Arc<SearchIndex>>>,
    standing: Mutex<IndexState>,
}

impl Indexer {
    pub(crate) fn start(folder: PathBuf, ledger: &Arc<Ledger>, tasks: Arc<Tasks>) -> std::io::Result<Self> {
        let standing = Mutex::new(IndexState::Reading { done: 0, of: 0 });
        let shared = Arc::new(Shared { folder, tasks, index: RwLock::new(None), standing });
        let worker = Worker { shared: Arc::clone(&shared), ledger: Arc::clone(ledger), held: None };
        let thread =
            std::thread::Builder::new().name("search-index".to_owned()).spawn(move || worker.run())?;
        Ok(Self { shared, thread: Mutex::new(Some(thread)) })
    }

    /// The index, once there is one.
    pub(crate) fn index(&self) -> Option<Arc<SearchIndex>> {
        self.shared.index.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn state(&self) -> IndexState {
        let unread = self.shared.tasks.unread();
        let standing = self.shared.standing();
        let is_behind = unread > 0 && standing == IndexState::Current;
        if is_behind { IndexState::Reading { done: 0, of: unread } } else { standing }
    }

    /// Asks that what was written be read at once, because somebody looks for it.
    pub(crate) fn hurry(&self) {
        self.shared.tasks.hurry();
    }

    /// The index turned out to be damaged.
    pub(crate) fn rebuild(&self) {
        self.shared.tasks.rebuild();
    }

    /// Cuts a session out of the index and its files. Waits until it is done.
    pub(crate) fn erase(&self, session: SessionId) -> Result<(), CommandError> {
        let (done, is_done) = sync_channel(1);
        self.shared.tasks.erase(Erased { session, done });
        // An indexer that is being closed cuts it out at its next start.
        is_done.recv().unwrap_or(Ok(()))
    }

    /// Ends the thread after what it is doing, and waits for that.
    pub(crate) fn close(&self) {
        self.shared.tasks.close();
        let thread = lock(&self.thread).take();
        // A panic in it was told where it happened.
        let _ = thread.map(JoinHandle::join);
    }
}

impl Drop for Indexer {
    fn drop(&mut self) {
        self.shared.tasks.close();
    }
}

impl Shared {
    fn standing(&self) -> IndexState {
        lock(&self.standing).clone()
    }

    fn stand(&self, standing: IndexState) {
        *lock(&self.standing) = standing;
    }

    fn show(&self, index: Option<Arc<SearchIndex>>) {
        *self.index.write().unwrap_or_else(PoisonError::into_inner) = index;
    }
}

/// Lets whatever a person or a program waits for run first. The threads that write the index are started by this one and do the
/// same.
#[cfg(target_os = "linux")]
fn give_way() {
    /// Where time is short, a tenth of what others get.
    const NICENESS: i32 = 10;
    if let Err(error) = rustix::process::nice(NICENESS) {
        tracing::debug!(%error, "the search index keeps its priority");
    }
}

/// Elsewhere only a whole process gives way.
#[cfg(not(target_os = "linux"))]
fn give_way() {}

/// What can't be done with the index.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "search-command")]
pub(crate) enum SearchError {
    #[error("no search index can be made")]
    #[advice("Start Callwright again. If it stays, report it with this message.")]
    NotMade,
    #[error("the session is deleted, but not from the search index: {reason}")]
    #[advice(
        "Check that there is space and that you may write to the data folder. The index is read anew later."
    )]
    NotErased {
        #[notice(cause)]
        reason: Notice,
    },
}

struct Worker {
    shared: Arc<Shared>,
    ledger: Arc<Ledger>,
    /// Nothing before the first task, and after trouble.
    held: Option<CatchingUp>,
}

impl Worker {
    fn run(mut self) {
        give_way();
        self.attempt(BTreeSet::new());
        loop {
            match self.shared.tasks.next() {
                Task::Close => return,
                Task::Read(sessions) => self.attempt(sessions),
                Task::Erase(erased) => self.erase(erased),
                Task::Check => self.check(),
                Task::Rebuild => {
                    self.let_go();
                    self.make();
                }
            }
        }
    }

    fn attempt(&mut self, sessions: BTreeSet<SessionId>) {
        let done = self.guarded(|worker| worker.read(sessions));
        self.take_stock(done);
    }

    /// An index that can't be read may also make its reader panic.
    fn guarded<T>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, Trouble>,
    ) -> Result<T, Option<Trouble>> {
        catch_unwind(AssertUnwindSafe(|| work(self))).map_or(Err(None), |done| done.map_err(Some))
    }

    fn take_stock(&mut self, done: Result<(), Option<Trouble>>) {
        let Err(trouble) = done else { return };
        self.let_go();
        // What the batch did not come to is found again by how far each session was read.
        self.shared.tasks.done();
        match trouble {
            Some(trouble) if !trouble.is_damage() => self.fail(&trouble),
            damage => {
                let reason = damage.map(|trouble| trouble.to_string());
                tracing::warn!(?reason, "the search index is damaged and made anew");
                self.make();
            }
        }
    }

    /// Nothing more is tried until something is written or looked for.
    fn fail(&mut self, trouble: &Trouble) {
        tracing::warn!(%trouble, "the search index does not follow the log");
        self.shared.stand(IndexState::Failed { message: trouble.notice(), advice: trouble.advice() });
        self.shared.tasks.set_broken();
    }

    fn make(&mut self) {
        let made = self.guarded(|worker| {
            let made = CatchingUp::make(&worker.shared.folder, &worker.ledger)?;
            worker.hold(made)
        });
        match made {
            Ok(()) => {}
            Err(Some(trouble)) => self.fail(&trouble),
            Err(None) => {
                let error = SearchError::NotMade;
                self.shared.stand(IndexState::Failed { message: error.notice(), advice: error.advice() });
            }
        }
    }

    /// Shows an index, and takes on everything it does not know yet.
    fn hold(&mut self, mut opened: CatchingUp) -> Result<(), Trouble> {
        let (behind, gone) = opened.behind()?;
        if !gone.is_empty() {
            opened.erase(&gone)?;
        }
        self.shared.show(Some(Arc::clone(&opened.index)));
        self.held = Some(opened);
        if behind.is_empty() {
            self.shared.stand(IndexState::Current);
        } else {
            self.shared.stand(IndexState::Reading { done: 0, of: behind.len() });
            behind.iter().for_each(|session| self.shared.tasks.wrote(session));
            self.shared.tasks.hurry();
        }
        Ok(())
    }

    fn let_go(&mut self) {
        self.shared.show(None);
        self.held = None;
    }

    fn read(&mut self, mut sessions: BTreeSet<SessionId>) -> Result<(), Trouble> {
        let tasks = Arc::clone(&self.shared.tasks);
        if self.held.is_none() {
            let opened = CatchingUp::open(&self.shared.folder, &self.ledger)?;
            self.hold(opened)?;
        }
        let Some(held) = self.held.as_mut() else { return Ok(()) };
        let of = sessions.len();
        let is_long = matches!(self.shared.standing(), IndexState::Reading { .. });
        // Ids sort by time, and what is new is looked for most.
        while let Some(session) = sessions.last().cloned() {
            if is_long {
                self.shared.stand(IndexState::Reading { done: of - sessions.len(), of });
            }
            let is_read = held.read(&session, || tasks.is_interrupted())?;
            if is_read {
                sessions.remove(&session);
            }
            if tasks.is_interrupted() {
                break;
            }
        }
        if of > 0 {
            held.commit()?;
        }
        if sessions.is_empty() {
            if of > 0 {
                self.shared.stand(IndexState::Current);
            }
            tasks.done();
        } else {
            tasks.put_back(sessions);
        }
        Ok(())
    }

    fn erase(&mut self, erased: Vec<Erased>) {
        let sessions: Vec<_> = erased.iter().map(|erased| erased.session.clone()).collect();
        let done = self.guarded(|worker| match worker.held.as_mut() {
            Some(held) => held.erase(&sessions),
            // What is in the files is not known, so they go as a whole.
            None => {
                CatchingUp::make(&worker.shared.folder, &worker.ledger).and_then(|made| worker.hold(made))
            }
        });
        let told = match &done {
            Err(Some(trouble)) if !trouble.is_damage() => {
                Err(SearchError::NotErased { reason: trouble.notice() }.into())
            }
            // A damaged index is deleted as a whole.
            Ok(()) | Err(_) => Ok(()),
        };
        self.take_stock(done);
        for Erased { done, .. } in erased {
            // Whoever asked may have gone.
            let _ = done.send(told.clone());
        }
    }

    fn check(&mut self) {
        let done = self.guarded(|worker| {
            let checked = worker.held.as_ref().map(|held| held.index.check());
            Ok(checked.transpose().map(drop)?)
        });
        self.take_stock(done);
    }
}
