//! Streams the lines of feeds to a page. Lines wait while a page does not read: it reads everything missed from the log
//! later.

use axum::body::Bytes;
use futures::stream::{self, Stream};
use limits::PAGE_BEHIND;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc};

/// The sending end, one per feed.
#[derive(Clone)]
pub(crate) struct Lines {
    waiting: mpsc::UnboundedSender<Waiting>,
    /// The room left, in bytes.
    room: Arc<Semaphore>,
}

pub(crate) struct Listening(mpsc::UnboundedReceiver<Waiting>);

/// A line, and the room it occupies until it is sent.
type Waiting = (Bytes, OwnedSemaphorePermit);

pub(crate) fn lines() -> (Lines, Listening) {
    let (waiting, listening) = mpsc::unbounded_channel();
    (Lines { waiting, room: Arc::new(Semaphore::new(PAGE_BEHIND.size())) }, Listening(listening))
}

impl Lines {
    /// Waits until there is room for a line. A line larger than the whole room goes alone. Returns whether anyone still
    /// reads.
    pub(crate) fn send(&self, line: Option<Bytes>) -> impl Future<Output = bool> + Send + use<> {
        let Self { waiting, room } = self.clone();
        async move {
            let Some(line) = line else { return false };
            let size = u32::try_from(line.len().min(PAGE_BEHIND.size())).unwrap_or(u32::MAX);
            let Ok(taken) = room.acquire_many_owned(size).await else { return false };
            waiting.send((line, taken)).is_ok()
        }
    }

    /// Waits until no one reads any more.
    pub(crate) async fn are_unheard(&self) {
        self.waiting.closed().await;
    }
}

impl Listening {
    pub(crate) fn into_stream(self) -> impl Stream<Item = Bytes> {
        stream::unfold(self.0, |mut listening| async {
            let (line, _room) = listening.recv().await?;
            Some((line, listening))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{PAGE_BEHIND, lines};
    use axum::body::Bytes;
    use futures::{FutureExt, StreamExt};

    fn line(size: usize) -> Option<Bytes> {
        Some(vec![b'x'; size].into())
    }

    #[tokio::test]
    async fn a_line_waits_until_there_is_room_and_a_very_long_one_goes_alone() {
        let (sending, listening) = lines();
        let most = PAGE_BEHIND.size();
        assert!(sending.send(line(most / 2)).await && sending.send(line(most / 2)).await);
        let mut long = Box::pin(sending.send(line(9 * most)));
        assert_eq!((&mut long).now_or_never(), None);
        let mut heard = Box::pin(listening.into_stream());
        assert_eq!(heard.next().await.map(|line| line.len()), Some(most / 2));
        assert_eq!((&mut long).now_or_never(), None);
        assert_eq!(heard.next().await.map(|line| line.len()), Some(most / 2));
        assert!(long.await);
        let mut next = Box::pin(sending.send(line(1)));
        assert_eq!((&mut next).now_or_never(), None);
        assert_eq!(heard.next().await.map(|line| line.len()), Some(9 * most));
        assert!(next.await);
        drop(heard);
        sending.are_unheard().await;
        assert!(!sending.send(line(1)).await);
    }
}
