//! Two programs on one data folder: a command talks to the one that has it open.

use crate::home::{Home, Printed, SOUND, SOUND_TITLE, Serving, program};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

fn end(serving: &mut Serving, signal: Signal) {
    let process = i32::try_from(serving.process.id()).ok().and_then(Pid::from_raw).expect("a process");
    kill_process(process, signal).expect("it runs");
    serving.process.wait().expect("it ends");
}

#[test]
fn commands_talk_to_the_one_that_has_the_data_folder_open() {
    let home = Home::new();
    let mut serving = home.serve();
    let running: Value =
        serde_json::from_slice(&std::fs::read(home.data("running.json")).expect("a file")).expect("JSON");
    assert_eq!(running["process"], json!(serving.process.id()));
    let mode = std::fs::metadata(home.data("running.json")).expect("a file").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let sound = home.write("sound.json", SOUND);
    let imported = home.json(&["import", "--json", sound.to_str().expect("a path")]);
    assert_eq!(home.json(&["sessions", "--json"])[0]["session"], imported[0]["session"]);
    assert_eq!(home.json(&["search", "--json", "bergen"])["total"], 1);
    assert!(home.done(&["export", SOUND_TITLE]).contains("Bergen"));
    let asked = home.json(&["ask", "--json", "How is the weather in Boston and in Oslo?"]);
    assert_eq!(asked["outcome"], "answered");
    assert!(home.done(&["doctor"]).contains("has the data folder open"));
    home.done(&["backup", "all.tar.gz"]);
    let Printed { code, err, .. } = home.run(&["restore", "--replace", "all.tar.gz"]);
    assert_eq!(
        (code, err.as_str()),
        (1, "callwright: Callwright has the data folder open. End it, then restore again.\n")
    );

    end(&mut serving, Signal::TERM);
    assert!(!home.data("running.json").exists());
    assert_eq!(home.json(&["sessions", "--json"])[1]["session"], imported[0]["session"]);
}

#[test]
fn a_second_one_says_that_the_first_has_the_data_folder() {
    let home = Home::new();
    let serving = home.serve();
    let Printed { code, out, err } = home.run(&["serve", "--ui", "page"]);
    assert_eq!((code, out.as_str()), (1, ""));
    let told = format!("open already (process {}). Show it with `callwright open`", serving.process.id());
    assert!(err.contains(&told), "{err}");
}

#[test]
fn a_file_that_a_killed_process_left_is_recognised() {
    let home = Home::new();
    let mut serving = home.serve();
    let sound = home.write("sound.json", SOUND);
    home.done(&["import", sound.to_str().expect("a path")]);
    end(&mut serving, Signal::KILL);
    assert!(home.data("running.json").exists());
    assert!(home.done(&["sessions"]).contains(SOUND_TITLE));
    assert!(home.done(&["doctor"]).contains("one that was killed left running.json"));
    let mut next = home.serve();
    assert!(home.done(&["sessions"]).contains(SOUND_TITLE));
    end(&mut next, Signal::INT);
    assert!(!home.data("running.json").exists());
}

#[test]
fn whoever_listens_on_the_port_of_a_killed_process_is_told_nothing() {
    let home = Home::new();
    let mut serving = home.serve();
    let address = serving.address.clone();
    end(&mut serving, Signal::KILL);
    let other = std::net::TcpListener::bind(&address).expect("the port is free again");
    other.set_nonblocking(true).expect("it does not wait");
    home.done(&["sessions"]);
    assert!(other.accept().is_err(), "nobody has connected");
}

#[test]
fn another_version_is_not_talked_to() {
    let home = Home::new();
    let _serving = home.serve();
    let path = home.data("running.json");
    let text = std::fs::read_to_string(&path).expect("a file");
    let mut running: Value = serde_json::from_str(&text).expect("JSON");
    running["version"] = json!("9.9.9");
    std::fs::write(&path, running.to_string()).expect("a file");
    let Printed { code, err, .. } = home.run(&["sessions"]);
    assert_eq!(code, 1);
    assert!(err.contains("Callwright 9.9.9 has this data folder open") && err.contains("end it"), "{err}");
}

#[test]
fn commands_at_the_same_time_take_turns() {
    let home = Home::new();
    let sound = home.write("sound.json", SOUND);
    let start = || {
        let mut command = home.command(program(), &["import", sound.to_str().expect("a path")]);
        command.stdout(Stdio::null()).spawn().expect("it starts")
    };
    let all: Vec<_> = (0..4).map(|_| start()).collect();
    for mut one in all {
        assert!(one.wait().expect("it ends").success());
    }
    assert_eq!(home.json(&["sessions", "--json"]).as_array().map(Vec::len), Some(4));
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n").expect("it reads");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("it answers");
    answer
}

#[test]
fn the_page_inside_the_program_is_served_and_a_program_without_one_says_what_to_do() {
    let home = Home::new();
    let mut command = home.command(program(), &["serve"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    let mut output = BufReader::new(child.stdout.take().expect("its output"));
    let mut line = String::new();
    output.read_line(&mut line).expect("a line, or the end");
    if let Some((address, _)) = line.trim_start_matches("Callwright is at http://").split_once("/#token=") {
        assert!(get(address, "/").contains("<title>Callwright"), "{line}");
        child.kill().expect("it runs");
        child.wait().expect("it ends");
        return;
    }
    let output = child.wait_with_output().expect("it ends");
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(told.contains("Name the folder of a built page with --ui"), "{told}");
}

#[test]
fn an_address_for_a_browser_opens_the_page_once_and_has_no_token() {
    let home = Home::new();
    let serving = home.serve();
    let told = home.done(&["open", "--no-open"]);
    let (_, path) = told.trim().split_once(&serving.address).expect("its address");
    assert!(path.starts_with("/open/") && !told.contains("token"), "{told}");
    let first = get(&serving.address, path);
    assert!(first.starts_with("HTTP/1.1 303") && first.contains("location: /#token="), "{first}");
    let second = get(&serving.address, path);
    assert!(
        second.starts_with("HTTP/1.1 410") && second.contains("Run `callwright open` again."),
        "{second}"
    );
}
