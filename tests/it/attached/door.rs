//! Who may ask, and what is kept of it.

use super::stage::{KEY, Stage, asks, asks_with, called, calling, events, request, result, saying, user};
use content::FunctionName;
use functions::RunBy;
use invocation::TurnEvent;
use serde_json::json;
use sessions::{LogEntry, SessionEvent};
use std::path::Path;
use workbench::contract::{FunctionOf, NamedProgram, Note};

async fn status_of(address: &str, header: Option<(&str, &str)>) -> u16 {
    let client = support::http::client().build().expect("a client");
    let mut asked = client.post(address).body("{}");
    if let Some((name, value)) = header {
        asked = asked.header(name, value);
    }
    asked.send().await.expect("a response").status().as_u16()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_a_foreign_host_and_a_wrong_path_get_nothing() {
    let stage = Stage::with(Vec::new()).await;
    let address = format!("{}/chat/completions", stage.base);
    assert_eq!(status_of(&address, Some(("origin", "https://evil.example"))).await, 403);
    assert_eq!(status_of(&address, Some(("host", "evil.example"))).await, 403);
    let root = stage.base.split("/openai").next().expect("a root").to_owned();
    let guessed = format!("{}0/openai/v1/chat/completions", root);
    assert_eq!(status_of(&guessed, None).await, 404);
    assert_eq!(status_of(&format!("{root}/elsewhere"), None).await, 404);
    assert_eq!(stage.provider.heard(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_detached_is_told_so() {
    let stage = Stage::with(Vec::new()).await;
    let program = stage.program.id.clone();
    stage.app.workbench.program_detach(NamedProgram { program }).await.expect("it is detached");
    let (status, body) = asks(&stage.base, "{}").await;
    assert_eq!(status, 404);
    assert!(body.contains("Attach it again in Callwright"), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_runs_its_functions_while_it_is_attached() {
    let stage = Stage::with(vec![events(&saying("Hello."))]).await;
    stage.asks(request(&[user("Hi")])).await;
    stage.followed().await.outcome().await;
    let session = Some(stage.session().await);
    let args = FunctionOf { session, function: FunctionName::without_plugin("get_weather") };
    let run_by = async || stage.app.workbench.function_facts(args.clone()).await.expect("facts").run_by;
    assert_eq!(run_by().await, RunBy::Program);
    let ours = FunctionOf { function: FunctionName::new("clock", "now"), ..args.clone() };
    let unknown = stage.app.workbench.function_facts(ours).await;
    assert!(unknown.is_err(), "the program never offered it");
    let program = stage.program.id.clone();
    stage.app.workbench.program_detach(NamedProgram { program }).await.expect("it is detached");
    assert_eq!(run_by().await, RunBy::Nobody);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_passed_on_is_not_counted_and_an_answer_that_nobody_watches_is_named() {
    let replies = (0..4).map(|_| events(&saying("Hello."))).collect();
    let stage = Stage::with(replies).await;
    let client = support::http::client().build().expect("a client");
    let models = client.get(format!("{}/models", stage.base)).send().await.expect("a response");
    assert_eq!(models.status(), 200);
    let now = stage.now().await;
    assert_eq!((now.requests, now.last, now.problems.len()), (0, None, 0));
    for _ in 0..2 {
        assert_eq!(status_of(&format!("{}/completions", stage.base), None).await, 200);
    }
    let now = stage.now().await;
    let problems: Vec<_> = now.problems.iter().map(|problem| problem.message.to_string()).collect();
    assert!(
        now.requests == 0 && problems.len() == 1 && problems[0].contains("/v1/completions"),
        "{problems:?}"
    );
    stage.asks(request(&[user("Hello")])).await;
    assert_eq!(stage.now().await.requests, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_away_is_an_error_with_its_reason() {
    let mut stage = Stage::with(Vec::new()).await;
    let mut settings = stage.program.settings.clone();
    settings.upstreams.openai = Some("http://127.0.0.1:9/v1".to_owned());
    stage.settles(settings).await;
    let (status, body) = stage.asks(request(&[user("Hello")])).await;
    assert_eq!(status, 502);
    assert!(body.contains("can't be reached"), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_key_of_a_program_is_in_no_file_and_in_nothing_that_is_shown() {
    let echo = saying(&format!("Your key is {KEY}."));
    let stage = Stage::with(vec![events(&echo)]).await;
    let (_, stream) = stage.asks(request(&[user("What is my key?")])).await;
    assert!(stream.contains(KEY), "the program itself gets every byte");
    let mut followed = stage.followed().await;
    followed.outcome().await;
    let shown = format!("{:?}{:?}", followed.log, stage.now().await);
    assert!(!shown.contains(KEY));
    stage.app.workbench.close().await;
    let found = files(stage.app.home.path());
    let holding: Vec<_> = found.iter().filter(|path| holds_key(path)).collect();
    assert!(found.len() > 2 && holding.is_empty(), "{holding:?}");
}

/// A tool that prints its environment says the key again, in a result that every later request repeats.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_a_program_says_is_not_kept_and_reaches_its_provider() {
    const CALL: (&str, &str) = ("call_1", r#"{"city":"Oslo"}"#);
    let replies = [calling("", &[CALL]), saying("Done."), saying("Again.")];
    let stage = Stage::with(replies.iter().map(|reply| events(reply)).collect()).await;
    let printed = format!("OPENAI_API_KEY={KEY}\nHOME=/root");
    let mut said = vec![user(&format!("My key is {KEY}, what is wrong?"))];
    stage.asks(request(&said)).await;
    said.extend([called("", &[CALL]), result("call_1", &printed)]);
    stage.asks(request(&said)).await;
    said.extend([json!({ "role": "assistant", "content": "Done." }), user("Again.")]);
    stage.asks(request(&said)).await;
    let sent = stage.bodies();
    assert_eq!(sent[2], request(&said).to_string(), "the program's own bytes");
    let mut followed = stage.followed().await;
    let is_end = |entry: &&LogEntry<Note>| {
        matches!(entry.event, SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { .. }, .. } })
    };
    followed.until_log(|log| (log.iter().filter(is_end).count() == 2).then_some(())).await;
    let shown = format!("{:?}{:?}", followed.log, stage.now().await);
    assert!(shown.contains("OPENAI_API_KEY=•••") && !shown.contains(KEY), "{shown}");
    assert_eq!(stage.now().await.sessions.len(), 1);
    stage.app.workbench.close().await;
    let holding: Vec<_> = files(stage.app.home.path()).into_iter().filter(|path| holds_key(path)).collect();
    assert!(holding.is_empty(), "{holding:?}");
}

/// A program has a key for each provider, and renews them.
#[tokio::test(flavor = "multi_thread")]
async fn a_key_that_a_program_sent_before_is_not_kept_either() {
    const RENEWED: &str = "sk-renewed-9876543210fedcba";
    let stage = Stage::with(vec![events(&saying("One.")), events(&saying("Two."))]).await;
    let mut said = vec![user(&format!("My key is {KEY}."))];
    asks_with(&stage.base, KEY, &request(&said).to_string()).await;
    said.extend([json!({ "role": "assistant", "content": "One." }), user(&format!("And now {KEY} is old."))]);
    asks_with(&stage.base, RENEWED, &request(&said).to_string()).await;
    let mut followed = stage.followed().await;
    let is_end = |entry: &&LogEntry<Note>| {
        matches!(entry.event, SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { .. }, .. } })
    };
    followed.until_log(|log| (log.iter().filter(is_end).count() == 2).then_some(())).await;
    let shown = format!("{:?}", followed.log);
    assert!(shown.contains("And now ••• is old.") && !shown.contains(KEY), "{shown}");
    assert_eq!(stage.now().await.sessions.len(), 1);
}

fn holds_key(path: &Path) -> bool {
    let bytes = std::fs::read(path).expect("a file");
    bytes.windows(KEY.len()).any(|window| window == KEY.as_bytes())
}

fn files(folder: &Path) -> Vec<std::path::PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        if entry.path().is_dir() {
            found.extend(files(&entry.path()));
        } else {
            found.push(entry.path());
        }
    }
    found
}
