//! The application with all services set up, and a session driven from turn to turn.

use super::case::{Beginning, Case, Turn};
use super::cases::functions;
use super::counterpart::Counterpart;
use super::record::{Captured, Finding, Wrong};
use super::service::Served;
use crate::app::{Followed, TestApp};
use content::{FunctionName, ModelId, TurnId};
use invocation::{Answer, Breakpoint, Decision, Pace, Pause, TurnEvent, TurnOutcome, TurnPlan};
use sessions::SessionEvent;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;
use workbench::contract::{
    AnswerTurn, ConfigureFunctions, ConfigureSession, ImportSession, InjectCall, Note, Nothing, StartTurn,
};

/// A turn takes milliseconds. One that waits for something that never comes is told as such.
const LONGEST: Duration = Duration::from_secs(20);

/// Where sessions are had, one after the other.
pub struct Stand {
    app: TestApp,
    counterpart: Counterpart,
    services: Arc<Vec<Served>>,
    /// The functions the application took of those it was given.
    usable: BTreeSet<FunctionName>,
    /// How turns run where nothing is said.
    plan: TurnPlan,
}

/// What came of a session.
#[derive(Default)]
pub struct Outcome {
    pub captured: Vec<Captured>,
    pub findings: Vec<Finding>,
    /// The services that had to be sent again what they had said.
    pub reminded: BTreeSet<String>,
}

/// What a turn waits for.
enum Waits {
    Stopped(Pause),
    Ended(TurnOutcome),
}

impl Stand {
    pub async fn new(services: Arc<Vec<Served>>) -> Self {
        let app = TestApp::new();
        let counterpart = Counterpart::start(Arc::clone(&services)).await;
        for (number, served) in services.iter().enumerate() {
            let saved = app.workbench.service_save(served.settings(number, &counterpart.host())).await;
            assert_eq!(saved.expect("the service is saved").id, served.id);
        }
        app.workbench.definitions_save(functions::definitions()).await.expect("the functions are kept");
        let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
        let usable = overview.functions.into_iter().map(|spec| spec.name).collect();
        let first = services.first().expect("a service").model_id();
        let plan = app.session(first.as_str(), &[]).await.plan().await;
        Self { app, counterpart, services, usable, plan }
    }

    /// Has a session, and tells what was sent in it.
    pub async fn run(&self, case: &Case) -> Outcome {
        let mut outcome = Outcome::default();
        self.counterpart.begin();
        let Some(first) = case.turns.first() else { return outcome };
        let mut session = self.begin(case, self.plan_of(first)).await;
        let args = ConfigureFunctions { session: session.session.clone(), settings: case.functions.clone() };
        self.app.workbench.functions_configure(args).await.expect("the settings are taken");
        for turn in &case.turns {
            let ended = timeout(LONGEST, self.turn(&mut session, turn)).await;
            let ended = ended.unwrap_or_else(|_| Err("it neither stops nor ends".to_owned()));
            let served = self.services.get(turn.service).expect("a service");
            let is_stopped = turn.decisions.contains(&Decision::Stop);
            let wanted = if is_stopped { TurnOutcome::Stopped } else { TurnOutcome::Answered };
            let is_whole = ended == Ok(wanted);
            for mut heard in self.counterpart.take_heard() {
                if let Beginning::Imported { planted, .. } = &case.beginning {
                    let foreign = planted.iter().filter(|planted| !served.understands(&planted.service));
                    heard.planted.extend(foreign.cloned());
                }
                let captured = Captured::of(&heard, served, &case.history, &turn.way);
                outcome.findings.extend(captured.findings(&heard, turn.is_unchanged));
                if heard.planted.iter().any(|planted| planted.is_wanted_by(served)) {
                    outcome.reminded.insert(served.id.clone());
                }
                outcome.captured.push(captured);
            }
            let finding = |wrong, excerpt| Finding {
                wrong,
                service: served.id.clone(),
                history: case.history.clone(),
                way: turn.way.clone(),
                excerpt,
            };
            let refused = turn.asked.offered.iter().filter(|name| !self.usable.contains(name));
            let refused = refused.map(|name| finding(Wrong::RefusedFunction, name.to_string()));
            outcome.findings.extend(refused);
            if !is_whole {
                outcome.findings.push(finding(Wrong::NoAnswer, format!("{ended:?}")));
            }
        }
        outcome
    }

    async fn begin(&self, case: &Case, plan: TurnPlan) -> Followed {
        let Beginning::Imported { text, .. } = &case.beginning else {
            return self.app.session(plan.model.as_str(), &[]).await;
        };
        let args = ImportSession { text: text.clone(), format: None, title: None };
        let imported = self.app.workbench.session_import(args).await;
        let imported = imported.unwrap_or_else(|error| panic!("{}: {error:?}", case.history));
        self.app.follow(&imported.session.id).await
    }

    fn plan_of(&self, turn: &Turn) -> TurnPlan {
        let model: ModelId = self.services.get(turn.service).expect("a service").model_id();
        let mut plan = TurnPlan { model, ..self.plan.clone() };
        plan.choice.choice = turn.asked.choice.clone();
        plan.choice.calls = turn.asked.calls;
        plan.choice.functions = Some(turn.asked.offered.clone());
        plan.settings = turn.asked.settings.clone();
        let stop = |place| Breakpoint::at(&format!("{place:?}"), place);
        plan.breakpoints = turn.asked.stops.iter().copied().map(stop).collect();
        plan
    }

    async fn turn(&self, session: &mut Followed, turn: &Turn) -> Result<TurnOutcome, String> {
        let id = session.session.clone();
        let args = ConfigureSession { session: id.clone(), plan: self.plan_of(turn) };
        self.app.workbench.session_configure(args).await.expect("the plan is taken");
        for injection in &turn.injected {
            let after = last_message(session);
            let args = InjectCall { session: id.clone(), after, ..injection() };
            let injected = self.app.workbench.history_inject(args).await.expect("the call is put in");
            session.until(|event| matches!(event, SessionEvent::MessageAdded { message, .. } if message.id == injected.message).then_some(())).await;
        }
        self.counterpart.says(turn.script.clone());
        let args = StartTurn { session: id, text: turn.says.map(str::to_owned), speaker: None };
        let started = self.app.workbench.turn_start(args).await.map_err(|error| format!("{error:?}"))?;
        let mut decisions: VecDeque<_> = turn.decisions.iter().cloned().collect();
        let mut seen = 0;
        let mut unexpected = None;
        loop {
            let pause = match next(session, &started, &mut seen).await {
                Waits::Ended(outcome) => return unexpected.map_or(Ok(outcome), Err),
                Waits::Stopped(pause) => pause,
            };
            // What leaves the turn where it stands is answered again before anything else happens.
            loop {
                let decision = decisions.pop_front().unwrap_or_else(|| {
                    unexpected = Some(format!("{:?} at {:?}", pause.reason, pause.place));
                    Decision::Stop
                });
                let stays = matches!(decision, Decision::Stay | Decision::AddCall { .. });
                let answer = Answer { pause: pause.number, decision, others: Vec::new(), pace: Pace::Run };
                let args = AnswerTurn { turn: started.clone(), answer };
                self.app.workbench.turn_answer(args).await.map_err(|error| format!("{error:?}"))?;
                if !stays {
                    break;
                }
            }
        }
    }
}

/// What a turn waits for next, of what was not seen yet.
async fn next(session: &mut Followed, turn: &TurnId, seen: &mut usize) -> Waits {
    let from = *seen;
    let found = session.until_log(|log| {
        log.iter().enumerate().skip(from).find_map(|(place, entry)| match &entry.event {
            SessionEvent::Noted { note: Note::Turn { turn: of, event } } if of == turn => match event {
                TurnEvent::Paused { pause, .. } => Some((place, Waits::Stopped(pause.clone()))),
                TurnEvent::Ended { outcome } => Some((place, Waits::Ended(outcome.clone()))),
                _ => None,
            },
            _ => None,
        })
    });
    let (place, waits) = found.await;
    *seen = place + 1;
    waits
}

fn last_message(session: &Followed) -> Option<content::MessageId> {
    session.log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message.id.clone()),
        _ => None,
    })
}
