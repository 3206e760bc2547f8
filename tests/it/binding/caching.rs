//! What is read from the cache, and what is written to it.

use super::talk::{FABLE, Talk, deferred, server, tool};
use serde_json::{Value, json};
use support::binding::check::Account;
use support::binding::script::Script;
use support::binding::server::{BindingServer, Set};

/// Tokens read and written, and those of neither.
#[derive(Debug, PartialEq, Eq)]
struct Used {
    read: u64,
    created: u64,
    input: u64,
}

async fn used(talk: &Talk) -> Used {
    let (status, answer) = talk.send().await;
    assert_eq!(status, 200, "{answer}");
    let of = |field: &str| answer["usage"][field].as_u64().expect("a number");
    Used {
        read: of("cache_read_input_tokens"),
        created: of("cache_creation_input_tokens"),
        input: of("input_tokens"),
    }
}

fn mark() -> Value {
    json!({ "type": "ephemeral" })
}

#[tokio::test]
async fn what_was_marked_is_read_again() {
    let server = server(Account::New).await;
    let mut talk = Talk::new(&server, FABLE);
    talk.body["cache_control"] = mark();
    let first = used(&talk).await;
    assert_eq!((first.read, first.input), (0, 0));
    assert_eq!(used(&talk).await, Used { read: first.created, created: 0, input: 0 });
    talk.answered().await;
    talk.gives("3 degrees");
    let next = used(&talk).await;
    assert_eq!((next.read, next.input), (first.created, 0));
    assert!(next.created > 0);
}

#[tokio::test]
async fn nothing_is_cached_without_a_mark_or_below_the_least() {
    let quiet = server(Account::New).await;
    let talk = Talk::new(&quiet, FABLE);
    let first = used(&talk).await;
    assert_eq!((first.read, first.created), (0, 0));
    assert_eq!(used(&talk).await, first);

    let set = Set { account: Account::New, script: Script::default(), least_cached: 100_000 };
    let large = BindingServer::start(set).await;
    let mut talk = Talk::new(&large, FABLE);
    talk.body["cache_control"] = mark();
    assert_eq!(used(&talk).await, first);
    assert_eq!(used(&talk).await, first);
}

/// The tokens read after this change of a conversation whose tools, system and messages were each marked.
async fn read_after(change: impl FnOnce(&mut Value)) -> u64 {
    let server = server(Account::New).await;
    let mut talk = Talk::new(&server, "claude-opus-5");
    talk.body["tools"][1]["cache_control"] = mark();
    talk.body["system"] = json!([{ "type": "text", "text": "Be brief.", "cache_control": mark() }]);
    talk.body["cache_control"] = mark();
    used(&talk).await;
    change(&mut talk.body);
    used(&talk).await.read
}

#[tokio::test]
async fn a_change_leaves_what_stands_before_it_in_the_cache() {
    let all = read_after(|_| {}).await;
    let until_system = read_after(|body| body["messages"][0]["content"] = "Other words.".into()).await;
    let until_tools = read_after(|body| body["system"][0]["text"] = "Be very brief.".into()).await;
    assert!(all > until_system && until_system > until_tools && until_tools > 0);
    assert_eq!(read_after(|body| body["tools"] = json!([tool("forecast")])).await, 0);
    assert_eq!(read_after(|body| body["model"] = FABLE.into()).await, 0);
    let deferring = |body: &mut Value| body["tools"].as_array_mut().expect("tools").push(deferred("tides"));
    assert_eq!(read_after(deferring).await, all, "a deferred tool is no part of what is cached");
    let choosing = |body: &mut Value| body["tool_choice"] = json!({ "type": "none" });
    assert_eq!(read_after(choosing).await, until_system);
}

#[tokio::test]
async fn a_mark_looks_back_twenty_blocks() {
    for (blocks, is_found) in [(19, true), (20, false)] {
        let server = server(Account::New).await;
        let mut talk = Talk::new(&server, FABLE);
        talk.body["cache_control"] = mark();
        let first = used(&talk).await;
        let words: Vec<Value> =
            (0..blocks).map(|number| json!({ "type": "text", "text": number.to_string() })).collect();
        talk.push(json!({ "role": "user", "content": words }));
        let read = if is_found { first.created } else { 0 };
        assert_eq!(used(&talk).await.read, read, "{blocks} blocks");
    }
}

#[tokio::test]
async fn five_marks_are_too_many() {
    let server = server(Account::New).await;
    let mut talk = Talk::new(&server, FABLE);
    let words: Vec<Value> =
        (0..5).map(|_| json!({ "type": "text", "text": "x", "cache_control": mark() })).collect();
    talk.messages()[0]["content"] = words.into();
    let refusal = "A maximum of 4 blocks with cache_control may be provided. Found 5.";
    assert_eq!(talk.refused().await, refusal);
}
