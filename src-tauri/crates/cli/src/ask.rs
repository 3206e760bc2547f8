//! `callwright ask`: one turn without a person. Functions run as they are, or a stand-in answers in their place; nothing
//! stops, and calls that a person would have to allow are declined.

mod stand_ins;
pub(crate) mod turn;

pub(crate) use experiments::{written, written_name as name_of};

use crate::Ended;
use crate::core::{Core, with};
use crate::failure::Failure;
use crate::output::{remark, say, say_json};
use clap::Args;
use content::{FunctionName, ModelId, SessionId};
use functions::FunctionSettings;
use invocation::{SelectionMode, SelectionPlan, TurnLimits, TurnPlan};
use serde::Serialize;
use sessions::SessionSummary;
use stand_ins::StandIns;
use std::io::Read;
use std::time::Duration;
use turn::Seen;
use workbench::Extent;
use workbench::contract::{
    CommandName, ConfigureFunctions, ConfigureSession, CreateSession, Nothing, Overview, StartTurn,
};

/// Requests to the model at most.
const MAX_REQUESTS: u32 = 8;

/// Functions offered at most, where the ranking chooses them.
const MAX_OFFERED: usize = 4;

/// How long MCP servers may take to start.
const SERVER_START_TIMEOUT: Duration = Duration::from_secs(20);

#[derive(Debug, Args)]
pub(crate) struct Ask {
    /// What is said to the model; `-` reads it from standard input
    text: String,
    /// The id or the title of a model; the first of the list without this option
    #[arg(long)]
    model: Option<String>,
    /// The functions to offer, as plugin.function; `all` or `none`; chosen by a ranking without this option
    #[arg(long, value_name = "NAME", value_delimiter = ',', num_args = 1..)]
    functions: Option<Vec<String>>,
    #[command(flatten)]
    stand_ins: StandIns,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Printed<'a> {
    /// Its session stays, to be looked at in the window.
    session: &'a str,
    model: &'a str,
    #[serde(flatten)]
    seen: &'a Seen,
}

pub(crate) async fn run(args: Ask) -> Result<Ended, Failure> {
    let text = if args.text == "-" { standard_input()? } else { args.text.clone() };
    if text.trim().is_empty() {
        return Err(Failure::new("there is nothing to ask", "Write a question, or pass one with `-`."));
    }
    let (session, model, seen) =
        with(Extent::Everything, async |core: &Core| ask(core, &args, text).await).await?;
    let ended = if seen.is_answered() { Ended::Well } else { Ended::WithFindings };
    if args.json {
        say_json(&Printed { session: session.as_str(), model: model.as_str(), seen: &seen })?;
        return Ok(ended);
    }
    for call in &seen.calls {
        remark(format_args!("{} {} {}", call.function, call.arguments, call.outcome));
    }
    if let Some(answer) = &seen.answer {
        say(answer)?;
    }
    if let Some(problem) = &seen.problem {
        return Err(Failure::new(problem.message.clone(), problem.advice.clone()));
    }
    Ok(ended)
}

async fn ask(core: &Core, args: &Ask, text: String) -> Result<(SessionId, ModelId, Seen), Failure> {
    // Their tools are among the functions.
    core.started_sources(SERVER_START_TIMEOUT).await?;
    let overview: Overview = core.ask(CommandName::Overview).await?;
    let model = args.model.as_deref().map(|name| model_named(&overview, name)).transpose()?;
    let selection = selection(&overview, args.functions.as_deref())?;
    let stand_ins = args.stand_ins.read(&overview)?;
    let created: SessionSummary =
        core.call(CommandName::SessionCreate, CreateSession { model: model.clone() }).await?;
    let first = overview.models.first().map(|profile| profile.model.clone());
    let model =
        model.or(first).ok_or_else(|| Failure::new("there is no model", "Add a service in the window."))?;
    let plan = TurnPlan::plain(model.clone(), TurnLimits::rounds(MAX_REQUESTS), selection);
    let session = created.id;
    let _: Nothing =
        core.call(CommandName::SessionConfigure, ConfigureSession { session: session.clone(), plan }).await?;
    if !stand_ins.is_empty() {
        let settings = FunctionSettings { stand_ins, ..overview.function_settings };
        let configure = ConfigureFunctions { session: session.clone(), settings };
        let _: Nothing = core.call(CommandName::FunctionsConfigure, configure).await?;
    }
    let start = StartTurn { session: session.clone(), text: Some(text), speaker: None };
    let turn = core.call(CommandName::TurnStart, start).await?;
    let seen = turn::watch(core, &session, &turn, &|_| turn::nobody()).await?;
    Ok((session, model, seen))
}

fn standard_input() -> Result<String, Failure> {
    let mut text = String::new();
    let read = std::io::stdin().read_to_string(&mut text);
    read.map_err(|error| {
        Failure::new(format!("standard input can't be read: {error}"), "Pass text in UTF-8.")
    })?;
    Ok(text)
}

/// The model with this id, or the only one with this title.
pub(crate) fn model_named(overview: &Overview, name: &str) -> Result<ModelId, Failure> {
    let models = &overview.models;
    if let Some(exactly) = models.iter().find(|profile| profile.model.as_str() == name) {
        return Ok(exactly.model.clone());
    }
    let titled: Vec<_> = models.iter().filter(|profile| profile.title == name).collect();
    if let [profile] = titled[..] {
        return Ok(profile.model.clone());
    }
    let known: Vec<_> = models.iter().map(|profile| profile.model.as_str()).collect();
    Err(Failure::new(format!("there is no model {name:?}"), format!("There are: {}.", known.join(", "))))
}

fn selection(overview: &Overview, functions: Option<&[String]>) -> Result<SelectionPlan, Failure> {
    let ranked = SelectionPlan::ranked(MAX_OFFERED);
    let mode = match functions {
        None => return Ok(ranked),
        Some([all]) if all == "all" => SelectionMode::Everything,
        Some([none]) if none == "none" => SelectionMode::Manual { functions: Vec::new() },
        Some(names) => {
            let functions = names.iter().map(|name| function_named(overview, name));
            SelectionMode::Manual { functions: functions.collect::<Result<_, _>>()? }
        }
    };
    Ok(SelectionPlan { mode, ..ranked })
}

fn function_named(overview: &Overview, name: &str) -> Result<FunctionName, Failure> {
    let known = overview.functions.iter().map(|spec| &spec.name);
    let found = known.clone().find(|known| written(known) == name);
    found.cloned().ok_or_else(|| {
        let all: Vec<_> = known.map(written).collect();
        Failure::new(format!("there is no function {name:?}"), format!("There are: {}.", all.join(", ")))
    })
}
