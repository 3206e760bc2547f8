//! Tools that messages add and remove.

use super::talk::{FABLE, Talk, deferred, server, tool};
use serde_json::{Value, json};
use support::binding::asked::{INLINE_TOOLS, TOOL_CHANGES};
use support::binding::check::Account;
use support::binding::script::{Said, Script};
use support::binding::server::BindingServer;

fn adds(name: &str) -> Value {
    json!({ "type": "tool_addition", "tool": { "type": "tool_reference", "name": name } })
}

fn removes(name: &str) -> Value {
    json!({ "type": "tool_removal", "tool": { "type": "tool_reference", "name": name } })
}

fn defines(definition: Value) -> Value {
    json!({ "type": "tool_addition", "tool": { "type": "tool_definition", "definition": definition } })
}

fn system(block: Value) -> Value {
    json!({ "role": "system", "content": [block] })
}

/// A conversation with a deferred tool in it, which may be changed.
async fn talk(server: &BindingServer) -> Talk {
    let mut talk = Talk::new(server, FABLE);
    talk.body["tools"].as_array_mut().expect("tools").push(deferred("tides"));
    talk.header("anthropic-beta", TOOL_CHANGES);
    talk
}

/// The name of the tool that is called, or what is said instead.
async fn called(talk: &Talk) -> Value {
    let (status, answer) = talk.send().await;
    assert_eq!(status, 200, "{answer}");
    let last = answer["content"].as_array().and_then(|blocks| blocks.last()).expect("a block");
    last.get("name").unwrap_or(&last["text"]).clone()
}

#[tokio::test]
async fn a_tool_that_is_not_offered_is_never_called() {
    let server = server(Account::New).await;
    let calls = Said::Calls { name: "tides", input: json!({ "city": "Oslo" }) };
    server.says(Script::new(vec![vec![vec![calls]]]));
    let mut talk = talk(&server).await;
    assert_eq!(called(&talk).await, "There is no tool tides.");
    talk.push(system(adds("tides")));
    assert_eq!(called(&talk).await, "tides");
    talk.body["tool_choice"] = json!({ "type": "none" });
    assert_eq!(called(&talk).await, "There is no tool tides.");
    talk.body["tool_choice"] = json!({ "type": "auto" });
    talk.messages()[1]["content"] = json!([adds("tides"), removes("tides")]);
    assert_eq!(called(&talk).await, "There is no tool tides.");
    talk.header("anthropic-beta", INLINE_TOOLS);
    talk.messages()[1]["content"] = json!([defines(tool("spring_tides"))]);
    assert_eq!(called(&talk).await, "spring_tides");
}

#[tokio::test]
async fn changes_need_their_header() {
    let server = server(Account::New).await;
    let mut talk = talk(&server).await;
    talk.push(system(defines(tool("moon"))));
    assert!(talk.refused().await.contains("Input tag 'tool_definition'"));
    talk.header("anthropic-beta", INLINE_TOOLS);
    assert_eq!(talk.send().await.0, 200);
    talk.messages()[1] = system(adds("tides"));
    assert_eq!(talk.send().await.0, 200, "it covers references too");
    talk.headers.retain(|(name, _)| *name != "anthropic-beta");
    assert_eq!(
        talk.refused().await,
        "messages.1.content.0: Input tag 'tool_addition' found using 'type' does not match any of the expected tags"
    );
}

#[tokio::test]
async fn names_that_nobody_declared_are_refused() {
    let server = server(Account::New).await;
    for block in [adds("moon"), removes("moon")] {
        let mut talk = talk(&server).await;
        talk.push(system(block));
        assert_eq!(talk.refused_code().await, "tool_reference_unresolved");
        assert!(talk.refused().await.ends_with("references unknown tool 'moon'"));
    }
    let mut talk = talk(&server).await;
    talk.answered().await;
    talk.gives("");
    talk.messages()[2]["content"][0]["content"] = json!([{ "type": "tool_reference", "tool_name": "moon" }]);
    assert_eq!(talk.refused_code().await, "tool_reference_unresolved");
}

#[tokio::test]
async fn a_tool_that_a_message_refers_to_stays_declared() {
    let server = server(Account::New).await;
    let mut talk = talk(&server).await;
    talk.push(system(adds("tides")));
    talk.answered().await;
    talk.gives("3 degrees");
    talk.body["tools"].as_array_mut().expect("tools").pop();
    assert_eq!(talk.refused_code().await, "tool_reference_unresolved");
}

#[tokio::test]
async fn a_definition_replaces_one_of_the_same_type() {
    let server = server(Account::New).await;
    let mut talk = talk(&server).await;
    talk.header("anthropic-beta", INLINE_TOOLS);
    talk.push(system(defines(tool("forecast"))));
    assert_eq!(talk.send().await.0, 200);
    let mut other = tool("forecast");
    other["type"] = "bash_20250124".into();
    talk.messages()[1] = system(defines(other));
    assert_eq!(talk.refused_code().await, "tool_name_conflict");
}

#[tokio::test]
async fn a_system_message_stands_behind_what_was_said_to_the_model_and_before_its_answer() {
    let server = server(Account::New).await;
    let message = || system(adds("tides"));
    let follows =
        "role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result";

    let mut between = talk(&server).await;
    between.answered().await;
    between.push(message());
    let results = between.messages()[1]["content"][1]["id"].clone();
    between.push(json!({ "role": "user", "content": [{ "type": "tool_result", "tool_use_id": results }] }));
    assert_eq!(between.refused().await, format!("messages.2: {follows}"));

    let mut behind = talk(&server).await;
    behind.answered().await;
    behind.gives("3 degrees");
    behind.push(message());
    behind.answered().await;
    behind.gives("17 degrees");
    assert_eq!(behind.send().await.0, 200);

    let mut before_words = talk(&server).await;
    before_words.push(message());
    before_words.push(json!({ "role": "user", "content": "Hurry." }));
    assert!(before_words.refused().await.contains("must be the last message"));

    let mut unsupported = talk(&server).await;
    unsupported.body["model"] = "claude-sonnet-5".into();
    unsupported.push(message());
    assert!(unsupported.refused().await.contains("not supported on this model"));
}

#[tokio::test]
async fn one_tool_at_least_is_not_deferred() {
    let server = server(Account::New).await;
    let mut talk = talk(&server).await;
    talk.body["tools"] = json!([deferred("tides"), deferred("moon")]);
    assert_eq!(
        talk.refused().await,
        "All tools have defer_loading set. At least one tool must be non-deferred."
    );
    talk.body["tools"] = json!([tool("forecast"), tool("forecast")]);
    assert_eq!(talk.refused().await, "tools: Tool names must be unique.");
    let mut marked = deferred("tides");
    marked["cache_control"] = json!({ "type": "ephemeral" });
    talk.body["tools"] = json!([tool("forecast"), marked]);
    assert!(talk.refused().await.ends_with("Tools with defer_loading cannot use prompt caching"));
}

#[tokio::test]
async fn every_call_has_its_result_at_once() {
    let server = server(Account::New).await;
    let mut talk = talk(&server).await;
    talk.answered().await;
    talk.push(json!({ "role": "user", "content": "Never mind." }));
    assert!(talk.refused().await.starts_with("messages.1: `tool_use` ids were found without"));
    talk.messages().pop();
    talk.gives("3 degrees");
    let mut twice = talk.messages()[2].clone();
    twice["content"]
        .as_array_mut()
        .expect("blocks")
        .extend(talk.messages()[2]["content"].as_array().cloned().unwrap_or_default());
    talk.messages()[2] = twice;
    assert!(talk.refused().await.starts_with("messages.2.content.1: unexpected `tool_use_id` found"));
}
