//! A script that is run once, on a leash: it reads a text, and ends with a code and what it wrote.

use super::super::leash::find_program;
use super::run::{End, Program, Ran};
use limits::{PLUGIN_SAID, PLUGIN_TIME};
use notices::{Describe, Notice};
use ports::CallScope;
use std::path::Path;
use std::time::Duration;

/// All that a script sees of the environment: where programs are, and in which language they write.
const SEEN: [&str; 3] = ["PATH", "LANG", "SYSTEMROOT"];

/// A script and what it may use.
pub struct Script<'a> {
    /// The program and its arguments. A path counts from the folder, a plain name is looked for where programs are.
    pub command: &'a [String],
    /// Where it runs.
    pub folder: &'a Path,
    pub time: Duration,
}

/// How a script ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptEnd {
    /// Nothing, where a signal ended it.
    pub code: Option<i32>,
    pub output: String,
    /// The end of what it wrote on standard error.
    pub said: String,
}

/// Why a script did not come to an end of its own.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "script")]
#[advice("Run it by hand in its folder.")]
pub enum ScriptError {
    #[error("the script has no command")]
    NoCommand,
    #[error("{command} can't be started: {reason}")]
    NotStarted {
        command: String,
        #[notice(cause)]
        reason: Notice,
    },
    #[error("{command} took longer than {seconds} s and was ended")]
    TimedOut { command: String, seconds: u64 },
    #[error("{command} wrote more than {bytes} bytes and was ended")]
    TooMuch { command: String, bytes: usize },
    #[error("{command} was given up")]
    Cancelled { command: String },
}

/// Runs a script. It has a clean environment, and nothing it starts outlives it.
pub async fn run_script(
    script: &Script<'_>,
    input: Vec<u8>,
    scope: &CallScope,
) -> Result<ScriptEnd, ScriptError> {
    let (word, arguments) = script.command.split_first().ok_or(ScriptError::NoCommand)?;
    let not_started = |reason: Notice| ScriptError::NotStarted { command: word.clone(), reason };
    let path = find_program(word, script.folder, None).map_err(|error| not_started(error.notice()))?;
    let program = Program {
        path,
        arguments: arguments.to_vec(),
        folder: script.folder.to_owned(),
        seen: SEEN.map(str::to_owned).to_vec(),
        variables: Vec::new(),
        time: script.time.min(PLUGIN_TIME.time()),
        output_bytes: PLUGIN_SAID.size(),
    };
    let Ran { end, output, said: wrote } = program.run(&[], input, scope).await;
    let command = word.clone();
    match end {
        End::Exited(status) => {
            let output = String::from_utf8_lossy(&output).into_owned();
            Ok(ScriptEnd { code: status.code(), output, said: wrote })
        }
        End::TimedOut(time) => Err(ScriptError::TimedOut { command, seconds: time.as_secs() }),
        End::TooMuch => Err(ScriptError::TooMuch { command, bytes: program.output_bytes }),
        End::Cancelled => Err(ScriptError::Cancelled { command }),
        End::NotStarted(reason) => Err(not_started(reason)),
    }
}
