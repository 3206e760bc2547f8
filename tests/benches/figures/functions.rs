//! What a call costs besides the function itself, and how long it takes to take many functions in.

use crate::figure::{Better, Figure, Unit, quantile};
use crate::swift::{self, Nothing, Swift};
use anyhow::{Context, Result, ensure};
use content::{ExchangeId, FunctionName, Item, JsonObject, Output, SessionId, TurnId};
use functions::{
    AnsweredCalls, Consents, FunctionSettings, IsEnough, Library, OtherSessions, Recordings as Kept,
    SessionFunctions,
};
use futures::FutureExt;
use futures::future::BoxFuture;
use invocation::{
    Journal, JournalError, SelectionPlan, Turn, TurnDriver, TurnEvent, TurnLimits, TurnOutcome, TurnPlan,
    TurnRecord, TurnServices, TurnStart,
};
use ports::doubles::CountingIds;
use ports::{
    CallScope, Effect, Function, FunctionError, FunctionInput, FunctionShelf, FunctionSpec, IdSource,
    NoObserver, SourceFacts, SourceId, SourceKind, WireObserver,
};
use selection::RankedSelector;
use serde_json::json;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

const CALLS: u32 = 2_000;
const MANY: usize = 10_000;
const TIMES: usize = 7;

/// What one call may cost, in microseconds.
const CALL_TARGET: f64 = 50.0;
/// What taking in [`MANY`] functions may cost, in seconds.
const MANY_TARGET: f64 = 1.0;

pub(crate) async fn measure() -> Result<Vec<Figure>> {
    let home = tempfile::tempdir()?;
    calls(home.path(), CALLS / 10).await?;
    let calls = calls(home.path(), CALLS).await?;
    let taken_in = (0..TIMES).map(|_| take_in()).collect::<Result<Vec<_>>>()?;
    let call = "one native call: resolved, validated, bound, run, with its events";
    let many = format!("{MANY} functions registered");
    Ok(vec![
        figure(
            format!("{call}, median of {CALLS}"),
            quantile(&calls, 0.5, Unit::Microseconds),
            Unit::Microseconds,
            Some(CALL_TARGET),
        ),
        figure(
            format!("{call}, p95 of {CALLS}"),
            quantile(&calls, 0.95, Unit::Microseconds),
            Unit::Microseconds,
            None,
        ),
        figure(
            format!("{many}, median of {TIMES}"),
            quantile(&taken_in, 0.5, Unit::Seconds),
            Unit::Seconds,
            Some(MANY_TARGET),
        ),
    ])
}

fn figure(name: String, value: f64, unit: Unit, target: Option<f64>) -> Figure {
    Figure {
        area: "functions",
        name,
        value,
        unit,
        better: Better::Lower,
        target,
        reference: None,
        reference_value: None,
    }
}

/// How long each call of a turn took, from the moment the model's answer was in the log to the moment its result was.
async fn calls(home: &Path, calls: u32) -> Result<Vec<Duration>> {
    let library = Arc::new(Library::default());
    let plugin = plugin_arithmetic::plugin()?;
    let shelf = library.shelf(plugin.facts());
    shelf.fill(plugin.into_functions(), Vec::new());
    let consents = Arc::new(Consents::open(home.join("consents.json")));
    let recordings = Kept::in_folder(home.join("recordings"));
    let catalogue =
        SessionFunctions::new(library, recordings, consents, FunctionSettings::live(), Arc::new(Nothing));
    let ids: Arc<dyn IdSource> = Arc::new(CountingIds::default());
    let selection = SelectionPlan::ranked(4);
    let plan = TurnPlan::plain(swift::name(), TurnLimits::rounds(calls + 2), selection);
    let says = vec![Item::Text { text: "Add.".to_owned() }];
    let start = TurnStart { id: TurnId::new("turn"), history: Vec::new(), plan, says, given: Vec::new() };
    let (turn, _) = Turn::begin(start, ids.as_ref());
    let watch = Arc::new(Watch::default());
    let services = TurnServices {
        models: Arc::new(Swift::calling(calls)),
        catalogue: Arc::new(catalogue),
        selector: Arc::new(RankedSelector::default()),
        journal: Arc::<Watch>::clone(&watch),
        recordings: Arc::new(Nothing),
        filters: Vec::new(),
        ids,
    };
    let (_inbox, interventions) = mpsc::channel(1);
    let scope = CallScope::unobserved(CancellationToken::new());
    let turn = TurnDriver::new(turn, services, scope, interventions).run().await?;
    ensure!(turn.outcome() == Some(&TurnOutcome::Answered), "the turn ended as {:?}", turn.outcome());
    let took = watch.0.lock().map_err(|_| anyhow::anyhow!("a run panicked"))?.took.clone();
    ensure!(took.len() == calls as usize, "{} calls were made", took.len());
    Ok(took)
}

fn take_in() -> Result<Duration> {
    let functions: Vec<Arc<dyn Function>> =
        (0..MANY).map(|number| Arc::new(Numbered::new(number)) as _).collect();
    let library = Arc::new(Library::default());
    let facts = SourceFacts {
        id: SourceId::new("many"),
        title: "Many".to_owned(),
        kind: SourceKind::OpenApi,
        place: None,
        needs: Vec::new(),
    };
    let begun = Instant::now();
    let shelf = library.shelf(facts);
    shelf.fill(functions, Vec::new());
    let took = begun.elapsed();
    let listed = library.sources();
    let source = listed.first().context("a source")?;
    ensure!(source.functions.len() == MANY && source.problems.is_empty(), "{:?}", source.problems);
    Ok(took)
}

/// Looks at the clock when a model's answer is kept, and when the result of its call is.
#[derive(Default)]
struct Watch(Mutex<Watched>);

#[derive(Default)]
struct Watched {
    asked: Option<Instant>,
    took: Vec<Duration>,
}

impl Journal for Watch {
    fn append(&self, records: Vec<TurnRecord>) -> BoxFuture<'_, Result<(), JournalError>> {
        let now = Instant::now();
        if let Ok(mut watched) = self.0.lock() {
            for record in &records {
                match record {
                    TurnRecord::Event(TurnEvent::ResponseReceived { .. }) => watched.asked = Some(now),
                    TurnRecord::Event(TurnEvent::CallEnded { .. }) => {
                        let took = watched.asked.take().map(|asked| now.duration_since(asked));
                        watched.took.extend(took);
                    }
                    TurnRecord::Event(_) | TurnRecord::Message(_) => {}
                }
            }
        }
        async { Ok(()) }.boxed()
    }

    fn observe(&self, _: &ExchangeId) -> Arc<dyn WireObserver> {
        Arc::new(NoObserver)
    }
}

impl OtherSessions for Nothing {
    fn answered(&self, _: &SessionId) -> AnsweredCalls {
        AnsweredCalls::default()
    }

    fn until_enough<'a>(&'a self, _: &'a SessionId, _: IsEnough<'a>) -> BoxFuture<'a, ()> {
        async {}.boxed()
    }
}

/// One function of many, with a schema like those of an interface.
struct Numbered(FunctionSpec);

impl Numbered {
    fn new(number: usize) -> Self {
        let parameters = json!({
            "type": "object",
            "required": ["id", "body"],
            "properties": {
                "id": { "type": "string", "minLength": 1, "description": format!("The id of thing {number}.") },
                "page": { "type": "integer", "minimum": 1, "default": 1 },
                "order": { "enum": ["asc", "desc"] },
                "body": {
                    "type": "object",
                    "properties": {
                        "name": { "type": "string", "maxLength": 80 },
                        "tags": { "type": "array", "items": { "type": "string" } },
                    },
                },
            },
        });
        let name = FunctionName::new("many", &format!("change_thing_{number}"));
        let description = format!("Changes thing number {number}.");
        Self(FunctionSpec {
            name,
            description,
            parameters,
            effect: Effect::Changes,
            input: FunctionInput::default(),
            returns: None,
        })
    }
}

impl Function for Numbered {
    fn spec(&self) -> &FunctionSpec {
        &self.0
    }

    fn invoke<'a>(
        &'a self,
        _: &'a JsonObject,
        _: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        async { Ok(Output::Nothing) }.boxed()
    }
}
