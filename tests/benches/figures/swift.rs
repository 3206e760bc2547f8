//! A model that takes no time: a call in each round, and words after the last. What a turn costs is then all ours.

use content::{
    CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, ModelId, Origin, Role,
};
use futures::future::BoxFuture;
use futures::{FutureExt, StreamExt, stream};
use invocation::{Recorded, Recordings};
use ports::{
    CallScope, CompletionRequest, Connector, ConnectorProfile, EventStream, Models, StopReason, StreamEvent,
};
use std::sync::Arc;

pub(crate) fn name() -> ModelId {
    ModelId::new("swift")
}

/// The only model there is.
pub(crate) struct Swift(Arc<Caller>);

struct Caller {
    profile: ConnectorProfile,
    rounds: usize,
}

impl Swift {
    pub(crate) fn calling(rounds: u32) -> Self {
        let profile = ConnectorProfile { model: name(), title: "Swift".into(), service: "Bench".into() };
        Self(Arc::new(Caller { profile, rounds: rounds as usize }))
    }
}

impl Models for Swift {
    fn connector(&self, _model: &ModelId) -> Option<Arc<dyn Connector>> {
        Some(Arc::<Caller>::clone(&self.0))
    }
}

impl Connector for Caller {
    fn profile(&self) -> &ConnectorProfile {
        &self.profile
    }

    fn stream(&self, request: CompletionRequest, _scope: &CallScope) -> EventStream {
        let round = request.messages.iter().filter(|message| message.role == Role::Assistant).count();
        let item = if round < self.rounds {
            Item::FunctionCall { call: call(round) }
        } else {
            Item::Text { text: "Done.".to_owned() }
        };
        let events = [StreamEvent::finished(0, item), StreamEvent::Finished(StopReason::Complete)];
        stream::iter(events.map(Ok)).boxed()
    }
}

fn call(round: usize) -> FunctionCall {
    FunctionCall {
        id: CallId::new(format!("call-{round}")),
        function: CalledFunction::Known { name: FunctionName::new("arithmetic", "sum") },
        arguments: CallArguments::read(format!("{{\"numbers\": [1, {round}]}}")),
        origin: Origin::Model,
        provider_state: None,
    }
}

/// No recordings, and nothing of other sessions.
pub(crate) struct Nothing;

impl Recordings for Nothing {
    fn find<'a>(&'a self, _call: &'a FunctionCall) -> BoxFuture<'a, Option<Recorded>> {
        std::future::ready(None).boxed()
    }
}
