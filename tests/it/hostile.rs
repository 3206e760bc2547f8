//! Hostile inputs, each target in a process of its own with little memory and little time.

use crate::PROGRAMS;
use content::MessageId;
use formats::Format;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use support::app::TestApp;
use support::hostile::command;
use support::hostile::hunt::{Protocol, Target};
use support::hostile::inputs::Inputs;
use support::hostile::seeds;
use tokio::process::Command;
use workbench::contract::{CommandName, ExportSession, ImportSession, Nothing};

/// The memory a process may reserve, in kilobytes: far more than its inputs, far less than what would be a flood.
const MEMORY: u64 = 1 << 20;

/// The time after which a process is taken to hang.
const PATIENCE: Duration = Duration::from_secs(1_200);

/// Whether tests that take long are wanted.
fn is_long() -> bool {
    std::env::var_os("CALLWRIGHT_LONG").is_some()
}

/// Runs a process on a target and fails with the input that broke it.
async fn run(target: Target, seed: u64, extent: &str, files: &[PathBuf]) {
    let folder = tempfile::tempdir().expect("a folder for the input");
    // Not every system can limit memory in this way. The others run without a limit.
    let limited = r#"ulimit -v "$1" 2>/dev/null; shift; exec "$@""#;
    let mut command = Command::new("sh");
    command.args(["-c", limited, "sh", &MEMORY.to_string(), PROGRAMS, "fuzz"]);
    command.args([target.name(), &seed.to_string(), extent]).arg(folder.path()).args(files);
    // Arenas of threads, which glibc has, are address space that is set aside and not used, and would count.
    command.env("MALLOC_ARENA_MAX", "2");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).kill_on_drop(true);
    let output = tokio::time::timeout(PATIENCE, command.output()).await;
    let told = match output {
        Ok(output) => {
            let output = output.expect("the process starts");
            if output.status.success() {
                return;
            }
            format!("ended with {}:\n{}", output.status, String::from_utf8_lossy(&output.stderr))
        }
        Err(_) => format!("did not end within {PATIENCE:?}"),
    };
    let kept = keep(target, seed, folder.path());
    panic!("{} with the seed {seed} {told}\nThe input is in {}", target.name(), kept.display());
}

/// Puts the input where it outlives the test.
fn keep(target: Target, seed: u64, folder: &Path) -> PathBuf {
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hostile-{}-{seed}", target.name()));
    std::fs::copy(folder.join("input"), &kept).expect("the input is there");
    kept
}

/// A few inputs, the same each time; in a long run a minute of inputs nobody has seen.
async fn hunt(target: Target, few: u64) {
    if is_long() {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("it is later than 1970");
        run(target, now.as_secs(), "60s", &[]).await;
    } else {
        run(target, 1, &few.to_string(), &[]).await;
    }
}

#[tokio::test]
async fn no_text_breaks_the_readers_of_conversations() {
    hunt(Target::Import, 400).await;
}

#[tokio::test]
async fn no_script_breaks_the_model_that_plays_it() {
    hunt(Target::Script, 400).await;
}

#[tokio::test]
async fn no_log_breaks_the_application_that_opens_it() {
    hunt(Target::Log, 60).await;
}

/// Forty commands an input. The long run is by number and not by time: 150,000 commands.
#[tokio::test]
async fn no_command_breaks_the_application_or_what_it_leaves() {
    let inputs = if is_long() { "3750" } else { "60" };
    run(Target::Command, 2, inputs, &[]).await;
}

#[tokio::test]
async fn every_command_has_a_good_example_that_is_understood() {
    let beginning = command::Beginning::new().await;
    let (app, mut tried) = (TestApp::new(), Vec::new());
    for line in command::seeds() {
        let (name, answer) = beginning.answer(&app, &line).await;
        tried.push(name);
        let advice = answer
            .err()
            .and_then(|error| error.advice.map(|advice| (advice.to_string(), error.message.to_string())));
        let is_understood = advice.as_ref().is_none_or(|(advice, _)| advice != "Reload the page.");
        assert!(is_understood, "{name:?}: {advice:?}");
    }
    let left: Vec<_> = CommandName::ALL.iter().filter(|name| !tried.contains(name)).collect();
    assert_eq!(
        left,
        [&CommandName::MeaningFetch],
        "it needs the network, and takes nothing that could be bent"
    );
}

#[tokio::test]
async fn no_answer_breaks_the_reader_of_any_protocol() {
    for protocol in Protocol::ALL {
        hunt(Target::Wire(protocol), 250).await;
    }
}

#[tokio::test]
async fn what_broke_something_once_breaks_nothing_now() {
    let files = seeds::found();
    for target in Target::all() {
        run(target, 1, "-", &files).await;
    }
}

#[tokio::test]
async fn a_text_is_imported_whole_or_not_at_all() {
    let app = TestApp::new();
    let mut sessions = 0;
    for text in texts() {
        let args = ImportSession { text: text.clone(), format: None, title: None };
        match app.workbench.session_import(args).await {
            Ok(imported) => {
                sessions += 1;
                let export = ExportSession { session: imported.session.id, format: Format::Own.into() };
                let exported = app.workbench.session_export(export).await.expect("it is written").text;
                let exported = exported.expect("it is short");
                let again = formats::import(&exported, &|| MessageId::new("again")).expect("it is read");
                assert_eq!(again.messages.len(), imported.messages, "{text}");
            }
            Err(error) => {
                let is_json = serde_json::from_str::<serde_json::Value>(&text).is_ok();
                let says_where = ["line ", "levels deep", "is empty"];
                let is_said = says_where.iter().any(|words| error.message.to_string().contains(words));
                assert!(is_json || is_said, "{}: {text}", error.message);
            }
        }
        let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
        assert_eq!(overview.sessions.len(), sessions, "{text}");
    }
}

/// Damaged conversations and what broke something once, none of them long.
fn texts() -> Vec<String> {
    let mut inputs = Inputs::new(Target::Import, 3);
    let made = std::iter::repeat_with(|| inputs.make()).filter(|input| input.len() < 100_000).take(150);
    let found = seeds::found().into_iter().map(|path| std::fs::read(path).expect("the file can be read"));
    found.chain(made).map(|input| String::from_utf8_lossy(&input).into_owned()).collect()
}
