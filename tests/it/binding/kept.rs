//! What may change between two requests without making thinking invalid.

use super::talk::{FABLE, Talk, deferred, server};
use serde_json::{Value, json};
use support::binding::asked::{BINDING_CONTROLS, TOOL_CHANGES};
use support::binding::check::Account;

/// Changes a conversation with thinking in messages 1, 3 and 5, and expects an answer with nothing dropped.
#[track_caller]
fn keeps(change: impl FnOnce(&mut Talk)) -> impl Future<Output = ()> {
    let place = std::panic::Location::caller();
    async move {
        let server = server(Account::New).await;
        let mut talk = Talk::after_two_calls(&server, FABLE).await;
        talk.header("anthropic-beta", &format!("{BINDING_CONTROLS},{TOOL_CHANGES}"));
        change(&mut talk);
        let (status, answer) = talk.send().await;
        assert_eq!((status, &answer["input_transformations"]), (200, &json!([])), "{place}: {answer}");
    }
}

#[tokio::test]
async fn messages_can_be_appended() {
    keeps(|_| {}).await;
    keeps(|talk| {
        talk.push(json!({ "role": "system", "content": "The person is in a hurry." }));
    })
    .await;
}

#[tokio::test]
async fn settings_can_change() {
    keeps(|talk| {
        talk.body["tool_choice"] = json!({ "type": "none" });
        talk.body["max_tokens"] = 2000.into();
        talk.body["output_config"] = json!({ "effort": "low" });
        talk.body["metadata"] = json!({ "user_id": "somebody" });
        talk.body["thinking"] = json!({ "type": "adaptive", "display": "summarized" });
        talk.body["stream"] = false.into();
    })
    .await;
}

#[tokio::test]
async fn marks_of_the_cache_can_come_and_go() {
    let mark = json!({ "type": "ephemeral" });
    keeps(|talk| {
        talk.body["system"] = json!([{ "type": "text", "text": "Be brief.", "cache_control": mark }]);
        talk.body["tools"][1]["cache_control"] = mark.clone();
        talk.block(2, 0)["cache_control"] = mark.clone();
        talk.block(4, 0)["content"][0]["cache_control"] = mark.clone();
    })
    .await;
}

#[tokio::test]
async fn the_order_of_keys_can_change() {
    keeps(|talk| {
        let tool = talk.body["tools"][0].as_object().expect("a tool").clone();
        talk.body["tools"][0] = tool.into_iter().rev().collect::<serde_json::Map<_, _>>().into();
        let call = talk.block(1, 1).as_object().expect("a call").clone();
        *talk.block(1, 1) = call.into_iter().rev().collect::<serde_json::Map<_, _>>().into();
    })
    .await;
}

#[tokio::test]
async fn the_system_text_can_be_a_text_or_a_list() {
    keeps(|talk| talk.body["system"] = json!([{ "type": "text", "text": "Be brief." }])).await;
}

#[tokio::test]
async fn deferred_tools_that_nothing_refers_to_can_come_and_go() {
    keeps(|talk| talk.body["tools"].as_array_mut().expect("tools").push(deferred("tides"))).await;
}

#[tokio::test]
async fn tools_can_change_by_messages() {
    keeps(|talk| {
        talk.body["tools"].as_array_mut().expect("tools").push(deferred("tides"));
        let named = |name: &str| json!({ "type": "tool_reference", "name": name });
        talk.push(json!({ "role": "system", "content": [
            { "type": "tool_addition", "tool": named("tides") },
            { "type": "tool_removal", "tool": named("alerts") },
        ] }));
    })
    .await;
}

/// Takes thinking out of these messages.
fn without(talk: &mut Talk, messages: &[usize]) {
    for at in messages {
        let blocks = talk.body["messages"][*at]["content"].as_array_mut().expect("blocks");
        blocks.retain(|block| !block["type"].as_str().is_some_and(|kind| kind.ends_with("thinking")));
    }
}

#[tokio::test]
async fn thinking_can_be_taken_from_the_beginning_from_the_end_and_altogether() {
    for messages in [&[1][..], &[1, 3], &[5], &[3, 5], &[1, 3, 5]] {
        keeps(|talk| without(talk, messages)).await;
    }
}

#[tokio::test]
async fn a_block_that_the_server_drops_stays_part_of_what_later_blocks_are_signed_over() {
    let server = server(Account::New).await;
    let mut talk = Talk::after_two_calls(&server, FABLE).await;
    talk.drops();
    talk.block(2, 0)["content"] = "4 degrees".into();
    let dropped = talk.transformations().await;
    talk.answered().await;
    talk.push(json!({ "role": "user", "content": "And then?" }));
    assert_eq!(talk.transformations().await, dropped, "the block made since is valid");
}

#[tokio::test]
async fn a_fork_that_repeats_the_history_keeps_its_thinking() {
    let server = server(Account::New).await;
    let talk = Talk::after_two_calls(&server, FABLE).await;
    for (count, question) in [(4, None), (6, Some("And in Paris?"))] {
        let mut fork = Talk::new(&server, FABLE);
        fork.body["messages"] =
            Value::Array(talk.body["messages"].as_array().expect("messages")[..count].to_vec());
        match question {
            Some(text) => fork.push(json!({ "role": "user", "content": text })),
            None => fork.gives("17 degrees"),
        }
        fork.answered().await;
    }
}
