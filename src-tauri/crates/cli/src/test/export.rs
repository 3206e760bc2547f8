//! `callwright test export`: a set as a folder that runs in the runner of a test framework.

use super::{execution, home::DataFolder};
use crate::core::Core;
use crate::failure::Failure;
use crate::output::{remark, say, say_json};
use clap::{Args, ValueEnum};
use experiments::{Case, ExportLoss, ExportedSet, Framework, export_set};
use serde_json::json;
use std::path::{Path, PathBuf};
use workbench::cases::{read_set, spec_of, without_secrets};
use workbench::contract::Overview;

#[derive(Debug, Args)]
pub(super) struct Export {
    /// A folder of cases in JSON, or one case
    set: PathBuf,
    /// Whose runner the folder is for
    #[arg(long, value_enum, value_name = "FRAMEWORK")]
    to: To,
    /// A folder that is empty or not there yet
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Prints one JSON value
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum To {
    Pytest,
    Vitest,
    Promptfoo,
    /// An eval set of the Agent Development Kit, with an agent and a metric
    Adk,
    Deepeval,
    /// C#
    Xunit,
    /// Questions and possible answers of the Function-Calling Leaderboard
    Bfcl,
    /// Fixtures of a server that does what is expected
    Aimock,
}

impl From<To> for Framework {
    fn from(to: To) -> Self {
        match to {
            To::Pytest => Self::Pytest,
            To::Vitest => Self::Vitest,
            To::Promptfoo => Self::Promptfoo,
            To::Adk => Self::Adk,
            To::Deepeval => Self::Deepeval,
            To::Xunit => Self::Xunit,
            To::Bfcl => Self::Bfcl,
            To::Aimock => Self::Aimock,
        }
    }
}

/// An input that can't be used is told by the inner result.
pub(super) async fn run(args: &Export) -> Result<Result<(), Failure>, Failure> {
    let cases = match check_empty(&args.out).and_then(|()| Ok(read_set(&args.set)?)) {
        Ok(cases) => cases,
        Err(failure) => return Ok(Err(failure)),
    };
    let folder = DataFolder::new()?;
    let core = Core::own_of(&folder.config).await?;
    let overview = execution::overview(&core).await;
    core.close().await;
    let overview = overview?;

    let mut losses = Vec::new();
    let mut whole = Vec::new();
    for case in cases {
        let id = case.id.clone();
        let made = without_secrets(case).map_err(Failure::from).and_then(|(case, has_secret)| {
            losses.extend(has_secret.then_some(ExportLoss::Secret { case: id }));
            defined(case, &overview)
        });
        match made {
            Ok(case) => whole.push(case),
            Err(failure) => return Ok(Err(failure)),
        }
    }
    let framework = Framework::from(args.to);
    let ExportedSet { files, losses: lost } = export_set(&whole, framework);
    losses.extend(lost);
    for file in &files {
        write(&args.out.join(&file.path), &file.text)?;
    }
    report(args, framework, files.len(), &losses)?;
    Ok(Ok(()))
}

pub(super) fn check_empty(out: &Path) -> Result<(), Failure> {
    let is_full = std::fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_some());
    if is_full || out.is_file() {
        let message = format!("{} is not empty", out.display());
        return Err(Failure::new(message, "Name a folder that is not there yet; nothing was written."));
    }
    Ok(())
}

/// Functions that are named alone get the definition of those that ship.
fn defined(mut case: Case, overview: &Overview) -> Result<Case, Failure> {
    for place in 0..case.functions.len() {
        let spec = spec_of(&case, &case.functions[place], &overview.functions)?;
        let function = &mut case.functions[place];
        function.parameters.get_or_insert(spec.parameters);
        function.description.get_or_insert(spec.description);
    }
    Ok(case)
}

pub(super) fn write(file: &Path, text: &str) -> Result<(), Failure> {
    let folder = file.parent().unwrap_or(file);
    std::fs::create_dir_all(folder).map_err(|error| Failure::unwritten(folder, &error))?;
    std::fs::write(file, text).map_err(|error| Failure::unwritten(file, &error))
}

fn report(args: &Export, framework: Framework, files: usize, losses: &[ExportLoss]) -> Result<(), Failure> {
    if args.json {
        let folder = args.out.display().to_string();
        return say_json(&json!({ "framework": framework, "folder": folder, "files": files,
            "command": framework.command(), "losses": losses }));
    }
    for loss in losses {
        remark(loss);
    }
    let folder = args.out.display();
    let command = framework.command();
    match framework.has_modules() {
        true => say(format_args!(
            "{files} files in {folder}. Run `{command}` there, with MODEL, OPENAI_BASE_URL and OPENAI_API_KEY set."
        )),
        false => say(format_args!("{files} files in {folder}, for `{command}`.")),
    }
}
