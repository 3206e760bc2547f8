//! However the application ends, no server of its outlives it, and nothing a server has started.

#![cfg(target_os = "linux")]
#![allow(clippy::expect_used, reason = "a test that can't be set up fails loudly")]

use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// The application with a server of a person, and the processes of that server.
struct Running {
    home: TempDir,
    application: Child,
    /// It writes on after its address.
    _output: BufReader<ChildStdout>,
    address: String,
    token: String,
    /// The server, what it has started in a session of its own, and what it has started without an environment as well.
    processes: Vec<Pid>,
}

impl Running {
    fn start(arguments: &[&str]) -> Self {
        Self::start_by(Command::new(env!("CARGO_BIN_EXE_callwright")), arguments)
    }

    fn start_by(mut command: Command, arguments: &[&str]) -> Self {
        let home = tempfile::tempdir().expect("a folder");
        fs::write(home.path().join("index.html"), "<!doctype html>").expect("a page");
        command
            .args(["serve", "--ui"])
            .arg(home.path())
            .env("CALLWRIGHT_HOME", home.path().join("callwright"));
        command.env("HOME", home.path()).env("DBUS_SESSION_BUS_ADDRESS", "disabled:");
        let mut application = command.stdout(Stdio::piped()).spawn().expect("it starts");
        let mut said = String::new();
        let mut output = BufReader::new(application.stdout.take().expect("its output"));
        output.read_line(&mut said).expect("a line");
        let (address, token) = said.trim().split_once("/#token=").expect("its address");
        let address = address.rsplit('/').next().expect("a host").to_owned();
        let mut running = Self {
            home,
            application,
            _output: output,
            address,
            token: token.to_owned(),
            processes: Vec::new(),
        };
        running.save(arguments);
        let text = until("the server has started", || fs::read_to_string(running.place()).ok());
        running.processes = text.split(' ').map(pid).collect();
        until("it is offered", || {
            running.call("overview", "{}").contains(r#""status":"ready""#).then_some(())
        });
        running
    }

    fn place(&self) -> std::path::PathBuf {
        self.home.path().join("processes")
    }

    fn save(&self, arguments: &[&str]) {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/server.py");
        let place = self.place();
        let mut words = vec![script.to_str().expect("a path"), place.to_str().expect("a path")];
        words.extend(arguments);
        let words: Vec<_> = words.iter().map(|word| format!("{word:?}")).collect();
        let transport = format!(
            r#"{{"type":"command","program":"python3","arguments":[{}],"folder":null,"variables":[],"inherited":[]}}"#,
            words.join(",")
        );
        let settings =
            format!(r#"{{"id":"","title":"Stays","transport":{transport},"seconds":20,"isEnabled":true}}"#);
        let kept = self
            .call("server_save", &format!(r#"{{"settings":{settings},"variables":{{}},"headers":{{}}}}"#));
        assert!(kept.contains(r#"{"id":"stays"#), "{kept}");
    }

    fn call(&self, command: &str, args: &str) -> String {
        let body = format!(r#"{{"command":"{command}","args":{args}}}"#);
        let Self { address, token, .. } = self;
        let length = body.len();
        let request = format!(
            "POST /api/call HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        );
        let mut stream = TcpStream::connect(address).expect("it listens");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        answer
    }

    /// Sends a signal, and waits until the application and all of the server is over.
    fn ended_by(mut self, signal: Signal) -> ExitStatus {
        let application = pid(&self.application.id().to_string());
        kill_process(application, signal).expect("it runs");
        let status = self.application.wait().expect("it ends");
        self.until_over();
        status
    }

    fn until_over(&self) {
        for (process, who) in self.processes.iter().zip(["the server", "what went away", "what hid"]) {
            until(&format!("{who} has ended"), || test_kill_process(*process).is_err().then_some(()));
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.application.kill();
        let _ = self.application.wait();
        for process in &self.processes {
            let _ = kill_process(*process, Signal::KILL);
        }
    }
}

fn pid(text: &str) -> Pid {
    text.parse().ok().and_then(Pid::from_raw).expect("a process")
}

#[track_caller]
fn until<T>(what: &str, mut wanted: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = wanted() {
            return found;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
        std::thread::yield_now();
    }
}

#[test]
fn an_application_that_is_asked_to_end_ends_its_servers_and_all_they_have_started() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let status = Running::start(&[]).ended_by(signal);
        assert!(status.success(), "{signal:?}: {status}");
    }
}

#[test]
fn an_application_that_is_killed_leaves_no_server_and_nothing_one_has_started() {
    let status = Running::start(&[]).ended_by(Signal::KILL);
    assert!(!status.success(), "{status}");
}

#[test]
fn what_a_server_has_left_behind_ends_with_it() {
    assert!(Running::start(&["--ends"]).ended_by(Signal::TERM).success());
}

#[test]
fn what_a_server_writes_is_as_open_as_the_person_has_set_and_not_as_closed_as_the_application() {
    let mut shell = Command::new("sh");
    shell.args(["-c", "umask 027; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_callwright")]);
    let running = Running::start_by(shell, &[]);
    let written = fs::metadata(running.place()).expect("a file of the server");
    assert_eq!(written.permissions().mode() & 0o777, 0o640);
    let ours = fs::metadata(running.home.path().join("callwright/sessions.db")).expect("a file of ours");
    assert_eq!(ours.permissions().mode() & 0o777, 0o600);
    running.ended_by(Signal::TERM);
}

#[test]
fn a_server_that_is_removed_is_gone_with_all_it_has_started() {
    let running = Running::start(&[]);
    running.call("source_remove", r#"{"source":"stays"}"#);
    // A process that nobody has asked for its end would still be there.
    running.until_over();
    let children = format!("/proc/{0}/task/{0}/children", running.application.id());
    until("nobody is left", || fs::read_to_string(&children).is_ok_and(|ids| ids.is_empty()).then_some(()));
}

#[test]
fn a_terminal_that_closes_ends_no_application_that_is_to_outlive_it() {
    let mut nohup = Command::new("nohup");
    nohup.arg(env!("CARGO_BIN_EXE_callwright")).stderr(Stdio::null());
    let running = Running::start_by(nohup, &[]);
    kill_process(pid(&running.application.id().to_string()), Signal::HUP).expect("it runs");
    assert!(running.call("overview", "{}").starts_with("HTTP/1.1 200"));
    running.ended_by(Signal::TERM);
}
