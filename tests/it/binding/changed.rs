//! What makes thinking invalid, and what the server then says.

use super::talk::{FABLE, Talk, deferred, server, tool};
use serde_json::{Value, json};
use support::binding::asked::BINDING_CONTROLS;
use support::binding::check::Account;

const SYSTEM: &str = " The `system` prompt differs from the one this block was created with.";
const TOOLS: &str = " The `tools` list differs from the one this block was created with.";
const MISSING: &str = " Content that preceded this block when it was created is missing from this request.";
const THINKING: &str =
    " The `thinking` block that preceded this one when it was created is missing from this request.";
const HEADER: &str = " That setting requires the `thinking-binding-controls-2026-08-01` value in the `anthropic-beta` \
                      header.";

/// The places of all thinking of the conversation.
const ALL: [&str; 4] = ["1.0", "3.0", "3.1", "5.0"];

/// Changes a conversation and expects the error at the first of these places, and all of them dropped where that is
/// asked for.
async fn invalidates(places: &[&str], cause: &str, change: impl Fn(&mut Talk)) {
    let server = server(Account::New).await;
    let mut talk = Talk::after_two_calls(&server, FABLE).await;
    change(&mut talk);
    let paths: Vec<_> = places
        .iter()
        .map(|place| {
            let (message, block) = place.split_once('.').expect("a place");
            format!("messages.{message}.content.{block}")
        })
        .collect();
    let error = format!(
        "{}: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the \
         block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\".{HEADER}{cause}",
        paths[0]
    );
    assert_eq!(talk.refused().await, error);
    talk.header("anthropic-beta", BINDING_CONTROLS);
    assert_eq!(talk.refused().await, error.replace(HEADER, ""));
    talk.drops();
    let dropped: Vec<_> =
        paths.iter().map(|path| format!("{path} thinking_dropped prefix_binding_mismatch")).collect();
    assert_eq!(talk.transformations().await, dropped);
}

#[tokio::test]
async fn another_system_text_invalidates_all() {
    invalidates(&ALL, SYSTEM, |talk| talk.body["system"] = "Be very brief.".into()).await;
    invalidates(&ALL, SYSTEM, |talk| {
        talk.body.as_object_mut().expect("a body").shift_remove("system");
    })
    .await;
}

#[tokio::test]
async fn another_set_of_tools_invalidates_all() {
    let changes: [fn(&mut Vec<Value>); 6] = [
        |tools| tools.push(tool("tides")),
        |tools| drop(tools.pop()),
        |tools| tools.clear(),
        |tools| tools[1]["name"] = "warnings".into(),
        |tools| tools[1]["description"] = "Warns.".into(),
        |tools| tools[1]["input_schema"]["required"] = json!([]),
    ];
    for change in changes {
        invalidates(&ALL, TOOLS, |talk| change(talk.body["tools"].as_array_mut().expect("tools"))).await;
    }
}

#[tokio::test]
async fn an_edited_question_invalidates_all() {
    invalidates(&ALL, "", |talk| talk.body["messages"][0]["content"] = "Which is colder?".into()).await;
    invalidates(&ALL, "", |talk| {
        talk.body["messages"][0]["content"] = json!([
            { "type": "text", "text": "Which city is warmer?" }, { "type": "text", "text": "Hurry." },
        ]);
    })
    .await;
}

#[tokio::test]
async fn an_edited_result_invalidates_what_follows_it() {
    invalidates(&["3.0", "3.1", "5.0"], "", |talk| talk.block(2, 0)["content"] = "30 degrees".into()).await;
    invalidates(&["5.0"], "", |talk| talk.block(4, 0)["content"] = "".into()).await;
}

#[tokio::test]
async fn an_edited_call_leaves_the_thinking_before_it_valid() {
    invalidates(&["3.0", "3.1", "5.0"], "", |talk| {
        talk.block(1, 1)["input"]["city"] = "Bergen".into();
    })
    .await;
    invalidates(&["5.0"], "", |talk| talk.block(3, 2)["input"] = json!({})).await;
}

#[tokio::test]
async fn a_value_of_another_type_is_another_value() {
    let server = server(Account::New).await;
    let mut talk = Talk::new(&server, FABLE);
    talk.body["messages"][0]["content"] = json!([{ "type": "text", "text": "x" }]);
    talk.body["tools"][0]["input_schema"]["properties"]["day"] = json!({ "type": "number", "minimum": 1.0 });
    talk.answered().await;
    talk.gives("3 degrees");
    talk.body["tools"][0]["input_schema"]["properties"]["day"]["minimum"] = 1.into();
    assert!(talk.refused().await.ends_with(TOOLS));
}

#[tokio::test]
async fn a_message_that_is_gone_invalidates_what_follows_it() {
    invalidates(&["1.0", "1.1", "3.0"], MISSING, |talk| drop(talk.messages().drain(1..3))).await;
}

#[tokio::test]
async fn thinking_that_is_missing_between_others_invalidates_the_later_ones() {
    invalidates(&["5.0"], THINKING, |talk| {
        let blocks = talk.body["messages"][3]["content"].as_array_mut().expect("blocks");
        blocks.retain(|block| block["type"] == "tool_use");
    })
    .await;
    // The second of two blocks side by side is in the middle as well.
    invalidates(&["5.0"], THINKING, |talk| {
        talk.body["messages"][3]["content"].as_array_mut().expect("blocks").remove(1);
    })
    .await;
}

#[tokio::test]
async fn thinking_that_was_left_out_is_never_put_back() {
    let server = server(Account::New).await;
    let mut talk = Talk::after_two_calls(&server, FABLE).await;
    let first = talk.body["messages"][1]["content"].as_array_mut().expect("blocks").remove(0);
    talk.answered().await;
    talk.push(json!({ "role": "user", "content": "And then?" }));
    talk.body["messages"][1]["content"].as_array_mut().expect("blocks").insert(0, first);
    talk.drops();
    let expected = ["messages.7.content.0 thinking_dropped prefix_binding_mismatch"];
    assert_eq!(talk.transformations().await, expected);
}

#[tokio::test]
async fn a_system_message_that_was_sent_stays_where_it_is() {
    let server = server(Account::New).await;
    let mut talk = Talk::after_two_calls(&server, FABLE).await;
    talk.push(json!({ "role": "system", "content": "The person is in a hurry." }));
    talk.answered().await;
    talk.push(json!({ "role": "user", "content": "And then?" }));
    talk.drops();
    assert_eq!(talk.transformations().await, [""; 0]);
    talk.messages().remove(7);
    let expected = ["messages.7.content.0 thinking_dropped prefix_binding_mismatch"];
    assert_eq!(talk.transformations().await, expected);
}

#[tokio::test]
async fn a_deferred_tool_counts_from_where_something_refers_to_it() {
    let server = server(Account::New).await;
    let mut talk = Talk::new(&server, FABLE);
    talk.body["tools"].as_array_mut().expect("tools").push(deferred("tides"));
    talk.answered().await;
    talk.gives("3 degrees");
    talk.messages()[2]["content"][0]["content"] = json!([{ "type": "tool_reference", "tool_name": "tides" }]);
    talk.answered().await;
    talk.gives("17 degrees");
    talk.body["tools"][2]["description"] = "Tells when the water comes.".into();
    talk.drops();
    let expected = ["messages.3.content.0", "messages.3.content.1"]
        .map(|path| format!("{path} thinking_dropped prefix_binding_mismatch"));
    assert_eq!(talk.transformations().await, expected);
}

#[tokio::test]
async fn a_changed_block_is_none_of_the_servers() {
    let server = server(Account::New).await;
    let mut talk = Talk::after_two_calls(&server, FABLE).await;
    talk.drops();
    talk.block(1, 0)["signature"] = "c2ln".into();
    assert_eq!(talk.refused().await, "messages.1.content.0: Invalid `signature` in `thinking` block");
    let mut talk = Talk::after_two_calls(&server, FABLE).await;
    talk.block(3, 1)["data"] = "ZGF0YQ==".into();
    assert_eq!(talk.refused().await, "messages.3.content.1: Invalid `data` in `redacted_thinking` block");
}

#[tokio::test]
async fn thinking_that_changes_places_is_invalid() {
    let server = server(Account::New).await;
    let mut talk = Talk::after_two_calls(&server, FABLE).await;
    let first = talk.body["messages"][3]["content"][0].clone();
    *talk.block(3, 0) = talk.block(3, 1).clone();
    *talk.block(3, 1) = first;
    assert!(
        talk.refused()
            .await
            .starts_with("messages.3.content.0: Invalid `data` in `redacted_thinking` block. ")
    );
    talk.drops();
    let expected = ["messages.3.content.0", "messages.3.content.1", "messages.5.content.0"]
        .map(|path| format!("{path} thinking_dropped prefix_binding_mismatch"));
    assert_eq!(talk.transformations().await, expected);
}

#[tokio::test]
async fn older_accounts_are_checked_where_the_request_asks_for_it() {
    let server = server(Account::Old).await;
    for (model, is_checked) in [("claude-opus-5-5", false), (FABLE, true)] {
        let mut talk = Talk::after_two_calls(&server, model).await;
        talk.body["system"] = "Be very brief.".into();
        assert_eq!(talk.send().await.0, if is_checked { 400 } else { 200 }, "{model}");
        talk.drops();
        assert_eq!(talk.transformations().await.len(), 4, "{model}");
    }
    let mut talk = Talk::after_two_calls(&server, "claude-opus-5-5").await;
    talk.body["system"] = "Be very brief.".into();
    talk.header("anthropic-beta", BINDING_CONTROLS);
    let allowed = ALL.map(|place| {
        let (message, block) = place.split_once('.').expect("a place");
        format!("messages.{message}.content.{block} thinking_mismatch_allowed prefix_binding_mismatch")
    });
    assert_eq!(talk.transformations().await, allowed);
}
