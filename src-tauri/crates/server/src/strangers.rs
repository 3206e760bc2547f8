//! Connections without a valid token yet. They are few and short-lived, so that nobody without it can keep the page
//! out.
//!
//! A browser fetches the page itself without the token, so a connection is unknown until it has sent a request. When
//! there are too many, the oldest is closed: first those that have asked for nothing, then the others.

use limits::{PAGE_STRANGERS, PAGE_TOKEN};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio_util::sync::CancellationToken;

#[derive(Default)]
pub(crate) struct Strangers(Mutex<Waiting>);

/// The oldest first.
#[derive(Default)]
struct Waiting {
    silent: VecDeque<Visitor>,
    asking: VecDeque<Visitor>,
}

/// The other end of a connection.
#[derive(Clone)]
pub(crate) struct Visitor {
    strangers: Arc<Strangers>,
    is_known: CancellationToken,
    is_sent_away: CancellationToken,
}

impl Strangers {
    /// Admits a connection. Without room, another one is closed.
    pub(crate) fn let_in(self: &Arc<Self>) -> Visitor {
        let visitor = Visitor {
            strangers: Arc::clone(self),
            is_known: CancellationToken::new(),
            is_sent_away: CancellationToken::new(),
        };
        let mut waiting = self.lock();
        waiting.silent.push_back(visitor.clone());
        if waiting.silent.len() + waiting.asking.len() > PAGE_STRANGERS.size() {
            waiting.send_one_away();
        }
        visitor
    }

    /// Makes room for a connection when the system has none left.
    pub(crate) fn make_room(&self) {
        self.lock().send_one_away();
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn send_one_away(&mut self) {
        if let Some(oldest) = self.silent.pop_front().or_else(|| self.asking.pop_front()) {
            oldest.is_sent_away.cancel();
        }
    }

    /// Returns whether it was present.
    fn take_out(&mut self, visitor: &Visitor) -> bool {
        [&mut self.silent, &mut self.asking].into_iter().any(|these| {
            let place = these.iter().position(|one| one.is_known == visitor.is_known);
            place.and_then(|place| these.remove(place)).is_some()
        })
    }
}

impl Visitor {
    /// It has sent a request.
    pub(crate) fn asks(&self) {
        let mut waiting = self.strangers.lock();
        if waiting.take_out(self) {
            waiting.asking.push_back(self.clone());
        }
    }

    /// It has shown the token and stays without limit.
    pub(crate) fn is_ours(&self) {
        if self.strangers.lock().take_out(self) {
            self.is_known.cancel();
        }
    }

    /// Waits until it must be closed, which never happens after it has shown the token.
    pub(crate) async fn has_to_go(&self) {
        tokio::select! {
            biased;
            () = self.is_known.cancelled() => std::future::pending().await,
            () = self.is_sent_away.cancelled() => {}
            () = tokio::time::sleep(PAGE_TOKEN.time()) => {}
        }
    }

    /// The connection has ended.
    pub(crate) fn leaves(&self) {
        self.strangers.lock().take_out(self);
    }
}

#[cfg(test)]
mod tests {
    use super::{PAGE_STRANGERS, PAGE_TOKEN, Strangers, Visitor};
    use futures::FutureExt;
    use std::sync::Arc;

    fn is_gone(visitor: &Visitor) -> bool {
        visitor.has_to_go().now_or_never().is_some()
    }

    #[tokio::test]
    async fn of_too_many_the_oldest_goes_that_asked_nothing_and_nobody_who_is_known() {
        let strangers = Arc::new(Strangers::default());
        let [known, asking, silent] = [(); 3].map(|()| strangers.let_in());
        known.is_ours();
        asking.asks();
        let crowd: Vec<_> = (0..PAGE_STRANGERS.size()).map(|_| strangers.let_in()).collect();
        assert_eq!(
            [&known, &asking, &silent, &crowd[0], &crowd[1]].map(is_gone),
            [false, false, true, true, false]
        );
        crowd.iter().skip(1).for_each(Visitor::asks);
        strangers.make_room();
        assert_eq!([&asking, &crowd[1]].map(is_gone), [true, false]);
    }

    #[tokio::test(start_paused = true)]
    async fn who_does_not_show_the_token_goes_when_the_time_is_up() {
        let strangers = Arc::new(Strangers::default());
        let began = tokio::time::Instant::now();
        strangers.let_in().has_to_go().await;
        assert_eq!(began.elapsed(), PAGE_TOKEN.time());
        let ours = strangers.let_in();
        ours.is_ours();
        let stayed = tokio::time::timeout(10 * PAGE_TOKEN.time(), ours.has_to_go()).await;
        assert!(stayed.is_err());
    }

    #[tokio::test]
    async fn who_leaves_makes_room() {
        let strangers = Arc::new(Strangers::default());
        let first = strangers.let_in();
        for _ in 0..10 * PAGE_STRANGERS.size() {
            strangers.let_in().leaves();
        }
        assert!(!is_gone(&first));
    }
}
