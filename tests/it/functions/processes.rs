//! Programs whose application is killed without warning.

use crate::PROGRAMS;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use support::process::is_called;

const TOML: &str = r#"
format = 1
id = "stays"
version = "1.0.0"
kind = "process"
description = "Stays."
permissions = ["programs"]

[process]
command = ["./stay.sh"]
environment = ["PATH"]

[[process.functions]]
name = "stay"
description = "Stays, and so does what it starts."
"#;

/// Four processes that last: the program, one it has started, one that has left its group, and one that has no mark left
/// either.
const STAY: &str = "#!/bin/sh\ntrap '' TERM HUP INT\nmkdir data\nsleep 1000 &\necho $! > data/child\n\
    setsid sh -c 'echo $$ > data/escaped; exec sleep 1000' &\n\
    env -i setsid sh -c 'echo $$ > data/hidden; exec sleep 1000' &\n\
    echo $$ > data/program\nwhile :; do sleep 1000; done\n";

/// Waits for something, within a minute.
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

/// Whether a process with this name does anything. One that has ended and was not asked for yet does not.
fn runs(process: u32, name: &str) -> bool {
    let state = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let is_over = state.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z'));
    is_called(process, name) && !is_over
}

fn number_in(path: &Path) -> Option<u32> {
    fs::read_to_string(path).ok()?.strip_suffix('\n')?.parse().ok()
}

#[test]
fn when_the_application_is_killed_its_programs_end_with_all_they_have_started() {
    check("caller", &["program", "child", "escaped", "hidden"]);
}

#[test]
fn when_a_program_that_is_no_keeper_is_killed_its_programs_end_with_all_that_carries_their_mark() {
    check("caller-without-keeper", &["program", "child", "escaped"]);
}

#[track_caller]
fn check(name: &str, ending: &[&str]) {
    let home = tempfile::tempdir().expect("a folder");
    let plugin = home.path().join("stays");
    fs::create_dir_all(&plugin).expect("it is made");
    fs::write(plugin.join("plugin.toml"), TOML).expect("it is written");
    fs::write(plugin.join("stay.sh"), STAY).expect("it is written");
    fs::set_permissions(plugin.join("stay.sh"), PermissionsExt::from_mode(0o755)).expect("it can be run");
    let mut caller = Command::new(PROGRAMS);
    let mut caller = caller.arg(name).arg(home.path()).spawn().expect("it starts");
    let processes = ["program", "child", "escaped", "hidden"].map(|name| {
        let process = until("it has started", || number_in(&plugin.join("data").join(name)));
        (name, process, if name == "program" { "stay.sh" } else { "sleep" })
    });
    for (_, process, called) in processes {
        until("it is what it is called", || runs(process, called).then_some(()));
    }
    caller.kill().expect("it runs");
    caller.wait().expect("it has ended");
    for (name, process, called) in processes {
        if ending.contains(&name) {
            until("it has ended", || (!runs(process, called)).then_some(()));
        } else {
            support::process::kill(process);
        }
    }
}
