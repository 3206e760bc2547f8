//! Watches one turn to its end, and answers for the person who is not there.

use super::name_of;
use crate::core::Core;
use crate::failure::Failure;
use ::sessions::{LogEntry, SessionEvent};
use content::{CallId, FunctionCall, Message, Outcome, Role, SessionId, TurnId, Usage};
use functions::sources::mcp::PersonAnswer;
use invocation::{Answer, Decision, Pause, TurnEvent, TurnOutcome};
use notices::Notice;
use serde::Serialize;
use tokio::sync::mpsc;
use workbench::contract::{
    AnswerRequest, AnswerTurn, CommandName, FeedItem, Follow, NamedTurn, Note, Nothing, OwnSourcesNow,
};
use workbench::english;

/// What the model is told of a call that a person would have to decide on.
const NOBODY: &str = "This call needs a person's decision, and nobody is there to make it.";

/// Deliveries that wait to be looked at.
const QUEUED_DELIVERIES: usize = 16;

/// What was seen of a turn.
#[derive(Debug, Default, Serialize)]
pub(crate) struct Seen {
    /// `answered`, or the reason for another end.
    pub(crate) outcome: String,
    /// The last words of the model.
    pub(crate) answer: Option<String>,
    pub(crate) calls: Vec<SeenCall>,
    pub(crate) usage: Usage,
    /// Answers of the model.
    #[serde(skip)]
    pub(crate) rounds: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) problem: Option<Problem>,
}

#[derive(Debug, Serialize)]
pub(crate) struct SeenCall {
    #[serde(skip)]
    id: CallId,
    pub(crate) function: String,
    /// As the model wrote them.
    pub(crate) arguments: String,
    /// `returned`, `failed`, `declined` or `open`.
    pub(crate) outcome: &'static str,
    result: Option<Outcome>,
}

/// Why there is no answer, and what to do.
#[derive(Debug, Serialize)]
pub(crate) struct Problem {
    pub(crate) message: String,
    pub(crate) advice: String,
}

impl Problem {
    fn of(message: &Notice, advice: Option<&Notice>) -> Self {
        Self { message: english(message), advice: advice.map(english).unwrap_or_default() }
    }
}

/// What a delivery asks for.
enum Next {
    GoOn,
    Answer(Pause),
    Questions,
    End,
}

impl Seen {
    pub(crate) fn is_answered(&self) -> bool {
        self.problem.is_none()
    }

    fn take(&mut self, turn: &TurnId, event: SessionEvent<Note>) -> Next {
        if let SessionEvent::MessageAdded { message, turn: Some(of) } = event {
            if of == *turn {
                self.on_message(message);
            }
        } else if let SessionEvent::Noted { note: Note::Turn { turn: of, event } } = event
            && of == *turn
        {
            return self.happened(event);
        }
        Next::GoOn
    }

    fn on_message(&mut self, message: Message) {
        for result in message.results() {
            if let Some(seen) = self.calls.iter_mut().find(|seen| seen.id == result.call_id) {
                seen.outcome = word(&result.outcome);
                seen.result = Some(result.outcome.clone());
            }
        }
        if message.role != Role::Assistant {
            return;
        }
        let text = message.text();
        self.answer = (!text.trim().is_empty()).then_some(text).or(self.answer.take());
        self.calls.extend(message.calls().map(SeenCall::of));
    }

    #[allow(
        clippy::wildcard_enum_match_arm,
        reason = "most of what happens in a turn is for those who look into it"
    )]
    fn happened(&mut self, event: TurnEvent) -> Next {
        match event {
            TurnEvent::Paused { pause, .. } => return Next::Answer(pause),
            TurnEvent::ResponseReceived { usage, .. } => {
                self.rounds += 1;
                self.usage += usage.unwrap_or_default();
            }
            TurnEvent::RequestFailed { message, advice, .. } => {
                self.problem = Some(Problem::of(&message, advice.as_ref()));
            }
            TurnEvent::RequestSent { .. } => self.problem = None,
            TurnEvent::Ended { outcome } => {
                self.end(outcome);
                return Next::End;
            }
            _ => {}
        }
        Next::GoOn
    }

    fn end(&mut self, outcome: TurnOutcome) {
        let again = "Look at the session in the window, or ask again.";
        let problem = |message: &str| Some(Problem { message: message.to_owned(), advice: again.to_owned() });
        let (word, problem) = match outcome {
            TurnOutcome::Answered => ("answered", None),
            TurnOutcome::Stopped => ("stopped", problem("the turn was stopped")),
            TurnOutcome::LimitReached { .. } => ("limitReached", problem("a limit of the turn was reached")),
            TurnOutcome::Unanswered { .. } => ("unanswered", problem("the provider gave no answer")),
            TurnOutcome::Silent { .. } => ("silent", problem("the model ended without a word")),
            TurnOutcome::Terminated { filter } => {
                ("terminated", problem(&format!("the filter {filter} ended the turn")))
            }
            TurnOutcome::Failed { message, advice, .. } => {
                ("failed", Some(Problem::of(&message, advice.as_ref())))
            }
        };
        word.clone_into(&mut self.outcome);
        // A request that failed is the cause of what came after it.
        self.problem = problem.map(|problem| self.problem.take().unwrap_or(problem));
    }
}

impl SeenCall {
    fn of(call: &FunctionCall) -> Self {
        let (function, arguments) = (name_of(&call.function), call.arguments.raw().to_owned());
        Self { id: call.id.clone(), function, arguments, outcome: "open", result: None }
    }
}

fn word(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Returned { .. } => "returned",
        Outcome::Failed { .. } => "failed",
        Outcome::Declined { .. } => "declined",
    }
}

/// What is decided of a call that waits for a person.
pub(crate) type Deciding<'a> = &'a (dyn Fn(&SeenCall) -> Decision + Sync);

/// The decision of somebody who may allow nothing.
pub(crate) fn nobody() -> Decision {
    Decision::Decline { reason: NOBODY.to_owned() }
}

/// Follows a turn until it ends. An interrupt stops it first.
pub(crate) async fn watch(
    core: &Core,
    session: &SessionId,
    turn: &TurnId,
    decide: Deciding<'_>,
) -> Result<Seen, Failure> {
    let (sender, receiver) = mpsc::channel(QUEUED_DELIVERIES);
    let follow = Follow { session: session.clone(), after: 0, tail: None };
    let deliver = |item| {
        let sender = sender.clone();
        async move { sender.send(item).await.is_ok() }
    };
    tokio::select! {
        seen = look(core, turn, receiver, decide) => seen,
        ended = core.follow(follow, deliver) => {
            ended?;
            Err(Failure::new("Callwright ended before the answer was there", "Look at the session, or ask again."))
        }
        _ = workbench::asked_to_end() => {
            let _: Nothing = core.call(CommandName::TurnStop, NamedTurn { turn: turn.clone() }).await?;
            Err(Failure::new("it was interrupted", "The session is kept as it was by then."))
        }
    }
}

async fn look(
    core: &Core,
    turn: &TurnId,
    mut items: mpsc::Receiver<FeedItem>,
    decide: Deciding<'_>,
) -> Result<Seen, Failure> {
    let mut seen = Seen::default();
    while let Some(item) = items.recv().await {
        for next in nexts(&mut seen, turn, item) {
            match next {
                Next::GoOn => {}
                Next::Answer(pause) => answer(core, turn, &pause, &seen.calls, decide).await?,
                Next::Questions => decline_questions(core).await?,
                Next::End => return Ok(seen),
            }
        }
    }
    Err(Failure::new("the log of the turn ended early", "Look at the session in the window."))
}

fn nexts(seen: &mut Seen, turn: &TurnId, item: FeedItem) -> Vec<Next> {
    let entries = |entries: Vec<LogEntry<Note>>, seen: &mut Seen| {
        entries.into_iter().map(|entry| seen.take(turn, entry.event)).collect()
    };
    match item {
        FeedItem::Entries { entries: these } => entries(these, seen),
        FeedItem::Opened { window } => entries(window.entries, seen),
        FeedItem::SourcesChanged { .. } => vec![Next::Questions],
        FeedItem::Halted { error, .. } => {
            "halted".clone_into(&mut seen.outcome);
            seen.problem = Some(Problem::of(&error.message, error.advice.as_ref()));
            vec![Next::End]
        }
        FeedItem::Summarising { .. } | FeedItem::Progressed { .. } | FeedItem::FunctionsChanged { .. } => {
            Vec::new()
        }
    }
}

/// Answers a stop in the place of a person.
async fn answer(
    core: &Core,
    turn: &TurnId,
    pause: &Pause,
    calls: &[SeenCall],
    decide: Deciding<'_>,
) -> Result<(), Failure> {
    let of_call = |id: &CallId| calls.iter().rev().find(|seen| seen.id == *id).map_or_else(nobody, decide);
    let answer = Answer::unattended(pause, of_call);
    let _: Nothing = core.call(CommandName::TurnAnswer, AnswerTurn { turn: turn.clone(), answer }).await?;
    Ok(())
}

/// Questions of servers have nobody to answer them either. Those of a running Callwright are shown there.
async fn decline_questions(core: &Core) -> Result<(), Failure> {
    if !core.is_own() {
        return Ok(());
    }
    let now: OwnSourcesNow = core.ask(CommandName::SourcesList).await?;
    for request in now.requests {
        let answer = AnswerRequest { request: request.id, answer: PersonAnswer::Decline };
        // It may be over by now.
        let _ = core.call::<Nothing>(CommandName::RequestAnswer, answer).await;
    }
    Ok(())
}
