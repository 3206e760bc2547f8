//! The request a turn would make, made without one.

use super::error::{NothingAhead, RequestError};
use crate::Workbench;
use crate::configuration::plan_of;
use crate::contract::{CommandError, Note, RequestSource};
use crate::journal;
use crate::turn_parts::TurnParts;
use content::{CallId, ExchangeId, Item, MessageId, ModelId, Outcome, Output, SessionId, TurnId};
use invocation::{
    Answer, Pace, Pause, PausePlace, RequestStep, SelectStep, Step, Turn, TurnEvent, TurnInput, TurnPlan,
    TurnRecord, TurnStart,
};
use ports::{CallScope, CompletionRequest, Selector};
use sessions::{End, History, LogEntry, SessionEvent};
use tokio_util::sync::CancellationToken;

/// Stands where a result will.
const AWAITED: &str = "(the result is not there yet)";

/// A request, and where in the session its answer would stand.
pub(super) struct Composed {
    pub(super) request: CompletionRequest,
    pub(super) model: ModelId,
    pub(super) after: Option<MessageId>,
    pub(super) says: Option<String>,
}

impl Workbench {
    pub(super) async fn composed(
        &self,
        session: &SessionId,
        source: &RequestSource,
    ) -> Result<Composed, CommandError> {
        let parts = self.turn_parts()?;
        match source {
            RequestSource::Said { after, text } => {
                self.rehearsed(&parts, session, after.clone(), text.clone()).await
            }
            RequestSource::Ahead { turn, answer } => {
                let log = parts.ledger.read(session.clone(), 0).await?;
                let mut ahead = retraced(session, &log, turn, usize::MAX)?;
                if let Some(answer) = answer {
                    answered(&parts, session, &mut ahead, (**answer).clone()).await?;
                }
                check_named(&parts, session, &ahead).await?;
                composed_from(&parts, session, &ahead, None).await
            }
            RequestSource::Sent { exchange } => {
                let log = parts.ledger.read(session.clone(), 0).await?;
                let (turn, sent) = sent_in(&log, exchange).ok_or(RequestError::NotOfTurn)?;
                composed_from(&parts, session, &retraced(session, &log, &turn, sent + 1)?, None).await
            }
        }
    }

    /// A turn that is begun for what it would ask, and forgotten.
    async fn rehearsed(
        &self,
        parts: &TurnParts,
        session: &SessionId,
        after: Option<MessageId>,
        text: Option<String>,
    ) -> Result<Composed, CommandError> {
        let plan = parts.ready(self.plan(plan_of(&parts.ledger, session).await?, None)?);
        let end = after.map_or(End::Head, |after| End::At(Some(after)));
        let history = parts.ledger.messages_to(session.clone(), end).await?;
        let before = history.last().map(|last| last.id.clone());
        let says = text.filter(|text| !text.trim().is_empty());
        let said = says.iter().map(|text| Item::Text { text: text.clone() }).collect();
        let start = TurnStart { id: parts.ids.turn(), history, plan, says: said, given: Vec::new() };
        let (mut turn, _) = Turn::begin(start, parts.ids.as_ref());
        if let Step::Select(step) = turn.next() {
            select(parts, session, &mut turn, step).await?;
        }
        check_named(parts, session, &turn).await?;
        let composed = composed_from(parts, session, &turn, says).await?;
        Ok(Composed { after: before, ..composed })
    }
}

async fn select(
    parts: &TurnParts,
    session: &SessionId,
    turn: &mut Turn,
    step: SelectStep,
) -> Result<(), CommandError> {
    let catalogue = parts.functions.catalogue(session, &turn.plan().selection).await?;
    let query = step.query(&turn.plan().selection, catalogue.as_ref());
    let scope = CallScope::unobserved(CancellationToken::new());
    let selected = parts.selector.select(query, &scope).await;
    let selection = selected.map_err(|source| RequestError::NotSelected { source })?;
    take(parts, turn, TurnInput::Selected(selection))
}

/// Lets a copy of a turn go on from its stop to the next request. Nothing is run for that: where a result is not there
/// yet, a word stands for it.
async fn answered(
    parts: &TurnParts,
    session: &SessionId,
    turn: &mut Turn,
    answer: Answer,
) -> Result<(), CommandError> {
    take(parts, turn, TurnInput::Answer(Answer { pace: Pace::LetGo, ..answer }))?;
    let mut last = None;
    loop {
        let step = turn.next();
        let calls: Vec<CallId> = match step.clone() {
            Step::Request(_) | Step::Pause(Pause { place: PausePlace::BeforeRequest, .. }) => return Ok(()),
            Step::Select(step) => {
                select(parts, session, turn, step).await?;
                continue;
            }
            Step::Resolve { calls, .. } => calls.into_iter().map(|call| call.id).collect(),
            Step::Invoke(invoked) => invoked.into_iter().map(|invoked| invoked.call.id).collect(),
            Step::Complete(step) => vec![step.call.id],
            Step::Pause(pause) => pause.place.call().cloned().into_iter().collect(),
            Step::Finish => Vec::new(),
        };
        if calls.is_empty() || last.as_ref() == Some(&step) {
            return Err(none(NothingAhead::Ended));
        }
        last = Some(step);
        for call in calls {
            let outcome = Outcome::Returned { output: Output::Text { text: AWAITED.to_owned() } };
            take(parts, turn, TurnInput::CallEnded { call, outcome, origin: None })?;
        }
    }
}

fn take(parts: &TurnParts, turn: &mut Turn, input: TurnInput) -> Result<(), CommandError> {
    turn.apply(input, parts.ids.as_ref()).map(drop).map_err(|misuse| none(NothingAhead::Misuse(misuse)))
}

/// Refuses a request that names an unknown function.
async fn check_named(parts: &TurnParts, session: &SessionId, turn: &Turn) -> Result<(), CommandError> {
    let catalogue = parts.functions.catalogue(session, &turn.plan().selection).await?;
    Ok(turn.check_named(catalogue.as_ref())?)
}

async fn composed_from(
    parts: &TurnParts,
    session: &SessionId,
    turn: &Turn,
    says: Option<String>,
) -> Result<Composed, CommandError> {
    let step = turn.request_ahead().ok_or_else(|| none(NothingAhead::OpenCalls))?;
    let RequestStep { messages, offered, terms } = step;
    let catalogue = parts.functions.catalogue(session, &turn.plan().selection).await?;
    let mut functions = catalogue.specs();
    let known = functions.extract_if(.., |spec| !offered.contains(&spec.name)).collect();
    let request = CompletionRequest {
        known,
        messages,
        functions,
        choice: terms.choice,
        calls: terms.calls,
        settings: terms.settings,
        names: catalogue.name_style(),
    };
    let after = turn.history().last().map(|last| last.id.clone());
    Ok(Composed { request, model: terms.model, after, says })
}

/// The turn as it was after so many of its records.
fn retraced(
    session: &SessionId,
    log: &[LogEntry<Note>],
    turn: &TurnId,
    count: usize,
) -> Result<Turn, CommandError> {
    journal::check_whole(session, log, turn)?;
    let records = journal::records_of(log, turn);
    let records = records.get(..count.min(records.len())).unwrap_or_default();
    let Some(TurnRecord::Event(TurnEvent::Began { after, plan })) = records.first().cloned() else {
        return Err(RequestError::NoTurn.into());
    };
    let history = History::of(log).path_to(after.as_ref());
    let plan: TurnPlan = *plan;
    Ok(Turn::retrace(turn.clone(), plan, history, records))
}

/// The turn that sent a request, and which of its records that was.
fn sent_in(log: &[LogEntry<Note>], exchange: &ExchangeId) -> Option<(TurnId, usize)> {
    let is_it = |event: &TurnEvent| matches!(event, TurnEvent::RequestSent { exchange: sent, .. } if sent == exchange);
    let turn = log.iter().find_map(|entry| {
        let SessionEvent::Noted { note: Note::Turn { turn, event } } = &entry.event else { return None };
        is_it(event).then(|| turn.clone())
    })?;
    let records = journal::records_of(log, &turn);
    let place =
        records.iter().position(|record| matches!(record, TurnRecord::Event(event) if is_it(event)))?;
    Some((turn, place))
}

fn none(reason: NothingAhead) -> CommandError {
    RequestError::NothingFollows { reason }.into()
}
