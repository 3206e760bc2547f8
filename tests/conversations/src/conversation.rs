//! A turn told as a conversation: what the person and the models say, and what the person does at each stop.

use crate::cast::Cast;
use crate::script::Line;
use crate::selector::WordsInCommon;
use crate::speech::Speaker;
pub use crate::told::Told;
use content::{FunctionResult, Item, Message, ModelId};
use functions::Registry;
use invocation::{
    Answer, Breakpoint, CallDecision, Decision, Filter, Intervention, Pace, Pause, SelectionPlan, StopPlace,
    Turn, TurnDriver, TurnInput, TurnLimits, TurnPlan, TurnStart,
};
use ports::{CallScope, Catalogue, Connector, Function, Selector};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use tokio::sync::mpsc::{self, UnboundedReceiver};
use tokio::sync::oneshot;
use tokio_util::sync::CancellationToken;

/// The model that answers where no other is named.
pub const MODEL: &str = "script:test";

/// Makes a model of what it is to say.
pub type Models = fn(ModelId, &[Line]) -> Arc<dyn Connector>;

/// A turn to be run against scripted models and the plugins that ship.
pub struct Conversation {
    says: String,
    history: Vec<Message>,
    given: Vec<FunctionResult>,
    scripts: BTreeMap<String, Vec<Line>>,
    /// Whose next reply is being written.
    speaking: String,
    functions: Vec<Arc<dyn Function>>,
    catalogue: Option<Arc<dyn Catalogue>>,
    filters: Vec<Arc<dyn Filter>>,
    models: Models,
    selector: Arc<dyn Selector>,
    plan: TurnPlan,
    answers: VecDeque<Reply>,
}

/// What the person answers at one stop.
#[derive(Clone, Debug)]
pub struct Reply {
    pub decision: Decision,
    pub others: Vec<CallDecision>,
    pub pace: Pace,
}

impl Default for Conversation {
    fn default() -> Self {
        Self::new()
    }
}

impl Conversation {
    pub fn new() -> Self {
        let selection = SelectionPlan::ranked(16);
        let plan = TurnPlan::plain(ModelId::new(MODEL), TurnLimits::rounds(8), selection);
        Self {
            says: String::new(),
            history: Vec::new(),
            given: Vec::new(),
            scripts: BTreeMap::from([(MODEL.to_owned(), Vec::new())]),
            speaking: MODEL.to_owned(),
            functions: Vec::new(),
            catalogue: None,
            filters: Vec::new(),
            models: |model, script| Arc::new(Speaker::new(model, script)),
            selector: Arc::new(WordsInCommon),
            plan,
            answers: VecDeque::new(),
        }
    }

    pub fn user(mut self, text: &str) -> Self {
        self.says = text.to_owned();
        self
    }

    /// What was said before. Without words of the person, the turn goes on from its end.
    pub fn after(mut self, history: Vec<Message>, given: Vec<FunctionResult>) -> Self {
        (self.history, self.given) = (history, given);
        self
    }

    /// What follows is said by another model.
    pub fn model(mut self, model: &str) -> Self {
        self.speaking = model.to_owned();
        self.scripts.entry(model.to_owned()).or_default();
        self
    }

    /// The model's next reply is this call.
    pub fn model_calls(self, id: &str, name: &str, arguments: &str) -> Self {
        self.model_calls_all(&[(id, name, arguments)])
    }

    /// The model's next reply is these calls, in one message.
    pub fn model_calls_all(self, calls: &[(&str, &str, &str)]) -> Self {
        self.model_says_and_calls("", calls)
    }

    pub fn model_says_and_calls(mut self, text: &str, calls: &[(&str, &str, &str)]) -> Self {
        if !text.is_empty() {
            self.line(Line::text(text));
        }
        for &(id, name, arguments) in calls {
            self.line(Line::Call { id: id.to_owned(), name: name.to_owned() });
            self.line(Line::Arguments { delta: arguments.to_owned(), call: id.to_owned() });
        }
        self.line(Line::Usage { input: 10, output: 2 });
        self.line(Line::End);
        self
    }

    /// The model's next reply is this text.
    pub fn model_says(mut self, text: &str) -> Self {
        self.line(Line::text(text));
        self.line(Line::End);
        self
    }

    /// The model's next reply is thought aloud and not said.
    pub fn model_thinks(mut self, text: &str) -> Self {
        self.line(Line::Reasoning { delta: text.to_owned() });
        self.line(Line::End);
        self
    }

    /// The model's next reply breaks off after this text.
    pub fn model_breaks_off(mut self, text: &str) -> Self {
        self.line(Line::text(text));
        self.line(Line::Cut);
        self
    }

    /// The model's next reply breaks off in the middle of a call.
    pub fn model_breaks_off_calling(mut self, text: &str, (id, name, arguments): (&str, &str, &str)) -> Self {
        self.line(Line::text(text));
        self.line(Line::Call { id: id.to_owned(), name: name.to_owned() });
        self.line(Line::Arguments { delta: arguments.to_owned(), call: id.to_owned() });
        self.line(Line::Cut);
        self
    }

    /// The model says nothing for so many seconds in the middle of its next reply.
    pub fn model_stalls(mut self, before: &str, seconds: u64, after: &str) -> Self {
        if !before.is_empty() {
            self.line(Line::text(before));
        }
        self.line(Line::Text { delta: after.to_owned(), after: seconds * 1_000 });
        self.line(Line::End);
        self
    }

    pub fn rounds(self, rounds: u32) -> Self {
        self.planned(|plan| plan.limits.rounds = rounds)
    }

    pub fn offers_at_most(self, functions: usize) -> Self {
        self.planned(|plan| plan.selection.limit = functions)
    }

    pub fn planned(mut self, change: impl FnOnce(&mut TurnPlan)) -> Self {
        change(&mut self.plan);
        self
    }

    pub fn stops(self, place: StopPlace) -> Self {
        let id = format!("{place:?}");
        self.stops_at(Breakpoint::at(&id, place))
    }

    pub fn stops_at(mut self, breakpoint: Breakpoint) -> Self {
        self.plan.breakpoints.push(breakpoint);
        self
    }

    /// One more function than those of the plugins.
    pub fn function(mut self, function: Arc<dyn Function>) -> Self {
        self.functions.push(function);
        self
    }

    /// Other functions than those of the plugins.
    pub fn catalogue(mut self, catalogue: Arc<dyn Catalogue>) -> Self {
        self.catalogue = Some(catalogue);
        self
    }

    /// A filter written in code.
    pub fn filter(mut self, filter: Arc<dyn Filter>) -> Self {
        self.filters.push(filter);
        self
    }

    /// Other models than those in memory.
    pub fn models(mut self, models: Models) -> Self {
        self.models = models;
        self
    }

    /// Another selection than the one by words in common.
    pub fn selector(mut self, selector: Arc<dyn Selector>) -> Self {
        self.selector = selector;
        self
    }

    /// At the next stop the person decides this and lets the turn run on.
    pub fn person(self, decision: Decision) -> Self {
        self.person_goes(decision, Pace::Run)
    }

    /// At the next stop the person decides this and wants to stop at the next place.
    pub fn person_steps(self, decision: Decision) -> Self {
        self.person_goes(decision, Pace::Step)
    }

    pub fn person_goes(self, decision: Decision, pace: Pace) -> Self {
        self.replies(Reply { decision, others: Vec::new(), pace })
    }

    /// At the next stop the person decides about other calls as well.
    pub fn person_about(self, decision: Decision, others: Vec<CallDecision>) -> Self {
        self.replies(Reply { decision, others, pace: Pace::Run })
    }

    pub fn replies(mut self, reply: Reply) -> Self {
        self.answers.push_back(reply);
        self
    }

    fn line(&mut self, line: Line) {
        self.scripts.entry(self.speaking.clone()).or_default().push(line);
    }

    /// Runs the turn. At a stop that has no answer left, the person stops it.
    pub async fn run(self) -> Told {
        let (told, unused) = self.play().await;
        assert!(unused.is_empty(), "the turn ended before every stop was answered: {unused:?}");
        told
    }

    /// Runs the turn with answers that may be too many, or impossible where they fall.
    pub async fn run_with_any_answers(self) -> Told {
        self.play().await.0
    }

    async fn play(self) -> (Told, VecDeque<Reply>) {
        let says =
            if self.says.is_empty() { Vec::new() } else { vec![Item::Text { text: self.says.clone() }] };
        let catalogue = self.catalogue.clone().unwrap_or_else(|| Arc::new(self.registry()));
        let models = self.scripts.iter().map(|(model, script)| (self.models)(ModelId::new(model), script));
        let (cast, stops) = Cast::new(models, catalogue, Arc::clone(&self.selector), self.filters.clone());
        let start = TurnStart {
            id: cast.services.ids.turn(),
            history: self.history.clone(),
            plan: self.plan.clone(),
            says,
            given: self.given.clone(),
        };
        let (turn, records) = Turn::begin(start, cast.services.ids.as_ref());
        cast.services.journal.append(records).await.expect("memory takes everything");
        let mut answers = self.answers;
        let (turn, pauses, refused) = drive(&cast, stops, turn, &mut answers).await;
        let Cast { kept, requests, .. } = cast;
        let told = Told {
            turn,
            history: self.history,
            records: kept.take(),
            pauses,
            refused,
            requests: std::mem::take(&mut *requests.lock().expect("no test panicked here")),
        };
        (told, answers)
    }

    pub fn registry(&self) -> Registry {
        let mut registry = registry();
        for function in &self.functions {
            registry.add_function(Arc::clone(function)).expect("the function is usable");
        }
        registry
    }
}

/// Drives a turn to its end. An answer that is not possible where it falls is taken back: the turn goes on as it is.
pub async fn drive(
    cast: &Cast,
    mut stops: UnboundedReceiver<Pause>,
    turn: Turn,
    answers: &mut VecDeque<Reply>,
) -> (Turn, Vec<Pause>, Vec<invocation::Misuse>) {
    let (inbox, interventions) = mpsc::channel(1);
    let scope = CallScope::unobserved(CancellationToken::new());
    let driver = TurnDriver::new(turn, cast.services.clone(), scope, interventions).run();
    let (mut pauses, mut refused) = (Vec::new(), Vec::new());
    let person = async {
        while let Some(pause) = stops.recv().await {
            let number = pause.number;
            pauses.push(pause);
            loop {
                let stop = Reply { decision: Decision::Stop, others: Vec::new(), pace: Pace::Run };
                let Reply { decision, others, pace } = answers.pop_front().unwrap_or(stop);
                let stays = matches!(decision, Decision::Stay | Decision::AddCall { .. });
                let (reply, answered) = oneshot::channel();
                let answer = Answer { pause: number, decision, others, pace };
                let intervention = Intervention { input: TurnInput::Answer(answer), reply };
                inbox.send(intervention).await.expect("the turn waits");
                match answered.await.expect("the turn answers") {
                    Ok(()) if stays => {}
                    Ok(()) => break,
                    Err(misuse) => refused.push(misuse),
                }
            }
        }
    };
    let turn = tokio::select! {
        turn = driver => turn.expect("memory takes everything"),
        () = person => unreachable!("the journal outlives the turn"),
    };
    (turn, pauses, refused)
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
