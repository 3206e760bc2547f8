//! What a program has told: its result, or how it failed, in words for the model.

use crate::broken::Broken;
use content::{Output, parse_lossy};
use limits::PLUGIN_TOLD;
use notices::Describe;
use ports::FunctionError;
use serde_json::Value;
use std::process::ExitStatus;

/// How much of what a failed program wrote a model is told.
const TOLD: usize = PLUGIN_TOLD.size();

/// What was written on standard output by a program that ended well.
pub(super) fn result(output: &[u8]) -> Result<Output, FunctionError> {
    let text = String::from_utf8_lossy(output);
    if text.trim().is_empty() {
        return Ok(Output::Nothing);
    }
    // A letter nobody can read is no reason to lose the rest: the program has run.
    let read = parse_lossy::<Value>(&text).map_err(|error| {
        FunctionError::broken(&match std::str::from_utf8(output) {
            Ok(_) => Broken::ResultNotJson { error: error.notice() },
            Err(error) => Broken::ResultNotText { byte: error.valid_up_to() },
        })
    })?;
    Ok(Output::from(read.value))
}

/// A program that fails can say why to the model: as `{"error": "…"}`, or in plain words.
pub(super) fn failure(status: ExitStatus, output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let said = parse_lossy::<Value>(&text).ok();
    let said = said.and_then(|said| Some(said.value.get("error")?.as_str()?.to_owned()));
    let said: String = said.unwrap_or_else(|| text.into_owned()).trim().chars().take(TOLD).collect();
    let ended = ended(status);
    if said.is_empty() { ended } else { format!("{said} ({ended})") }
}

fn ended(status: ExitStatus) -> String {
    match (status.code(), signal(status)) {
        (Some(126), _) => "it ended with exit code 126: the program can't be run".to_owned(),
        (Some(127), _) => "it ended with exit code 127: a program was not found".to_owned(),
        (Some(code), _) => format!("it ended with exit code {code}"),
        (None, Some(signal)) => format!("it was ended by signal {signal}{}", meaning(signal)),
        (None, None) => "it was ended".to_owned(),
    }
}

fn meaning(signal: i32) -> &'static str {
    match signal {
        2 => ", an interrupt",
        6 => ", because it gave itself up",
        7 | 10 | 11 => ", because it touched memory that is not its own",
        9 => ", by force",
        13 => ", because nobody read what it wrote",
        15 => ", on request",
        _ => "",
    }
}

#[cfg(unix)]
fn signal(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal(_: ExitStatus) -> Option<i32> {
    None
}
