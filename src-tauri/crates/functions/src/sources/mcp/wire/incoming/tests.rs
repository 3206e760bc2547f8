use super::super::waiting::Waiting;
use super::{Incoming, read};
use notices::Describe;
use serde_json::{Value, from_value, json, to_value};

const NO_CODE: i64 = 0;

/// Who waits for answers with these ids.
fn waiting(ids: &[i64]) -> Waiting {
    let mut waiting = Waiting::default();
    for id in ids {
        let request = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
        waiting.sent(&from_value(request).expect("a request"));
    }
    waiting
}

fn read_for(ids: &[i64], text: &str) -> (Vec<Value>, bool, Option<String>) {
    let Incoming { messages, is_sound, remark } = read(text, &waiting(ids));
    (
        messages.iter().map(|message| to_value(message).expect("JSON")).collect(),
        is_sound,
        remark.map(|note| note.notice().to_string()),
    )
}

/// What a text comes to where the requests 3 and 4 wait.
#[track_caller]
fn check(text: &str, expected: &[Value]) {
    assert_eq!(read_for(&[3, 4], text).0, expected, "{text}");
}

fn error(id: Value, code: i64, message: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": message } })
}

#[test]
fn a_sound_message_is_itself() {
    let result = json!({ "content": [{ "type": "text", "text": "here" }] });
    for message in [
        json!({ "jsonrpc": "2.0", "id": 3, "result": result }),
        error(json!(3), -32000, "no such city"),
        json!({ "jsonrpc": "2.0", "id": "s1", "method": "ping" }),
        json!({ "jsonrpc": "2.0", "method": "notifications/tools/list_changed" }),
    ] {
        assert_eq!(read_for(&[3, 4], &message.to_string()), (vec![message], true, None));
    }
}

#[test]
fn what_had_to_be_replaced_is_remarked() {
    let (messages, is_sound, remark) = read_for(&[3], r#"{"jsonrpc":"2.0","id":3,"result":{"a":"\ud800"}}"#);
    assert_eq!(messages, [json!({ "jsonrpc": "2.0", "id": 3, "result": { "a": "\u{fffd}" } })]);
    assert!(!is_sound && remark.is_some_and(|remark| remark.contains("U+FFFD")));
}

#[test]
fn a_batch_is_its_messages_in_their_order() {
    let ping = json!({ "jsonrpc": "2.0", "id": "s1", "method": "ping" });
    let answer = json!({ "jsonrpc": "2.0", "id": 3, "result": { "a": 1 } });
    check(&json!([ping, 7, answer]).to_string(), &[ping, answer]);
    check("[]", &[]);
}

#[test]
fn an_answer_goes_to_the_one_it_is_meant_for() {
    let parse_error =
        json!({ "jsonrpc": "2.0", "error": { "code": -32700, "message": "Parse error" } }).to_string();
    assert_eq!(read_for(&[3], &parse_error).0, [error(json!(3), -32700, "Parse error")]);
    let word = error(json!("server-error"), -32600, "Bad Request").to_string();
    assert_eq!(read_for(&[3], &word).0, [error(json!(3), -32600, "Bad Request")]);
    // One of another call is not for the one that happens to wait.
    let late = error(json!(2), -32000, "late");
    assert_eq!(read_for(&[3], &late.to_string()).0, [late]);
    // Nobody can tell for which of two it is.
    check(&word, &[error(json!("server-error"), -32600, "Bad Request")]);
}

#[test]
fn an_answer_in_another_form_is_one() {
    let result = json!({ "jsonrpc": "2.0", "id": 3, "result": { "a": 1 } });
    check(r#"{"id":3,"result":{"a":1},"error":null}"#, std::slice::from_ref(&result));
    check("\u{feff}{\"jsonrpc\":\"1.0\",\"id\":3.0,\"result\":{\"a\":1}}", &[result]);
    check(r#"{"id":3,"error":"no such city"}"#, &[error(json!(3), NO_CODE, "no such city")]);
    check(
        r#"{"id":3,"result":null,"error":{"code":"E","message":"no"}}"#,
        &[error(json!(3), NO_CODE, "no (code E)")],
    );
    check(r#"{"id":3,"error":{"code":7}}"#, &[error(json!(3), 7, r#"{"code":7}"#)]);
    check(
        r#"{"jsonrpc":"2.0","id":3}"#,
        &[error(
            json!(3),
            NO_CODE,
            "What was asked for was done, and the answer can't be read: it holds neither a result nor an error",
        )],
    );
}

#[test]
fn an_answer_that_can_not_be_read_is_an_error_for_who_waits() {
    let lost = |id: i64, text: &str| {
        let reason = serde_json::from_str::<Value>(text).expect_err("it can't be read");
        let message = format!("What was asked for was done, and the answer can't be read: {reason}");
        error(json!(id), NO_CODE, &message)
    };
    let cut = r#"{"jsonrpc":"2.0","id":4,"result":{"content":["#;
    check(cut, &[lost(4, cut)]);
    let deep = format!(r#"{{"result":{}{},"id":4}}"#, "[".repeat(200), "]".repeat(200));
    check(&deep, &[lost(4, &deep)]);
    // Its id never came, and two wait.
    let text = r#"{"result":{"content":["#;
    assert_eq!(read_for(&[3, 4], text).0, [] as [Value; 0]);
    assert_eq!(read_for(&[3], text).0, [lost(3, text)]);
}

#[test]
fn what_is_no_message_is_nothing() {
    for (text, is_remarked) in
        [("", false), ("npm warn deprecated", false), ("null", false), ("{\"method\":", true)]
    {
        let (messages, _, remark) = read_for(&[3], text);
        assert_eq!((messages.len(), remark.is_some()), (0, is_remarked), "{text}");
    }
}

#[test]
fn a_greeting_that_is_not_of_its_form_is_understood() {
    let greeted = |result: Value, expected: Value| {
        let message = json!({ "jsonrpc": "2.0", "id": 3, "result": result });
        check(&message.to_string(), &[json!({ "jsonrpc": "2.0", "id": 3, "result": expected })]);
    };
    let about = json!({ "name": "acme", "version": "" });
    greeted(
        json!({ "protocolVersion": "2025-06-18", "capabilities": { "tools": [], "logging": true }, "serverInfo": { "name": "acme" } }),
        json!({ "protocolVersion": "2025-06-18", "capabilities": { "tools": {}, "logging": {} }, "serverInfo": about }),
    );
    greeted(
        json!({ "protocolVersion": "2024-11-05", "capabilities": [], "instructions": "Be careful." }),
        json!({
            "protocolVersion": "2024-11-05",
            "capabilities": {},
            "serverInfo": { "name": "", "version": "" },
            "instructions": "Be careful.",
        }),
    );
}
