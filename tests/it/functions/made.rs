//! Plugins made in the window, and what was agreed to where a function was run by hand.

use super::plugins::{fingerprint, script, until_function, write_plugin};
use content::{FunctionName, Outcome};
use functions::sources::{DraftContent, PluginDraft};
use ports::Ask;
use serde_json::json;
use support::app::TestApp;
use workbench::contract::{FunctionRun, GiveConsent, Lasting, NamedOwnSource, Nothing, RunFunction};

const SHOUT: &str = r#"
format = 1
id = "shout"
version = "1.0.0"
kind = "process"
description = "Says it back."
permissions = ["programs"]

[process]
command = ["./shout.sh"]

[[process.functions]]
name = "shout"
description = "Says it back."
[process.functions.parameters.properties.word]
type = "string"
"#;

async fn run(app: &TestApp, arguments: &str) -> FunctionRun {
    let args = RunFunction {
        run: format!("run-{arguments}"),
        function: FunctionName::new("shout", "shout"),
        arguments: arguments.to_owned(),
        session: None,
        is_recorded: false,
        is_allowed: false,
    };
    app.workbench.function_run(args).await.expect("an answer")
}

#[tokio::test]
async fn what_was_agreed_to_where_a_function_was_run_by_hand_is_remembered() {
    let app = TestApp::new();
    write_plugin(&app, "shout", &[("shout.sh", "#!/bin/sh\ncat\n"), ("plugin.toml", SHOUT)]);
    let asked = run(&app, r#"{"word":"hey"}"#).await;
    assert!(matches!(asked.asks.as_slice(), [Ask::Consent { .. }]), "{asked:?}");
    let function = FunctionName::new("shout", "shout");
    let consent = GiveConsent {
        session: None,
        fingerprint: fingerprint(&app, &function).await,
        function,
        arguments: Some(serde_json::from_value(json!({ "word": "hey" })).expect("an object")),
        lasting: Lasting::Always,
    };
    let here = GiveConsent { lasting: Lasting::Session, ..consent.clone() };
    app.workbench.consent_give(here).await.expect_err("there is no session it could hold for");
    app.workbench.consent_give(consent).await.expect("it is taken in");
    let ran = run(&app, r#"{"word":"hey"}"#).await;
    assert!(matches!(&ran.outcome, Some(Outcome::Returned { .. })), "{ran:?}");
    assert_eq!(run(&app, r#"{"word":"ho"}"#).await.asks.len(), 1, "other arguments are asked about");
}

#[tokio::test]
async fn a_plugin_made_in_the_window_is_there_at_once_and_goes_when_it_is_put_away() {
    let app = TestApp::new();
    app.write_script("idle.jsonl", &script("arithmetic-add_numbers", &json!({})));
    let mut session = app.session("script:idle", &[]).await;
    let draft = PluginDraft {
        id: "hello".to_owned(),
        description: "Greets".to_owned(),
        content: DraftContent::Script,
    };
    let place = app.workbench.source_make(draft.clone()).await.expect("it is made");
    assert!(std::path::Path::new(&place.folder).join("main.py").exists());
    let greet = FunctionName::new("hello", "greet");
    until_function(&app, &mut session, &greet).await;
    app.workbench.source_make(draft).await.expect_err("it is there already");
    let source = NamedOwnSource { source: "own:hello".to_owned() };
    app.workbench.source_put_away(source).await.expect("it is put away");
    // Whatever else changes meanwhile is told as well.
    loop {
        let overview = app.workbench.overview(Nothing {}).await.expect("an overview");
        if overview.functions.iter().all(|spec| spec.name != greet) {
            break;
        }
        session.until_functions(overview.functions_version).await;
    }
}
