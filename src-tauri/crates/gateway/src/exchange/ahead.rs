//! A request that goes on to its provider before its turn asks for that.
//!
//! Where nothing can hold or change a request, its program does not wait for the turn that reads along. The response goes to the
//! program as it comes, and the turn takes the same response in behind it.

use super::outlet::{Ending, ResponseHead};
use super::{Exchange, headers};
use crate::Complaint;
use bytes::Bytes;
use futures::channel::{mpsc, oneshot};
use futures::{StreamExt, future, stream};
use limits::ATTACHED_UNREAD;
use ports::ConnectorError;
use reqwest::{Body, Response};
use std::error::Error;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, sleep_until, timeout};

/// The time in which a turn that is far behind has to take something in. Its program waits no longer than that.
const STANDSTILL: Duration = Duration::from_secs(1);

/// The turn takes in what came in this time together: to wake it for each piece would make the pieces of other streams late.
const BATCH_INTERVAL: Duration = Duration::from_millis(4);

/// How far a request is ahead of its turn.
#[derive(Default)]
pub(super) struct Ahead {
    pub(super) has_gone: bool,
    /// The response, until the turn takes it.
    pub(super) response: Option<oneshot::Receiver<Answered>>,
    delivered: Between,
}

type Answered = Result<Response, ConnectorError>;

/// Where the bytes of a response end that were delivered so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Between {
    #[default]
    Events,
    /// Nothing else can be said before the rest of the event.
    Bytes,
}

impl Exchange {
    /// Sends the request on as it arrived. The turn gets the response when it [passes](Self::pass) the request.
    pub fn pass_ahead(self: &Arc<Self>) {
        let (answered, ahead) = oneshot::channel();
        {
            let mut state = self.state();
            (state.ahead.response, state.ahead.has_gone) = (Some(ahead), true);
        }
        let exchange = Arc::clone(self);
        self.tasks.spawn(async move {
            tokio::select! {
                // A person has stopped it.
                () = exchange.outlet.ended() => {}
                () = exchange.go_ahead(answered) => {}
            }
        });
    }

    async fn go_ahead(&self, answered: oneshot::Sender<Answered>) {
        match self.ask(self.arrived.body.clone()).await {
            Ok(response) => self.deliver_ahead(response, answered).await,
            Err(error) => {
                self.fail(&Complaint::of(&error), None);
                let _ = answered.send(Err(error));
            }
        }
    }

    /// Whether nothing can be decided about its answer any more.
    pub fn has_gone_ahead(&self) -> bool {
        self.state().ahead.has_gone
    }

    async fn deliver_ahead(&self, response: Response, answered: oneshot::Sender<Answered>) {
        let head =
            ResponseHead { status: response.status(), headers: headers::to_program(response.headers()) };
        let (mut copies, read) = Copies::new();
        let _ = answered.send(Ok(copy_of(&response, read)));
        self.outlet.begin(head);
        let mut pieces = response.bytes_stream();
        loop {
            let next = tokio::select! {
                biased;
                next = pieces.next() => next,
                () = copies.are_due() => {
                    copies.hand_on();
                    continue;
                }
            };
            let Some(piece) = next else { break };
            if let Ok(piece) = &piece {
                self.has_delivered(piece);
                self.outlet.write(piece.clone()).await;
            }
            let is_broken = piece.is_err();
            copies.add(piece).await;
            if is_broken {
                copies.hand_on();
                return self.outlet.end(Ending::Broken);
            }
        }
        copies.hand_on();
        self.outlet.end(Ending::Complete);
    }

    /// The turn does not take the response any more. Tells where the bytes end that were delivered ahead of it.
    pub(super) fn read_no_more(&self) -> Between {
        let mut state = self.state();
        state.ahead.response = None;
        state.ahead.delivered
    }

    fn has_delivered(&self, piece: &Bytes) {
        let mut state = self.state();
        (state.has_said, state.has_elements) = (true, true);
        if !piece.is_empty() {
            let is_whole = piece.ends_with(b"\n\n") || piece.ends_with(b"\r\n\r\n");
            state.ahead.delivered = if is_whole { Between::Events } else { Between::Bytes };
        }
    }
}

/// The same response, with these pieces.
fn copy_of(response: &Response, batches: mpsc::UnboundedReceiver<Vec<Queued>>) -> Response {
    let pieces = batches.flat_map(stream::iter).map(|queued| queued.piece);
    let mut copy = http::Response::new(Body::wrap_stream(pieces));
    *copy.status_mut() = response.status();
    *copy.version_mut() = response.version();
    response.headers().clone_into(copy.headers_mut());
    copy.into()
}

/// A piece of a response that waits for the turn, with the room it takes.
struct Queued {
    piece: Result<Bytes, Box<dyn Error + Send + Sync>>,
    _room: Option<OwnedSemaphorePermit>,
}

/// The way of a response to its turn, several pieces at a time.
struct Copies {
    /// `None` once the turn reads no more.
    queue: Option<mpsc::UnboundedSender<Vec<Queued>>>,
    batch: Vec<Queued>,
    /// The batch is handed on then, or when it begins, if that is later.
    due: Instant,
    /// In bytes.
    room: Arc<Semaphore>,
}

impl Copies {
    fn new() -> (Self, mpsc::UnboundedReceiver<Vec<Queued>>) {
        let (queue, read) = mpsc::unbounded();
        let room = Arc::new(Semaphore::new(ATTACHED_UNREAD.size()));
        (Self { queue: Some(queue), batch: Vec::new(), due: Instant::now(), room }, read)
    }

    /// Completes once the pieces that are there are to be handed on.
    async fn are_due(&self) {
        match self.batch.is_empty() {
            true => future::pending().await,
            false => sleep_until(self.due).await,
        }
    }

    /// Takes in a piece. A turn that has stood still for too long gets an error in its place, and nothing more.
    async fn add(&mut self, piece: reqwest::Result<Bytes>) {
        if self.queue.is_none() {
            return;
        }
        let bytes = piece.as_ref().map_or(0, Bytes::len).min(ATTACHED_UNREAD.size());
        let room = self.room_for(u32::try_from(bytes).unwrap_or(u32::MAX)).await;
        let is_late = room.is_none();
        let queued = match room {
            Some(room) => Queued { piece: piece.map_err(Into::into), _room: Some(room) },
            None => Queued { piece: Err(Standstill.into()), _room: None },
        };
        self.batch.push(queued);
        if is_late {
            self.hand_on();
            self.queue = None;
        }
    }

    async fn room_for(&mut self, bytes: u32) -> Option<OwnedSemaphorePermit> {
        if let Ok(room) = Arc::clone(&self.room).try_acquire_many_owned(bytes) {
            return Some(room);
        }
        // What waits here takes room as well.
        self.hand_on();
        timeout(STANDSTILL, Arc::clone(&self.room).acquire_many_owned(bytes)).await.ok()?.ok()
    }

    fn hand_on(&mut self) {
        if self.batch.is_empty() {
            return;
        }
        self.due = Instant::now() + BATCH_INTERVAL;
        let batch = std::mem::take(&mut self.batch);
        if self.queue.as_ref().is_some_and(|queue| queue.unbounded_send(batch).is_err()) {
            self.queue = None;
        }
    }
}

/// The turn does not take in what its program has by now.
#[derive(Debug, thiserror::Error)]
#[error("the response was not read for too long")]
struct Standstill;
