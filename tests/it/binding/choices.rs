//! The settings each model accepts.

use super::talk::{FABLE, Talk, server};
use serde_json::{Value, json};
use support::binding::asked::BINDING_CONTROLS;
use support::binding::check::Account;

/// The words of the error where a request of a model has this field, or nothing where it is answered.
async fn said(model: &str, field: &str, value: Value) -> String {
    let server = server(Account::New).await;
    let mut talk = Talk::new(&server, model);
    talk.body[field] = value;
    let (status, answer) = talk.send().await;
    let words = answer["error"]["message"].as_str().unwrap_or_default().to_owned();
    assert_eq!(status == 200, words.is_empty());
    words
}

const UNSUPPORTED: &str = "is not supported for this model. Use \"thinking.type.adaptive\" and \
                           \"output_config.effort\" to control thinking behavior.";

#[tokio::test]
async fn a_call_can_be_demanded_of_some_models_alone() {
    let refusal = "tool_choice: type \"tool\" and \"any\" are not supported for this model.";
    let refusing = [FABLE, "claude-mythos-5-2", "claude-fable-5-1", "claude-opus-5-5", "claude-sonnet-5-5"];
    for model in refusing {
        assert_eq!(said(model, "tool_choice", json!({ "type": "any" })).await, refusal, "{model}");
        let named = json!({ "type": "tool", "name": "forecast" });
        assert_eq!(said(model, "tool_choice", named).await, refusal, "{model}");
        assert_eq!(said(model, "tool_choice", json!({ "type": "none" })).await, "", "{model}");
    }
    for model in ["claude-haiku-5-5", "claude-opus-5", "claude-sonnet-4-5"] {
        assert_eq!(said(model, "tool_choice", json!({ "type": "any" })).await, "", "{model}");
    }
}

#[tokio::test]
async fn thinking_can_be_turned_off_for_some_models_alone() {
    let off = json!({ "type": "disabled" });
    for model in [FABLE, "claude-fable-5-1", "claude-opus-5-5", "claude-fable-5"] {
        let refusal = format!("\"thinking.type.disabled\" {UNSUPPORTED}");
        assert_eq!(said(model, "thinking", off.clone()).await, refusal, "{model}");
    }
    assert!(said("claude-sonnet-5-5", "thinking", off.clone()).await.contains("thinking.type.between_tools"));
    assert_eq!(said("claude-sonnet-5-5", "thinking", json!({ "type": "between_tools" })).await, "");
    for model in ["claude-haiku-5-5", "claude-opus-5", "claude-sonnet-4-5"] {
        assert_eq!(said(model, "thinking", off.clone()).await, "", "{model}");
    }
    let budget = json!({ "type": "enabled", "budget_tokens": 1024 });
    assert_eq!(
        said(FABLE, "thinking", budget.clone()).await,
        format!("\"thinking.type.enabled\" {UNSUPPORTED}")
    );
    assert!(said("claude-sonnet-4-5", "thinking", budget).await.contains("below `max_tokens`"));
}

#[tokio::test]
async fn effort_without_thinking_is_at_most_high() {
    let server = server(Account::New).await;
    for model in ["claude-haiku-5-5", "claude-opus-5"] {
        let mut talk = Talk::new(&server, model);
        talk.body["thinking"] = json!({ "type": "disabled" });
        talk.body["output_config"] = json!({ "effort": "high" });
        assert_eq!(talk.send().await.0, 200, "{model}");
        talk.body["output_config"] = json!({ "effort": "max" });
        let refusal = "This model does not support effort level 'max'. Supported levels: high, low, medium.";
        assert_eq!(talk.refused().await, refusal, "{model}");
    }
}

#[tokio::test]
async fn sampling_is_refused_by_the_newest_version_and_by_newer_models() {
    let server = server(Account::New).await;
    for (version, model, is_refused) in [
        ("2026-10-21", "claude-sonnet-4-5", true),
        ("2023-06-01", "claude-sonnet-4-5", false),
        ("2023-06-01", "claude-sonnet-5", true),
        ("2023-06-01", FABLE, true),
    ] {
        for field in ["temperature", "top_p", "top_k"] {
            let mut talk = Talk::new(&server, model);
            talk.header("anthropic-version", version);
            talk.body[field] = 1.into();
            assert_eq!(talk.send().await.0 == 400, is_refused, "{field} of {model} in {version}");
        }
    }
}

#[tokio::test]
async fn an_answer_is_no_longer_than_a_model_can_write() {
    assert_eq!(said(FABLE, "max_tokens", 128_000.into()).await, "");
    assert_eq!(
        said("claude-sonnet-4-5", "max_tokens", 64_001.into()).await,
        "max_tokens: 64001 > 64000, which is the maximum allowed number of output tokens for claude-sonnet-4-5"
    );
}

#[tokio::test]
async fn what_becomes_of_invalid_thinking_is_set_with_a_header_beside_adaptive_thinking() {
    let server = server(Account::New).await;
    let mut talk = Talk::new(&server, FABLE);
    talk.drops();
    assert_eq!(talk.transformations().await, [""; 0]);
    talk.headers.retain(|(name, _)| *name != "anthropic-beta");
    assert_eq!(talk.refused().await, "thinking.adaptive.block_binding: Extra inputs are not permitted");
    talk.header("anthropic-beta", BINDING_CONTROLS);
    talk.body["thinking"].as_object_mut().expect("an object").shift_remove("type");
    assert!(talk.refused().await.ends_with("block_binding: Extra inputs are not permitted"));
    talk.body["thinking"] = json!({});
    assert_eq!(talk.refused().await, "thinking.type: Field required");
}

#[tokio::test]
async fn the_version_and_a_key_are_demanded() {
    let server = server(Account::New).await;
    let mut talk = Talk::new(&server, FABLE);
    talk.header("anthropic-version", "2025-01-01");
    assert_eq!(talk.refused().await, "anthropic-version: \"2025-01-01\" is not a valid version");
    talk.headers.retain(|(name, _)| *name != "anthropic-version");
    assert_eq!(talk.refused().await, "anthropic-version: header is required");
    talk.headers = vec![("anthropic-version", "2023-06-01".to_owned())];
    assert_eq!(talk.send().await.0, 401);
}

#[tokio::test]
async fn a_retired_model_is_listed_and_refused() {
    let server = server(Account::New).await;
    let talk = Talk::new(&server, "claude-sonnet-4-0");
    let (status, answer) = talk.send().await;
    assert_eq!((status, &answer["error"]["message"]), (404, &json!("model: claude-sonnet-4-0")));
    let client = support::http::client().build().expect("a client");
    let listed = client.get(format!("{}/v1/models?limit=1000", server.host()));
    let listed: Value = listed.send().await.expect("an answer").json().await.expect("JSON");
    let items = listed["data"].as_array().expect("a list");
    let retired: Vec<_> = items.iter().filter(|item| item["lifecycle"] == "retired").collect();
    assert_eq!(retired.iter().map(|item| &item["id"]).collect::<Vec<_>>(), ["claude-sonnet-4-0"]);
    let fable = items.iter().find(|item| item["id"] == FABLE).expect("it is listed");
    assert_eq!(fable["max_tokens"], 128_000);
    assert_eq!(fable["capabilities"]["thinking"]["types"]["disabled"], json!({ "supported": false }));
}

#[tokio::test]
async fn words_between_calls_come_as_thinking_whose_text_is_empty_unless_it_is_asked_for() {
    let server = server(Account::New).await;
    for (model, thinking, expected) in [
        (FABLE, Value::Null, json!(["thinking", ""])),
        (FABLE, json!({ "type": "adaptive", "display": "summarized" }), json!(["thinking", "Now Rome."])),
        ("claude-sonnet-5-5", json!({ "type": "between_tools" }), json!(["thinking", ""])),
        ("claude-opus-5", Value::Null, json!(["text", "Now Rome."])),
    ] {
        let mut talk = Talk::new(&server, model);
        if !thinking.is_null() {
            talk.body["thinking"] = thinking;
        }
        talk.answered().await;
        talk.gives("3 degrees");
        let answer = talk.answered().await;
        let first = &answer["content"][0];
        let text = first.get("thinking").unwrap_or(&first["text"]);
        assert_eq!(json!([first["type"], text]), expected, "{model}");
    }
}
