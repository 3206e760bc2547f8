//! What a person does with a program that was just installed: asks it, opens its page, and begins the example.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use serde::Deserialize;
use serde_json::{Value, json};

use super::super::Facts;
use super::Installed;
use crate::process;

/// How long an installed program may take until its page is served, and the example until it stops.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long it may take to end once it is asked to.
const ENDING: Duration = Duration::from_secs(10);
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The model of the first screen's example, and what it is asked there.
const MODEL: &str = "example:weather";
const QUESTION: &str = "What is the weather in Boston and in Oslo? Should I take an umbrella?";

/// More entries than the log of the example has until it stops.
const ENTRIES: u64 = 64;

/// Asks for its version, and has it look for what is broken.
pub(super) fn ask(installed: &Installed, root: &Path, facts: &Facts) -> Result<()> {
    let mut version = installed.command(root);
    version.arg("--version");
    let told = process::capture(version)?;
    ensure!(told.contains(&facts.version), "it is {told} and not {}", facts.version);
    find_nothing_broken(installed, root)
}

pub(super) fn find_nothing_broken(installed: &Installed, root: &Path) -> Result<()> {
    let mut doctor = installed.command(root);
    doctor.args(["doctor", "--json"]);
    let found: Value = serde_json::from_str(&process::capture(doctor)?)?;
    ensure!(found["broken"] == 0, "its doctor finds something broken: {found:#}");
    Ok(())
}

/// Serves the page, fetches it with its script, and begins the example, which stops before its first call.
pub(super) fn to_the_first_stop(installed: &Installed, root: &Path) -> Result<()> {
    let mut serve = installed.command(root);
    serve.args(["serve", "--port", "0"]).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut served = Ending::of(serve.spawn().context("it can't be served")?);
    // It is read from for as long as the program may print.
    let mut output = BufReader::new(served.child.stdout.take().context("it prints nothing")?);
    let address = address_in(&mut output)?;
    let running = installed.on_disk(&root.join("data/running.json"));
    let running = fs::read(&running).with_context(|| running.display().to_string())?;
    let running: Running = serde_json::from_slice(&running)?;
    served.process = running.process;

    let page = request(&address, "GET / HTTP/1.1\r\n", "")?;
    let script = script_in(&page).with_context(|| format!("its page has no script: {page}"))?;
    request(&address, &format!("GET {script} HTTP/1.1\r\n"), "").context("its script is not there")?;
    stop_at_the_first_call(&Desk { address, token: running.token })
}

fn stop_at_the_first_call(desk: &Desk) -> Result<()> {
    let session = desk.call("session_create", &json!({ "model": MODEL }))?["id"].clone();
    desk.call("turn_start", &json!({ "session": session, "text": QUESTION }))?;
    let begun = Instant::now();
    loop {
        let log = desk.call("log_read", &json!({ "session": session, "to": ENTRIES, "most": ENTRIES }))?;
        if log.to_string().contains("\"breakpointsHit\"") {
            return Ok(());
        }
        ensure!(begun.elapsed() < PATIENCE, "the example does not stop: {log:#}");
        std::thread::sleep(POLL_INTERVAL);
    }
}

/// What a running program tells of itself in its data folder.
#[derive(Deserialize)]
struct Running {
    token: String,
    process: u32,
}

/// The contract of a served program, used as its page does.
struct Desk {
    address: String,
    token: String,
}

impl Desk {
    fn call(&self, command: &str, args: &Value) -> Result<Value> {
        let body = json!({ "command": command, "args": args }).to_string();
        let head = format!(
            "POST /api/call HTTP/1.1\r\nAuthorization: Bearer {}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\n",
            self.token,
            body.len()
        );
        let answer = request(&self.address, &head, &body).with_context(|| command.to_owned())?;
        Ok(serde_json::from_str(&answer)?)
    }
}

/// The body of what is answered.
fn request(address: &str, head: &str, body: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address).with_context(|| address.to_owned())?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "{head}Host: {address}\r\nConnection: close\r\n\r\n{body}")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    let answer = String::from_utf8_lossy(&answer);
    let (head, body) = answer.split_once("\r\n\r\n").context("it answers no HTTP")?;
    ensure!(head.starts_with("HTTP/1.1 200"), "{}: {body}", head.lines().next().unwrap_or_default());
    Ok(body.to_owned())
}

/// A program that ends with its owner.
pub(super) struct Ending {
    pub(super) child: Child,
    /// The program itself, where Node or a shell stands before it.
    process: u32,
}

impl Ending {
    pub(super) fn of(child: Child) -> Self {
        let process = child.id();
        Self { child, process }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        // Asked to end, so that what it started ends with it. One that has ended already has nothing to be told.
        let process = self.process.to_string();
        let mut end = process::command(if cfg!(windows) { "taskkill" } else { "kill" });
        end.args(if cfg!(windows) { &["/F", "/PID"][..] } else { &[] }).arg(process);
        let _ = end.stdout(Stdio::null()).stderr(Stdio::null()).status();
        let begun = Instant::now();
        while begun.elapsed() < ENDING && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(POLL_INTERVAL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The host and port of the first address that is printed.
fn address_in(mut output: impl BufRead) -> Result<String> {
    let begun = Instant::now();
    let mut line = String::new();
    while begun.elapsed() < PATIENCE {
        line.clear();
        if output.read_line(&mut line)? == 0 {
            break;
        }
        if let Some((_, rest)) = line.split_once("http://") {
            let end = rest.find(['/', ' ', '\n']).unwrap_or(rest.len());
            return Ok(rest[..end].to_owned());
        }
    }
    bail!("it printed no address")
}

/// The path of the first script of a page.
fn script_in(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("<script")?;
    let (_, rest) = rest.split_once("src=\"")?;
    Some(rest.split_once('"')?.0.trim_start_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_in_what_is_printed() {
        let printed = "Callwright\nOpen http://127.0.0.1:4711/#token in a browser\n";
        assert_eq!(address_in(printed.as_bytes()).unwrap(), "127.0.0.1:4711");
        address_in("nothing\n".as_bytes()).unwrap_err();
    }

    #[test]
    fn the_script_of_a_page_is_found() {
        assert_eq!(script_in("<html><script type=\"module\" src=\"./assets/a.js\">"), Some("/assets/a.js"));
        assert_eq!(script_in("<html>"), None);
    }

    #[test]
    fn the_question_is_that_of_the_first_screen() {
        assert!(include_str!("../../../../../../ui/src/sessions/example.ts").contains(QUESTION));
    }
}
