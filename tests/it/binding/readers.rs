//! Whose thinking a model reads. What it can't read is dropped, and never an error.

use super::talk::{FABLE, Talk, server};
use serde_json::json;
use support::binding::asked::BINDING_CONTROLS;
use support::binding::check::Account;

/// Moves a conversation from one model to another. Its thinking is read or dropped as a whole.
async fn reads(from: &str, to: &str) -> bool {
    let server = server(Account::New).await;
    let mut talk = Talk::after_two_calls(&server, from).await;
    talk.body["model"] = to.into();
    let (status, silent) = talk.send().await;
    assert_eq!(
        (status, silent.get("input_transformations")),
        (200, None),
        "without the header nothing is told"
    );
    talk.header("anthropic-beta", BINDING_CONTROLS);
    let told = talk.transformations().await;
    assert!(told.iter().all(|one| one.ends_with("thinking_dropped model_binding_mismatch")), "{told:?}");
    let thinking = talk.body["messages"].to_string().matches("thinking\",").count();
    assert!([0, thinking].contains(&told.len()), "{told:?}");
    told.is_empty()
}

#[tokio::test]
async fn each_model_reads_its_own_thinking_and_that_of_some_others() {
    let read = [
        (FABLE, "claude-mythos-5-2"),
        ("claude-mythos-5-2", FABLE),
        ("claude-opus-5-5", "claude-fable-5-1"),
        ("claude-opus-5", "claude-fable-5-1"),
        ("claude-opus-5", "claude-opus-5-5"),
        ("claude-sonnet-5-5", "claude-opus-5-5"),
        ("claude-sonnet-5", "claude-sonnet-5-5"),
        ("claude-haiku-5-5", "claude-opus-5"),
    ];
    let unread = [
        (FABLE, "claude-fable-5-1"),
        (FABLE, "claude-opus-5-5"),
        ("claude-fable-5-1", "claude-opus-5-5"),
        ("claude-fable-5-1", "claude-opus-5"),
        ("claude-opus-5-5", "claude-opus-5"),
        ("claude-opus-5", "claude-sonnet-5-5"),
        ("claude-opus-5-5", "claude-haiku-5-5"),
    ];
    for (from, to) in read {
        assert!(reads(from, to).await, "{to} reads {from}");
    }
    for (from, to) in unread {
        assert!(!reads(from, to).await, "{to} does not read {from}");
    }
}

#[tokio::test]
async fn what_another_model_could_not_read_is_valid_again_on_the_way_back() {
    let server = server(Account::New).await;
    let mut talk = Talk::after_two_calls(&server, FABLE).await;
    talk.body["model"] = "claude-haiku-5-5".into();
    talk.answered().await;
    talk.push(json!({ "role": "user", "content": "And then?" }));
    talk.body["model"] = FABLE.into();
    talk.header("anthropic-beta", BINDING_CONTROLS);
    assert_eq!(talk.transformations().await, [""; 0]);
}

#[tokio::test]
async fn a_model_without_the_check_takes_what_was_edited() {
    let server = server(Account::New).await;
    let mut talk = Talk::after_two_calls(&server, "claude-opus-5").await;
    talk.body["system"] = "Be very brief.".into();
    talk.drops();
    assert_eq!(talk.transformations().await, [""; 0]);
}
