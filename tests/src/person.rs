//! A person who decides the same at the same stop, however often the turn was interrupted before it.

use content::{CallId, Message};
use invocation::{
    Answer, CallDecision, Decision, Pace, Pause, PausePlace, PauseReason, TurnEvent, TurnRecord,
};
use std::collections::BTreeMap;

/// A person's decisions, by stop: `before a`, `after a`, `request`, `response`.
#[derive(Clone, Debug, Default)]
pub struct Person(BTreeMap<String, Vec<(Decision, Vec<CallDecision>, Pace)>>);

impl Person {
    /// Decides this the next time the turn stops at this place. Without a decision the turn continues.
    pub fn decides(self, place: &str, decision: Decision) -> Self {
        self.decides_about(place, decision, &[])
    }

    pub fn decides_about(mut self, place: &str, decision: Decision, others: &[(&str, Decision)]) -> Self {
        let others = others
            .iter()
            .map(|(call, decision)| CallDecision { call: CallId::new(*call), decision: decision.clone() });
        self.0.entry(place.to_owned()).or_default().push((decision, others.collect(), Pace::Run));
        self
    }

    pub fn decides_and_goes(mut self, place: &str, decision: Decision, pace: Pace) -> Self {
        self.0.entry(place.to_owned()).or_default().push((decision, Vec::new(), pace));
        self
    }

    /// The answer to the stop of a turn with these events. A running turn is left alone.
    pub fn answer<'a>(&self, events: impl Iterator<Item = &'a TurnEvent>) -> Option<Answer> {
        let mut told = Story::default();
        events.for_each(|event| told.hear(event));
        let pause = told.standing.clone()?;
        let (decision, others, pace) = match pause.reason {
            PauseReason::Interrupted | PauseReason::Step => (told.again(&pause), Vec::new(), told.pace),
            PauseReason::Breakpoint
            | PauseReason::EditRefused
            | PauseReason::NameRepaired
            | PauseReason::ConsentNeeded
            | PauseReason::ResultWanted
            | PauseReason::Approval
            | PauseReason::HandedBack
            | PauseReason::RequestFailed => {
                let place = name_of(&pause.place);
                let times = told.answered.get(&place).copied().unwrap_or_default();
                let decided = self.0.get(&place).and_then(|decided| decided.get(times)).cloned();
                decided.unwrap_or((Decision::Continue, Vec::new(), Pace::Run))
            }
        };
        Some(Answer { pause: pause.number, decision, others, pace })
    }
}

/// The events of one turn among its records.
pub fn events_of(records: &[TurnRecord]) -> impl Iterator<Item = &TurnEvent> {
    records.iter().filter_map(|record| match record {
        TurnRecord::Event(event) => Some(event),
        TurnRecord::Message(_) => None,
    })
}

/// What has happened so far, as far as a person goes by it.
struct Story {
    standing: Option<Pause>,
    last: Option<Pause>,
    /// How often each place was answered, not counting stops that only a cut made.
    answered: BTreeMap<String, usize>,
    /// Who was to complete a call.
    handed: BTreeMap<CallId, Decision>,
    pace: Pace,
}

impl Default for Story {
    fn default() -> Self {
        let (answered, handed) = (BTreeMap::new(), BTreeMap::new());
        Self { standing: None, last: None, answered, handed, pace: Pace::Run }
    }
}

impl Story {
    fn hear(&mut self, event: &TurnEvent) {
        match event {
            TurnEvent::Paused { pause, .. } => {
                self.standing = Some(pause.clone());
                self.last = Some(pause.clone());
            }
            TurnEvent::Answered { answer, .. } => self.take(answer),
            TurnEvent::Ended { .. } => self.standing = None,
            _ => {}
        }
    }

    fn take(&mut self, answer: &Answer) {
        let Some(pause) = self.last.clone() else { return };
        if !matches!(pause.reason, PauseReason::Interrupted | PauseReason::Step) {
            *self.answered.entry(name_of(&pause.place)).or_default() += 1;
            self.pace = answer.pace;
        }
        let here = pause.place.call().map(|call| (call, &answer.decision));
        let others = answer.others.iter().map(|other| (&other.call, &other.decision));
        for (call, decision) in here.into_iter().chain(others) {
            match decision {
                Decision::HandOver { .. } => drop(self.handed.insert(call.clone(), decision.clone())),
                Decision::Stay | Decision::AddCall { .. } => {}
                _ => drop(self.handed.remove(call)),
            }
        }
        if !matches!(answer.decision, Decision::Stay | Decision::AddCall { .. }) {
            self.standing = None;
        }
    }

    /// What was under way is begun again, as it was.
    fn again(&self, pause: &Pause) -> Decision {
        let handed = pause.place.call().and_then(|call| self.handed.get(call));
        handed.filter(|_| pause.reason == PauseReason::Interrupted).cloned().unwrap_or(Decision::Continue)
    }
}

fn name_of(place: &PausePlace) -> String {
    match place {
        PausePlace::BeforeRequest => "request".to_owned(),
        PausePlace::DuringAnswer => "answer".to_owned(),
        PausePlace::AfterResponse => "response".to_owned(),
        PausePlace::BeforeCall { call } => format!("before {call}"),
        PausePlace::AfterCall { call } => format!("after {call}"),
    }
}

/// A history in a form that is the same in every run: ids are counted.
pub fn gist<'a>(history: impl Iterator<Item = &'a Message>) -> Vec<String> {
    let mut calls: Vec<CallId> = Vec::new();
    let mut lines = Vec::new();
    for message in history {
        for call in message.calls() {
            if !calls.contains(&call.id) {
                calls.push(call.id.clone());
            }
        }
        let mut line = serde_json::json!({
            "role": message.role, "items": message.items, "author": message.author, "origin": message.origin,
        })
        .to_string();
        for (number, call) in calls.iter().enumerate() {
            line = line.replace(&format!("\"{call}\""), &format!("\"#{number}\""));
        }
        lines.push(line);
    }
    lines
}
