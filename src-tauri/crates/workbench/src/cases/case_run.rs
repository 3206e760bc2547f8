//! One run of a case: a turn in memory. No function runs: calls are answered by the results of the case.

use super::CasesError;
use super::error::reason;
use super::witness::{Seen, Witness};
use crate::assembly::{FunctionSelector, Parts};
use crate::contract::CommandError;
use crate::instructions::ready;
use content::{CallId, FunctionName, Item, Usage};
use experiments::{Case, CaseFunction, LanePlan, Run, RunKey, function_name, messages_of, overlaid};
use functions::FunctionSettings;
use futures::stream::{FuturesUnordered, StreamExt};
use invocation::{
    Answer, Decision, Instructions, Intervention, Journal, Misuse, Pause, SelectionMode, SelectionPlan, Turn,
    TurnDriver, TurnInput, TurnLimits, TurnPlan, TurnServices, TurnStart,
};
use notices::{Describe, Notice};
use ports::{CallScope, Effect, FunctionInput, FunctionSpec, Models, RequestSettings};
use serde_json::Value;
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;

/// What is settled of a case before its first run.
pub(super) struct CasePlan {
    functions: Vec<FunctionSpec>,
}

/// What came of an attempt at a run.
pub(super) enum Attempt {
    /// The model came to an end of its own, or to a limit of the case.
    Finished(Run),
    /// The service gave no answer, which says nothing about the model. The run is still to be made.
    Broken(BrokenRun),
}

/// A run that broke off, with what it used until then.
#[derive(Clone, Debug)]
pub struct BrokenRun {
    pub key: RunKey,
    pub reason: Notice,
    pub usage: Usage,
}

/// Runs a case once with the model of a lane.
pub(super) async fn run_once(
    parts: &Arc<Parts>,
    case: &Case,
    plan: &CasePlan,
    lane: &LanePlan,
    repeat: u32,
) -> Result<Attempt, CommandError> {
    let began = Instant::now();
    let seen = play(parts, case, plan, lane).await?;
    let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let key = RunKey { case: case.id.clone(), lane: lane.name.clone(), repeat };
    let usage = seen.usage;
    Ok(match seen.transcript() {
        Ok(transcript) => Attempt::Finished(Run { key, transcript, usage, milliseconds }),
        Err(reason) => Attempt::Broken(BrokenRun { key, reason, usage }),
    })
}

/// Drives the turn to its end, and decides about its calls in the place of a person.
async fn play(
    parts: &Arc<Parts>,
    case: &Case,
    plan: &CasePlan,
    lane: &LanePlan,
) -> Result<Seen, CommandError> {
    let (before, text) = case.opening();
    let says = text.map(|text| Item::Text { text: text.to_owned() }).into_iter().collect();
    let turn_plan = ready(parts, plan.turn(case, lane)?);
    let catalogue = parts.defined(plan.functions(), &turn_plan.selection);
    let start = TurnStart {
        id: parts.ids.turn(),
        history: messages_of(before),
        plan: turn_plan,
        says,
        given: Vec::new(),
    };
    let (turn, records) = Turn::begin(start, parts.ids.as_ref());
    let (stops, mut stopped) = mpsc::unbounded_channel();
    let witness = Arc::new(Witness::new(stops));
    witness.append(records).await.map_err(|error| broken(&error))?;
    let services = TurnServices {
        models: Arc::<Parts>::clone(parts) as Arc<dyn Models>,
        catalogue,
        selector: Arc::<FunctionSelector>::clone(parts.meanings.selector()),
        journal: Arc::<Witness>::clone(&witness),
        recordings: Arc::<Witness>::clone(&witness),
        filters: parts.filters.clone(),
        ids: Arc::clone(&parts.ids),
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
    pub(super) fn of(case: &Case, known: &[FunctionSpec]) -> Result<Self, CasesError> {
        let functions = case.functions.iter().map(|function| spec_of(case, function, known));
        Ok(Self { functions: functions.collect::<Result<_, _>>()? })
    }

    pub(super) fn functions(&self) -> FunctionSettings {
        FunctionSettings { defined: self.functions.clone(), ..FunctionSettings::live() }
    }

    /// The turn of a case in a lane. Settings that don't fit are told of before anything runs.
    pub(super) fn turn(&self, case: &Case, lane: &LanePlan) -> Result<TurnPlan, CasesError> {
        let names: Vec<FunctionName> = self.functions.iter().map(|spec| spec.name.clone()).collect();
        let mode = SelectionMode::Manual { functions: names };
        let selection = SelectionPlan { mode, ..SelectionPlan::ranked(self.functions.len()) };
        let limits = TurnLimits::rounds(case.settings.rounds);
        let instructions = case.settings.instructions.clone();
        Ok(TurnPlan {
            instructions: instructions.map(|text| Instructions { text, ..Instructions::default() }),
            settings: settings(case, lane)?,
            ..TurnPlan::plain(lane.model.clone(), limits, selection)
        })
    }
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
