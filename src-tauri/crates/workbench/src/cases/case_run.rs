//! One run of a case: a turn in memory. Calls are answered by the results of the case, apart from functions that are live or have a
//! stand-in.

use super::error::reason;
use super::prices::LanePrices;
use super::rates::{PacedModels, Queues, Rates};
use super::records::RunRecord;
use super::witness::{Seen, Witness};
use super::{CasesError, stand_ins};
use crate::contract::CommandError;
use crate::models::AllModels;
use crate::turn_parts::TurnParts;
use content::{CallId, FunctionName, Item, Message, Usage};
use experiments::{
    Case, CaseFunction, LanePlan, Run, RunFigures, RunKey, function_name, messages_of, overlaid,
};
use functions::{FunctionSettings, NamePolicy};
use futures::stream::{FuturesUnordered, StreamExt};
use invocation::{
    Answer, ChoicePlan, Decision, Guidance, Instructions, Intervention, Journal, Misuse, Pause,
    SelectionMode, SelectionPlan, Turn, TurnDriver, TurnInput, TurnLimits, TurnPlan, TurnServices, TurnStart,
};
use notices::{Describe, Notice};
use ports::{CallScope, Effect, Function, FunctionInput, FunctionSpec, IdSource, Models, RequestSettings};
use selection::RankedSelector;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// What is settled of a case in a lane before its first run.
pub(super) struct CasePlan {
    pub(super) functions: FunctionSettings,
    /// The functions that run. All others are answered by stand-ins and by the results of the case.
    pub(super) live: Vec<Arc<dyn Function>>,
    pub(super) turn: TurnPlan,
}

/// What came of an attempt at a run.
pub(super) enum Attempt {
    /// The model came to an end of its own, or to a limit of the case.
    Finished(Box<Finished>),
    /// The service gave no answer, which says nothing about the model. The run is still to be made.
    Broken(BrokenRun),
}

/// A finished run with its verdicts.
pub(super) struct Finished {
    pub(super) run: Run,
    /// How many verdicts it had, where it was made before.
    pub(super) verdicts_before: Option<usize>,
    /// Why a judge gave no verdict.
    pub(super) unjudged: Option<Notice>,
    /// What happened in it, where it was made just now.
    pub(super) record: Option<RunRecord>,
}

/// A run that broke off, with what it used until then.
#[derive(Clone, Debug)]
pub struct BrokenRun {
    pub key: RunKey,
    pub reason: Notice,
    pub usage: Usage,
}

/// What the runs of a set share.
pub(super) struct Resources {
    pub(super) prices: LanePrices,
    pub(super) rates: Arc<Rates>,
    pub(super) queues: Queues,
    /// Whether what happens in a run is kept, and not what it comes to alone.
    pub(super) keeps_records: bool,
}

/// Runs a case once with the model of a lane.
pub(super) async fn run_once(
    parts: &TurnParts,
    (case, plan): (&Case, &CasePlan),
    resources: &Resources,
    key: RunKey,
) -> Result<Attempt, CommandError> {
    let began = Instant::now();
    let seen = play(parts, (case, plan), resources).await?;
    // Waiting for a service to have room says nothing about the model.
    let took = began.elapsed().saturating_sub(seen.waited);
    let milliseconds = u64::try_from(took.as_millis()).unwrap_or(u64::MAX);
    let usage = seen.usage;
    let cost = resources.prices.cost(&key.lane, &usage);
    let figures = RunFigures { cost, ..seen.figures.clone() };
    Ok(match seen.finished() {
        Ok((transcript, record)) => {
            let run = Run { key, transcript, usage, milliseconds, figures, judgements: Vec::new() };
            Attempt::Finished(Box::new(Finished { run, verdicts_before: None, unjudged: None, record }))
        }
        Err(reason) => Attempt::Broken(BrokenRun { key, reason, usage }),
    })
}

/// Drives the turn to its end, and decides about its calls in the place of a person.
async fn play(
    parts: &TurnParts,
    (case, plan): (&Case, &CasePlan),
    resources: &Resources,
) -> Result<Seen, CommandError> {
    let (before, text) = case.opening();
    let says = text.map(|text| Item::Text { text: text.to_owned() }).into_iter().collect();
    let TurnParts { ledger, models, functions, selector, filters, ids } = parts;
    let turn_plan = parts.ready(plan.turn.clone());
    let catalogue = functions.defined(plan.functions.clone(), &plan.live, &turn_plan.selection);
    let id = ids.turn();
    let history = named(messages_of(before), ids.as_ref());
    let start =
        TurnStart { id: id.clone(), history: history.clone(), plan: turn_plan, says, given: Vec::new() };
    let (turn, records) = Turn::begin(start, ids.as_ref());
    let (stops, mut stopped) = mpsc::unbounded_channel();
    let expected = case.expect.functions().map(str::to_owned).collect();
    let service = models.known(&plan.turn.model)?.profile().service.clone();
    let queue = (resources.queues.clone(), service);
    let record = resources.keeps_records.then(|| RunRecord::of(history));
    let witness = Arc::new(Witness::new(stops, expected, queue, (id, record), ledger));
    let models = Arc::<AllModels>::clone(models) as Arc<dyn Models>;
    witness.append(records).await.map_err(|error| broken(&error))?;
    let services = TurnServices {
        models: Arc::new(PacedModels { models, rates: Arc::clone(&resources.rates) }),
        catalogue,
        selector: Arc::<RankedSelector>::clone(selector),
        journal: Arc::<Witness>::clone(&witness),
        recordings: Arc::<Witness>::clone(&witness),
        filters: filters.clone(),
        ids: Arc::clone(ids),
    };
    let (inbox, interventions) = mpsc::channel(1);
    let scope = CallScope::unobserved(CancellationToken::new());
    let mut running = std::pin::pin!(TurnDriver::new(turn, services, scope, interventions).run());
    let mut replies: FuturesUnordered<oneshot::Receiver<Result<(), Misuse>>> = FuturesUnordered::new();
    loop {
        tokio::select! {
            ended = &mut running => {
                ended.map_err(|error| broken(&error))?;
                return Ok(witness.take());
            }
            Some(pause) = stopped.recv() => {
                let (reply, answered) = oneshot::channel();
                let input = TurnInput::Answer(answer(case, &witness, &pause));
                // A turn that has ended takes no more.
                if inbox.send(Intervention { input, reply }).await.is_ok() {
                    replies.push(answered);
                }
            }
            Some(Ok(Err(misuse))) = replies.next() => {
                return Err(CasesError::NotTaken { reason: misuse.notice() }.into());
            }
        }
    }
}

/// Names no other session has for what was said in it.
fn named(mut history: Vec<Message>, ids: &dyn IdSource) -> Vec<Message> {
    let mut parent = None;
    for message in &mut history {
        message.id = ids.message();
        message.parent = parent.replace(message.id.clone());
    }
    history
}

fn broken(error: &invocation::JournalError) -> CommandError {
    CasesError::NotTaken { reason: notices::said(&error.to_string()) }.into()
}

fn answer(case: &Case, witness: &Witness, pause: &Pause) -> Answer {
    let of_call = |id: &CallId| {
        let call = witness.call(id);
        call.map_or(Decision::Continue, |call| Decision::WriteResult { outcome: case.answer_to(&call) })
    };
    Answer::unattended(pause, of_call)
}

impl CasePlan {
    /// The turn of a case in a lane. Settings that don't fit are told of before anything runs.
    pub(super) fn of(case: &Case, lane: &LanePlan, known: &[FunctionSpec]) -> Result<Self, CasesError> {
        let specs = case.functions.iter().map(|function| {
            let mut spec = spec_of(case, function, known)?;
            if let Some(wording) = lane.wordings.iter().find(|wording| wording.function == function.name) {
                spec.description = wording.description.clone().unwrap_or(spec.description);
                spec.parameters = wording.parameters.clone().unwrap_or(spec.parameters);
            }
            Ok(spec)
        });
        let specs = specs.collect::<Result<Vec<_>, CasesError>>()?;
        let selection = match lane.selection_limit {
            Some(limit) => SelectionPlan::ranked(limit),
            None => {
                let functions: Vec<FunctionName> = specs.iter().map(|spec| spec.name.clone()).collect();
                let all = SelectionPlan::ranked(specs.len());
                SelectionPlan { mode: SelectionMode::Manual { functions }, ..all }
            }
        };
        let limits = TurnLimits::rounds(case.settings.rounds);
        let instructions = lane.instructions.clone().or_else(|| case.settings.instructions.clone());
        let turn = TurnPlan {
            instructions: instructions.map(|text| Instructions { text, ..Instructions::default() }),
            settings: settings(case, lane)?,
            choice: choice(lane)?,
            guidance: guidance(lane)?,
            ..TurnPlan::plain(lane.model.clone(), limits, selection)
        };
        let (names, stand_ins, live) = (names(lane)?, stand_ins::of_case(case), FunctionSettings::live());
        let functions = FunctionSettings { defined: specs, names, stand_ins, ..live };
        functions.check().map_err(|error| CasesError::StandIn {
            case: case.id.as_str().to_owned(),
            reason: error.notice(),
        })?;
        Ok(Self { functions, live: Vec::new(), turn })
    }
}

/// Names have to be right to the letter, where the lane says nothing else. A style that is a text stands between the two parts.
fn names(lane: &LanePlan) -> Result<NamePolicy, CasesError> {
    let exact = NamePolicy::exact();
    let Ok(Value::Object(mut policy)) = serde_json::to_value(&exact) else { return Ok(exact) };
    for (part, value) in &lane.names {
        let name = format!("names.{part}");
        let Some(place) = policy.get_mut(part) else { return Err(CasesError::NoSetting { name }) };
        *place = match value.as_str().filter(|_| part == "style") {
            Some("functionAlone") => json!({ "type": "functionAlone" }),
            Some(separator) => json!({ "type": "joined", "separator": separator }),
            None => value.clone(),
        };
        let unfit = |_| CasesError::UnfitValue { name, value: value.to_string() };
        serde_json::from_value::<NamePolicy>(Value::Object(policy.clone())).map_err(unfit)?;
    }
    Ok(serde_json::from_value(Value::Object(policy)).unwrap_or(exact))
}

/// How the first request treats functions, and what holds of all calls.
fn choice(lane: &LanePlan) -> Result<ChoicePlan, CasesError> {
    let mut plan = ChoicePlan::default();
    if let Some(choice) = lane.calling.get("choice") {
        // A choice that is a text has nothing besides its type.
        let written = choice.as_str().map_or_else(|| choice.clone(), |kind| json!({ "type": kind }));
        plan.choice = serde_json::from_value(written).map_err(|_| unfit("choice", choice))?;
    }
    if let Some(calls) = lane.calling.get("calls") {
        plan.calls = serde_json::from_value(calls.clone()).map_err(|_| unfit("calls", calls))?;
        let read = serde_json::to_value(plan.calls).unwrap_or_default();
        let strange =
            calls.as_object().and_then(|calls| calls.keys().find(|name| read.get(name.as_str()).is_none()));
        if let Some(name) = strange {
            return Err(CasesError::NoSetting { name: format!("calls.{name}") });
        }
    }
    Ok(plan)
}

/// As much as the model needs, where the lane says nothing.
fn guidance(lane: &LanePlan) -> Result<Option<Guidance>, CasesError> {
    match lane.calling.get("guidance") {
        None => Ok(None),
        Some(Value::String(all)) if all == "none" => Ok(Some(Guidance::NONE)),
        Some(Value::String(all)) if all == "full" => Ok(Some(Guidance::FULL)),
        Some(parts) => serde_json::from_value(parts.clone()).map(Some).map_err(|_| unfit("guidance", parts)),
    }
}

fn unfit(name: &str, value: &Value) -> CasesError {
    CasesError::UnfitValue { name: name.to_owned(), value: value.to_string() }
}

fn settings(case: &Case, lane: &LanePlan) -> Result<RequestSettings, CasesError> {
    let made = overlaid(&case.settings.request, &lane.request);
    let read: Result<RequestSettings, _> = serde_json::from_value(Value::Object(made));
    let settings = read.map_err(|error| CasesError::Settings {
        case: case.id.as_str().to_owned(),
        reason: reason(&error),
    })?;
    // A name that no setting has would change nothing, and lanes would be the same.
    let written = serde_json::to_value(&settings).unwrap_or_default();
    match lane.request.keys().find(|name| written.get(name.as_str()).is_none()) {
        Some(name) => Err(CasesError::NoSetting { name: name.clone() }),
        None => Ok(settings),
    }
}

/// A function as it is offered. It is a definition alone, also where the application has one to run.
pub fn spec_of(
    case: &Case,
    function: &CaseFunction,
    known: &[FunctionSpec],
) -> Result<FunctionSpec, CasesError> {
    let Some(parameters) = &function.parameters else {
        let known = known.iter().find(|spec| experiments::written(&spec.name) == function.name);
        return known.cloned().ok_or_else(|| CasesError::NoSchema {
            case: case.id.as_str().to_owned(),
            function: function.name.clone(),
        });
    };
    Ok(FunctionSpec {
        name: function_name(&function.name),
        description: function.description.clone().unwrap_or_default(),
        parameters: parameters.clone(),
        effect: Effect::Unknown,
        input: FunctionInput::default(),
        returns: None,
    })
}
