//! Secrets that every counterpart repeats are in nothing that is kept, shown, logged or sent.

use crate::PROGRAMS;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use support::canary::{PLUGIN_VARIABLE, SECRETS, leaks};
use support::collector::{Collector, Manner};

/// What lies in a folder, with what lies in its folders. The file of keys is sealed, so it is looked at as well; what a
/// person typed into an address stands in the settings, and nowhere else.
fn leaks_in(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder").flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        if path.is_dir() {
            found.extend(leaks_in(&path));
        } else if let Ok(bytes) = std::fs::read(&path) {
            let told = leaks(&path.display().to_string(), &bytes);
            let is_typed = |leak: &String| name == "services.json" && leak.ends_with(SECRETS[1]);
            found.extend(told.into_iter().filter(|leak| !is_typed(leak)));
        }
    }
    found
}

#[tokio::test(flavor = "multi_thread")]
async fn secrets_that_come_back_in_any_way_are_in_nothing_that_is_kept_shown_logged_or_sent() {
    let collector = Collector::start(Manner::TakesIn).await;
    let folder = std::env::temp_dir();
    let mut program = Command::new(PROGRAMS)
        .arg("canary")
        .env_clear()
        .envs([("PATH", std::env::var_os("PATH").unwrap_or_default())])
        .envs([("TMPDIR", &folder), ("HOME", &folder)])
        .env("CALLWRIGHT_LOG", "trace")
        .env("OTEL_EXPORTER_OTLP_ENDPOINT", collector.address())
        .env("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT", "true")
        .env(PLUGIN_VARIABLE, SECRETS[2])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    let mut errors = program.stderr.take().expect("its log");
    let logged = std::thread::spawn(move || {
        let mut text = Vec::new();
        errors.read_to_end(&mut text).map(|_| text)
    });
    let mut asked = program.stdin.take().expect("its input");
    let mut said = BufReader::new(program.stdout.take().expect("its output")).lines();
    let (mut told, mut found) = (String::new(), Vec::new());
    for line in said.by_ref() {
        let line = line.expect("text");
        if let Some(home) = line.strip_prefix("home ") {
            found.extend(leaks_in(Path::new(home)));
            asked.write_all(b"\n").expect("it listens");
            told.push_str(&line);
        } else if line == "closed" {
            let home = told.rsplit("home ").next().expect("its folder").trim();
            found.extend(leaks_in(Path::new(home)));
            asked.write_all(b"\n").expect("it listens");
        } else {
            told.push_str(&line);
            told.push('\n');
        }
    }
    let logged = logged.join().expect("it is read").expect("a log");
    let log = String::from_utf8_lossy(&logged);
    assert!(program.wait().expect("it ends").success(), "{log}");
    // All of it came, in all its ways, and something else stands there.
    for came in ["7 requests came", "Answered", "the case was run"] {
        assert!(told.contains(came), "{came} is not in {told}");
    }
    for clean in [
        "Plain •••, slashed •••, escaped •••.In two: •••, and letter by letter: •••, with the password •••.",
        "token •••",
    ] {
        assert!(told.contains(clean), "{clean} is not in {told}");
    }
    found.extend(leaks("the page", told.as_bytes()));
    found.extend(leaks("the log", &logged));
    found.extend(leaks("the spans", &collector.bytes()));
    assert_eq!(found, Vec::<String>::new());
    for said in ["umbrella", "Tell me about"] {
        assert!(!log.contains(said), "the log holds what was said: {log}");
    }
    assert!(collector.bytes().windows(8).any(|window| window == b"umbrella"));
}
