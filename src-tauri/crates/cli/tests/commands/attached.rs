//! Programs that are started with the addresses of Callwright.

use crate::home::{Home, Printed, program};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

#[test]
fn a_program_that_is_run_gets_its_addresses_and_its_exit_code_is_the_commands() {
    let home = Home::new();
    let script = "echo $OPENAI_BASE_URL; echo $ANTHROPIC_BASE_URL; echo $GOOGLE_GEMINI_BASE_URL; exit 7";
    let ran = home.run(&["run", "--name", "Mine", "--", "sh", "-c", script]);
    let lines: Vec<_> = ran.out.lines().collect();
    assert_eq!((ran.code, lines.len()), (7, 3), "{}{}", ran.out, ran.err);
    assert!(lines[0].starts_with("http://127.0.0.1:") && lines[0].ends_with("/openai/v1"), "{}", lines[0]);
    assert!(lines[1].ends_with("/anthropic") && lines[2].ends_with("/gemini"), "{lines:?}");
}

#[test]
fn a_program_that_is_not_there_is_an_error_that_says_so() {
    let ran = Home::new().run(&["run", "--", "no-such-program"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("no-such-program can't be started"), "{}", ran.err);
}

/// A program that waits for its input to end, with the address it was started with.
struct Waiting {
    running: Child,
    address: String,
}

impl Waiting {
    fn start(home: &Home) -> Self {
        let script = "echo $OPENAI_BASE_URL; read line";
        let mut command = home.command(program(), &["run", "--name", "Mine", "--", "sh", "-c", script]);
        // A port where nothing listens, so that a request that goes on is answered with 502.
        command.env("OPENAI_BASE_URL", "http://127.0.0.1:9/v1").stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut running = command.spawn().expect("it starts");
        let mut address = String::new();
        let output = running.stdout.take().expect("its output");
        BufReader::new(output).read_line(&mut address).expect("a line");
        Self { running, address: address.trim_end().to_owned() }
    }

    /// The status of the response to a request at its address.
    fn status(&self) -> String {
        let (host, path) = self.address.trim_start_matches("http://").split_once('/').expect("a path");
        let mut stream = TcpStream::connect(host).expect("a connection");
        let request = format!("GET /{path}/models HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it is sent");
        let mut response = String::new();
        stream.read_to_string(&mut response).expect("a response");
        response.split(' ').nth(1).unwrap_or_default().to_owned()
    }

    fn end(&mut self) {
        drop(self.running.stdin.take());
        self.running.wait().expect("it ends");
    }
}

#[test]
fn a_program_keeps_its_address_until_the_last_of_its_name_has_ended() {
    let home = Home::new();
    let _serving = home.serve();
    let (mut first, mut second) = (Waiting::start(&home), Waiting::start(&home));
    assert_eq!((&first.address, first.status()), (&second.address, "502".to_owned()));
    first.end();
    assert_eq!(second.status(), "502");
    second.end();
    assert_eq!(second.status(), "404");
}

/// A program with OpenAI's library is attached, and the command ended by signals.
#[test]
fn what_an_attached_program_said_is_in_the_recorded_files_however_the_command_ends() {
    let ran = judged("recording.py");
    assert_eq!((ran.code, ran.out.lines().count()), (0, 2), "{}{}", ran.out, ran.err);
}

/// A program with OpenAI's library is run beside `callwright serve`, which is killed between two requests and within one.
#[test]
fn a_program_goes_on_when_the_callwright_it_is_attached_to_is_killed() {
    let ran = judged("outliving.py");
    assert_eq!((ran.code, ran.out.as_str()), (0, "ok\n"), "{}{}", ran.out, ran.err);
}

/// The documentation's examples are run by its command, alone and beside `callwright serve`.
#[test]
fn the_examples_run_as_the_documentation_says_and_each_run_records_its_own_session() {
    let ran = judged("running.py");
    assert_eq!((ran.code, ran.out.lines().count()), (0, 2), "{}{}", ran.out, ran.err);
}

/// Runs a script of `tests/judges/attached` with this program.
fn judged(script: &str) -> Printed {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let python = target.join("xtask/judges/bin/python");
    assert!(python.exists(), "{} is missing: `cargo xtask test` installs it", python.display());
    let script = root.join("tests/judges/attached").join(script);
    let home = Home::new();
    let mut command = home.command(&python, &[]);
    command.arg(script).arg(program()).env("PYTHONDONTWRITEBYTECODE", "1").env("NO_PROXY", "*");
    command.env("TMPDIR", home.at("."));
    Printed::by(command)
}
