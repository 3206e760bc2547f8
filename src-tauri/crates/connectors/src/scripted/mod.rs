//! A model that plays a file: the same answers every time, without a key and without a network.
//!
//! It is what a newcomer tries first, what tests are written with, and how a misbehaving model is shown to somebody
//! else. `README.md` beside this file explains the form of a script. One model has no file: [`caller`] writes its replies
//! from the functions a request offers.

mod offered;
mod request;
mod source;
mod stream;
mod wire;

pub(crate) use source::ScriptFault;
pub use source::{Source, examples, in_folder};

use crate::completion::Completion;
use content::ModelId;
use futures::{StreamExt, stream as futures_stream};
use ports::{
    CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, EventStream, OfferedNames,
    WireEvent, WireFrame,
};
use request::Reply;
use std::collections::VecDeque;
use std::time::Duration;
use stream::Mapper;

/// Plays one script.
#[derive(Clone, Debug)]
pub struct Scripted {
    profile: ConnectorProfile,
    replies: Replies,
}

/// What the replies are read from.
#[derive(Clone, Debug)]
enum Replies {
    File(Source),
    /// The functions of the request.
    Offered,
}

/// The id of the model that [`caller`] returns.
pub const CALLER: &str = "example:caller";

/// A model that calls the first function it is offered, then speaks from the result. It answers any program without a key.
pub fn caller() -> Scripted {
    let profile = ConnectorProfile {
        model: ModelId::new(CALLER),
        title: offered::TITLE.to_owned(),
        service: source::EXAMPLES.to_owned(),
    };
    Scripted { profile, replies: Replies::Offered }
}

impl Scripted {
    /// The script is read at each request, so that a corrected one is played without a restart.
    pub fn new(model: ModelId, title: String, service: String, source: Source) -> Self {
        Self { profile: ConnectorProfile { model, title, service }, replies: Replies::File(source) }
    }

    /// Checks that the script can be played in its present form.
    pub fn check(&self) -> Result<(), ConnectorError> {
        match &self.replies {
            Replies::File(source) => source.read().map(drop),
            Replies::Offered => Ok(()),
        }
    }

    fn reply(&self, request: &CompletionRequest) -> Result<Reply, ConnectorError> {
        let script = match &self.replies {
            Replies::File(source) => source.read()?,
            Replies::Offered => {
                let names = request::names(request);
                offered::script(request, |spec| names.encode(&spec.name))
            }
        };
        request::choose(&script, request)
    }
}

impl Connector for Scripted {
    fn profile(&self) -> &ConnectorProfile {
        &self.profile
    }

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream {
        scope.observer.sent(&request::encode(&self.profile.model, &request));
        match self.reply(&request) {
            Ok(reply) => play(reply, scope.clone()),
            Err(error) => futures_stream::once(async { Err(error) }).boxed(),
        }
    }

    fn names(&self, request: &CompletionRequest) -> OfferedNames {
        request::names(request).offered()
    }
}

fn play(reply: Reply, scope: CallScope) -> EventStream {
    let Reply { lines, assembler, results } = reply;
    let state = Playing {
        lines: lines.into(),
        mapper: Mapper::new(assembler, results),
        completion: Completion::default(),
        ready: VecDeque::new(),
        scope,
    };
    futures_stream::unfold(state, |mut state| async move { state.next().await.map(|event| (event, state)) })
        .boxed()
}

/// One reply being played.
struct Playing {
    lines: VecDeque<wire::Line>,
    mapper: Mapper,
    completion: Completion,
    ready: VecDeque<Result<ports::StreamEvent, ConnectorError>>,
    scope: CallScope,
}

impl Playing {
    async fn next(&mut self) -> Option<Result<ports::StreamEvent, ConnectorError>> {
        while self.ready.is_empty() {
            let line = self.lines.pop_front()?;
            if !self.wait(line.after).await {
                self.lines.clear();
                return Some(Err(ConnectorError::Cancelled));
            }
            let read = self.mapper.on_event(line.event);
            let events = std::mem::take(&mut self.mapper.assembler.events);
            let completes = self.completion.take(&events);
            let frame = WireFrame { completes, ..WireFrame::understood(line.text) };
            self.scope.observer.saw(WireEvent::Frame(frame));
            self.ready.extend(events.into_iter().map(Ok));
            if let Err(error) = read {
                self.ready.push_back(Err(error));
                self.lines.clear();
            }
        }
        self.ready.pop_front()
    }

    /// Waits for the delay in the script. Returns false if it was cancelled.
    async fn wait(&self, after: Duration) -> bool {
        tokio::select! {
            biased;
            () = self.scope.cancel.cancelled() => false,
            () = tokio::time::sleep(after), if !after.is_zero() => true,
            () = std::future::ready(()), if after.is_zero() => true,
        }
    }
}
