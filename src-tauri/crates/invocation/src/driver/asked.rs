//! The calls of a step that wait for the person, and the time in which nothing else goes on.

use crate::TurnInput;
use content::CallId;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;
use tokio::time::Instant;

/// Where a running call says that it waits for the person.
#[derive(Clone)]
pub(super) struct Questions(Arc<watch::Sender<BTreeSet<CallId>>>);

impl Questions {
    pub(super) fn ask(&self, call: &CallId) {
        self.0.send_if_modified(|asked| asked.insert(call.clone()));
    }

    pub(super) fn answer(&self, call: &CallId) {
        self.0.send_if_modified(|asked| asked.remove(call));
    }
}

/// The calls that wait for the person, as the turn knows them.
pub(super) struct AskedCalls {
    said: watch::Receiver<BTreeSet<CallId>>,
    asked: BTreeSet<CallId>,
    /// Since when every running call waits.
    since: Option<Instant>,
}

impl AskedCalls {
    pub(super) fn none() -> (Questions, Self) {
        let (questions, said) = watch::channel(BTreeSet::new());
        (Questions(Arc::new(questions)), Self { said, asked: BTreeSet::new(), since: None })
    }

    /// Whether nothing goes on until the person answers.
    pub(super) fn are_all(&self) -> bool {
        self.since.is_some()
    }

    /// Waits for calls that begin or end to wait for the person.
    pub(super) async fn news(&mut self) -> Vec<TurnInput> {
        loop {
            if self.said.changed().await.is_err() {
                // No call is left that could ask.
                std::future::pending::<()>().await;
            }
            let said = self.said.borrow_and_update().clone();
            let answered = self.asked.difference(&said).cloned();
            let answered = answered.map(|call| TurnInput::PersonAnswered { call });
            let asked = said.difference(&self.asked).cloned().map(|call| TurnInput::PersonAsked { call });
            let news: Vec<_> = answered.chain(asked).collect();
            self.asked = said;
            if !news.is_empty() {
                return news;
            }
        }
    }

    /// Takes in that a call has ended, which also ends its wait.
    pub(super) fn end(&mut self, call: &CallId) {
        self.asked.remove(call);
    }

    /// Takes in how many calls run. Returns how long all of them waited, once one goes on.
    pub(super) fn count(&mut self, running: usize) -> Duration {
        if running > 0 && self.asked.len() == running {
            self.since.get_or_insert_with(Instant::now);
            return Duration::ZERO;
        }
        self.since.take().map(|since| since.elapsed()).unwrap_or_default()
    }
}
