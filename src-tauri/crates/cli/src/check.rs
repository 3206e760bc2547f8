//! `callwright check`: what is wrong with the conversation in a file. Nothing is imported.

use crate::Ended;
use crate::failure::Failure;
use crate::form::Form;
use crate::output::{remark, say, say_json};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use upkeep::{Finding, FindingKind, Severity};
use workbench::CheckedFile;
use workbench::contract::Loss;

#[derive(Debug, Args)]
pub(crate) struct Check {
    file: PathBuf,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Printed<'a> {
    format: String,
    messages: usize,
    findings: Vec<PrintedFinding<'a>>,
    losses: &'a [Loss],
}

#[derive(Serialize)]
struct PrintedFinding<'a> {
    kind: FindingKind,
    severity: Severity,
    /// The message, counted from 1.
    message: usize,
    /// The item of it, counted from 1. Absent if the whole message is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<usize>,
    text: &'a str,
}

pub(crate) fn run(args: Check) -> Result<Ended, Failure> {
    let checked = workbench::check_file(&args.file)?;
    let findings: Vec<_> = checked.findings.iter().map(|finding| printed(finding, &checked)).collect();
    let ended = if findings.is_empty() { Ended::Well } else { Ended::WithFindings };
    let messages = checked.messages.len();
    if args.json {
        let format = Form::name(checked.format);
        say_json(&Printed { format, messages, findings, losses: &checked.losses })?;
        return Ok(ended);
    }
    for PrintedFinding { severity, message, text, .. } in &findings {
        say(format_args!("message {message}: {}: {text}", word(*severity)))?;
    }
    for Loss { place, what } in &checked.losses {
        remark(format_args!("{place}: {what}"));
    }
    remark(format_args!("Messages from {}: {messages}. Findings: {}.", checked.format, findings.len()));
    Ok(ended)
}

fn printed<'a>(finding: &'a Finding, checked: &CheckedFile) -> PrintedFinding<'a> {
    let Finding { kind, severity, place, message: text, .. } = finding;
    let message = checked.messages.iter().position(|id| *id == place.message).map_or(0, |place| place + 1);
    PrintedFinding { kind: *kind, severity: *severity, message, item: place.item.map(|item| item + 1), text }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Note => "note",
        Severity::Suspicious => "suspicious",
        Severity::Broken => "broken",
    }
}
