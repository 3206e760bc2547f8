//! How long a round of a turn takes with its log on disk, how that grows with the history, and many turns at once.

mod requests;
mod written;

use crate::figure::{Better, Figure, Unit};
use crate::swift::{self, Nothing, Swift};
use anyhow::{Context, Result, ensure};
use content::{ExchangeId, Item, SessionId, Timestamp, TurnId};
use functions::Registry;
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{
    Journal, JournalError, SelectionPlan, Turn, TurnDriver, TurnEvent, TurnLimits, TurnPlan, TurnRecord,
    TurnServices, TurnStart,
};
use ports::doubles::CountingIds;
use ports::{CallScope, Catalogue, IdSource, NoObserver, WireObserver};
use selection::RankedSelector;
use sessions::{Durability, SessionEvent, Store};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;
use written::Note;

const ROUNDS: u32 = 1_000;
const AT_ONCE: usize = 64;
const ROUNDS_EACH: u32 = 20;

/// What is asked, in milliseconds a round.
const ROUND_TARGET: f64 = 2.0;
/// A round at the end may cost this many times one at the beginning.
const GROWTH_TARGET: f64 = 2.0;

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let home = tempfile::tempdir()?;
    let store = Arc::new(Store::open(&home.path().join("turns.db"))?);
    run(&store, "warm-up", ROUNDS_EACH).await?;
    let (begins, turn) = run(&store, "long", ROUNDS).await?;
    let mut figures = growth(&begins)?;
    figures.push(many(&store).await?);
    figures.extend(requests::measure(turn.history())?);
    Ok(figures)
}

/// The mean round, and the last hundred held against the first.
fn growth(begins: &[Instant]) -> Result<Vec<Figure>> {
    let part = |from: usize, to: usize| -> Result<f64> {
        let (first, last) = (begins.get(from).context("a round")?, begins.get(to).context("a round")?);
        let rounds = f64::from(u32::try_from(to - from)?);
        Ok(last.duration_since(*first).as_secs_f64() * 1e3 / rounds)
    };
    let last = begins.len() - 1;
    let (mean, early, late) = (part(0, last)?, part(1, 101)?, part(last - 100, last)?);
    println!("loop · a round takes {early:.2} ms at the beginning and {late:.2} ms after {last} rounds");
    Ok(vec![
        figure(
            format!("one round of {ROUNDS}, its log on disk, mean"),
            mean,
            Unit::Milliseconds,
            ROUND_TARGET,
        ),
        figure(
            format!("the last 100 rounds of {ROUNDS} against the first 100"),
            late / early,
            Unit::Times,
            GROWTH_TARGET,
        ),
    ])
}

async fn many(store: &Arc<Store>) -> Result<Figure> {
    let begun = Instant::now();
    let names: Vec<_> = (0..AT_ONCE).map(|number| format!("many-{number}")).collect();
    let runs = names.iter().map(|name| run(store, name, ROUNDS_EACH));
    for ran in futures::future::join_all(runs).await {
        ran?;
    }
    let rounds = f64::from(ROUNDS_EACH) * f64::from(u32::try_from(AT_ONCE)?);
    let each = begun.elapsed().as_secs_f64() * 1e3 / rounds;
    let name = format!("one round of {AT_ONCE} turns at once, mean");
    Ok(figure(name, each, Unit::Milliseconds, ROUND_TARGET))
}

fn figure(name: String, value: f64, unit: Unit, target: f64) -> Figure {
    Figure {
        area: "loop",
        name,
        value,
        unit,
        better: Better::Lower,
        target: Some(target),
        reference: None,
        reference_value: None,
    }
}

/// Runs a whole turn and tells when each round began.
async fn run(store: &Arc<Store>, name: &str, rounds: u32) -> Result<(Vec<Instant>, Turn)> {
    let session = SessionId::new(name);
    store.create::<Note>(&session, Timestamp(0), "Bench", Vec::new())?;
    let turn = TurnId::new(format!("turn-{name}"));
    let disk =
        Arc::new(Disk { store: Arc::clone(store), session, turn: turn.clone(), begins: Mutex::default() });
    let ids: Arc<dyn IdSource> = Arc::new(CountingIds::default());
    let selection = SelectionPlan::ranked(4);
    let plan = TurnPlan::plain(swift::name(), TurnLimits::rounds(rounds + 2), selection);
    let says = vec![Item::Text { text: "Add.".to_owned() }];
    let start = TurnStart { id: turn, history: Vec::new(), plan, says, given: Vec::new() };
    let (turn, records) = Turn::begin(start, ids.as_ref());
    disk.append(records).await?;
    let services = TurnServices {
        models: Arc::new(Swift::calling(rounds)),
        catalogue: Arc::new(registry()?) as Arc<dyn Catalogue>,
        selector: Arc::new(RankedSelector::default()),
        journal: Arc::<Disk>::clone(&disk),
        recordings: Arc::new(Nothing),
        filters: Vec::new(),
        ids,
    };
    let (_inbox, interventions) = mpsc::channel(1);
    let scope = CallScope::unobserved(CancellationToken::new());
    let turn = TurnDriver::new(turn, services, scope, interventions).run().await?;
    ensure!(
        turn.outcome() == Some(&invocation::TurnOutcome::Answered),
        "the turn ended as {:?}",
        turn.outcome()
    );
    let begins = disk.begins.lock().map_err(|_| anyhow::anyhow!("a run panicked"))?.clone();
    Ok((begins, turn))
}

/// The functions of the plugins that ship.
fn registry() -> Result<Registry> {
    let mut registry = Registry::default();
    let plugins = [
        plugin_arithmetic::plugin(),
        plugin_clock::plugin(),
        plugin_holiday::plugin(),
        plugin_weather::plugin(),
    ];
    for plugin in plugins {
        registry.add(plugin?)?;
    }
    Ok(registry)
}

/// Writes a turn's records into a session as the application does.
struct Disk {
    store: Arc<Store>,
    session: SessionId,
    turn: TurnId,
    begins: Mutex<Vec<Instant>>,
}

impl Journal for Disk {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>> {
        let is_round =
            |record: &TurnRecord| matches!(record, TurnRecord::Event(TurnEvent::RoundBegan { .. }));
        if records.iter().any(is_round)
            && let Ok(mut begins) = self.begins.lock()
        {
            begins.push(Instant::now());
        }
        let turn = self.turn.clone();
        let events = records.into_iter().map(move |record| match record {
            TurnRecord::Message(message) => SessionEvent::MessageAdded { message, turn: Some(turn.clone()) },
            TurnRecord::Event(event) => {
                SessionEvent::Noted { note: Note::Turn { turn: turn.clone(), event } }
            }
        });
        let events: Vec<SessionEvent<Note>> = events.collect();
        let (store, session) = (Arc::clone(&self.store), self.session.clone());
        async move {
            let written = tokio::task::spawn_blocking(move || {
                store.append(&session, Timestamp(1), events, Durability::Process).map(drop)
            });
            let written = written.await.map_err(|error| error.to_string());
            let written = written.and_then(|written| written.map_err(|error| error.to_string()));
            written.map_err(|reason| JournalError { reason })
        }
        .boxed()
    }

    fn observe(&self, _exchange: &ExchangeId) -> Arc<dyn WireObserver> {
        Arc::new(NoObserver)
    }
}
