//! The turn of a request that a span tells. It has the records of any turn, at the times that the span has.

use crate::contract::Note;
use crate::journal::to_event;
use crate::ledger::Ledger;
use content::{Author, Item, Message, MessageId, ModelId, Role, SessionId, Timestamp, TurnId, Usage};
use formats::ImportedFunction;
use gateway::{ModelSpan, SpanFault, SpanKind};
use invocation::{
    CutAnswer, CutEnd, Misuse, RequestLoad, SelectionMode, SelectionPlan, Turn, TurnEvent, TurnInput,
    TurnLimits, TurnOutcome, TurnPlan, TurnRecord, TurnStart,
};
use notices::Describe;
use ports::{Candidate, IdSource, OfferedNames, Ranking, Selection, StopReason, Verdict};
use sessions::{Durability, SessionEvent, StoreError};
use std::sync::Arc;

/// Nanoseconds in a millisecond.
const NANOSECONDS: u64 = 1_000_000;
/// The rounds of a turn, which has one: a last round would be asked for words alone.
const MAX_ROUNDS: u32 = 2;

/// When a span began and ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Period {
    pub(super) starts: Timestamp,
    pub(super) ends: Timestamp,
}

impl Period {
    /// Nothing that is told ends later than now, whatever the clock of the program shows.
    pub(super) fn of(span: &ModelSpan, now: Timestamp) -> Self {
        let ends = moment(span.ends).map_or(now, |ends| ends.min(now));
        Self { starts: moment(span.starts).map_or(ends, |starts| starts.min(ends)), ends }
    }
}

/// Nothing, where no time is told.
pub(super) fn moment(nanoseconds: u64) -> Option<Timestamp> {
    let milliseconds = i64::try_from(nanoseconds / NANOSECONDS).ok()?;
    (milliseconds > 0).then_some(Timestamp(milliseconds))
}

/// What a span tells of its request beside the messages.
pub(super) struct Request {
    model: ModelId,
    usage: Option<Usage>,
    stop: Option<StopReason>,
    failure: Option<SpanFault>,
    functions: Vec<ImportedFunction>,
}

/// New messages as they are written, with the turn of their request.
pub(super) struct Written {
    asked: Vec<SessionEvent<Note>>,
    answered: Vec<SessionEvent<Note>>,
    /// The ids of the messages.
    pub(super) ids: Vec<MessageId>,
}

/// The records of a turn: up to its request, and from the end of that on.
struct Records {
    turn: TurnId,
    asked: Vec<TurnRecord>,
    answered: Vec<TurnRecord>,
}

impl Request {
    /// Nothing for the span of an agent, which is several requests, and where the messages are not complete.
    pub(super) fn of(span: &ModelSpan, functions: &[ImportedFunction]) -> Option<Self> {
        (span.kind == SpanKind::Model && span.left_out().is_none()).then(|| Self {
            model: span.model.clone().unwrap_or_else(|| ModelId::new("model")),
            usage: span.usage,
            stop: span.stop.clone(),
            failure: span.failure.clone(),
            functions: functions.to_vec(),
        })
    }

    /// The turn that goes on from a history. Nothing, if the request has no answer and did not fail. A call under the id of an
    /// earlier one would be renamed, and its result not be found.
    fn records(
        &self,
        history: Vec<Message>,
        answer: Option<&Message>,
        ids: &dyn IdSource,
    ) -> Option<Records> {
        let calls: Vec<_> = answer.into_iter().flat_map(Message::calls).collect();
        let is_known = |id| history.iter().flat_map(Message::calls).any(|call| call.id == id);
        let is_ambiguous = calls.iter().enumerate().any(|(place, call)| {
            call.id.as_str().is_empty()
                || calls.iter().take(place).any(|other| other.id == call.id)
                || is_known(call.id.clone())
        });
        if history.is_empty() || is_ambiguous || (answer.is_none() && self.failure.is_none()) {
            return None;
        }
        let model = match answer.map(|answer| &answer.author) {
            Some(Author::Model { model } | Author::Participant { model, .. }) => model.clone(),
            Some(Author::Person | Author::Application) | None => self.model.clone(),
        };
        self.applied(history, model, answer, ids).ok()
    }

    fn applied(
        &self,
        history: Vec<Message>,
        model: ModelId,
        answer: Option<&Message>,
        ids: &dyn IdSource,
    ) -> Result<Records, Misuse> {
        let selection = SelectionPlan { mode: SelectionMode::Everything, ..SelectionPlan::ranked(4) };
        let plan = TurnPlan::plain(model, TurnLimits::rounds(MAX_ROUNDS), selection);
        let load = RequestLoad { functions: self.functions.len(), messages: history.len() };
        let start = TurnStart { id: ids.turn(), history, plan, says: Vec::new(), given: Vec::new() };
        let (mut turn, mut asked) = Turn::begin(start, ids);
        asked.extend(turn.apply(TurnInput::Selected(self.selection()), ids)?);
        let (exchange, names) = (ids.exchange(), OfferedNames::default());
        asked.extend(turn.apply(TurnInput::RequestSent { exchange, load, names }, ids)?);
        let mut answered = turn.apply(self.outcome(answer), ids)?;
        if turn.outcome().is_none() {
            // Its calls are the program's.
            answered.push(TurnRecord::Event(TurnEvent::Ended { outcome: TurnOutcome::Answered }));
        }
        Ok(Records { turn: turn.id().clone(), asked, answered })
    }

    /// Everything that the program offered.
    fn selection(&self) -> Selection {
        let candidates = self.functions.iter().map(|function| Candidate {
            function: function.name.clone(),
            scores: Vec::new(),
            matched: Vec::new(),
            verdict: Verdict::Listed,
            total: 0.0,
            fit: 0.0,
        });
        Selection {
            query: String::new(),
            limit: self.functions.len(),
            candidates: candidates.collect(),
            views: Vec::new(),
            considered: self.functions.len(),
            considered_tokens: 0,
            offered_tokens: 0,
            ranking: Ranking::default(),
            need: None,
            without_meaning: None,
        }
    }

    fn outcome(&self, answer: Option<&Message>) -> TurnInput {
        let (usage, stop) = (self.usage, self.stop.clone());
        let items: Vec<Item> = answer.map(|answer| answer.items.clone()).unwrap_or_default();
        let has_calls = items.iter().any(|item| item.call().is_some());
        let Some(failure) = self.failure.as_ref().filter(|_| !has_calls) else {
            return TurnInput::Responded { items, usage, stop, odd: Vec::new() };
        };
        let (message, advice, remedies) = (failure.notice(), failure.advice(), Vec::new());
        if items.is_empty() {
            return TurnInput::RequestFailed { message, advice, remedies };
        }
        let answer = CutAnswer { items, calls: Vec::new(), usage };
        TurnInput::AnswerCut { answer, end: CutEnd::Failed { message, advice, remedies } }
    }
}

impl Written {
    /// Writes messages behind a path, the last of them as the answer of the request.
    pub(super) fn new(
        ids: &dyn IdSource,
        request: Option<&Request>,
        mut path: Vec<Message>,
        mut more: Vec<Message>,
    ) -> Self {
        let answer = more.pop_if(|last| last.role == Role::Assistant);
        path.extend(more.iter().cloned());
        let records = request.and_then(|request| request.records(path, answer.as_ref(), ids));
        let Some(Records { turn, asked, answered }) = records else {
            more.extend(answer);
            return Self { ids: ids_of(&more), asked: Vec::new(), answered: said(more).collect() };
        };
        let of_answer = answered.iter().filter_map(|record| match record {
            TurnRecord::Message(message) => Some(message.id.clone()),
            TurnRecord::Event(_) => None,
        });
        Self {
            ids: ids_of(&more).into_iter().chain(of_answer).collect(),
            asked: said(more).chain(asked.into_iter().map(|record| to_event(&turn, record))).collect(),
            answered: answered.into_iter().map(|record| to_event(&turn, record)).collect(),
        }
    }

    /// Adds them to their session.
    pub(super) async fn append(
        self,
        ledger: &Arc<Ledger>,
        session: SessionId,
        before: Vec<SessionEvent<Note>>,
        period: Period,
    ) -> Result<(), StoreError> {
        let asked: Vec<_> = before.into_iter().chain(self.asked).collect();
        let answered = self.answered;
        ledger
            .with(move |ledger| {
                ledger.append_at(period.starts, &session, asked, Durability::Process)?;
                ledger.append_at(period.ends, &session, answered, Durability::Process)
            })
            .await
    }
}

fn ids_of(messages: &[Message]) -> Vec<MessageId> {
    messages.iter().map(|message| message.id.clone()).collect()
}

fn said(messages: Vec<Message>) -> impl Iterator<Item = SessionEvent<Note>> {
    messages.into_iter().map(|message| SessionEvent::MessageAdded { message, turn: None })
}
