//! Starting other programs and waiting for them.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, ExitStatus};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use anyhow::{Context, Result, bail};

use crate::output::{HEARTBEAT, Output};

/// Any program, with the person's environment rather than the one Cargo gave this tool.
pub(crate) fn command(program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(is_left_by_cargo) {
            command.env_remove(name);
        }
    }
    command
}

/// The Cargo that runs this tool.
pub(crate) fn cargo_anywhere() -> Command {
    command(env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")))
}

/// Runs a child to its end. It fails when the child can't be started or reports a failure.
pub(crate) fn run(command: Command, output: &Output) -> Result<()> {
    let shown = show(&command);
    run_as(&shown, command, output)
}

/// [`run`] for a command that is shown in another form.
pub(crate) fn run_as(shown: &str, mut command: Command, output: &Output) -> Result<()> {
    output.note(&format!("$ {shown}"))?;
    output.attach(&mut command)?;
    let child = command.spawn().with_context(|| not_started(shown))?;
    let status = wait(child, output).with_context(|| format!("lost sight of `{shown}`"))?;
    if !status.success() {
        bail!("`{shown}` failed ({status})");
    }
    Ok(())
}

/// Runs a child and returns what it printed.
pub(crate) fn capture(mut command: Command) -> Result<String> {
    let shown = show(&command);
    let finished = command.output().with_context(|| not_started(&shown))?;
    if !finished.status.success() {
        let said = String::from_utf8_lossy(&finished.stderr);
        bail!("`{shown}` failed ({}): {}", finished.status, said.trim());
    }
    Ok(String::from_utf8_lossy(&finished.stdout).into_owned())
}

/// Whether a child can be started and reports success. Its output is dropped.
pub(crate) fn succeeds(mut command: Command) -> bool {
    command.output().is_ok_and(|finished| finished.status.success())
}

/// Replaces this process by the program where the system can do that, so that it receives signals and the terminal.
pub(crate) fn become_program(command: Command) -> Result<ExitCode> {
    let shown = show(&command);
    println!("$ {shown}");
    replace(command).with_context(|| not_started(&shown))
}

/// The path of a program that is found by its bare name.
pub(crate) fn on_path(program: &str) -> Option<PathBuf> {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

#[cfg(unix)]
fn replace(mut command: Command) -> Result<ExitCode> {
    use std::os::unix::process::CommandExt;
    Err(command.exec().into())
}

#[cfg(not(unix))]
fn replace(mut command: Command) -> Result<ExitCode> {
    let status = command.status()?;
    Ok(if status.success() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Waits in a thread, because the standard library can't wait for a child and for time to pass at once.
fn wait(mut child: Child, output: &Output) -> Result<ExitStatus> {
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || sender.send(child.wait()));
    loop {
        match receiver.recv_timeout(HEARTBEAT) {
            Ok(status) => return Ok(status?),
            Err(RecvTimeoutError::Timeout) => output.still_running(),
            Err(RecvTimeoutError::Disconnected) => bail!("the thread that waits for it ended"),
        }
    }
}

fn not_started(shown: &str) -> String {
    format!("could not start `{shown}`; is it installed and on the PATH?")
}

pub(crate) fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(command.get_program());
    let words = [name].into_iter().chain(command.get_args());
    words.map(OsStr::to_string_lossy).collect::<Vec<_>>().join(" ")
}

/// Cargo describes this package to this tool in variables. Build scripts of other packages watch the same ones, so
/// passing them on would rebuild those packages each time a person switches between `cargo` and `cargo xtask`.
fn is_left_by_cargo(name: &str) -> bool {
    name.starts_with("CARGO_PKG_") || matches!(name, "CARGO_MANIFEST_DIR" | "CARGO_MANIFEST_PATH")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_description_of_this_package_is_left_by_cargo() {
        let names = ["CARGO_PKG_NAME", "CARGO_MANIFEST_DIR", "CARGO_HOME", "CARGO_TARGET_DIR", "CARGO"];
        assert_eq!(names.map(is_left_by_cargo), [true, true, false, false, false]);
    }

    #[test]
    fn a_command_is_shown_by_its_name_and_arguments() {
        let mut command = Command::new("/somewhere/bin/cargo");
        command.args(["build", "--locked"]);
        assert_eq!(show(&command), "cargo build --locked");
    }
}
