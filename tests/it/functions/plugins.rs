//! A person's own plugins, as a session uses them: asked about, remembered, changed, gone.

use content::{FunctionName, Message, Outcome, Output};
use invocation::{Decision, PauseReason, TurnEvent};
use ports::{Ask, FunctionSpec, Resolution, SourceStatus};
use serde_json::{Value, json};
use sessions::SessionEvent;
use std::path::PathBuf;
use std::sync::Arc;
use support::app::{Followed, TestApp};
use workbench::contract::{
    FunctionOf, GiveConsent, GiveConsents, Lasting, NamedFunction, NamedFunctions, Note, Nothing,
    RunFunction, SeenFunction,
};
use workbench::english;

const TOML: &str = r#"
format = 1
id = "keeper"
version = "1.0.0"
kind = "process"
description = "Keeps what it is told."
permissions = ["programs", "files"]

[process]
command = ["./keep.sh"]
environment = ["PATH"]

[[process.functions]]
name = "keep"
description = "Keeps a word."
[process.functions.parameters]
required = ["word"]
[process.functions.parameters.properties.word]
type = "string"
"#;

/// Writes down each call and answers with the arguments.
const KEEP: &str = "#!/bin/sh\nmkdir -p data\ncat | tee -a data/kept\n";

/// A model that makes this call in every turn, and then is content.
pub(super) fn script(function: &str, arguments: &Value) -> String {
    let lines = [
        json!({ "format": 1, "title": "Calls" }),
        json!({ "type": "call", "id": "c", "name": function }),
        json!({ "type": "arguments", "delta": arguments.to_string() }),
        json!({ "type": "end" }),
        json!({ "type": "text", "delta": "Done." }),
        json!({ "type": "end" }),
    ];
    lines.map(|line| format!("{line}\n")).concat()
}

#[tokio::test]
async fn all_digits_of_a_number_reach_a_program() {
    let app = TestApp::new();
    let toml = TOML.replace("type = \"string\"", "type = \"integer\"");
    write_plugin(&app, "keeper", &[("plugin.toml", &toml), ("keep.sh", KEEP)]);
    let arguments = r#"{"word":-1000000000000000000001}"#;
    let args = RunFunction {
        run: "run-1".to_owned(),
        function: FunctionName::new("keeper", "keep"),
        arguments: arguments.to_owned(),
        session: None,
        is_recorded: false,
        is_allowed: true,
    };
    let run = app.workbench.function_run(args).await.expect("it runs");
    assert!(matches!(run.outcome, Some(Outcome::Returned { .. })), "{run:?}");
    assert_eq!(run.bound, None, "nothing is told");
    let kept = app.home.path().join("plugins/keeper/data/kept");
    assert_eq!(std::fs::read_to_string(kept).expect("it was written down"), arguments);
}

pub(super) fn write_plugin(app: &TestApp, plugin: &str, files: &[(&str, &str)]) {
    let folder = app.home.path().join("plugins").join(plugin);
    std::fs::create_dir_all(&folder).expect("the folder is made");
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("it is written");
        #[cfg(unix)]
        if text.starts_with("#!") {
            let runnable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
            std::fs::set_permissions(&path, runnable).expect("it can be run");
        }
    }
}

pub(crate) fn keeper() -> TestApp {
    let app = TestApp::new();
    write_plugin(&app, "keeper", &[("keep.sh", KEEP), ("plugin.toml", TOML)]);
    app.write_script("one.jsonl", &script("keeper-keep", &json!({ "word": "one" })));
    app.write_script("two.jsonl", &script("keeper-keep", &json!({ "word": "two" })));
    app
}

pub(crate) fn keep() -> FunctionName {
    FunctionName::new("keeper", "keep")
}

pub(crate) fn kept(app: &TestApp) -> String {
    let path: PathBuf = app.home.path().join("plugins/keeper/data/kept");
    std::fs::read_to_string(path).unwrap_or_default()
}

/// Waits until a function is there.
pub(super) async fn until_function(
    app: &TestApp,
    session: &mut Followed,
    name: &FunctionName,
) -> FunctionSpec {
    loop {
        let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
        if let Some(spec) = overview.functions.into_iter().find(|spec| spec.name == *name) {
            return spec;
        }
        session.until_functions(overview.functions_version).await;
    }
}

/// Lets the model make its call, which runs without a question.
async fn runs(session: &mut Followed) -> Outcome {
    let before = results(session).len();
    session.says("Keep a word, and throw the dice.").await;
    let (pauses, results) = ended(session, before).await;
    assert_eq!(pauses, 0, "nobody is asked");
    results
}

/// Lets the model make its call, which asks. Returns what it wants to do.
pub(super) async fn asks(session: &mut Followed) -> Vec<String> {
    let before = session.log.iter().filter(|entry| is_pause(&entry.event)).count();
    session.says("Keep a word, and throw the dice.").await;
    let mut heard = 0;
    let reason = session
        .until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Paused { pause, .. }, .. } } => {
                heard += 1;
                (heard > before).then_some(pause.reason)
            }
            _ => None,
        })
        .await;
    assert_eq!(reason, PauseReason::ConsentNeeded);
    let asked = session.log.iter().rev().find_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::CallsResolved { calls }, .. } } => {
            calls.iter().find_map(|call| match &call.resolution {
                Resolution::Runnable { asks, .. } => asks.iter().find_map(|ask| match ask {
                    Ask::Consent { to } => Some(to.iter().map(english).collect()),
                    Ask::NameRepair | Ask::Result { .. } => None,
                }),
                Resolution::Refused { .. } => None,
            })
        }
        _ => None,
    });
    asked.expect("it says what it wants")
}

/// Decides about the call that waits.
pub(super) async fn decided(session: &mut Followed, decision: Decision) -> Outcome {
    let before = results(session).len();
    session.answers_last(decision).await;
    ended(session, before).await.1
}

fn is_pause(event: &SessionEvent<Note>) -> bool {
    matches!(event, SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Paused { .. }, .. } })
}

fn is_end(event: &SessionEvent<Note>) -> bool {
    matches!(event, SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { .. }, .. } })
}

fn results(session: &Followed) -> Vec<Outcome> {
    let messages = session.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(message),
        _ => None,
    });
    messages.flat_map(Message::results).map(|result| result.outcome.clone()).collect()
}

/// Waits for the end of a turn: how often it stopped, and what came of its call.
async fn ended(session: &mut Followed, before: usize) -> (usize, Outcome) {
    let ends = session.log.iter().filter(|entry| is_end(&entry.event)).count();
    let pauses = session.log.iter().filter(|entry| is_pause(&entry.event)).count();
    let mut heard = 0;
    session
        .until(|event| {
            heard += usize::from(is_end(event));
            (heard > ends).then_some(())
        })
        .await;
    let now = session.log.iter().filter(|entry| is_pause(&entry.event)).count();
    let outcome = results(session).into_iter().nth(before).expect("a result");
    (now - pauses, outcome)
}

fn word(word: &str) -> Outcome {
    Outcome::Returned { output: Output::Json { value: json!({ "word": word }) } }
}

/// What stands for a function as it is now.
pub(crate) async fn fingerprint(app: &TestApp, function: &FunctionName) -> String {
    let named = FunctionOf { session: None, function: function.clone() };
    let facts = app.workbench.function_facts(named).await.expect("facts");
    facts.agreement.expect("it asks").fingerprint
}

async fn allow(app: &TestApp, session: &Followed, arguments: Option<Value>, lasting: Lasting) {
    let arguments = arguments.map(|value| serde_json::from_value(value).expect("an object"));
    let (session, fingerprint) = (Some(session.session.clone()), fingerprint(app, &keep()).await);
    let consent = GiveConsent { session, function: keep(), fingerprint, arguments, lasting };
    app.workbench.consent_give(consent).await.expect("it is taken in");
}

#[tokio::test]
async fn the_first_use_asks_and_says_what_for_and_so_does_the_next() {
    let app = keeper();
    let mut session = app.session("script:one", &[]).await;
    assert_eq!(asks(&mut session).await, ["run a program: ./keep.sh", "read and change files"]);
    assert_eq!(kept(&app), "");
    assert_eq!(decided(&mut session, Decision::Continue).await, word("one"));
    assert_eq!(asks(&mut session).await.len(), 2);
    let declined = decided(&mut session, Decision::Decline { reason: "Not again.".to_owned() }).await;
    assert_eq!(declined, Outcome::declined("Not again."));
    assert_eq!(kept(&app), r#"{"word":"one"}"#);
}

#[tokio::test]
async fn what_was_allowed_for_a_session_is_not_asked_there_again_for_the_same_arguments() {
    let app = keeper();
    let mut session = app.session("script:one", &[]).await;
    asks(&mut session).await;
    allow(&app, &session, Some(json!({ "word": "one" })), Lasting::Session).await;
    decided(&mut session, Decision::Continue).await;
    assert_eq!(runs(&mut session).await, word("one"));

    let mut elsewhere = app.session("script:one", &[]).await;
    assert_eq!(asks(&mut elsewhere).await.len(), 2);
    let mut other = app.session("script:two", &[]).await;
    allow(&app, &other, Some(json!({ "word": "one" })), Lasting::Session).await;
    assert_eq!(asks(&mut other).await.len(), 2);
}

#[tokio::test]
async fn what_was_allowed_always_holds_in_every_session_and_after_a_restart_until_it_is_taken_back() {
    let app = keeper();
    let mut session = app.session("script:one", &[]).await;
    allow(&app, &session, None, Lasting::Always).await;
    assert_eq!(runs(&mut session).await, word("one"));
    let mut other = app.session("script:two", &[]).await;
    assert_eq!(runs(&mut other).await, word("two"));
    let home = Arc::clone(&app.home);
    app.workbench.close().await;

    let app = TestApp::opened_again(home);
    let mut again = app.session("script:two", &[]).await;
    assert_eq!(runs(&mut again).await, word("two"));
    let facts =
        app.workbench.function_facts(FunctionOf { session: None, function: keep() }).await.expect("facts");
    assert_eq!((facts.needs.len(), facts.allowed.len()), (2, 1));
    app.workbench.consent_forget(NamedFunction { function: keep() }).await.expect("it is forgotten");
    assert_eq!(asks(&mut again).await.len(), 2);
}

#[tokio::test]
async fn functions_are_allowed_at_once_each_as_it_was_seen() {
    let app = keeper();
    let mut session = app.session("script:one", &[]).await;
    let functions = vec![keep(), FunctionName::new("nowhere", "gone")];
    let named = NamedFunctions { functions };
    let read = async || app.workbench.consents_read(named.clone()).await.expect("what there is to agree to");
    let before = read().await;
    let [consent] = before.as_slice() else { panic!("{before:?}") };
    assert_eq!((consent.needs.len(), consent.is_allowed), (2, false));
    let seen = |fingerprint: &str| SeenFunction { function: keep(), fingerprint: fingerprint.to_owned() };
    let give =
        async |seen: Vec<SeenFunction>| app.workbench.consents_give(GiveConsents { consents: seen }).await;
    let error = give(vec![seen("another")]).await.expect_err("it was changed");
    assert!(error.message.to_string().contains("was changed since you looked"), "{}", error.message);
    assert!(!read().await[0].is_allowed);
    let gone = SeenFunction { function: FunctionName::new("nowhere", "gone"), fingerprint: String::new() };
    let fingerprint = consent.fingerprint.clone().expect("it asks");
    give(vec![gone, seen(&fingerprint)]).await.expect_err("one is gone");
    assert!(read().await[0].is_allowed, "the other one is allowed");
    assert_eq!(runs(&mut session).await, word("one"));
    app.workbench.consents_forget(named.clone()).await.expect("it is forgotten");
    assert!(!read().await[0].is_allowed);
}

#[tokio::test]
async fn a_plugin_that_was_changed_asks_anew() {
    let app = keeper();
    let mut session = app.session("script:one", &[]).await;
    allow(&app, &session, None, Lasting::Always).await;
    allow(&app, &session, None, Lasting::Session).await;
    assert_eq!(runs(&mut session).await, word("one"));
    session.until_functions(0).await;
    let version = session.functions_version;
    write_plugin(&app, "keeper", &[("keep.sh", "#!/bin/sh\necho '{\"word\": \"changed\"}'\n")]);
    session.until_functions(version).await;
    assert_eq!(asks(&mut session).await.len(), 2);
    assert_eq!(decided(&mut session, Decision::Continue).await, word("changed"));
}

#[tokio::test]
async fn a_function_that_goes_while_its_call_waits_is_told_as_gone() {
    let app = keeper();
    let mut session = app.session("script:one", &[]).await;
    asks(&mut session).await;
    let version = session.functions_version;
    std::fs::remove_dir_all(app.home.path().join("plugins/keeper")).expect("it is removed");
    session.until_functions(version).await;
    let Outcome::Failed { failure } = decided(&mut session, Decision::Continue).await else {
        panic!("it can't run")
    };
    assert!(failure.message.contains("is not available any more"), "{}", failure.message);
}

#[tokio::test]
async fn what_is_wrong_with_a_plugin_is_told_at_the_plugin() {
    let app = keeper();
    write_plugin(&app, "broken", &[("plugin.toml", "format = 1\nid = \"broken\"\nkind = \"proces\"\n")]);
    let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
    let find = |title: &str| {
        overview.sources.iter().find(|source| source.facts.title == title).expect("it is listed")
    };
    assert_eq!(find("keeper").functions, [keep()]);
    let broken = find("broken");
    assert_eq!(broken.status, SourceStatus::Failed);
    let [problem] = &broken.problems[..] else { panic!("one problem: {:?}", broken.problems) };
    assert!(english(&problem.message).contains("unknown variant `proces`"), "{:?}", problem.message);
    assert_eq!((problem.file.as_deref(), problem.line), (Some("plugin.toml"), Some(3)));
}

#[tokio::test]
async fn what_a_program_said_is_kept_with_the_facts_of_its_function() {
    let app = keeper();
    write_plugin(&app, "keeper", &[("keep.sh", "#!/bin/sh\necho 'almost full' >&2\necho 1\n")]);
    let mut session = app.session("script:one", &[]).await;
    allow(&app, &session, None, Lasting::Always).await;
    runs(&mut session).await;
    let facts =
        app.workbench.function_facts(FunctionOf { session: None, function: keep() }).await.expect("facts");
    assert_eq!(facts.said.as_deref(), Some("almost full\n"));
}
