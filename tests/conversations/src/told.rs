//! What came of a conversation, and what can be asked of it.

use crate::cast::Asked;
use content::{CallId, FunctionResult, Message, Origin, Outcome};
use invocation::{Misuse, Pause, PausePlace, Turn, TurnEvent, TurnFinding, TurnOutcome, TurnRecord};
use ports::doubles::CountingIds;

pub struct Told {
    pub turn: Turn,
    /// What was said before the turn began.
    pub history: Vec<Message>,
    pub records: Vec<TurnRecord>,
    /// Every stop, in order.
    pub pauses: Vec<Pause>,
    /// The answers that were not possible where they fell.
    pub refused: Vec<Misuse>,
    /// What each model was asked, in order.
    pub requests: Vec<Asked>,
}

impl Told {
    pub fn outcome(&self) -> Option<&TurnOutcome> {
        self.turn.outcome()
    }

    pub fn messages(&self) -> impl DoubleEndedIterator<Item = &Message> {
        self.turn.history().iter().map(AsRef::as_ref)
    }

    /// The result of a call as it stands in the history.
    #[track_caller]
    pub fn result(&self, call: &str) -> &FunctionResult {
        let call = CallId::new(call);
        let mut results = self.messages().flat_map(Message::results).filter(|result| result.call_id == call);
        let result = results.next().expect("the call has a result");
        assert!(results.next().is_none(), "{call} has two results");
        result
    }

    #[track_caller]
    pub fn assert_result(&self, call: &str, origin: Origin, outcome: &Outcome) {
        let result = self.result(call);
        assert_eq!((&result.outcome, result.origin), (outcome, origin));
    }

    /// What the model was told about a call that could not be answered.
    #[track_caller]
    pub fn failure(&self, call: &str) -> &content::Failure {
        match &self.result(call).outcome {
            Outcome::Failed { failure } => failure,
            other => panic!("{call} ended as {other:?}"),
        }
    }

    pub fn last_words(&self) -> String {
        self.messages().last().map(Message::text).unwrap_or_default()
    }

    /// The events without the messages between them.
    pub fn events(&self) -> impl Iterator<Item = &TurnEvent> {
        self.records.iter().filter_map(|record| match record {
            TurnRecord::Event(event) => Some(event),
            TurnRecord::Message(_) => None,
        })
    }

    pub fn findings(&self) -> Vec<TurnFinding> {
        let findings = self.events().filter_map(|event| match event {
            TurnEvent::Noticed { finding } => Some(finding.clone()),
            _ => None,
        });
        findings.collect()
    }

    /// The calls that were started, in order.
    pub fn started(&self) -> Vec<&str> {
        let started = self.events().filter_map(|event| match event {
            TurnEvent::CallStarted { call, .. } => Some(call.as_str()),
            _ => None,
        });
        started.collect()
    }

    pub fn places(&self) -> Vec<PausePlace> {
        self.pauses.iter().map(|pause| pause.place.clone()).collect()
    }

    /// The names that were advertised with each request.
    pub fn offered(&self) -> Vec<Vec<String>> {
        let names =
            |asked: &Asked| asked.request.functions.iter().map(|spec| spec.name.to_string()).collect();
        self.requests.iter().map(names).collect()
    }

    /// Whatever happened, every call has one result right behind it, and the records make the turn again.
    #[track_caller]
    pub fn assert_sound(&self) {
        check_answered(self.messages());
        let (id, plan) = (self.turn.id().clone(), self.began_with());
        let ids = CountingIds::default();
        let (rebuilt, fresh) = Turn::rebuild(id, plan, self.history.clone(), &self.records, &ids);
        assert_eq!(fresh, [], "a turn that has ended has nothing left to do");
        assert_eq!(rebuilt, self.turn);
    }

    pub fn began_with(&self) -> invocation::TurnPlan {
        let mut plans = self.events().filter_map(|event| match event {
            TurnEvent::Began { plan, .. } => Some(plan.as_ref().clone()),
            _ => None,
        });
        plans.next().expect("the turn has begun")
    }
}

/// Every call is answered exactly once, by the message right after it.
#[track_caller]
pub fn check_answered<'a>(history: impl Iterator<Item = &'a Message>) {
    let history: Vec<_> = history.collect();
    for (place, message) in history.iter().enumerate() {
        let own: Vec<_> = message.results().map(|result| &result.call_id).collect();
        let calls: Vec<_> = message.calls().map(|call| &call.id).filter(|call| !own.contains(call)).collect();
        if calls.is_empty() {
            continue;
        }
        let next = history.get(place + 1).expect("something follows a call");
        let answered: Vec<_> = next.results().map(|result| &result.call_id).collect();
        assert_eq!((next.role, answered), (content::Role::Function, calls));
    }
    let mut ids = std::collections::HashSet::new();
    for message in &history {
        assert!(ids.insert(&message.id), "{} is there twice", message.id);
    }
}
