//! The log of one session as documents: a call is found together with its result, wherever in the log that comes.

use super::ran::Ran;
use crate::configuration::UNTITLED;
use crate::contract::Note;
use crate::notice_catalogue::english;
use content::{
    CallId, FunctionCall, Item, Message, MessageId, ModelId, Origin, SessionId, Timestamp, TurnId,
};
use invocation::{TurnEvent, TurnOutcome};
use search::{Answer, CallStatus, Document, HitKind, Key, Part};
use sessions::{BodyId, LargeValue, LogEntry, SessionEvent, StoreError};
use std::collections::HashMap;

/// What an entry changes in the index.
#[derive(Debug, PartialEq)]
pub(crate) enum Change {
    Put(Box<Document>, Vec<Rest>),
    Forget(Key),
}

/// A value of a document that is too large to stand in the log. The document has its beginning.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rest {
    pub(crate) body: BodyId,
    pub(crate) part: Part,
}

/// How far a session was read, and where in its log things are that later entries speak of. It keeps names and
/// numbers, never what was said.
pub(crate) struct Reading {
    pub(crate) session: SessionId,
    /// The number of the last entry that was read.
    pub(crate) seq: u64,
    /// Messages with results, each with the message whose calls they answer.
    answering: HashMap<MessageId, MessageId>,
    /// The entry of each call, by the message it is in.
    calls: HashMap<(MessageId, CallId), u64>,
    turns: HashMap<TurnId, ReadTurn>,
}

/// A turn that has not ended yet.
struct ReadTurn {
    model: ModelId,
    last: Option<MessageId>,
    calling: Option<Calling>,
    ran: HashMap<CallId, Ran>,
}

impl ReadTurn {
    fn change(&mut self, call: &CallId, change: impl FnOnce(&mut Ran)) {
        if let Some(ran) = self.ran.get_mut(call) {
            change(ran);
        }
    }
}

/// The message with the calls that are run now.
#[derive(Clone)]
struct Calling {
    message: MessageId,
    parent: Option<MessageId>,
    entry: u64,
}

/// Reads one entry of the log again.
pub(crate) type Fetch<'a> = &'a dyn Fn(u64) -> Result<Option<LogEntry<Note>>, StoreError>;

impl Reading {
    pub(crate) fn new(session: SessionId) -> Self {
        let (answering, calls, turns) = (HashMap::new(), HashMap::new(), HashMap::new());
        Self { session, seq: 0, answering, calls, turns }
    }

    /// Takes note of an entry whose documents are in the index already.
    pub(crate) fn pass(&mut self, entry: &LogEntry<Note>) {
        self.seq = entry.seq;
        match &entry.event {
            SessionEvent::MessageAdded { message, turn } => {
                self.note_message(entry.seq, message, turn.as_ref())
            }
            SessionEvent::Noted { note: Note::Turn { turn, event } } => {
                self.note_turn(turn, event, entry.at);
                if matches!(event, TurnEvent::Ended { .. }) {
                    self.turns.remove(turn);
                }
            }
            SessionEvent::Created { .. }
            | SessionEvent::Renamed { .. }
            | SessionEvent::Tagged { .. }
            | SessionEvent::HeadMoved { .. }
            | SessionEvent::BranchNamed { .. }
            | SessionEvent::MessageRemarked { .. }
            | SessionEvent::MessagePinned { .. }
            | SessionEvent::MessageUnpinned { .. }
            | SessionEvent::Unreadable { .. }
            | SessionEvent::Noted {
                note:
                    Note::Configured { .. }
                    | Note::Functions { .. }
                    | Note::Forked { .. }
                    | Note::Lanes { .. }
                    | Note::Tried { .. },
            } => {}
        }
    }

    /// Takes an entry, and tells what it changes.
    pub(crate) fn take(
        &mut self,
        entry: &LogEntry<Note>,
        fetch: Fetch<'_>,
    ) -> Result<Vec<Change>, StoreError> {
        let changes = match &entry.event {
            SessionEvent::Created { title } | SessionEvent::Renamed { title } if title != UNTITLED => {
                vec![put(Document::title(&self.session, entry.at, title))]
            }
            SessionEvent::BranchNamed { message, name } => {
                vec![put(Document::mark(&self.session, HitKind::Branch, message, entry.at, name.as_deref()))]
            }
            SessionEvent::MessageRemarked { message, text } => {
                vec![put(Document::mark(&self.session, HitKind::Note, message, entry.at, text.as_deref()))]
            }
            SessionEvent::MessageAdded { message, turn } => {
                let mut changes = self.replaced(message, turn.as_ref(), fetch)?;
                self.note_message(entry.seq, message, turn.as_ref());
                changes.extend(self.message(message, turn.as_ref(), entry, fetch)?);
                changes
            }
            SessionEvent::Noted { note: Note::Turn { turn, event } } => {
                self.note_turn(turn, event, entry.at);
                self.event(turn, event, entry.at, fetch)?
            }
            SessionEvent::Created { .. }
            | SessionEvent::Renamed { .. }
            | SessionEvent::Tagged { .. }
            | SessionEvent::HeadMoved { .. }
            | SessionEvent::MessagePinned { .. }
            | SessionEvent::MessageUnpinned { .. }
            | SessionEvent::Unreadable { .. }
            | SessionEvent::Noted {
                note:
                    Note::Configured { .. }
                    | Note::Functions { .. }
                    | Note::Forked { .. }
                    | Note::Lanes { .. }
                    | Note::Tried { .. },
            } => Vec::new(),
        };
        self.pass(entry);
        Ok(changes)
    }

    fn note_message(&mut self, seq: u64, message: &Message, turn: Option<&TurnId>) {
        if let Some(asked) = message.parent.as_ref().filter(|_| message.results().next().is_some()) {
            // Results that come one message each all answer the message before the first of them.
            let asked = self.answering.get(asked).unwrap_or(asked).clone();
            self.answering.insert(message.id.clone(), asked);
        }
        for call in message.calls() {
            self.calls.insert((message.id.clone(), call.id.clone()), seq);
        }
        if let Some(turn) = turn.and_then(|turn| self.turns.get_mut(turn)) {
            turn.last = Some(message.id.clone());
            if message.calls().next().is_some() {
                let (message, parent) = (message.id.clone(), message.parent.clone());
                turn.calling = Some(Calling { message, parent, entry: seq });
            }
        }
    }

    fn note_turn(&mut self, turn: &TurnId, event: &TurnEvent, at: Timestamp) {
        if let TurnEvent::Began { after, plan } = event {
            let (model, last) = (plan.speaking_model().clone(), after.clone());
            self.turns.insert(turn.clone(), ReadTurn { model, last, calling: None, ran: HashMap::new() });
        }
        let Some(turn) = self.turns.get_mut(turn) else { return };
        match event {
            TurnEvent::CallStarted { call, .. } => {
                turn.ran.insert(call.clone(), Ran::since(at));
            }
            TurnEvent::PersonAsked { call } => turn.change(call, |ran| ran.waits(at)),
            TurnEvent::PersonAnswered { call } => turn.change(call, |ran| ran.goes_on(at)),
            TurnEvent::CallEnded { call, .. } => turn.change(call, |ran| ran.ends(at)),
            TurnEvent::RoundBegan { .. } => turn.ran.clear(),
            TurnEvent::Began { .. }
            | TurnEvent::Selected { .. }
            | TurnEvent::RequestSent { .. }
            | TurnEvent::ItemStarted { .. }
            | TurnEvent::TextDelta { .. }
            | TurnEvent::ReasoningDelta { .. }
            | TurnEvent::Adapted { .. }
            | TurnEvent::ModelReplaced { .. }
            | TurnEvent::ArgumentsDelta { .. }
            | TurnEvent::ResponseReceived { .. }
            | TurnEvent::AnswerCut { .. }
            | TurnEvent::CallsResolved { .. }
            | TurnEvent::Paused { .. }
            | TurnEvent::Answered { .. }
            | TurnEvent::PauseRequested
            | TurnEvent::BreakpointsChanged { .. }
            | TurnEvent::Given { .. }
            | TurnEvent::RequestFailed { .. }
            | TurnEvent::BreakpointsHit { .. }
            | TurnEvent::HandedOver { .. }
            | TurnEvent::CompletionReceived { .. }
            | TurnEvent::Filtered { .. }
            | TurnEvent::LimitHit { .. }
            | TurnEvent::TimeUp
            | TurnEvent::Noticed { .. }
            | TurnEvent::ApprovalsChanged { .. }
            | TurnEvent::SettingsChanged { .. }
            | TurnEvent::Ended { .. } => {}
        }
    }

    fn message(
        &self,
        message: &Message,
        turn: Option<&TurnId>,
        entry: &LogEntry<Note>,
        fetch: Fetch<'_>,
    ) -> Result<Vec<Change>, StoreError> {
        let mut changes = Vec::new();
        let at = entry.at;
        for (place, item) in message.items.iter().enumerate() {
            let Item::FunctionResult { result } = item else {
                let document = Document::of_item(&self.session, message, place, at);
                changes.extend(
                    document.map(|document| Change::Put(Box::new(document), rest(&entry.large, place))),
                );
                continue;
            };
            let asked = self.answering.get(&message.id).cloned();
            let ran = turn.and_then(|turn| self.turns.get(turn)?.ran.get(&result.call_id).copied());
            let answer = Answer {
                message: Some(&message.id),
                outcome: &result.outcome,
                origin: result.origin,
                took: ran.and_then(Ran::took),
            };
            match self.call(asked, &result.call_id, fetch)? {
                Some(called) => {
                    changes.push(Change::Forget(called.document(&self.session, None).key()));
                    let large = [called.rest.clone(), rest(&entry.large, place)].concat();
                    let document = called.document(&self.session, Some(answer));
                    changes.push(Change::Put(Box::new(document), large));
                }
                None => {
                    let document = Document::of_lone_result(&self.session, message, place, result, at);
                    changes.push(Change::Put(Box::new(document), rest(&entry.large, place)));
                }
            }
        }
        Ok(changes)
    }

    fn event(
        &self,
        id: &TurnId,
        event: &TurnEvent,
        at: Timestamp,
        fetch: Fetch<'_>,
    ) -> Result<Vec<Change>, StoreError> {
        let Some(turn) = self.turns.get(id) else { return Ok(Vec::new()) };
        // What a call gave back can be found while the turn still waits for the others.
        if let TurnEvent::CallEnded { call, outcome, whole, origin, .. } = event {
            let outcome = whole.as_ref().unwrap_or(outcome);
            let origin = origin.unwrap_or(Origin::Function);
            let took = turn.ran.get(call).copied().and_then(Ran::took);
            let answer = Answer { message: None, outcome, origin, took };
            let calling = turn.calling.as_ref().map(|calling| calling.message.clone());
            let called = self.call(calling, call, fetch)?;
            return Ok(called
                .map(|called| put(called.document(&self.session, Some(answer))))
                .into_iter()
                .collect());
        }
        if let TurnEvent::Ended { outcome: TurnOutcome::Failed { message, advice, .. } } = event {
            let advice = advice.as_ref().map(|advice| format!("\n{}", english(advice))).unwrap_or_default();
            let text = english(message) + &advice;
            return Ok(vec![put(Document::problem(
                &self.session,
                turn.last.as_ref(),
                &turn.model,
                at,
                text,
            ))]);
        }
        Ok(Vec::new())
    }

    /// A person who edits a call makes another version of its message. What both say is found once, in the newer one.
    fn replaced(
        &self,
        message: &Message,
        turn: Option<&TurnId>,
        fetch: Fetch<'_>,
    ) -> Result<Vec<Change>, StoreError> {
        let calling = turn.and_then(|turn| self.turns.get(turn)?.calling.as_ref());
        let calling =
            calling.filter(|calling| calling.parent == message.parent && calling.message != message.id);
        let Some(entry) = calling.map(|calling| fetch(calling.entry)).transpose()?.flatten() else {
            return Ok(Vec::new());
        };
        let SessionEvent::MessageAdded { message: earlier, .. } = &entry.event else { return Ok(Vec::new()) };
        let documents = earlier.items.iter().enumerate().filter_map(|(place, item)| {
            let mut document = Document::of_item(&self.session, earlier, place, entry.at)?;
            if message.items.get(place) == Some(item) {
                return Some(Change::Forget(document.key()));
            }
            // Nobody waits for its result any more.
            document.statuses.retain(|status| *status != CallStatus::Unanswered);
            Some(put(document))
        });
        Ok(documents.collect())
    }

    fn call(
        &self,
        asked: Option<MessageId>,
        call: &CallId,
        fetch: Fetch<'_>,
    ) -> Result<Option<Called>, StoreError> {
        let known = asked.and_then(|asked| self.calls.get(&(asked, call.clone())));
        let Some(entry) = known.map(|seq| fetch(*seq)).transpose()?.flatten() else { return Ok(None) };
        let SessionEvent::MessageAdded { message, .. } = entry.event else { return Ok(None) };
        let found = message.items.iter().enumerate().find_map(|(place, item)| match item {
            Item::FunctionCall { call: found } if found.id == *call => Some((place, found.clone())),
            Item::FunctionCall { .. }
            | Item::Text { .. }
            | Item::Reasoning { .. }
            | Item::Media { .. }
            | Item::FunctionResult { .. }
            | Item::Unknown { .. } => None,
        });
        Ok(found.map(|(item, call)| {
            let rest = rest(&entry.large, item);
            Called { message, item, call, at: entry.at, rest }
        }))
    }
}

/// A call where it was asked for.
struct Called {
    message: Message,
    item: usize,
    call: FunctionCall,
    at: Timestamp,
    rest: Vec<Rest>,
}

impl Called {
    fn document(&self, session: &SessionId, answer: Option<Answer<'_>>) -> Document {
        Document::of_call(session, &self.message, self.item, &self.call, self.at, answer)
    }
}

fn put(document: Document) -> Change {
    Change::Put(Box::new(document), Vec::new())
}

/// The large values of an item of a message.
fn rest(large: &[LargeValue], item: usize) -> Vec<Rest> {
    let here = format!("/message/items/{item}/");
    let of_item = large.iter().filter(|value| value.place.starts_with(&here));
    let part = |place: &str| match place {
        _ if place.contains("/arguments/") => Part::Arguments,
        _ if place.contains("/output/") => Part::Result,
        _ if place.contains("/outcome/") => Part::Error,
        _ => Part::Text,
    };
    // The bytes of a medium are no words.
    let of_words = of_item.filter(|value| !value.place.ends_with("/base64"));
    // The arguments stand there twice: as they were written, and as JSON.
    let once = of_words.filter(|value| !value.place.ends_with("/arguments/raw"));
    once.map(|value| Rest { body: value.body, part: part(&value.place) }).collect()
}
