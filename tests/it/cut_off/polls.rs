//! A driven turn that is cut off at each of its awaits, over real sockets and with its log on a real disk.

use super::outside::{Door, Started};
use super::{stride, tasks, until_only};
use connectors::transport::Network;
use connectors::{Kind, Service};
use content::{Item, ModelId, Outcome};
use invocation::{
    Intervention, Invocation, Journal, SelectionPlan, Turn, TurnDriver, TurnEvent, TurnInput, TurnLimits,
    TurnOutcome, TurnPlan, TurnRecord, TurnServices, TurnStart,
};
use ports::{CallScope, Catalogue, Connector, ConnectorProfile, IdSource, Models};
use selection::RankedSelector;
use sessions::Store;
use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use support::conversation::registry;
use support::disk::Disk;
use support::person::{Person, events_of, gist};
use support::scenes::{self, HELPER, SERVICE, SPEAKER, Scene};
use support::speaker::{Said, Speaker};
use support::told::check_answered;
use tempfile::TempDir;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use workbench::System;

/// Everyone a turn may ask, and where its log is.
struct World {
    scene: Scene,
    speaker: Speaker,
    door: Door,
    started: Started,
    store: Arc<Store>,
    ids: Arc<dyn IdSource>,
    _home: TempDir,
}

/// What happens to a turn when it has been polled so often.
#[derive(Clone, Copy)]
enum Cut {
    Never,
    /// The application goes away.
    Gone(usize),
    /// A person stops the turn.
    Stopped(usize),
}

struct Connected(BTreeMap<ModelId, Arc<dyn Connector>>);

impl Models for Connected {
    fn connector(&self, model: &ModelId) -> Option<Arc<dyn Connector>> {
        self.0.get(model).cloned()
    }
}

impl World {
    async fn of(scene: Scene) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let store = Arc::new(Store::open(&home.path().join("turns.db")).expect("a database"));
        let speaker = Speaker::start(scene.parts.clone()).await;
        let (door, started) = (Door::open().await, Started::default());
        Self { scene, speaker, door, started, store, ids: System::real().ids, _home: home }
    }

    fn plan(&self) -> TurnPlan {
        let selection = SelectionPlan::ranked(16);
        let mut plan = TurnPlan::plain(model(SPEAKER), TurnLimits::rounds(8), selection);
        (self.scene.plan)(&mut plan);
        plan
    }

    fn begin(&self, name: &str, history: &Turn) -> (Turn, Arc<Disk>, Vec<TurnRecord>) {
        let plan = TurnPlan {
            model: model(HELPER),
            ..TurnPlan::plain(model(HELPER), TurnLimits::rounds(2), history.plan().selection.clone())
        };
        let said = history.history().iter().map(|message| message.as_ref().clone()).collect();
        self.start(name, plan, said, "And then?")
    }

    fn start(
        &self,
        name: &str,
        plan: TurnPlan,
        history: Vec<content::Message>,
        says: &str,
    ) -> (Turn, Arc<Disk>, Vec<TurnRecord>) {
        let id = self.ids.turn();
        let disk = Arc::new(Disk::begin(&self.store, name, id.clone()));
        let says = vec![Item::Text { text: says.to_owned() }];
        let start = TurnStart { id, history, plan, says, given: Vec::new() };
        let (turn, records) = Turn::begin(start, self.ids.as_ref());
        (turn, disk, records)
    }

    /// Clients of its own for each turn, so that none can hold a connection for another.
    fn services(&self, disk: &Arc<Disk>) -> TurnServices {
        let service = Arc::new(Service {
            title: "Acme".to_owned(),
            address: self.speaker.address(),
            key: None,
            headers: Vec::new(),
            network: Network::USUAL,
        });
        let kind = Kind::named("openai-compatible").expect("a kind");
        let connect = |name: &str| {
            let profile = ConnectorProfile { model: model(name), title: name.into(), service: "Acme".into() };
            (model(name), kind.connect(profile, name.to_owned(), Arc::clone(&service)).expect("a model"))
        };
        let mut functions = registry();
        for function in [self.door.function(), self.started.function()] {
            functions.add_function(function).expect("the function is usable");
        }
        TurnServices {
            models: Arc::new(Connected([SPEAKER, HELPER].map(connect).into())),
            catalogue: Arc::new(functions) as Arc<dyn Catalogue>,
            selector: Arc::new(RankedSelector::default()),
            journal: Arc::<Disk>::clone(disk),
            recordings: Arc::<Disk>::clone(disk),
            filters: Vec::new(),
            ids: Arc::clone(&self.ids),
        }
    }

    /// Drives a turn until it ends or is left. The number tells how often it was polled.
    async fn drive(&self, turn: Turn, disk: &Arc<Disk>, cut: Cut) -> (Option<Turn>, usize) {
        let (inbox, interventions) = mpsc::channel(4);
        let scope = CallScope::unobserved(CancellationToken::new());
        let driver = TurnDriver::new(turn, self.services(disk), scope, interventions).run();
        let mut driver = Box::pin(driver);
        let mut polls = 0;
        let stop = inbox.clone();
        let driven = std::future::poll_fn(|context| {
            polls += 1;
            match (driver.as_mut().poll(context), cut) {
                (Poll::Ready(turn), _) => Poll::Ready(Some(turn.expect("the disk takes everything"))),
                (Poll::Pending, Cut::Gone(at)) if polls == at => Poll::Ready(None),
                (Poll::Pending, Cut::Stopped(at)) if polls == at => {
                    let input = TurnInput::Stop;
                    stop.try_send(Intervention { input, reply: oneshot::channel().0 })
                        .expect("there is room");
                    Poll::Pending
                }
                (Poll::Pending, Cut::Never | Cut::Gone(_) | Cut::Stopped(_)) => Poll::Pending,
            }
        });
        let turn = tokio::select! {
            turn = driven => turn,
            () = attend(&self.scene.person, disk, &inbox) => unreachable!("a person stays"),
        };
        (turn, polls)
    }

    /// Nothing runs any more that this turn has begun.
    async fn until_alone(&self, before: usize, when: &str) {
        until_only(before, when).await;
        self.started.until_ended(when).await;
    }
}

fn model(name: &str) -> ModelId {
    ModelId::new(format!("{SERVICE}/{name}"))
}

/// Answers each stop as soon as it is on disk.
async fn attend(person: &Person, disk: &Disk, inbox: &mpsc::Sender<Intervention>) {
    let mut batches = 0;
    loop {
        while let Some(answer) = person.answer(events_of(&disk.records())) {
            let (reply, answered) = oneshot::channel();
            let intervention = Intervention { input: TurnInput::Answer(answer.clone()), reply };
            inbox.send(intervention).await.expect("the turn waits");
            match answered.await {
                Ok(answered) => answered.unwrap_or_else(|misuse| panic!("{answer:?}: {misuse}")),
                // The turn was stopped, or has gone, before it came to this.
                Err(_) => std::future::pending().await,
            }
        }
        batches = disk.until_more_than(batches).await;
    }
}

fn has_ended(records: &[TurnRecord]) -> bool {
    events_of(records).any(|event| matches!(event, TurnEvent::Ended { .. }))
}

/// Runs the scene to its end.
async fn uncut(world: &World) -> (Vec<String>, Option<TurnOutcome>, usize) {
    let (turn, disk, records) = world.start("uncut", world.plan(), Vec::new(), "Go.");
    disk.append(records).await.expect("the disk takes it");
    let (turn, polls) = world.drive(turn, &disk, Cut::Never).await;
    let turn = turn.expect("nobody cut it off");
    (gist(turn.history().iter().map(AsRef::as_ref)), turn.outcome().cloned(), polls)
}

/// A person stops the turn: it ends in the log, every call has its one result in words, and another turn can follow.
async fn check_stopped(world: &World, at: usize) -> bool {
    let (before, when) = (tasks(), format!("{}, stopped at {at}", world.scene.name));
    let (turn, disk, records) = world.start(&when, world.plan(), Vec::new(), "Go.");
    disk.append(records).await.expect("the disk takes it");
    let (turn, polls) = world.drive(turn, &disk, Cut::Stopped(at)).await;
    let turn = turn.expect("a stopped turn ends");
    world.until_alone(before, &when).await;
    let records = disk.records();
    assert!(turn.outcome().is_some() && has_ended(&records), "{when}: it has not ended");
    check_answered(turn.history().iter().map(AsRef::as_ref));
    check_told(&turn, &when);
    let (rebuilt, fresh) =
        Turn::rebuild(turn.id().clone(), world.plan(), Vec::new(), &records, world.ids.as_ref());
    assert_eq!((&rebuilt, fresh.as_slice()), (&turn, [].as_slice()), "{when}");
    let (next, disk, records) = world.begin(&format!("{when}, and then"), &turn);
    disk.append(records).await.expect("the disk takes it");
    let next = world.drive(next, &disk, Cut::Never).await.0.expect("nobody cut it off");
    assert_eq!(next.outcome(), Some(&TurnOutcome::Answered), "{when}: what follows");
    world.until_alone(before, &when).await;
    polls > at
}

/// Whoever reads the history later is told in words why a call has no real result.
fn check_told(turn: &Turn, when: &str) {
    for result in turn.history().iter().flat_map(|message| message.results()) {
        let words = match &result.outcome {
            Outcome::Returned { .. } => continue,
            Outcome::Failed { failure } => failure.message.clone(),
            Outcome::Declined { reason, by } => by.words(reason),
        };
        assert!(words.contains(' '), "{when}: {} is told {words:?}", result.call_id);
    }
}

/// The application goes away: what is on disk makes the turn again, which goes on as if nothing had been.
async fn check_gone(world: &World, at: usize, uncut: &(Vec<String>, Option<TurnOutcome>)) -> bool {
    let (before, when) = (tasks(), format!("{}, left at {at}", world.scene.name));
    let (turn, disk, records) = world.start(&when, world.plan(), Vec::new(), "Go.");
    let id = turn.id().clone();
    disk.append(records).await.expect("the disk takes it");
    let is_cut = world.drive(turn, &disk, Cut::Gone(at)).await.0.is_none();
    disk.until_quiet().await;
    world.until_alone(before, &when).await;
    let records = disk.records();
    let (turn, fresh) = Turn::rebuild(id, world.plan(), Vec::new(), &records, world.ids.as_ref());
    disk.append(fresh).await.expect("the disk takes it");
    let turn = world.drive(turn, &disk, Cut::Never).await.0.expect("nobody cut it off");
    let said = gist(turn.history().iter().map(AsRef::as_ref));
    assert_eq!((&said, turn.outcome()), (&uncut.0, uncut.1.as_ref()), "{when}");
    check_answered(turn.history().iter().map(AsRef::as_ref));
    world.until_alone(before, &when).await;
    is_cut
}

async fn check(scene: Scene, stride: usize) {
    let world = World::of(scene).await;
    let (said, outcome, polls) = uncut(&world).await;
    let whole = (said, outcome);
    // How often a turn is polled differs a little from run to run, so it goes on until a run was not cut.
    let mut at = 1;
    while pin!(check_gone(&world, at, &whole)).await {
        at += stride;
    }
    assert!(at > polls / 2, "{}: {at} of {polls}", world.scene.name);
    let mut at = 1;
    while pin!(check_stopped(&world, at)).await {
        at += stride;
    }
}

/// Calls that hold a connection and a process, at the same time.
fn outside() -> Scene {
    let calls = [("a", "test-dial", "{}"), ("b", "test-repeat", "{}")];
    let said = vec![Said::calls(&calls), Said::words("Done.")];
    Scene {
        name: "outside",
        parts: [(SPEAKER, said), (HELPER, vec![Said::words("Nothing more.")])].into(),
        plan: |plan| plan.policies.invocation = Invocation::Together,
        person: Person::default(),
    }
}

#[tokio::test]
async fn nothing_is_left_of_a_turn_whose_calls_hold_a_socket_and_a_process_wherever_it_is_cut_off() {
    check(outside(), 1).await;
}

#[tokio::test]
async fn a_turn_is_cut_off_at_every_await_and_leaves_nothing_behind_whatever_a_person_does_in_it() {
    for scene in scenes::all() {
        // Where most is under way at the same time, no await is passed over in any run.
        let stride = if ["several at once", "handed over"].contains(&scene.name) { 1 } else { stride() };
        check(scene, stride).await;
    }
}
