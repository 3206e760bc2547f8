//! `callwright run`: starts a program whose requests to models go through Callwright.

use crate::Ended;
use crate::attached::Attached;
use crate::core::Core;
use crate::failure::Failure;
use crate::output::{complain, remark};
use clap::Args;
use functions::sources::named_program;
use gateway::{Provider, Relay};
use std::convert::Infallible;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use workbench::Extent;
use workbench::contract::{Answerer, CommandName, NamedProgram, ProgramSettings, ProgramVariable};

/// How often the settings of the program are read.
const SETTINGS_INTERVAL: Duration = Duration::from_millis(500);

#[derive(Debug, Args)]
pub(crate) struct Run {
    /// A name for the program; that of its command without this option
    #[arg(long)]
    name: Option<String>,
    /// Writes the sessions to this file when the program has ended
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Starts the program without Callwright where Callwright can't start, and lets it go on where Callwright ends before it
    #[arg(long)]
    without: bool,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

pub(crate) async fn run(args: Run) -> Result<Ended, Failure> {
    let core = match Core::open(Extent::Sessions).await {
        Ok(core) => core,
        Err(failure) if args.without => {
            complain(&failure);
            remark("The program starts without Callwright.");
            return started(&args.command, &[]).await;
        }
        Err(failure) => return Err(failure),
    };
    let ended = attached(&core, &args).await;
    core.close().await;
    ended
}

async fn attached(core: &Core, args: &Run) -> Result<Ended, Failure> {
    let attached = Attached::named(core, &title(args)).await?;
    let named = NamedProgram { program: attached.program.id.clone() };
    let mut variables: Vec<ProgramVariable> = core.call(CommandName::ProgramVariables, named).await?;
    let settings = Arc::new(Mutex::new(attached.program.settings.clone()));
    // An application in this process ends with it.
    let relay =
        if args.without && !core.is_own() { Some(relayed(&mut variables, &settings).await?) } else { None };
    let ended = tokio::select! {
        ended = started(&args.command, &variables) => ended,
        never = keep_current(core, &attached, &settings), if relay.is_some() => match never {},
    };
    match attached.end(core, args.record.as_deref()).await {
        Err(failure) if relay.is_some() => complain(&failure),
        taken_away => taken_away?,
    }
    ended
}

/// Takes over what a person changes for the program meanwhile: it holds when the application has ended, too.
async fn keep_current(core: &Core, attached: &Attached, settings: &Mutex<ProgramSettings>) -> Infallible {
    let mut often = tokio::time::interval(SETTINGS_INTERVAL);
    loop {
        often.tick().await;
        if let Some(current) = attached.settings(core).await {
            *settings.lock().unwrap_or_else(PoisonError::into_inner) = current;
        }
    }
}

/// Puts an address of this process in front of that of the application, which may end before the program does.
async fn relayed(
    variables: &mut [ProgramVariable],
    settings: &Arc<Mutex<ProgramSettings>>,
) -> Result<Relay, Failure> {
    let behind_root = format!("/{}", Provider::OpenAi.base_path());
    let root = variables.iter().find_map(|variable| variable.value.strip_suffix(&behind_root));
    let root = root.unwrap_or_default().to_owned();
    let settings = Arc::clone(settings);
    let alone = move |provider| {
        let settings = settings.lock().unwrap_or_else(PoisonError::into_inner);
        (settings.answerer == Answerer::Provider).then(|| settings.upstreams.base(provider))
    };
    let relay = Relay::before(&root, Arc::new(alone)).await;
    let relay = relay.map_err(|error| Failure::new(error.to_string(), "Start it without --without."))?;
    for variable in variables {
        variable.value = variable.value.replace(&root, relay.root());
    }
    Ok(relay)
}

fn title(args: &Run) -> String {
    let command = args.command.first().map(Path::new).and_then(Path::file_name);
    let of_command =
        || command.map_or_else(|| "program".to_owned(), |name| name.to_string_lossy().into_owned());
    args.name.clone().unwrap_or_else(of_command)
}

/// Runs the program to its end. An interrupt is for the program, which shares this terminal.
async fn started(command: &[OsString], variables: &[ProgramVariable]) -> Result<Ended, Failure> {
    let Some((program, arguments)) = command.split_first() else {
        return Err(Failure::new("no program is named", "Write it behind --."));
    };
    let unstarted = |error: std::io::Error| {
        let program = program.to_string_lossy();
        Failure::new(format!("{program} can't be started: {error}"), "Check its name and that it may run.")
    };
    let pairs = variables.iter().map(|ProgramVariable { name, value }| (name, value));
    let mut command = Command::new(named_program(program));
    command.args(arguments).envs(pairs);
    let mut child = disk::with_umask_of_person(|| command.spawn()).map_err(unstarted)?;
    let mut waiting = tokio::task::spawn_blocking(move || child.wait());
    loop {
        tokio::select! {
            waited = &mut waiting => {
                let status = waited.map_err(std::io::Error::other).and_then(|status| status);
                return status.map(ended).map_err(unstarted);
            }
            _ = workbench::asked_to_end() => {}
        }
    }
}

/// The program's exit code is the command's.
fn ended(status: ExitStatus) -> Ended {
    match status.code() {
        Some(0) => Ended::Well,
        Some(code) => Ended::As(u8::try_from(code).unwrap_or(1)),
        None => Ended::WithFindings,
    }
}
