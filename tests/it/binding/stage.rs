//! Sessions of the application with the server, told as data.

use super::fate::{Fate, fates_in};
use connectors::Secret;
use content::{MessageId, ModelId};
use invocation::{
    Answer, Breakpoint, Decision, Pace, Participant, Pause, SelectionMode, StopPlace, TurnEvent, TurnOutcome,
    TurnPlan,
};
use serde_json::json;
use sessions::{History, LogEntry, SessionEvent};
use std::collections::VecDeque;
use support::app::{Followed, TestApp};
use support::binding::check::Account;
use support::binding::script::{Said, Script};
use support::binding::server::{BindingServer, Exchange, Set};
use workbench::contract::{
    AnswerDelivery, AnswerTurn, ConfigureSession, CreateComparison, DraftRequest, KeySource, MoveHead, Note,
    ProxyChoice, ReduceHistory, Reduction, RequestSource, RerunFrom, RerunTurn, SaveService, ServiceSettings,
    StartTurn,
};

pub(super) const FABLE: &str = "claude-fable-5-2";
pub(super) const OPUS: &str = "claude-opus-5-5";

/// What a person does, one after the other.
#[derive(Clone)]
pub(super) enum Step {
    /// Changes how turns run from now on.
    Plans(fn(&mut TurnPlan)),
    /// The same, at the next stop and before it is answered.
    PlansAtStop(fn(&mut TurnPlan)),
    /// Says something, and decides this at the stops of the turn, which then ends with an answer.
    Says(&'static str, Vec<Decides>),
    /// The same, answered by this participant.
    Asks(&'static str, &'static str),
    /// Lets the last answer be given once more, as a branch.
    Repeats,
    /// Lets the model go on behind its answer.
    GoesOn,
    /// Makes this message the end of what was said.
    GoesBack(fn(&Followed) -> MessageId),
    /// Goes on in a new lane with this model.
    OpensLane(&'static str),
    /// Makes the history shorter.
    Reduces(Reduction),
    /// Closes the application and opens it again.
    Restarts,
    /// The service does not know any more what it signed.
    ServiceForgets,
}

/// What is decided at a stop, which may depend on the stop.
pub(super) type Decides = fn(&Followed) -> Decision;

/// A session that is to be had, and how many requests it takes.
#[derive(Clone)]
pub(super) struct Scenario {
    pub(super) model: &'static str,
    pub(super) turns: Vec<Vec<Vec<Said>>>,
    pub(super) steps: Vec<Step>,
    pub(super) requests: usize,
    pub(super) delivery: AnswerDelivery,
}

/// What came of a session.
pub(super) struct Ran {
    pub(super) exchanges: Vec<Exchange>,
    pub(super) outcomes: Vec<TurnOutcome>,
    /// What became of the thoughts in each request.
    pub(super) fates: Vec<Fate>,
    /// What was told of the thoughts at each stop, of the request that would follow an answer.
    pub(super) stops: Vec<Fate>,
}

impl Ran {
    /// The words of every error.
    pub(super) fn refusals(&self) -> Vec<&str> {
        let refused = self.exchanges.iter().filter(|exchange| exchange.status != 200);
        refused.map(|exchange| exchange.answer["error"]["message"].as_str().unwrap_or_default()).collect()
    }
}

impl Scenario {
    /// What the model says unless a scenario has other words: two calls about a city, and two sums.
    pub(super) fn new(steps: Vec<Step>, requests: usize) -> Self {
        let city = json!({ "city": "Oslo" });
        let numbers = json!({ "numbers": [3, 17] });
        let weather = vec![
            vec![Said::Thinks("The forecast first."), calls("get_forecast", city.clone())],
            vec![Said::Between("Now the alerts."), calls("get_alerts", city)],
            vec![Said::Thinks("That is all."), Said::Says("Take a coat.")],
        ];
        let sum = vec![
            vec![Said::Thinks("This can be added."), calls("sum", numbers)],
            vec![Said::Thinks("Twenty."), Said::Says("It is 20.")],
        ];
        Self {
            model: FABLE,
            turns: vec![weather, sum.clone(), sum],
            steps,
            requests,
            delivery: AnswerDelivery::Streamed,
        }
    }

    /// Has the session. `settles` changes how its turns run, before everything else.
    pub(super) async fn run(self, settles: impl FnOnce(&mut TurnPlan)) -> Ran {
        let set = Set { account: Account::New, script: Script::new(self.turns), least_cached: 1024 };
        let server = BindingServer::start(set).await;
        let app = TestApp::new();
        app.workbench.service_save(service(&server, self.delivery)).await.expect("it is saved");
        let mut session = app.session(model(self.model).as_str(), &[]).await;
        plan(&app, &mut session, settles).await;
        let mut stage = Stage {
            app,
            session,
            outcomes: Vec::new(),
            fates: Vec::new(),
            drafts: Vec::new(),
            stops: Vec::new(),
            plans: None,
        };
        for step in self.steps {
            stage = stage.takes(step, &server).await;
        }
        let Stage { app, outcomes, fates, stops, .. } = stage;
        app.workbench.close().await;
        Ran { exchanges: server.exchanges(), outcomes, fates, stops }
    }
}

pub(super) fn calls(name: &'static str, input: serde_json::Value) -> Said {
    Said::Calls { name, input }
}

pub(super) fn model(name: &str) -> ModelId {
    ModelId::new(format!("claude/{name}"))
}

/// All functions are offered, so that none comes or goes.
pub(super) fn everything(plan: &mut TurnPlan) {
    plan.selection.mode = SelectionMode::Everything;
}

pub(super) fn stops(plan: &mut TurnPlan, place: StopPlace) {
    plan.breakpoints = vec![Breakpoint::at("here", place)];
}

pub(super) fn participants(plan: &mut TurnPlan) {
    let participant = |name: &str, instructions: &str| Participant {
        name: name.to_owned(),
        model: model(FABLE),
        instructions: instructions.to_owned(),
        functions: None,
    };
    plan.participants =
        vec![participant("Ada", "You look things up."), participant("Bo", "You add things up.")];
}

fn service(server: &BindingServer, delivery: AnswerDelivery) -> SaveService {
    let settings = ServiceSettings {
        id: String::new(),
        kind: "anthropic".to_owned(),
        title: "Claude".to_owned(),
        address: server.host(),
        key: KeySource::Kept,
        headers: Vec::new(),
        models: [FABLE, OPUS].map(str::to_owned).to_vec(),
        proxy: ProxyChoice::Direct,
        certificates: None,
        delivery,
        idle_seconds: None,
        at_once: None,
        told: [].into(),
    };
    SaveService { settings, key: Secret::new("sk-test-0123456789"), header_values: [].into() }
}

/// Hears on until the session has a plan, and changes the newest.
async fn plan(app: &TestApp, session: &mut Followed, change: impl FnOnce(&mut TurnPlan)) {
    session.plan().await;
    let newest = session.log.iter().rev().find_map(|entry| configured(&entry.event));
    let mut plan = newest.expect("a plan").clone();
    change(&mut plan);
    let args = ConfigureSession { session: session.session.clone(), plan: plan.clone() };
    app.workbench.session_configure(args).await.expect("the plan is taken");
    let is_taken = |entry: &LogEntry<Note>| configured(&entry.event) == Some(&plan);
    session.until_log(|log| log.last().is_some_and(is_taken).then_some(())).await;
}

fn configured(event: &SessionEvent<Note>) -> Option<&TurnPlan> {
    match event {
        SessionEvent::Noted { note: Note::Configured { plan } } => Some(plan),
        _ => None,
    }
}

/// The application with the session that is open.
struct Stage {
    app: TestApp,
    session: Followed,
    outcomes: Vec<TurnOutcome>,
    fates: Vec<Fate>,
    /// What was told at a stop of the request that would follow, and the number of that request in its turn.
    drafts: Vec<(usize, Fate)>,
    stops: Vec<Fate>,
    plans: Option<fn(&mut TurnPlan)>,
}

impl Stage {
    async fn takes(mut self, step: Step, server: &BindingServer) -> Self {
        match step {
            Step::PlansAtStop(change) => self.plans = Some(change),
            Step::Plans(change) => plan(&self.app, &mut self.session, change).await,
            Step::Says(text, decisions) => self.turn(Some(text), None, decisions).await,
            Step::Asks(speaker, text) => self.turn(Some(text), Some(speaker), Vec::new()).await,
            Step::GoesOn => self.turn(None, None, Vec::new()).await,
            Step::Repeats => self.repeats().await,
            Step::GoesBack(to) => self.goes_back(to).await,
            Step::Reduces(reduction) => self.reduces(reduction).await,
            Step::ServiceForgets => server.forgets(),
            Step::OpensLane(name) => {
                let args = CreateComparison {
                    session: self.session.session.clone(),
                    model: Some(model(name)),
                    asks: false,
                };
                let made = self.app.workbench.comparison_create(args).await.expect("it is made");
                let lane = &made.lanes.last().expect("a lane").session;
                self.session = self.app.follow(lane).await;
                self.session.plan().await;
            }
            Step::Restarts => {
                let id = self.session.session.clone();
                let app = self.app.restarted().await;
                let session = app.follow(&id).await;
                self = Self { app, session, ..self };
                self.session.plan().await;
            }
        }
        self
    }

    async fn goes_back(&mut self, to: fn(&Followed) -> MessageId) {
        let head = to(&self.session);
        let args = MoveHead { session: self.session.session.clone(), head: Some(head.clone()) };
        self.app.workbench.head_move(args).await.expect("it moves");
        let is_there = |log: &[LogEntry<Note>]| (History::of(log).head() == Some(&head)).then_some(());
        self.session.until_log(is_there).await;
    }

    async fn reduces(&mut self, reduction: Reduction) {
        let session = self.session.session.clone();
        let head = History::of(&self.session.log).head().cloned();
        let args = ReduceHistory { session, head: head.clone(), reduction };
        self.app.workbench.history_reduce(args).await.expect("it is done");
        let is_there = |log: &[LogEntry<Note>]| (History::of(log).head() != head.as_ref()).then_some(());
        self.session.until_log(is_there).await;
    }

    async fn turn(&mut self, text: Option<&str>, speaker: Option<&str>, decisions: Vec<Decides>) {
        let from = self.session.log.len();
        let args = StartTurn {
            session: self.session.session.clone(),
            text: text.map(str::to_owned),
            speaker: speaker.map(str::to_owned),
        };
        self.app.workbench.turn_start(args).await.expect("the turn starts");
        self.until_ended(from, decisions).await;
    }

    async fn repeats(&mut self) {
        let history = History::of(&self.session.log);
        let path = history.path_to(history.head());
        let message = path.last().expect("an answer").id.clone();
        let from = self.session.log.len();
        let session = self.session.session.clone();
        let args = RerunTurn { session, from: RerunFrom::Message { message }, plan: None };
        self.app.workbench.turn_rerun(args).await.expect("the turn starts");
        self.until_ended(from, Vec::new()).await;
    }

    /// Asks at a stop what would be sent after an answer to it.
    async fn draft(&mut self, began: usize, turn: &content::TurnId, answer: &Answer) {
        let is_sent = |entry: &&LogEntry<Note>| {
            matches!(
                &entry.event,
                SessionEvent::Noted { note: Note::Turn { event: TurnEvent::RequestSent { .. }, .. } }
            )
        };
        let request = self.session.log[began..].iter().filter(is_sent).count();
        let plan = self.session.log.iter().rev().find_map(|entry| configured(&entry.event)).expect("a plan");
        let source = RequestSource::Ahead { turn: turn.clone(), answer: Some(Box::new(answer.clone())) };
        let args = DraftRequest {
            session: self.session.session.clone(),
            source,
            model: plan.speaking_model().clone(),
        };
        if let Ok(draft) = self.app.workbench.request_draft(args).await {
            self.drafts.push((request, Fate::told(&draft.adaptations)));
        }
    }

    /// Answers each stop by the next decision, and then lets the turn go on.
    async fn until_ended(&mut self, from: usize, decisions: Vec<Decides>) {
        self.until_outcome(from, decisions).await;
        let fates = fates_in(&self.app, &self.session.log[from..]).await;
        for (request, draft) in self.drafts.drain(..) {
            let sent = fates.get(request).map(Fate::unsent);
            assert_eq!(Some(&draft), sent.as_ref(), "what was told at the stop is what is sent");
            self.stops.push(draft);
        }
        self.fates.extend(fates);
    }

    async fn until_outcome(&mut self, began: usize, decisions: Vec<Decides>) {
        let mut from = began;
        let mut decisions = VecDeque::from(decisions);
        loop {
            let (place, turn, met) = next(&mut self.session, from).await;
            from = place + 1;
            let pause = match met {
                Met::Ended(outcome) => {
                    self.outcomes.push(outcome);
                    return;
                }
                Met::Stopped(pause) => pause,
            };
            if let Some(change) = self.plans.take() {
                plan(&self.app, &mut self.session, change).await;
            }
            let decision = decisions.pop_front().map_or(Decision::Continue, |decides| decides(&self.session));
            let answer = Answer { pause: pause.number, decision, others: Vec::new(), pace: Pace::Run };
            self.draft(began, &turn, &answer).await;
            let args = AnswerTurn { turn, answer };
            self.app.workbench.turn_answer(args).await.expect("the answer is taken");
        }
    }
}

/// What happens next in a turn.
enum Met {
    Stopped(Pause),
    Ended(TurnOutcome),
}

async fn next(session: &mut Followed, from: usize) -> (usize, content::TurnId, Met) {
    let met = session.until_log(|log| {
        log.iter().enumerate().skip(from).find_map(|(place, entry)| match &entry.event {
            SessionEvent::Noted { note: Note::Turn { turn, event } } => match event {
                TurnEvent::Paused { pause, .. } => Some((place, turn.clone(), Met::Stopped(pause.clone()))),
                TurnEvent::Ended { outcome } => Some((place, turn.clone(), Met::Ended(outcome.clone()))),
                _ => None,
            },
            _ => None,
        })
    });
    met.await
}
