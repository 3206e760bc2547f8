//! `callwright test export`: a set as a folder that runs in the runner of a test framework.

use super::{case_run, execution, home::DataFolder, set};
use crate::core::Core;
use crate::failure::Failure;
use crate::output::{remark, say, say_json};
use clap::{Args, ValueEnum};
use experiments::{Case, ExportLoss, ExportedSet, Framework, export_set};
use redaction::is_secret_value;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use workbench::contract::Overview;

/// What stands where a key was.
const TAKEN_OUT: &str = "***";

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
}

impl From<To> for Framework {
    fn from(to: To) -> Self {
        match to {
            To::Pytest => Self::Pytest,
            To::Vitest => Self::Vitest,
            To::Promptfoo => Self::Promptfoo,
        }
    }
}

/// An input that can't be used is told by the inner result.
pub(super) async fn run(args: &Export) -> Result<Result<(), Failure>, Failure> {
    let cases = match check_empty(&args.out).and_then(|()| set::read(&args.set)) {
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
        match defined(without_secrets(case, &mut losses), &overview) {
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

fn check_empty(out: &Path) -> Result<(), Failure> {
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
        let spec = case_run::spec_of(&case, &case.functions[place], overview)?;
        let function = &mut case.functions[place];
        function.parameters.get_or_insert(spec.parameters);
        function.description.get_or_insert(spec.description);
    }
    Ok(case)
}

/// Whatever looks like a key is taken out, wherever it stands in a case.
fn without_secrets(case: Case, losses: &mut Vec<ExportLoss>) -> Case {
    let Ok(mut value) = serde_json::to_value(&case) else { return case };
    if !clean(&mut value) {
        return case;
    }
    // A case stays one with other texts; where it does not, nothing of it may leave.
    let cleaned = serde_json::from_value(value).ok();
    losses.push(ExportLoss::Secret { case: case.id.clone() });
    cleaned.unwrap_or(case)
}

fn clean(value: &mut Value) -> bool {
    let mut found = false;
    match value {
        Value::String(text) if is_secret_value(text) => {
            TAKEN_OUT.clone_into(text);
            found = true;
        }
        Value::Array(values) => values.iter_mut().for_each(|value| found |= clean(value)),
        Value::Object(fields) => {
            let others = fields.iter_mut().filter(|(name, _)| name.as_str() != "id");
            others.for_each(|(_, value)| found |= clean(value));
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
    found
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
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
    say(format_args!(
        "{files} files in {}. Run `{}` there, with MODEL, OPENAI_BASE_URL and OPENAI_API_KEY set.",
        args.out.display(),
        framework.command()
    ))
}
