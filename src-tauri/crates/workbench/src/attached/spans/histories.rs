//! The histories that spans tell, and their sessions.

use super::super::continues::chained;
use super::super::found::rank;
use super::super::intake::defined;
use super::history::{Answered, History};
use super::request::{Period, Request, Written};
use crate::configuration::{UNTITLED, default_plan, functions_of};
use crate::contract::{CommandError, Note};
use crate::histories::first_words;
use crate::turn_parts::TurnParts;
use content::{FunctionCall, Message, MessageId, ModelId, Role, SessionId};
use formats::ImportedFunction;
use functions::FunctionSettings;
use gateway::{Outline, Relation, Shared, SpanGroup, continues};
use limits::SPANS_HISTORIES;
use sessions::SessionEvent;
use std::collections::VecDeque;

/// The traces by which a history is known, for spans that are exported once more or late.
const MAX_TRACES: usize = 16;

/// What one span tells.
pub(super) struct Told {
    pub(super) group: SpanGroup,
    pub(super) model: Option<ModelId>,
    pub(super) messages: Vec<Message>,
    pub(super) functions: Vec<ImportedFunction>,
    pub(super) outline: Outline,
    pub(super) period: Period,
    pub(super) request: Option<Request>,
}

/// Writes what is new, and names the session it is in.
pub(super) async fn place(
    parts: &TurnParts,
    histories: &mut VecDeque<History>,
    told: Told,
) -> Result<Option<SessionId>, CommandError> {
    let Some((index, relation)) = best(histories, &told) else {
        return begin(parts, histories, told).await.map(Some);
    };
    let (shared, is_branch) = match relation {
        Relation::Extends { shared } => (shared, false),
        Relation::Branches { shared } => (shared, true),
        Relation::Same | Relation::Unrelated => return Ok(None),
    };
    let Some(history) = histories.get(index).filter(|_| shared.request < told.messages.len()) else {
        return Ok(None);
    };
    let session = history.session.clone();
    let Ok(head) = parts.ledger.head(session.clone()).await else {
        // Somebody deleted the session.
        histories.retain(|history| history.session != session);
        return begin(parts, histories, told).await.map(Some);
    };
    let is_untouched =
        histories.iter().any(|history| history.session == session && history.head() == head.as_ref());
    if !is_untouched {
        // A person has gone on in it, so it is theirs.
        histories.retain(|history| history.session != session);
        return begin(parts, histories, told).await.map(Some);
    }
    let Some(history) = histories.get_mut(index) else { return Ok(None) };
    let gone_on = go_on(parts, history, told, shared, head).await?;
    if is_branch {
        keep(histories, gone_on);
    } else {
        *history = gone_on;
    }
    Ok(Some(session))
}

/// The history that has the most in common: of the same group, or of another trace that goes on here.
fn best(histories: &VecDeque<History>, told: &Told) -> Option<(usize, Relation)> {
    let related = histories.iter().enumerate().filter_map(|(index, history)| {
        let relation = continues(&history.outline, &told.outline).relation;
        if !history.groups.contains(&told.group) && !goes_on(history, told, relation) {
            return None;
        }
        Some((rank(relation)?, index, relation))
    });
    let (_, index, relation) = related.max_by_key(|(rank, ..)| *rank)?;
    Some((index, relation))
}

/// Whether a span of another trace repeats all of a history, with an answer that no other conversation has.
fn goes_on(history: &History, told: &Told, relation: Relation) -> bool {
    let Relation::Extends { shared } = relation else { return false };
    let messages = &history.outline.messages;
    let are_traces =
        history.groups.iter().chain([&told.group]).all(|group| matches!(group, SpanGroup::Trace(_)));
    are_traces
        && shared.known == messages.len()
        && messages.iter().any(|message| message.role == Role::Assistant)
}

async fn begin(
    parts: &TurnParts,
    histories: &mut VecDeque<History>,
    told: Told,
) -> Result<SessionId, CommandError> {
    let Told { group, model, messages, functions, outline, period, request } = told;
    let session = parts.ids.session();
    let noted = |note| SessionEvent::Noted { note };
    let name = model.as_ref().map_or("", ModelId::as_str);
    let plan = default_plan(parts.models.alike(name).or(model).unwrap_or_else(|| ModelId::new("model")));
    let mut events = vec![noted(Note::Configured { plan })];
    let defined = defined(&functions);
    let settings = FunctionSettings { defined, ran_elsewhere: true, ..FunctionSettings::live() };
    if !settings.defined.is_empty() {
        events.push(noted(Note::Functions { settings }));
    }
    let title = first_words(&messages).unwrap_or_else(|| UNTITLED.to_owned());
    let open = calls_at_the_end(&messages);
    let written = Written::new(parts.ids.as_ref(), request.as_ref(), Vec::new(), messages);
    let ids = written.ids.clone();
    parts.ledger.create_at(period.starts, session.clone(), title, events).await?;
    written.append(&parts.ledger, session.clone(), Vec::new(), period).await?;
    let groups = VecDeque::from([group]);
    keep(histories, History { groups, session: session.clone(), outline, ids, open, answered: None });
    Ok(session)
}

/// The calls that the last message makes.
fn calls_at_the_end(messages: &[Message]) -> Vec<FunctionCall> {
    messages.last().into_iter().flat_map(Message::calls).cloned().collect()
}

/// Adds what a span tells behind what it shares with a history, and gives the path this makes.
async fn go_on(
    parts: &TurnParts,
    history: &History,
    told: Told,
    shared: Shared,
    head: Option<MessageId>,
) -> Result<History, CommandError> {
    let session = history.session.clone();
    let mut ids: Vec<_> = history.ids.iter().take(shared.known).cloned().collect();
    let mut outline = told.outline;
    let new = outline.messages.split_off(shared.request);
    outline.messages = history.outline.messages.iter().take(shared.known).copied().chain(new).collect();
    let open = calls_at_the_end(&told.messages);
    let mut path = told.messages;
    let mut more = path.split_off(shared.request);
    let answered = history.answered.as_ref().filter(|_| shared.known == history.ids.len());
    if let Some(repeated) = repeated(answered, &mut more) {
        ids.extend(answered.map(|answered| answered.message.clone()));
        path.push(repeated);
    }
    if let (Some(last), Some(id)) = (path.last_mut(), ids.last()) {
        last.id = id.clone();
    }
    let more = chained(more, ids.last());
    let mut events = Vec::new();
    if ids.last() != head.as_ref() {
        events.push(SessionEvent::HeadMoved { head: ids.last().cloned() });
    }
    let written = Written::new(parts.ids.as_ref(), told.request.as_ref(), path, more);
    ids.extend(written.ids.iter().cloned());
    let defined = defined(&told.functions);
    let before = functions_of(&parts.ledger, &session).await?;
    let settings = (!defined.is_empty() && before.defined != defined).then(|| FunctionSettings {
        defined,
        ran_elsewhere: true,
        ..before
    });
    if let Some(settings) = settings.clone() {
        events.push(SessionEvent::Noted { note: Note::Functions { settings } });
    }
    written.append(&parts.ledger, session.clone(), events, told.period).await?;
    if let Some(settings) = settings {
        parts.functions.of(&session).await?.configure(settings);
    }
    let mut groups = history.groups.clone();
    if !groups.contains(&told.group) {
        groups.push_back(told.group);
        groups.drain(..groups.len().saturating_sub(MAX_TRACES));
    }
    Ok(History { groups, session, outline, ids, open, answered: None })
}

/// The results that are in the session already, because spans of their functions told them.
fn repeated(answered: Option<&Answered>, more: &mut Vec<Message>) -> Option<Message> {
    let is_there =
        answered.is_some_and(|answered| more.first().is_some_and(|first| answered.is_repeated_by(first)));
    is_there.then(|| more.remove(0))
}

fn keep(histories: &mut VecDeque<History>, history: History) {
    if histories.len() >= SPANS_HISTORIES.size() {
        histories.pop_front();
    }
    histories.push_back(history);
}
