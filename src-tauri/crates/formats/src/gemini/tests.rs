use crate::Format;
use crate::support::{comes_back, read, whats};
use content::{Item, Message, Outcome, Output, Role};
use serde_json::{Value, json};

const REQUEST: &str = include_str!("../../tests-data/gemini-request.json");
const RESPONSE: &str = include_str!("../../tests-data/gemini-response.json");

#[test]
fn a_request_is_a_path_and_results_are_said_by_the_function_side() {
    let imported = read(Format::Gemini, REQUEST);
    let roles: Vec<_> = imported.messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::System, Role::User, Role::Assistant, Role::Function]);
    let outputs: Vec<_> = imported.messages[3].results().map(|result| result.outcome.clone()).collect();
    let json = |value: Value| Outcome::Returned { output: Output::Json { value } };
    let expected = [
        json(json!({ "berth": 12, "free": true, "until": "06:00" })),
        json(json!({ "port": "Lysvik", "high": "23:41", "metres": 1.9 })),
    ];
    assert_eq!(outputs, expected);
    assert_eq!(imported.functions.len(), 2);
}

#[test]
fn signatures_go_back_to_the_parts_they_stood_on() {
    let original: Value = serde_json::from_str(REQUEST).unwrap();
    let written = comes_back(Format::Gemini, &read(Format::Gemini, REQUEST).messages);
    assert_eq!(written["systemInstruction"], original["systemInstruction"]);
    assert_eq!(written["contents"][1], original["contents"][1]);
    let text = r#"[{"role":"model","parts":[
        {"text":"Thinking.","thought":true,"thoughtSignature":"YQ=="},
        {"text":"Done.","thoughtSignature":"Yg=="}
    ]}]"#;
    let original: Value = serde_json::from_str(text).unwrap();
    let written = comes_back(Format::Gemini, &read(Format::Gemini, text).messages);
    assert_eq!(written["contents"], original);
}

#[test]
fn a_response_is_one_message() {
    let imported = read(Format::Gemini, RESPONSE);
    assert_eq!(imported.messages[0].calls().count(), 2);
    assert_eq!(imported.losses, []);
    comes_back(Format::Gemini, &imported.messages);
}

#[test]
fn calls_without_ids_are_paired_by_name_and_order() {
    let text = r#"{"contents":[
        {"role":"model","parts":[
            {"functionCall":{"name":"tide","args":{"port":"a"}}},
            {"functionCall":{"name":"now"}},
            {"functionCall":{"name":"tide","args":{"port":"b"}}}
        ]},
        {"role":"user","parts":[
            {"functionResponse":{"name":"now","response":{"output":"12:00"}}},
            {"functionResponse":{"name":"tide","response":{"error":"no such port"}}},
            {"functionResponse":{"name":"tide","response":{}}}
        ]}
    ]}"#;
    let imported = read(Format::Gemini, text);
    let ids: Vec<_> = imported.messages[0].calls().map(|call| call.id.clone()).collect();
    let answered: Vec<_> = imported.messages[1].results().map(|result| result.call_id.clone()).collect();
    assert_eq!(answered, [ids[1].clone(), ids[0].clone(), ids[2].clone()]);
    assert_eq!(read(Format::Gemini, text), imported);
    comes_back(Format::Gemini, &imported.messages);
}

#[test]
fn media_and_unknown_parts_come_back_in_either_spelling() {
    let text = r#"{"system_instruction":{"parts":[{"text":"Be brief."}]},"contents":[{"role":"user","parts":[
        {"inline_data":{"mime_type":"image/png","data":"aGk="}},
        {"fileData":{"mimeType":"application/pdf","fileUri":"https://example.org/a"}},
        {"executableCode":{"code":"1+1"}}
    ]}]}"#;
    let imported = read(Format::Gemini, text);
    assert_eq!(
        whats(&imported.losses),
        ["a part of an unknown kind is kept as it is, without being understood"]
    );
    assert!(matches!(imported.messages[1].items[2], Item::Unknown { .. }));
    let written = comes_back(Format::Gemini, &imported.messages);
    let parts = &written["contents"][0]["parts"];
    assert_eq!(parts[0], json!({ "inlineData": { "mimeType": "image/png", "data": "aGk=" } }));
    assert_eq!(parts[2], json!({ "executableCode": { "code": "1+1" } }));
}

#[test]
fn a_candidate_without_content_is_no_message() {
    let text = r#"{"candidates":[{"finishReason":"MALFORMED_FUNCTION_CALL"}]}"#;
    let error = crate::import(text, &crate::support::fresh_ids()).unwrap_err();
    assert_eq!(error, crate::ImportError::NoMessages { format: Format::Gemini });
    let partless = r#"{"candidates":[{"content":{"role":"model"},"finishReason":"MAX_TOKENS"}]}"#;
    assert_eq!(read(Format::Gemini, partless).messages.iter().map(Message::text).collect::<Vec<_>>(), [""]);
}

#[test]
fn a_part_that_is_a_text_is_one() {
    let imported = read(Format::Gemini, r#"{"contents":[{"parts":["Hello",{"text":"World"}]}]}"#);
    assert_eq!(whats(&imported.losses), [""; 0]);
    assert_eq!(imported.messages[0].text(), "Hello\n\nWorld");
}

#[test]
fn the_calls_of_other_candidates_are_named() {
    let candidate = |name: &str| json!({ "content": { "role": "model", "parts": [{ "functionCall": { "name": name } }] } });
    let document = json!({ "candidates": [candidate("tide"), candidate("berth")] });
    let imported = read(Format::Gemini, &document.to_string());
    let expected =
        ["only the first of several candidates is read", "the calls of the others are left out: berth"];
    assert_eq!(whats(&imported.losses), expected);
}
