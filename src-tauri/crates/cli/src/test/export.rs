//! `callwright test export`: a set as a folder that runs in the runner of a test framework.

use super::{case_run, execution, home::DataFolder, set};
use crate::core::Core;
use crate::failure::Failure;
use crate::output::{remark, say, say_json};
use clap::{Args, ValueEnum};
use experiments::{Case, ExportLoss, ExportedSet, Framework, export_set};
use redaction::{Redactor, is_secret_value};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use workbench::contract::Overview;

/// The letters of a key at least. A moment has two.
const FEWEST_LETTERS: usize = 8;

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
        match without_secrets(case, &mut losses).and_then(|case| defined(case, &overview)) {
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
        let spec = case_run::spec_of(&case, &case.functions[place], overview)?;
        let function = &mut case.functions[place];
        function.parameters.get_or_insert(spec.parameters);
        function.description.get_or_insert(spec.description);
    }
    Ok(case)
}

/// Takes out whatever looks like a key, wherever it stands. The names of functions and the id stay.
fn without_secrets(case: Case, losses: &mut Vec<ExportLoss>) -> Result<Case, Failure> {
    let failed = |error: serde_json::Error| {
        let message = format!("case {}: keys can't be taken out: {error}", case.id.as_str());
        Failure::new(message, "Take them out of the file; nothing was written.")
    };
    let mut value = serde_json::to_value(&case).map_err(failed)?;
    let mut keys = BTreeSet::new();
    collect_keys(&value, &mut keys);
    keys.remove(case.id.as_str());
    case.functions.iter().for_each(|function| _ = keys.remove(&function.name));
    if keys.is_empty() {
        return Ok(case);
    }
    Redactor::new(keys.iter().map(String::as_str)).clean_value(&mut value);
    losses.push(ExportLoss::Secret { case: case.id.clone() });
    serde_json::from_value(value).map_err(failed)
}

/// The words of all texts that look like keys.
fn collect_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let is_between = |letter: char| !letter.is_ascii_alphanumeric() && !"-_.+=:~".contains(letter);
            let words = text.split(is_between).map(|word| word.trim_matches(['.', ':']));
            keys.extend(words.filter(|word| is_key(word)).map(str::to_owned));
        }
        Value::Array(values) => values.iter().for_each(|value| collect_keys(value, keys)),
        Value::Object(fields) => fields.values().for_each(|value| collect_keys(value, keys)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

/// Moments and UUIDs look like keys too, and are arguments more often.
fn is_key(word: &str) -> bool {
    let letters = word.bytes().filter(u8::is_ascii_alphabetic).count();
    let is_uuid = word.len() == 36 && word.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-');
    is_secret_value(word) && letters >= FEWEST_LETTERS && !is_uuid
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
