//! The keeper on Linux: this application once more, as the parent of a program.
//!
//! It is a subreaper, so whatever the program starts stays below it, in a session of its own and with another
//! environment too. It holds the end of a pipe: when the application is gone, however it ended, the pipe closes and the
//! keeper ends everything. It does the same when the program itself has ended, and then ends as the program did.

use super::Start;
use rustix::fs::{Mode, RawMode};
use rustix::io::{Errno, FdFlags, fcntl_setfd};
use rustix::process::{
    Pid, Resource, Rlimit, Signal, WaitOptions, WaitStatus, getpid, kill_process, kill_process_group,
    set_child_subreaper, setrlimit, wait,
};
use rustix::stdio::{dup2_stderr, dup2_stdin, dup2_stdout};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Error, ErrorKind, Read, Result, Write};
use std::os::fd::AsRawFd;
use std::os::unix::process::CommandExt;
use std::process::{Command as Blocking, ExitCode, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::net::unix::pipe::Sender;
use tokio::process::{Child, Command};

/// What a keeper calls itself, by which it knows that it is one.
const NAME: &str = "callwright-keeper";

/// What a keeper is told.
#[derive(Serialize, Deserialize)]
struct Order {
    start: Start,
    /// What others may do with the files of the program, as the person has set it.
    umask: Option<RawMode>,
}

/// Asks the program to end.
pub(super) const ASK: &[u8] = b"?";

/// Whether this program would know that it is a keeper.
static IS_ASKED: AtomicBool = AtomicBool::new(false);

pub(super) fn is_possible() -> bool {
    IS_ASKED.load(Ordering::Relaxed)
}

/// Starts a keeper for a program. It runs nothing before it is told what.
pub(super) fn spawn(folder: Option<&std::path::Path>) -> Result<(Child, Sender)> {
    let (orders, sender) = std::io::pipe()?;
    // The program and others may have this end too, to no effect: it is the other one that counts.
    fcntl_setfd(&orders, FdFlags::empty())?;
    // Also where the file was replaced by a newer one meanwhile.
    let mut keeper = Command::new("/proc/self/exe");
    keeper
        .arg0(NAME)
        .arg(orders.as_raw_fd().to_string())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .process_group(0);
    if let Some(folder) = folder {
        keeper.current_dir(folder);
    }
    let child = keeper.spawn()?;
    Ok((child, Sender::from_owned_fd(sender.into())?))
}

/// What is started, as a keeper is told.
pub(super) fn order(start: &Start, mark: (&str, &str)) -> Result<Vec<u8>> {
    let (name, value) = mark;
    let environment = start.environment.iter().cloned().chain([(name.into(), value.into())]).collect();
    let (program, arguments) = (start.program.clone(), start.arguments.clone());
    let start = Start { program, arguments, folder: None, environment };
    let mut order =
        serde_json::to_vec(&Order { start, umask: disk::umask_of_person().map(Mode::as_raw_mode) })?;
    order.push(b'\n');
    Ok(order)
}

/// Keeps a program, where this process was started for that, until all of it is over. The first thing a `main` does; one
/// that never asks is no keeper.
pub fn as_keeper() -> Option<ExitCode> {
    let mut words = std::env::args_os();
    if words.next()? != NAME {
        IS_ASKED.store(true, Ordering::Relaxed);
        return None;
    }
    let orders = words.next().unwrap_or_default();
    Some(keep(&orders.to_string_lossy()).unwrap_or_else(|error| {
        // Whoever reads what the program says is told.
        let _ = writeln!(std::io::stderr(), "{NAME}: {error}");
        ExitCode::from(126)
    }))
}

fn keep(orders: &str) -> Result<ExitCode> {
    set_child_subreaper(Some(getpid()))?;
    // It would be called after the file it is, and that has no name.
    let _ = rustix::thread::set_name(c"callwright-keep");
    let mut orders = BufReader::new(File::open(format!("/proc/self/fd/{orders}"))?);
    let mut order = Vec::new();
    if orders.read_until(b'\n', &mut order)? == 0 {
        // The application has ended already.
        return Ok(ExitCode::SUCCESS);
    }
    let Order { start, umask } = serde_json::from_slice(&order)?;
    let Start { program, arguments, environment, .. } = start;
    if let Some(umask) = umask {
        rustix::process::umask(Mode::from_raw_mode(umask));
    }
    let mut command = Blocking::new(&program);
    command.args(arguments).env_clear().envs(environment).process_group(0);
    let started = command.spawn().map_err(|error| {
        Error::new(error.kind(), format!("{} can't be started: {error}", program.to_string_lossy()))
    });
    let id = match started {
        Ok(child) => i32::try_from(child.id()).ok().and_then(Pid::from_raw).ok_or(ErrorKind::Other)?,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            let _ = writeln!(std::io::stderr(), "{error}");
            return Ok(ExitCode::from(127));
        }
        Err(error) => return Err(error),
    };
    let_go_of_pipes()?;
    std::thread::spawn(move || obey(orders, id));
    Ok(until_over(id).map_or(ExitCode::FAILURE, end_like))
}

/// The pipes of the program are its own: they close when it closes them.
fn let_go_of_pipes() -> Result<()> {
    let nothing = File::options().read(true).write(true).open("/dev/null")?;
    dup2_stdin(&nothing)?;
    dup2_stdout(&nothing)?;
    dup2_stderr(&nothing)?;
    Ok(())
}

/// Does what the application asks for, and ends everything when the application is gone.
fn obey(mut orders: BufReader<File>, program: Pid) {
    let mut order = [0; ASK.len()];
    while orders.read_exact(&mut order).is_ok() {
        let _ = kill_process_group(program, Signal::TERM);
    }
    end_descendants();
}

/// Waits until the program has ended, ends what it has left behind, and says how it ended. Whatever loses its parent is
/// a child of this process from then on, so nothing is left when there is nobody to wait for.
fn until_over(program: Pid) -> Option<WaitStatus> {
    let mut ended = None;
    loop {
        match wait(WaitOptions::empty()) {
            Ok(Some((id, status))) if id == program => ended = Some(status),
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return ended,
        }
        if ended.is_some() {
            // Each one that ends may have left others behind.
            end_descendants();
        }
    }
}

fn end_descendants() {
    let children = children();
    let (mut found, mut open) = (Vec::new(), vec![getpid()]);
    while let Some(parent) = open.pop() {
        let below = children.get(&parent).map(Vec::as_slice).unwrap_or_default();
        found.extend(below);
        open.extend(below);
    }
    for process in found {
        // It may have ended by itself meanwhile.
        let _ = kill_process(process, Signal::KILL);
    }
}

/// The children of each process there is.
fn children() -> HashMap<Pid, Vec<Pid>> {
    let mut children: HashMap<Pid, Vec<Pid>> = HashMap::new();
    let pid = |text: &str| text.parse().ok().and_then(Pid::from_raw);
    for entry in fs::read_dir("/proc").into_iter().flatten().flatten() {
        let Some(process) = entry.file_name().to_str().and_then(pid) else { continue };
        let about = fs::read(entry.path().join("stat")).unwrap_or_default();
        // Its name stands in parentheses and may be anything; behind it come its state and its parent.
        let about = String::from_utf8_lossy(&about);
        let parent = about.rsplit(')').next().and_then(|rest| rest.split_whitespace().nth(1)).and_then(pid);
        if let Some(parent) = parent {
            children.entry(parent).or_default().push(process);
        }
    }
    children
}

/// Ends as the program did, so that the application is told by the system itself.
fn end_like(status: WaitStatus) -> ExitCode {
    /// Long enough for a signal to arrive, where it ends this process at all.
    const ARRIVING: Duration = Duration::from_millis(500);
    if let Some(code) = status.exit_status() {
        return ExitCode::from(u8::try_from(code).unwrap_or(u8::MAX));
    }
    let number = status.terminating_signal().unwrap_or_default();
    if let Some(signal) = Signal::from_named_raw(number) {
        // What there is to see of the program in memory is not here.
        let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
        let _ = kill_process(getpid(), signal);
        std::thread::park_timeout(ARRIVING);
    }
    ExitCode::from(u8::try_from(128 + number).unwrap_or(u8::MAX))
}
