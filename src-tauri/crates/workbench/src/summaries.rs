//! Summaries while a model writes them. The history is not touched: what is written here is only offered.

use crate::contract::{CommandError, FeedItem, WrittenSummary};
use crate::ledger::Ledger;
use crate::one_per_session::UnderWay;
use crate::reductions::ReductionError;
use content::{Author, ExchangeId, Item, Message, MessageId, Origin, Role, SessionId};
use futures::StreamExt;
use ports::{
    CallOptions, CompletionRequest, Connector, ConnectorError, EventStream, FunctionChoice, NameStyle,
    RequestSettings, StreamEvent,
};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

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
    pub(crate) prompt: String,
    pub(crate) messages: Vec<Message>,
    pub(crate) exchange: ExchangeId,
}

pub(crate) async fn write(
    under_way: &UnderWay<'_>,
    ledger: &Arc<Ledger>,
    connector: &dyn Connector,
    Writing { prompt, messages, exchange }: Writing,
) -> Result<WrittenSummary, CommandError> {
    let scope = under_way.scope(ledger, &exchange);
    let stream = connector.stream(asked_once(prompt, transcript(&messages)), &scope);
    let received = tokio::select! {
        biased;
        () = under_way.cancel.cancelled() => Err(ConnectorError::Cancelled),
        received = receive(stream, ledger, &under_way.session) => received,
    };
    let text = received.map_err(ReductionError::from)?;
    if text.trim().is_empty() {
        return Err(ReductionError::NothingWritten.into());
    }
    Ok(WrittenSummary { text: text.trim().to_owned(), exchange })
}

/// Shows followers of the session how far it is.
async fn receive(
    mut stream: EventStream,
    ledger: &Ledger,
    session: &SessionId,
) -> Result<String, ConnectorError> {
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
            | StreamEvent::Replaced(_)
            | StreamEvent::Others { .. }
            | StreamEvent::Adapted(_) => {}
        }
        if text.len() > MAX_BYTES {
            return Err(ConnectorError::TooLong { limit: "100 kB" });
        }
        if shown.elapsed() >= SHOW_INTERVAL {
            shown = Instant::now();
            ledger.tell(session, FeedItem::Summarising { text: text.clone() });
        }
    }
    Err(ConnectorError::BrokenOff)
}

/// One message of a person, whatever was said by whom: every provider takes that.
pub(crate) fn asked_once(prompt: String, text: String) -> CompletionRequest {
    let message = |role, text| message(role, vec![Item::Text { text }]);
    without_functions(vec![message(Role::System, prompt), message(Role::User, text)])
}

pub(crate) fn without_functions(messages: Vec<Arc<Message>>) -> CompletionRequest {
    CompletionRequest {
        known: Vec::new(),
        messages,
        functions: Vec::new(),
        choice: FunctionChoice::None,
        names: NameStyle::default(),
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
    }
}

/// A message that is in no session.
pub(crate) fn message(role: Role, items: Vec<Item>) -> Arc<Message> {
    Arc::new(Message {
        id: MessageId::new(""),
        parent: None,
        role,
        items,
        author: Author::Application,
        origin: Origin::Application,
    })
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
