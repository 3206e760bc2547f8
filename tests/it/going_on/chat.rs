//! OpenAI's chat completions, and what compatible services add to them.

use super::{and_then, go_on, kept};
use serde_json::{Value, json};

fn last() -> Value {
    json!({ "role": "user", "content": "Go on." })
}

#[tokio::test]
async fn every_message_of_a_request_goes_back_as_it_came() {
    let document = json!({ "model": "gpt-5.6-sol", "messages": [
        { "role": "developer", "content": "Be brief." },
        { "role": "user", "content": [
            { "type": "text", "text": "Is it free?" },
            { "type": "image_url", "image_url": { "url": "data:image/png;base64,aGk=" } },
            { "type": "input_audio", "input_audio": { "data": "aGk=", "format": "wav" } }
        ] },
        { "role": "assistant", "content": "I look.", "tool_calls": [
            { "id": "call_1", "type": "custom", "custom": { "name": "shell", "input": "ls -l" } },
            { "id": "call_2", "type": "function", "function": { "name": "berth", "arguments": "{ \"berth\": 12 }" } }
        ] },
        { "role": "tool", "tool_call_id": "call_1", "content": "a.txt" },
        { "role": "tool", "tool_call_id": "call_2", "content": "" },
        { "role": "assistant", "content": "It is free." }
    ] });
    let gone_on = go_on(&document, "openai").await;
    let mut expected = and_then(&document["messages"], last());
    expected[0]["role"] = "system".into();
    // A service may refuse a result without a word.
    expected[4]["content"] = "(empty)".into();
    assert_eq!(gone_on.body["messages"], expected);
    assert_eq!(gone_on.losses, ["the role \"developer\" is read as \"system\""]);
    assert_eq!(gone_on.adaptations, [""; 0]);
}

#[tokio::test]
async fn what_does_not_go_back_is_told() {
    let picture = json!({ "type": "image_url", "image_url": { "url": "data:image/png;base64,aGk=" } });
    let document = json!({ "model": "deepseek-reasoner", "messages": [
        { "role": "user", "content": [{ "type": "file", "file": { "file_id": "file-1" } }] },
        { "role": "assistant", "content": null, "reasoning_content": "Hm.", "reasoning_details": [{ "type": "reasoning.text", "text": "Hm." }],
            "tool_calls": [{ "id": "call_1", "type": "function", "function": { "name": "berth", "arguments": "{}" } }] },
        { "role": "tool", "tool_call_id": "call_1", "content": [{ "type": "text", "text": "It is." }, picture] },
        { "role": "assistant", "content": null, "audio": { "id": "audio_1", "data": "aGk=", "transcript": "It is free." } },
        { "role": "assistant", "content": "More?", "refusal": "I can't say more.", "annotations": [{ "type": "url_citation" }] },
        { "role": "assistant", "content": [{ "type": "refusal", "refusal": "No." }] }
    ] });
    let gone_on = go_on(&document, "openai").await;
    let mut call = document["messages"][1].clone();
    for field in ["reasoning_content", "reasoning_details"] {
        call.as_object_mut().expect("a message").shift_remove(field);
    }
    let expected = json!([
        call,
        { "role": "tool", "tool_call_id": "call_1", "content": "It is.\n\n(image/png)" },
        { "role": "user", "content": [picture] },
        { "role": "assistant", "content": "It is free." },
        { "role": "assistant", "content": [{ "type": "text", "text": "More?" }, { "type": "text", "text": "I can't say more." }] },
        { "role": "assistant", "content": "No." },
        last()
    ]);
    assert_eq!(gone_on.body["messages"], expected);
    let mut told = kept(&["file"]);
    told.extend(
        [
            "the field \"reasoning_details\" of a message is not kept",
            "a spoken answer is read as its transcript",
            "a refusal is read as text",
            "the field \"annotations\" of a message is not kept",
        ]
        .map(str::to_owned),
    );
    assert_eq!(gone_on.losses, told);
    let told = [
        "a part of an unknown kind is left out",
        "a thought of another model is left out",
        "a medium in a result is shown by the person",
    ];
    assert_eq!(gone_on.adaptations, told);
}
