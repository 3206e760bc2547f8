//! A turn told as a conversation: what the person and the model say, and what the person does at each stop.

use connectors::scripted::{Scripted, Source};
use content::{CallId, FunctionResult, Item, Message, ModelId, Origin, Outcome};
use functions::Registry;
use futures::future::BoxFuture;
use invocation::{
    Answer, Breakpoint, Decision, Intervention, Journal, JournalError, Pace, Pause, SelectionPlan, StopPlace,
    Turn, TurnDriver, TurnEvent, TurnInput, TurnLimits, TurnOutcome, TurnPlan, TurnRecord, TurnServices,
    TurnStart,
};
use ports::doubles::CountingIds;
use ports::{CallScope, IdSource, NoObserver, WireObserver};
use selection::RankedSelector;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::fmt::Write;
use std::sync::{Arc, Mutex};
use tokio::sync::mpsc::{self, UnboundedSender};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// A turn to be run against the scripted connector and the plugins that ship.
pub struct Conversation {
    says: String,
    script: String,
    plan: TurnPlan,
    answers: VecDeque<(Decision, Pace)>,
}

/// What came of it.
pub struct Told {
    pub turn: Turn,
    pub records: Vec<TurnRecord>,
    /// Every stop, in order.
    pub pauses: Vec<Pause>,
}

impl Default for Conversation {
    fn default() -> Self {
        Self::new()
    }
}

impl Conversation {
    pub fn new() -> Self {
        let plan = TurnPlan {
            model: ModelId::new("script:test"),
            limits: TurnLimits { rounds: 8 },
            selection: SelectionPlan { limit: 16, context_messages: 3, pinned: Vec::new() },
            breakpoints: Vec::new(),
        };
        Self { says: String::new(), script: String::new(), plan, answers: VecDeque::new() }
    }

    pub fn user(mut self, text: &str) -> Self {
        self.says = text.to_owned();
        self
    }

    /// The model's next reply is this call.
    pub fn model_calls(self, id: &str, name: &str, arguments: &str) -> Self {
        self.model_calls_all(&[(id, name, arguments)])
    }

    /// The model's next reply is these calls, in one message.
    pub fn model_calls_all(mut self, calls: &[(&str, &str, &str)]) -> Self {
        for (id, name, arguments) in calls {
            self.line(&json!({ "type": "call", "id": id, "name": name }));
            self.line(&json!({ "type": "arguments", "delta": arguments }));
        }
        self.line(&json!({ "type": "usage", "input": 10, "output": 2 }));
        self.line(&json!({ "type": "end" }));
        self
    }

    /// The model's next reply is this text.
    pub fn model_says(mut self, text: &str) -> Self {
        self.line(&json!({ "type": "text", "delta": text }));
        self.line(&json!({ "type": "end" }));
        self
    }

    /// The model's next reply breaks off after this text.
    pub fn model_breaks_off(mut self, text: &str) -> Self {
        self.line(&json!({ "type": "text", "delta": text }));
        self.line(&json!({ "type": "cut" }));
        self
    }

    pub fn rounds(mut self, rounds: u32) -> Self {
        self.plan.limits.rounds = rounds;
        self
    }

    pub fn offers_at_most(mut self, functions: usize) -> Self {
        self.plan.selection.limit = functions;
        self
    }

    pub fn stops(mut self, place: StopPlace) -> Self {
        self.plan.breakpoints.push(Breakpoint { place, function: None, is_enabled: true });
        self
    }

    /// At the next stop the person decides this and lets the turn run on.
    pub fn person(mut self, decision: Decision) -> Self {
        self.answers.push_back((decision, Pace::Run));
        self
    }

    /// At the next stop the person decides this and wants to stop at the next place.
    pub fn person_steps(mut self, decision: Decision) -> Self {
        self.answers.push_back((decision, Pace::Step));
        self
    }

    fn line(&mut self, line: &Value) {
        writeln!(self.script, "{line}").expect("a string takes everything");
    }

    /// Runs the turn. At a stop that has no answer left, the person stops it.
    pub async fn run(self) -> Told {
        let (told, unused) = self.play().await;
        assert!(unused.is_empty(), "the turn ended before every stop was answered: {unused:?}");
        told
    }

    /// Runs the turn with answers that may be too many.
    pub async fn run_with_any_answers(self) -> Told {
        self.play().await.0
    }

    async fn play(self) -> (Told, VecDeque<(Decision, Pace)>) {
        let folder = tempfile::tempdir().expect("a folder for the script");
        let path = folder.path().join("script.jsonl");
        let head = json!({ "format": 1, "title": "A test" });
        std::fs::write(&path, format!("{head}\n{}", self.script)).expect("the script is written");
        let ids: Arc<dyn IdSource> = Arc::new(CountingIds::default());
        let says = vec![Item::Text { text: self.says.clone() }];
        let start = TurnStart { id: ids.turn(), history: Vec::new(), plan: self.plan.clone(), says };
        let (turn, records) = Turn::begin(start, ids.as_ref());

        let (stopped, mut stops) = mpsc::unbounded_channel();
        let kept = Arc::new(Kept { records: Mutex::new(Vec::new()), stopped });
        let profile =
            |source| Scripted::new(ModelId::new("script:test"), "A test".into(), "Tests".into(), source);
        let services = TurnServices {
            connector: Arc::new(profile(Source::File(path))),
            catalogue: Arc::new(registry()),
            selector: Arc::new(RankedSelector::default()),
            journal: Arc::<Kept>::clone(&kept),
            ids,
        };
        kept.append(records).await.expect("memory takes everything");
        let (inbox, interventions) = mpsc::channel(1);
        let scope = CallScope::unobserved(CancellationToken::new());
        let driver = TurnDriver::new(turn, services, scope, interventions).run();
        let mut answers = self.answers;
        let mut pauses = Vec::new();
        let person = async {
            while let Some(pause) = stops.recv().await {
                let (decision, pace) = answers.pop_front().unwrap_or((Decision::Stop, Pace::Run));
                let answer = Answer { pause: pause.number, decision, pace };
                pauses.push(pause);
                let (reply, answered) = oneshot::channel();
                let intervention = Intervention { input: TurnInput::Answer(answer), reply };
                inbox.send(intervention).await.expect("the turn waits");
                answered.await.expect("the turn answers").expect("the decision is possible");
            }
        };
        let turn = tokio::select! {
            turn = driver => turn.expect("memory takes everything"),
            () = person => unreachable!("the journal outlives the turn"),
        };
        let records = std::mem::take(&mut *kept.records.lock().expect("no test panicked here"));
        (Told { turn, records, pauses }, answers)
    }
}

impl Told {
    pub fn outcome(&self) -> Option<&TurnOutcome> {
        self.turn.outcome()
    }

    /// The result of a call as it stands in the history.
    #[track_caller]
    pub fn result(&self, call: &str) -> &FunctionResult {
        let call = CallId::new(call);
        let mut results =
            self.turn.history().iter().flat_map(Message::results).filter(|result| result.call_id == call);
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
        self.turn.history().last().map(Message::text).unwrap_or_default()
    }

    /// The events without the messages between them.
    pub fn events(&self) -> impl Iterator<Item = &TurnEvent> {
        self.records.iter().filter_map(|record| match record {
            TurnRecord::Event(event) => Some(event),
            TurnRecord::Message(_) => None,
        })
    }
}

/// The functions of the plugins that ship.
pub fn registry() -> Registry {
    let mut registry = Registry::default();
    let plugins = [
        plugin_arithmetic::plugin(),
        plugin_clock::plugin(),
        plugin_holiday::plugin(),
        plugin_weather::plugin(),
    ];
    for plugin in plugins {
        registry.add(plugin.expect("the manifest is readable")).expect("the plugin is usable");
    }
    registry
}

/// Keeps records in memory and tells of each stop once it is kept.
struct Kept {
    records: Mutex<Vec<TurnRecord>>,
    stopped: UnboundedSender<Pause>,
}

impl Journal for Kept {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>> {
        let pauses = records.iter().filter_map(|record| match record {
            TurnRecord::Event(TurnEvent::Paused { pause }) => Some(pause.clone()),
            _ => None,
        });
        let pauses: Vec<_> = pauses.collect();
        self.records.lock().expect("no test panicked here").extend(records);
        for pause in pauses {
            self.stopped.send(pause).expect("somebody listens");
        }
        Box::pin(std::future::ready(Ok(())))
    }

    fn observe(&self, _exchange: &content::ExchangeId) -> Arc<dyn WireObserver> {
        Arc::new(NoObserver)
    }
}
