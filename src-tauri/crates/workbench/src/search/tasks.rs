//! What the indexer has to do. Telling it never waits for it.

use crate::contract::CommandError;
use crate::locking::lock;
use content::SessionId;
use std::collections::BTreeSet;
use std::sync::mpsc::SyncSender;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// How long is waited for more to be written before it is read. A model that speaks writes many times a second, and each time
/// the index is written takes more processor time than what it then holds. Whoever searches waits for none of this.
const GATHER_INTERVAL: Duration = Duration::from_secs(10);

/// How long nothing must have happened before the whole index is read once to look for damage.
const QUIET_INTERVAL: Duration = Duration::from_secs(5);

/// Set by writers, done by the indexer. It never holds more than one note a session.
#[derive(Default)]
pub(crate) struct Tasks {
    open: Mutex<Open>,
    changed: Condvar,
}

#[derive(Default)]
struct Open {
    written: BTreeSet<SessionId>,
    /// Sessions to be cut out of the index, each with its waiting callers.
    erased: Vec<Erased>,
    /// Somebody searches and wants to find what was just said.
    is_wanted: bool,
    /// The index turned out to be damaged while it was searched.
    is_damaged: bool,
    /// How many sessions the last batch held that is still being read.
    under_way: usize,
    /// The index can't be written. It is tried again when somebody searches.
    is_broken: bool,
    is_checked: bool,
    is_closing: bool,
}

/// A session that was deleted for good.
pub(crate) struct Erased {
    pub(crate) session: SessionId,
    pub(crate) done: SyncSender<Result<(), CommandError>>,
}

/// What is to be done now.
pub(crate) enum Task {
    Read(BTreeSet<SessionId>),
    Erase(Vec<Erased>),
    Rebuild,
    /// Nothing was asked for in a while: the time to look for damage.
    Check,
    Close,
}

impl Tasks {
    /// Takes note that something was added to the log of a session.
    pub(crate) fn wrote(&self, session: &SessionId) {
        let mut open = lock(&self.open);
        if open.written.insert(session.clone()) {
            self.changed.notify_all();
        }
    }

    /// Asks that what was written be read at once.
    pub(crate) fn hurry(&self) {
        lock(&self.open).is_wanted = true;
        self.changed.notify_all();
    }

    pub(crate) fn erase(&self, erased: Erased) {
        lock(&self.open).erased.push(erased);
        self.changed.notify_all();
    }

    pub(crate) fn rebuild(&self) {
        lock(&self.open).is_damaged = true;
        self.changed.notify_all();
    }

    pub(crate) fn close(&self) {
        lock(&self.open).is_closing = true;
        self.changed.notify_all();
    }

    /// How many sessions hold something that was not read yet.
    pub(crate) fn unread(&self) -> usize {
        let open = lock(&self.open);
        open.written.len() + open.under_way
    }

    /// The batch that was taken last has been read.
    pub(crate) fn done(&self) {
        lock(&self.open).under_way = 0;
    }

    /// Nothing can be written.
    pub(crate) fn set_broken(&self) {
        lock(&self.open).is_broken = true;
    }

    /// Waits until there is something to do.
    pub(crate) fn next(&self) -> Task {
        let mut open = lock(&self.open);
        loop {
            if let Some(task) = urgent(&mut open) {
                return task;
            }
            if open.written.is_empty() && open.is_broken && open.is_wanted {
                (open.is_broken, open.is_wanted) = (false, false);
                return Task::Read(BTreeSet::new());
            }
            if open.written.is_empty() {
                open.is_wanted = false;
                if !open.is_checked {
                    let (waited, calm) = self
                        .changed
                        .wait_timeout(open, QUIET_INTERVAL)
                        .unwrap_or_else(PoisonError::into_inner);
                    open = waited;
                    if calm.timed_out() {
                        open.is_checked = true;
                        return Task::Check;
                    }
                    continue;
                }
                open = self.changed.wait(open).unwrap_or_else(PoisonError::into_inner);
                continue;
            }
            if !open.is_wanted {
                let waited = self.changed.wait_timeout_while(open, GATHER_INTERVAL, |open| {
                    !open.is_wanted && !open.is_closing && !open.is_damaged && open.erased.is_empty()
                });
                open = waited.unwrap_or_else(PoisonError::into_inner).0;
            }
            if urgent_is_open(&open) {
                continue;
            }
            open.is_wanted = false;
            open.under_way = open.written.len();
            return Task::Read(std::mem::take(&mut open.written));
        }
    }

    /// Whether something must not wait until a long batch has been read.
    pub(crate) fn is_interrupted(&self) -> bool {
        urgent_is_open(&lock(&self.open))
    }

    /// Puts back what was not read, because something else came in between.
    pub(crate) fn put_back(&self, unread: BTreeSet<SessionId>) {
        let mut open = lock(&self.open);
        open.under_way = 0;
        open.written.extend(unread);
    }
}

fn urgent_is_open(open: &Open) -> bool {
    open.is_closing || open.is_damaged || !open.erased.is_empty()
}

fn urgent(open: &mut Open) -> Option<Task> {
    if open.is_closing {
        return Some(Task::Close);
    }
    if !open.erased.is_empty() {
        return Some(Task::Erase(std::mem::take(&mut open.erased)));
    }
    std::mem::take(&mut open.is_damaged).then_some(Task::Rebuild)
}
