//! `callwright doctor`: what is missing or broken, and what to do about it.

mod bundle;
mod inside;
mod system;

use crate::Ended;
use crate::failure::Failure;
use crate::output::{remark, say, say_json};
use clap::Args;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Doctor {
    /// Asks every service too, with its key
    #[arg(long)]
    online: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Writes what is found and what is set up into a file for a report of an error, without keys, addresses and sessions
    #[arg(long, value_name = "FILE")]
    bundle: Option<PathBuf>,
}

/// One thing that was looked at.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Finding {
    area: &'static str,
    state: State,
    message: String,
    /// What to do. Nothing, where there is nothing to do.
    advice: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
enum State {
    Ok,
    /// Something can't be used that a person may not need.
    Missing,
    Broken,
}

#[derive(Serialize)]
struct Printed<'a> {
    version: &'static str,
    broken: usize,
    findings: &'a [Finding],
}

impl Finding {
    fn ok(area: &'static str, message: impl Into<String>) -> Self {
        Self { area, state: State::Ok, message: message.into(), advice: None }
    }

    fn missing(area: &'static str, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { area, state: State::Missing, message: message.into(), advice: Some(advice.into()) }
    }

    fn broken(area: &'static str, message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { area, state: State::Broken, message: message.into(), advice: Some(advice.into()) }
    }
}

pub(crate) async fn run(args: Doctor) -> Result<Ended, Failure> {
    let mut findings = system::look();
    findings.extend(inside::look(args.online).await);
    if let Some(file) = &args.bundle {
        bundle::write(file, &findings)?;
        remark(format_args!("{} can be passed on: look into it before you do.", file.display()));
    }
    let broken = broken(&findings);
    if args.json {
        say_json(&Printed { version: env!("CARGO_PKG_VERSION"), broken, findings: &findings })?;
    } else {
        for finding in &findings {
            show(finding)?;
        }
        remark(if broken == 0 { "Nothing is broken.".to_owned() } else { format!("{broken} broken.") });
    }
    Ok(if broken == 0 { Ended::Well } else { Ended::WithFindings })
}

fn broken(findings: &[Finding]) -> usize {
    findings.iter().filter(|finding| finding.state == State::Broken).count()
}

fn show(finding: &Finding) -> Result<(), Failure> {
    let Finding { area, state, message, advice } = finding;
    let word = match state {
        State::Ok => "ok",
        State::Missing => "missing",
        State::Broken => "BROKEN",
    };
    let message = message.trim_end_matches('.');
    match advice.as_deref().filter(|advice| !advice.is_empty()) {
        None => say(format_args!("{word:<8} {area}: {message}.")),
        Some(advice) => say(format_args!("{word:<8} {area}: {message}. {advice}")),
    }
}
