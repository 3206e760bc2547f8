//! Summaries while a model writes them. The history is not touched: what is written here is only offered.

use crate::contract::{CommandError, FeedItem, WrittenSummary};
use crate::ledger::Ledger;
use crate::parts::Parts;
use crate::reductions::ReductionError;
use crate::wire::WireKeeper;
use content::{Author, Item, Message, MessageId, ModelId, Origin, Role, SessionId};
use futures::StreamExt;
use ports::{
    CallOptions, CallScope, CompletionRequest, ConnectorError, EventStream, FunctionChoice, NameStyle,
    RequestSettings, StreamEvent,
};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

/// What a model is asked for.
pub(crate) const PROMPT: &str = "Summarise the conversation below so that it can go on from your summary alone. \
    Keep what was asked and decided, facts, names and numbers, and what is still open. Leave out greetings and what \
    was corrected later. An earlier summary is part of the conversation. Write plain text, no more than a few \
    paragraphs, and nothing but the summary.";

/// How often a page is shown what there is so far.
const SHOW_INTERVAL: Duration = Duration::from_millis(100);

/// A summary that is longer has gone wrong.
const MAX_BYTES: usize = 100_000;

/// What is to be written.
pub(crate) struct Writing {
    pub(crate) session: SessionId,
    pub(crate) prompt: String,
    pub(crate) messages: Vec<Message>,
}

/// The summaries that are being written, at most one a session.
#[derive(Default)]
pub(crate) struct Summaries {
    under_way: Mutex<HashMap<SessionId, CancellationToken>>,
    /// What keeps the wire of each.
    tasks: TaskTracker,
    closing: CancellationToken,
}

impl Summaries {
    pub(crate) async fn write(
        &self,
        parts: &Arc<Parts>,
        model: &ModelId,
        writing: Writing,
    ) -> Result<WrittenSummary, CommandError> {
        let Writing { session, prompt, messages } = writing;
        let connector = parts.connector(model)?;
        let under_way = self.begin(&session)?;
        let exchange = parts.ids.exchange();
        let observer = WireKeeper::begin(&parts.ledger, session.clone(), exchange.clone(), &self.tasks);
        let scope = CallScope::unobserved(under_way.cancel.clone()).observed_by(Arc::new(observer));
        let stream = connector.stream(asked_once(prompt, transcript(&messages)), &scope);
        let told = Told { ledger: &parts.ledger, session: &session };
        let received = tokio::select! {
            biased;
            () = under_way.cancel.cancelled() => Err(ConnectorError::Cancelled),
            received = receive(stream, told) => received,
        };
        let text = received.map_err(ReductionError::from)?;
        if text.trim().is_empty() {
            return Err(ReductionError::NothingWritten.into());
        }
        Ok(WrittenSummary { text: text.trim().to_owned(), exchange })
    }

    /// Ends what is under way, if anything is.
    pub(crate) fn stop(&self, session: &SessionId) {
        if let Some(cancel) = self.lock().get(session) {
            cancel.cancel();
        }
    }

    pub(crate) async fn close(&self) {
        self.closing.cancel();
        self.tasks.close();
        self.tasks.wait().await;
    }

    fn begin(&self, session: &SessionId) -> Result<UnderWay<'_>, CommandError> {
        let mut under_way = self.lock();
        if under_way.contains_key(session) {
            return Err(ReductionError::BeingWritten.into());
        }
        let cancel = self.closing.child_token();
        under_way.insert(session.clone(), cancel.clone());
        Ok(UnderWay { summaries: self, session: session.clone(), cancel })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<SessionId, CancellationToken>> {
        self.under_way.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes itself off the list, however the writing ends.
struct UnderWay<'a> {
    summaries: &'a Summaries,
    session: SessionId,
    cancel: CancellationToken,
}

impl Drop for UnderWay<'_> {
    fn drop(&mut self) {
        self.summaries.lock().remove(&self.session);
    }
}

/// Who is shown how far it is.
struct Told<'a> {
    ledger: &'a Ledger,
    session: &'a SessionId,
}

async fn receive(mut stream: EventStream, told: Told<'_>) -> Result<String, ConnectorError> {
    let mut text = String::new();
    let mut shown = Instant::now();
    while let Some(event) = stream.next().await {
        match event? {
            StreamEvent::TextDelta { text: more, .. } => text.push_str(&more),
            StreamEvent::Finished(_) => return Ok(text),
            // What it thinks, and calls it was not offered, are no part of a summary.
            StreamEvent::ItemStarted { .. }
            | StreamEvent::ReasoningDelta { .. }
            | StreamEvent::ArgumentsDelta { .. }
            | StreamEvent::ItemFinished { .. }
            | StreamEvent::Usage(_)
            | StreamEvent::Odd { .. }
            | StreamEvent::Others { .. }
            | StreamEvent::Adapted(_) => {}
        }
        if text.len() > MAX_BYTES {
            return Err(ConnectorError::TooLong { limit: "100 kB" });
        }
        if shown.elapsed() >= SHOW_INTERVAL {
            shown = Instant::now();
            told.ledger.tell(told.session, FeedItem::Summarising { text: text.clone() });
        }
    }
    Err(ConnectorError::BrokenOff)
}

/// One message of a person, whatever was said by whom: every provider takes that.
pub(crate) fn asked_once(prompt: String, text: String) -> CompletionRequest {
    let message = |role, text| {
        Arc::new(Message {
            id: MessageId::new(""),
            parent: None,
            role,
            items: vec![Item::Text { text }],
            author: Author::Application,
            origin: Origin::Application,
        })
    };
    CompletionRequest {
        known: Vec::new(),
        messages: vec![message(Role::System, prompt), message(Role::User, text)],
        functions: Vec::new(),
        choice: FunctionChoice::None,
        names: NameStyle::default(),
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
    }
}

pub(crate) fn transcript(messages: &[Message]) -> String {
    let said = messages.iter().map(|message| format!("{}: {}", side(message.role), message.text()));
    said.collect::<Vec<_>>().join("\n\n")
}

fn side(role: Role) -> &'static str {
    match role {
        Role::System => "System",
        Role::User => "Person",
        Role::Assistant => "Model",
        Role::Function => "Function",
    }
}
