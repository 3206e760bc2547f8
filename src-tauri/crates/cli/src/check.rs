//! `callwright check`: what is wrong with the conversation in a file. Nothing is imported.

use crate::Ended;
use crate::failure::Failure;
use crate::form::Form;
use crate::output::{remark, say, say_json};
use crate::printed_loss::{PrintedLoss, printed_losses};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;
use upkeep::{Finding, FindingKind, Severity};
use workbench::CheckedFile;

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
    findings: Vec<PrintedFinding>,
    losses: Vec<PrintedLoss<'a>>,
}

#[derive(Serialize)]
struct PrintedFinding {
    kind: FindingKind,
    severity: Severity,
    /// The message, counted from 1.
    message: usize,
    /// The item of it, counted from 1. Absent if the whole message is meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    item: Option<usize>,
    text: String,
}

pub(crate) fn run(args: Check) -> Result<Ended, Failure> {
    let checked = workbench::check_file(&args.file)?;
    let findings: Vec<_> = checked.findings.iter().map(|finding| printed(finding, &checked)).collect();
    let ended = if findings.is_empty() { Ended::Well } else { Ended::WithFindings };
    let messages = checked.messages.len();
    let losses = printed_losses(&checked.losses);
    if args.json {
        let format = Form::name(checked.format);
        say_json(&Printed { format, messages, findings, losses })?;
        return Ok(ended);
    }
    for PrintedFinding { severity, message, text, .. } in &findings {
        say(format_args!("message {message}: {}: {text}", word(*severity)))?;
    }
    losses.iter().for_each(remark);
    remark(format_args!("Messages from {}: {messages}. Findings: {}.", checked.format, findings.len()));
    Ok(ended)
}

fn printed(finding: &Finding, checked: &CheckedFile) -> PrintedFinding {
    let Finding { kind, severity, place, message: text, .. } = finding;
    let text = workbench::english(text);
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
