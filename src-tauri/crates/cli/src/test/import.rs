//! `callwright test import`: the cases of others as a set.

use super::conclusion::Concluded;
use super::export::{check_empty, write};
use crate::failure::Failure;
use crate::output::{remark, say, say_json};
use clap::{Args, ValueEnum};
use experiments::{Case, CaseId, ImportedSet, Source, SourceFile, import_set};
use serde_json::json;
use std::path::{Component, Path, PathBuf};
use workbench::cases::without_secrets;

#[derive(Debug, Args)]
pub(super) struct Import {
    /// A file, or a folder with several
    from_path: PathBuf,
    /// Whose form it has
    #[arg(long, value_enum, value_name = "SOURCE")]
    from: From,
    /// A folder for the set, empty or not there yet
    #[arg(long, value_name = "SET")]
    out: PathBuf,
    /// Prints one JSON value
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum From {
    /// Questions of a single turn, with their possible answers in `possible_answer`
    Bfcl,
    /// Conversations with recorded responses
    Complexfuncbench,
    /// Eval sets of the Agent Development Kit, with `test_config.json`
    Adk,
    /// Configurations in YAML or JSON
    Promptfoo,
    /// Lines with `messages` and `tools`
    Openai,
}

impl std::convert::From<From> for Source {
    fn from(from: From) -> Self {
        match from {
            From::Bfcl => Self::Bfcl,
            From::Complexfuncbench => Self::ComplexFuncBench,
            From::Adk => Self::Adk,
            From::Promptfoo => Self::Promptfoo,
            From::Openai => Self::OpenAi,
        }
    }
}

/// An input that can't be used is told by the inner result.
pub(super) fn run(args: &Import) -> Result<Result<Concluded, Failure>, Failure> {
    let source = Source::from(args.from);
    let texts = match check_empty(&args.out).and_then(|()| texts(&args.from_path, source)) {
        Ok(texts) => texts,
        Err(failure) => return Ok(Err(failure)),
    };
    let folder = if args.from_path.is_dir() { args.from_path.as_path() } else { parent(&args.from_path) };
    let beside = |path: &str| beside(folder, path);
    let files: Vec<_> = texts.iter().map(|(name, text)| SourceFile { name, text, beside: &beside }).collect();
    let set = import_set(source, &files);
    let with_keys = cases_with_keys(&set.cases)?;
    if set.cases.is_empty() && set.unread.is_empty() {
        let message = format!("{} has no cases", args.from_path.display());
        return Ok(Err(Failure::new(message, "Name a file, or a folder with files of this source.")));
    }
    for case in &set.cases {
        let text = serde_json::to_string_pretty(case)
            .map_err(|error| Failure::new(format!("a case can't be written: {error}"), ""))?;
        write(&args.out.join(format!("{}.json", case.id.as_str())), &(text + "\n"))?;
    }
    report(args, &set, &with_keys)?;
    Ok(Ok(if set.unread.is_empty() { Concluded::Passed } else { Concluded::Failed }))
}

/// The cases with something that looks like a key. It stays: cases of others are compared with what others measured.
fn cases_with_keys(cases: &[Case]) -> Result<Vec<CaseId>, Failure> {
    let mut with_key = Vec::new();
    for case in cases {
        let (_, has_secret) = without_secrets(case.clone())?;
        with_key.extend(has_secret.then(|| case.id.clone()));
    }
    Ok(with_key)
}

fn parent(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// The names and texts of the files with cases.
fn texts(path: &Path, source: Source) -> Result<Vec<(String, String)>, Failure> {
    let mut files = vec![path.to_owned()];
    if path.is_dir() {
        let unread = |error: std::io::Error| Failure::unread(path, &error);
        let entries = std::fs::read_dir(path).map_err(unread)?;
        files =
            entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>().map_err(unread)?;
        files.retain(|file| file.is_file() && source.has_cases(&name_of(file)));
        files.sort();
    }
    let text = |file: &PathBuf| {
        let text =
            disk::read_text(file, limits::IMPORT_WHOLE).map_err(|error| Failure::unread(file, &error))?;
        Ok((name_of(file), text))
    };
    files.iter().map(text).collect()
}

fn name_of(file: &Path) -> String {
    file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// A file that another names. No path leads out of the folder.
fn beside(folder: &Path, path: &str) -> Option<String> {
    let is_inside = |part: Component<'_>| matches!(part, Component::Normal(_) | Component::CurDir);
    let is_below = Path::new(path).components().all(is_inside);
    is_below.then(|| disk::read_text(&folder.join(path), limits::IMPORT_WHOLE).ok()).flatten()
}

fn report(args: &Import, set: &ImportedSet, with_keys: &[CaseId]) -> Result<(), Failure> {
    let ImportedSet { cases, losses, unread } = set;
    let folder = args.out.display();
    if args.json {
        return say_json(&json!({ "source": Source::from(args.from), "folder": folder.to_string(),
            "cases": cases.len(), "losses": losses, "withKeys": with_keys, "unread": unread }));
    }
    if let Some(first) = with_keys.first() {
        let count = with_keys.len();
        remark(format_args!(
            "{count} × something that looks like a key stays in it ({} first)",
            first.as_str()
        ));
    }
    losses.iter().for_each(remark);
    unread.iter().for_each(remark);
    say(format_args!("{} cases in {folder}; {} could not be read.", cases.len(), unread.len()))
}
