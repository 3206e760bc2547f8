//! The contract as the page sees it.

use serde_json::{Value, json};
use support::app::TestApp;
use workbench::contract::{CommandName, ErrorCode, dispatch, typescript};

#[test]
fn every_command_of_the_list_is_in_the_types_of_the_page() {
    let types = typescript();
    for name in ["overview", "page_ready", "session_create", "turn_start", "turn_answer", "exchange_read"] {
        assert!(types.contains(&format!("  {name}: {{ args: ")), "{name} is missing");
        let parsed: Result<CommandName, _> = serde_json::from_value(json!(name));
        assert!(parsed.is_ok(), "{name} has no command");
    }
}

#[test]
fn no_type_is_used_that_is_not_declared() {
    let types = typescript();
    let declared = |name: &str| {
        types.contains(&format!("export type {name} ="))
            || types.contains(&format!("export type {name}<"))
            || types.contains(&format!("export interface {name} "))
            || types.contains(&format!("export const {name} ="))
            || types.contains(&format!("import type {{ {name} }}"))
    };
    let mut in_comment = false;
    let code = types.lines().filter(|line| {
        let line = line.trim_start();
        let is_comment = in_comment || line.starts_with("/*") || line.starts_with("//");
        in_comment = is_comment && !line.starts_with("//") && !line.ends_with("*/");
        !is_comment
    });
    for line in code {
        let words = line.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
        for word in words.filter(|word| word.len() > 1 && word.starts_with(char::is_uppercase)) {
            assert!(["Array", "Record"].contains(&word) || declared(word), "{word} in {line}");
        }
    }
}

#[tokio::test]
async fn arguments_of_the_wrong_form_are_refused_with_the_name_of_the_command() {
    let app = TestApp::new();
    let refused = dispatch(&app.workbench, CommandName::TurnStart, json!({ "session": 7 })).await;
    let error = refused.expect_err("7 is no session");
    assert_eq!(error.code, ErrorCode::Failed);
    let told = error.message.to_string();
    assert!(told.starts_with("the command turn_start is not understood: invalid type"), "{told}");
}

#[tokio::test]
async fn a_command_goes_through_the_dispatcher_as_json() {
    let app = TestApp::new();
    let reply = dispatch(&app.workbench, CommandName::Overview, json!({})).await.expect("an overview");
    let functions = reply.get("functions").and_then(Value::as_array).map_or(0, Vec::len);
    assert_eq!(functions, 10);
    assert_eq!(reply.pointer("/models/0/model"), Some(&json!("example:weather")));
}

/// The runtime of this test has one thread, so a command that blocks it is not pending.
#[tokio::test]
async fn the_first_command_opens_the_application_without_blocking_the_runtime() {
    let app = TestApp::new();
    let state = || Box::pin(dispatch(&app.workbench, CommandName::MeaningState, json!({})));
    let mut first = state();
    assert!(futures::poll!(&mut first).is_pending());
    first.await.expect("the application opens");
    assert!(futures::poll!(state()).is_ready());
}
