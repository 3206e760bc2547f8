//! One case as a session of the workbench. No function runs: calls are answered by the results of the case.

use crate::ask::turn::{Seen, SeenCall, watch};
use crate::ask::written;
use crate::core::Core;
use crate::failure::Failure;
use content::{
    CallArguments, Failure as FailedCall, FailureKind, FunctionName, ModelId, Outcome, SessionId, Usage,
    sorted,
};
use experiments::{
    Answer, Case, CaseFunction, Ending, LanePlan, MadeCall, Run, RunKey, Transcript, function_name,
    messages_of, output_of,
};
use formats::{Format, export};
use functions::FunctionSettings;
use invocation::{Decision, Instructions, SelectionMode, SelectionPlan, TurnLimits, TurnPlan};
use ports::{Effect, FunctionInput, FunctionSpec, RequestSettings};
use serde_json::Value;
use sessions::SessionSummary;
use std::time::Instant;
use workbench::contract::{
    CommandName, ConfigureFunctions, ConfigureSession, CreateSession, ImportSession, ImportedSession,
    Nothing, Overview, StartTurn,
};

/// What is settled of a case before its first run.
pub(super) struct CasePlan {
    functions: Vec<FunctionSpec>,
    settings: RequestSettings,
}

/// What came of an attempt at a run.
pub(super) enum Attempt {
    /// The model came to an end of its own, or to a limit of the case.
    Finished(Run),
    /// The service gave no answer, which says nothing about the model. The run is still to be made.
    Broken(BrokenRun),
}

/// A run that broke off, with what it used until then.
pub(super) struct BrokenRun {
    pub(super) key: RunKey,
    pub(super) reason: String,
    pub(super) usage: Usage,
}

/// Runs a case once with the model of a lane.
pub(super) async fn run_once(
    core: &Core,
    case: &Case,
    plan: &CasePlan,
    lane: &LanePlan,
    repeat: u32,
) -> Result<Attempt, Failure> {
    let (session, text) = begin(core, case).await?;
    let settings = FunctionSettings { defined: plan.functions.clone(), ..FunctionSettings::live() };
    let configure = ConfigureFunctions { session: session.clone(), settings };
    let _: Nothing = core.call(CommandName::FunctionsConfigure, configure).await?;
    let plan = plan.turn(case, &lane.model);
    let configure = ConfigureSession { session: session.clone(), plan };
    let _: Nothing = core.call(CommandName::SessionConfigure, configure).await?;
    let start = StartTurn { session: session.clone(), text, speaker: None };
    let began = Instant::now();
    let turn = core.call(CommandName::TurnStart, start).await?;
    let decide = |call: &SeenCall| Decision::WriteResult { outcome: outcome_of(case, call) };
    let seen = watch(core, &session, &turn, &decide).await?;
    let milliseconds = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
    let key = RunKey { case: case.id.clone(), lane: lane.name.clone(), repeat };
    let usage = seen.usage;
    Ok(match ending(&seen) {
        Ok(ending) => {
            Attempt::Finished(Run { key, transcript: transcript(seen, ending), usage, milliseconds })
        }
        Err(reason) => Attempt::Broken(BrokenRun { key, reason, usage }),
    })
}

/// A session with the history of a case, and the words that are to be answered.
async fn begin(core: &Core, case: &Case) -> Result<(SessionId, Option<String>), Failure> {
    let (before, text) = case.opening();
    let text = text.map(str::to_owned);
    if before.is_empty() {
        let created: SessionSummary =
            core.call(CommandName::SessionCreate, CreateSession { model: None }).await?;
        return Ok((created.id, text));
    }
    let history = export(Format::Own, &messages_of(before)).text;
    let title = Some(case.id.as_str().to_owned());
    let import = ImportSession { text: history, format: Some(Format::Own), title };
    let imported: ImportedSession = core.call(CommandName::SessionImport, import).await?;
    Ok((imported.session.id, text))
}

impl CasePlan {
    pub(super) fn of(case: &Case, overview: &Overview) -> Result<Self, Failure> {
        let functions = case.functions.iter().map(|function| spec_of(case, function, overview));
        let settings = serde_json::from_value(Value::Object(case.settings.request.clone()));
        let settings = settings.map_err(|error| {
            let message = format!("case {}: the settings of requests don't fit: {error}", case.id.as_str());
            Failure::new(message, "Fix them; nothing ran.")
        })?;
        Ok(Self { functions: functions.collect::<Result<_, _>>()?, settings })
    }

    fn turn(&self, case: &Case, model: &ModelId) -> TurnPlan {
        let names: Vec<FunctionName> = self.functions.iter().map(|spec| spec.name.clone()).collect();
        let mode = SelectionMode::Manual { functions: names };
        let selection = SelectionPlan { mode, ..SelectionPlan::ranked(self.functions.len()) };
        let limits = TurnLimits::rounds(case.settings.rounds);
        let instructions = case.settings.instructions.clone();
        TurnPlan {
            instructions: instructions.map(|text| Instructions { text, ..Instructions::default() }),
            settings: self.settings.clone(),
            ..TurnPlan::plain(model.clone(), limits, selection)
        }
    }
}

/// A function as it is offered. It is a definition alone, also where the application has one to run.
pub(super) fn spec_of(
    case: &Case,
    function: &CaseFunction,
    overview: &Overview,
) -> Result<FunctionSpec, Failure> {
    let Some(parameters) = &function.parameters else {
        let known = overview.functions.iter().find(|spec| written(&spec.name) == function.name);
        return known.cloned().ok_or_else(|| {
            let message = format!("case {}: {:?} has no schema", case.id.as_str(), function.name);
            Failure::new(message, "Add its `parameters`; nothing ran.")
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

/// The frozen result of a call, or one that says there is none.
fn outcome_of(case: &Case, call: &SeenCall) -> Outcome {
    let arguments = CallArguments::read(call.arguments.clone());
    let CallArguments::Parsed { value, .. } = arguments else { return failed("the arguments are not JSON") };
    let made = sorted(&Value::Object(value));
    let is_meant = |wanted: &content::JsonObject| sorted(&Value::Object(wanted.clone())) == made;
    let mut own = case.results.iter().filter(|result| result.function == call.function);
    let found = own.find(|result| result.arguments.as_ref().is_none_or(is_meant));
    match found.map(|result| &result.answer) {
        Some(Answer::Returned(value)) => Outcome::Returned { output: output_of(value) },
        Some(Answer::Failed(message)) => failed(message),
        None => failed("the case has no result for this function with these arguments"),
    }
}

fn failed(message: &str) -> Outcome {
    Outcome::Failed { failure: FailedCall { kind: FailureKind::Reported, message: message.to_owned() } }
}

/// How the model ended, or why the service did not let it.
fn ending(seen: &Seen) -> Result<Ending, String> {
    let reason = || seen.problem.as_ref().map_or(&seen.outcome, |problem| &problem.message).clone();
    match seen.outcome.as_str() {
        "answered" | "silent" => Ok(Ending::Finished),
        // A turn is stopped here only after a request that failed.
        "failed" | "halted" | "stopped" => Err(reason()),
        _ => Ok(Ending::CutOff { reason: reason() }),
    }
}

fn transcript(seen: Seen, ending: Ending) -> Transcript {
    let made =
        |call: SeenCall| MadeCall { function: call.function, arguments: CallArguments::read(call.arguments) };
    let calls = seen.calls.into_iter().map(made).collect();
    Transcript { rounds: seen.rounds, calls, text: seen.answer, ending }
}
