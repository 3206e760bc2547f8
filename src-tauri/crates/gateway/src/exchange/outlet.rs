//! The response to a program, on its way from its writer to the connection that delivers it.

use http::{HeaderMap, StatusCode};
use limits::{ATTACHED_REPLAY, ATTACHED_UNREAD};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The status and the headers of a response.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseHead {
    pub status: StatusCode,
    pub headers: HeaderMap,
}

/// The end of a response that is written. A connection reads it through a [`Delivery`], and another one may read it again
/// from the beginning, because a program that gives up sends its request once more.
#[derive(Clone, Default)]
pub struct Outlet(Arc<Shared>);

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    /// There is more to read, or the end of it.
    readable: Notify,
    /// There is room again, no connection any more, or an end. Not notified of each piece: writers and watchers would wake for
    /// nothing.
    changed: Notify,
}

#[derive(Default)]
struct State {
    head: Option<ResponseHead>,
    pieces: VecDeque<bytes::Bytes>,
    /// Pieces that are no longer kept, and the bytes that are.
    dropped: usize,
    kept: usize,
    ending: Option<Ending>,
    /// No connection sees anything of the response, not even its status.
    is_withheld: bool,
    connections: usize,
    /// Everything that its protocol has to say was written. Clients leave then, without waiting for the end of the bytes.
    is_said: bool,
    /// The piece that a connection would have read next when it was closed, and no other has begun since. Of several, the furthest.
    left_at: Option<usize>,
    /// What is delivered says why there is no answer.
    is_failure: bool,
    /// The piece that the fastest connection reads next, and the bytes from there on.
    read: usize,
    unread: usize,
}

/// How a response ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    Complete,
    /// The connection is closed without its last bytes, so that the program sees that something is missing.
    Broken,
}

impl Outlet {
    /// One that takes nothing in.
    pub(crate) fn closed() -> Self {
        let outlet = Self::default();
        outlet.end(Ending::Complete);
        outlet
    }

    /// Sends status and headers. Only the first counts.
    pub fn begin(&self, head: ResponseHead) {
        self.lock().head.get_or_insert(head);
        self.0.readable.notify_waiters();
    }

    /// Whether the program has its status.
    pub fn has_begun(&self) -> bool {
        let state = self.lock();
        state.head.is_some() && !state.is_withheld
    }

    /// Withholds everything of a response that has not begun, until it is shown.
    pub(crate) fn withhold(&self) {
        let mut state = self.lock();
        state.is_withheld = state.head.is_none();
    }

    /// Shows what is withheld.
    pub(crate) fn show(&self) {
        self.lock().is_withheld = false;
        self.0.readable.notify_waiters();
    }

    /// What comes from here on says why there is no answer. It takes the place of what is withheld.
    pub(crate) fn fails(&self) {
        let mut state = self.lock();
        state.is_failure = true;
        if state.is_withheld {
            state.pieces.clear();
            (state.head, state.kept, state.unread) = (None, 0, 0);
        }
    }

    pub fn has_ended(&self) -> bool {
        self.lock().ending.is_some()
    }

    /// Whether a connection reads it.
    pub fn is_read(&self) -> bool {
        self.lock().connections > 0
    }

    /// Says that the pieces so far end the response by its protocol.
    pub(crate) fn is_said(&self) {
        self.lock().is_said = true;
        self.0.changed.notify_waiters();
    }

    /// Whether a connection was closed before it had everything.
    pub fn was_given_up(&self) -> bool {
        let state = self.lock();
        state.left_at.is_some_and(|at| at < state.written() || !state.is_whole())
    }

    /// Whether it shows yet if the last connection had everything. One that is closed behind the last piece may have known that
    /// nothing follows before it shows here.
    pub(crate) fn is_settled(&self) -> bool {
        self.lock().is_settled()
    }

    /// Completes once that shows.
    pub(crate) async fn settled(&self) {
        self.wait_on(&self.0.changed, |state| state.is_settled().then_some(())).await;
    }

    /// Whether all of an answer is there.
    pub(crate) fn holds_answer(&self) -> bool {
        let state = self.lock();
        let is_success = state.head.as_ref().is_some_and(|head| head.status.is_success());
        is_success && !state.is_failure && state.ending == Some(Ending::Complete)
    }

    /// Appends bytes, and waits while the program reads too slowly.
    pub async fn write(&self, piece: bytes::Bytes) {
        self.wait_on(&self.0.changed, |state| state.has_room().then_some(())).await;
        self.push(piece);
    }

    /// Appends bytes at once. For pieces that must not wait.
    pub fn push(&self, piece: bytes::Bytes) {
        if piece.is_empty() {
            return;
        }
        let mut state = self.lock();
        if state.ending.is_none() {
            state.kept += piece.len();
            state.unread += piece.len();
            state.pieces.push_back(piece);
            // More is not withheld: nobody reads it, so nothing of it is let go.
            state.is_withheld &= state.kept < ATTACHED_UNREAD.size();
            state.let_go();
        }
        drop(state);
        self.0.readable.notify_waiters();
    }

    pub fn end(&self, ending: Ending) {
        self.lock().ending.get_or_insert(ending);
        self.0.readable.notify_waiters();
        self.0.changed.notify_waiters();
    }

    /// The only reading of a response that has not begun.
    pub(crate) fn deliver_new(&self) -> Delivery {
        self.lock().connections += 1;
        Delivery { outlet: self.clone(), next: 0 }
    }

    /// The response from its beginning. `None` if its beginning is no longer kept.
    pub fn deliver(&self) -> Option<Delivery> {
        let mut state = self.lock();
        if state.dropped > 0 {
            return None;
        }
        state.connections += 1;
        state.left_at = None;
        if state.connections == 1 {
            (state.read, state.unread) = (0, state.kept);
        }
        Some(Delivery { outlet: self.clone(), next: 0 })
    }

    /// Completes once no connection reads it any more.
    pub async fn left(&self) {
        self.wait_on(&self.0.changed, |state| (state.connections == 0).then_some(())).await;
    }

    /// Completes once the response has ended.
    pub(crate) async fn ended(&self) {
        self.wait_on(&self.0.changed, |state| state.ending.map(drop)).await;
    }

    /// Waits for the first state in which this is found, and looks at each that is notified.
    async fn wait_on<T>(&self, notify: &Notify, mut find: impl FnMut(&mut State) -> Option<T>) -> T {
        loop {
            let mut changed = std::pin::pin!(notify.notified());
            changed.as_mut().enable();
            let found = find(&mut self.lock());
            if let Some(found) = found {
                return found;
            }
            changed.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn has_room(&self) -> bool {
        self.connections == 0 || self.is_withheld || self.unread < ATTACHED_UNREAD.size()
    }

    /// Whether nothing follows the pieces that are there.
    fn is_whole(&self) -> bool {
        self.ending.is_some() || self.is_said
    }

    fn written(&self) -> usize {
        self.dropped + self.pieces.len()
    }

    fn is_settled(&self) -> bool {
        let written = self.written();
        self.connections == 0
            && (self.is_whole() || written == 0 || self.left_at.is_some_and(|at| at < written))
    }

    /// Lets go of what was read, once there is too much to keep for a second reading.
    fn let_go(&mut self) {
        while self.kept > ATTACHED_REPLAY.size() && self.read > self.dropped {
            let Some(first) = self.pieces.pop_front() else { return };
            self.kept -= first.len();
            self.dropped += 1;
        }
    }
}

/// One reading of a response.
pub struct Delivery {
    outlet: Outlet,
    next: usize,
}

impl Delivery {
    /// Whether the connection is closed without the last bytes of its response.
    pub(crate) fn is_broken(&self) -> bool {
        self.outlet.lock().ending == Some(Ending::Broken)
    }

    /// Status and headers. `None` if the response ends without them.
    pub async fn head(&mut self) -> Option<ResponseHead> {
        let is_known = |state: &State| !state.is_withheld && (state.head.is_some() || state.ending.is_some());
        let readable = &self.outlet.0.readable;
        self.outlet.wait_on(readable, |state| is_known(state).then(|| state.head.clone())).await
    }

    /// The next bytes. The end is told once, and is the last.
    pub async fn next(&mut self) -> Result<bytes::Bytes, Ending> {
        let (next, mut makes_room) = (&mut self.next, false);
        let Shared { readable, changed, .. } = self.outlet.0.as_ref();
        let read = self.outlet.wait_on(readable, |state| {
            let Some(at) = next.checked_sub(state.dropped) else { return Some(Err(Ending::Broken)) };
            let Some(piece) = state.pieces.get(at).cloned() else { return state.ending.map(Err) };
            let had_room = state.has_room();
            *next += 1;
            if *next > state.read {
                state.read = *next;
                state.unread -= piece.len();
            }
            state.let_go();
            makes_room = !had_room && state.has_room();
            Some(Ok(piece))
        });
        let read = read.await;
        if makes_room {
            changed.notify_waiters();
        }
        read
    }
}

impl Drop for Delivery {
    fn drop(&mut self) {
        let mut state = self.outlet.lock();
        state.connections -= 1;
        state.left_at = state.left_at.max(Some(self.next));
        drop(state);
        self.outlet.0.changed.notify_waiters();
    }
}

#[cfg(test)]
mod tests {
    use super::{Ending, Outlet, ResponseHead};
    use bytes::Bytes;
    use http::{HeaderMap, StatusCode};

    async fn all(outlet: &Outlet) -> (Vec<u8>, Ending) {
        let (mut delivery, mut read) = (outlet.deliver().expect("kept"), Vec::new());
        loop {
            match delivery.next().await {
                Ok(piece) => read.extend_from_slice(&piece),
                Err(ending) => return (read, ending),
            }
        }
    }

    #[tokio::test]
    async fn a_second_connection_reads_the_response_from_its_beginning() {
        let outlet = Outlet::default();
        outlet.begin(ResponseHead { status: StatusCode::OK, headers: HeaderMap::new() });
        outlet.write(Bytes::from_static(b"one ")).await;
        let first = outlet.deliver().expect("kept");
        outlet.write(Bytes::from_static(b"two")).await;
        drop(first);
        outlet.end(Ending::Complete);
        assert_eq!(all(&outlet).await, (b"one two".to_vec(), Ending::Complete));
    }

    #[tokio::test]
    async fn a_long_response_is_not_kept_once_it_is_read() {
        let outlet = Outlet::default();
        let mut delivery = outlet.deliver().expect("kept");
        let piece = Bytes::from(vec![b'a'; 1 << 20]);
        for _ in 0..64 {
            outlet.write(piece.clone()).await;
            assert_eq!(delivery.next().await.map(|piece| piece.len()), Ok(1 << 20));
        }
        assert!(outlet.lock().kept <= limits::ATTACHED_REPLAY.size());
        assert!(outlet.deliver().is_none(), "its beginning is gone");
    }

    #[tokio::test]
    async fn a_writer_waits_for_a_program_that_does_not_read() {
        let outlet = Outlet::default();
        let mut delivery = outlet.deliver().expect("kept");
        let writer = tokio::spawn({
            let outlet = outlet.clone();
            async move {
                for _ in 0..64 {
                    outlet.write(Bytes::from(vec![b'a'; 1 << 20])).await;
                }
                outlet.end(Ending::Complete);
            }
        });
        tokio::task::yield_now().await;
        assert!(!writer.is_finished());
        let mut read = 0;
        while let Ok(piece) = delivery.next().await {
            read += piece.len();
        }
        assert_eq!(read, 64 << 20);
    }
}
