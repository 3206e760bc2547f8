//! Gemini's contents.

use super::{and_then, go_on};
use serde_json::json;

#[tokio::test]
async fn every_part_of_a_request_goes_back_as_it_came() {
    let blob = json!({ "inlineData": { "mimeType": "image/png", "data": "aGk=" } });
    let paper =
        json!({ "fileData": { "mimeType": "application/pdf", "fileUri": "https://example.org/a.pdf" } });
    let answer = json!([
        { "text": "Let me see.", "thought": true, "thoughtSignature": "YQ==" },
        { "text": "I look.", "thoughtSignature": "Yg==" },
        { "executableCode": { "language": "PYTHON", "code": "1+1", "id": "e1" }, "thoughtSignature": "Yw==" },
        { "codeExecutionResult": { "outcome": "OUTCOME_OK", "output": "2", "id": "e1" } },
        { "toolCall": { "id": "t1", "toolType": "GOOGLE_SEARCH_WEB" }, "thoughtSignature": "ZA==" },
        { "toolResponse": { "id": "t1", "toolType": "GOOGLE_SEARCH_WEB" } },
        { "inlineData": { "mimeType": "image/png", "data": "aGk=" }, "thoughtSignature": "ZQ==" },
        { "functionCall": { "id": "c1", "name": "berth", "args": { "berth": 12 } }, "thoughtSignature": "Zg==" },
        { "functionCall": { "id": "c2", "name": "berth", "args": {} } }
    ]);
    let document = json!({ "contents": [
        { "role": "user", "parts": [{ "text": "Is it free?" }, blob, paper] },
        { "role": "model", "parts": answer },
        { "role": "user", "parts": [
            { "functionResponse": { "id": "c1", "name": "berth", "parts": [blob, paper], "response": { "output": "It is." } } },
            { "functionResponse": { "id": "c2", "name": "berth", "response": { "output": { "free": true } } } }
        ] },
        { "role": "model", "parts": [{ "text": "It is free." }, { "text": "", "thoughtSignature": "aA==" }] }
    ] });
    let gone_on = go_on(&document, "gemini").await;
    let last = json!({ "role": "user", "parts": [{ "text": "Go on." }] });
    assert_eq!(gone_on.body["contents"], and_then(&document["contents"], last));
    assert_eq!(gone_on.losses, ["a part of an unknown kind is kept as it is, without being understood"]);
    assert_eq!(gone_on.adaptations, [""; 0]);
}

#[tokio::test]
async fn what_does_not_go_back_is_told() {
    let blob = json!({ "inlineData": { "mimeType": "image/png", "data": "aGk=" } });
    let document = json!({ "contents": [
        { "role": "user", "parts": [
            { "inlineData": { "mimeType": "image/png", "data": "aGk=", "displayName": "berth" }, "videoMetadata": { "fps": 1 } }
        ] },
        { "role": "model", "parts": [
            { "functionCall": { "id": "c1", "name": "berth", "args": {} }, "thoughtSignature": "Zg==" }
        ] },
        { "role": "user", "parts": [{ "functionResponse": {
            "id": "c1", "name": "berth", "response": { "error": "No." }, "scheduling": "SILENT", "parts": [blob]
        } }] }
    ] });
    let gone_on = go_on(&document, "gemini").await;
    let expected = json!([
        { "role": "user", "parts": [blob] },
        document["contents"][1],
        { "role": "user", "parts": [{ "functionResponse": { "id": "c1", "name": "berth", "response": { "error": "No.\n\n(image/png)" } } }] },
        { "role": "user", "parts": [{ "text": "Go on." }] }
    ]);
    assert_eq!(gone_on.body["contents"], expected);
    let told = [
        "the field \"displayName\" of a medium is not kept",
        "the field \"videoMetadata\" of a part is not kept",
        "the parts of a result are joined to one text, and its media are named",
        "the field \"scheduling\" of a result is not kept",
    ];
    assert_eq!(gone_on.losses, told);
}
