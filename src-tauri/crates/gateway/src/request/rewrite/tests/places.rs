//! What an edit changes, and that it changes nothing else.

use super::{answer, call, check, edited, message, read, result, set_arguments, set_output, text};
use crate::{Change, Protocol, Wanted, rewritten};
use content::{CallArguments, FunctionName, Item, Message, Output, Role};
use ports::{FunctionChoice, RequestSettings, Thinking, ThinkingMode};
use serde_json::json;
use std::sync::Arc;

const CHAT: &str = r#"{ "model":"gpt-6" , "messages": [
    {"role":"system","content":"S", "name":"\ud800"},
    {"role":"user","content":[{"type":"text","text":"U"}], "extra":1.0},
    {"role":"assistant","content":null,"tool_calls":[
        {"id":"a","type":"function","function":{"name":"tide","arguments":"{\"n\": 1.0}"},"x":9007199254740993},
        {"id":"b","type":"function","function":{"name":"tide","arguments":"{}"}}]},
    {"role":"tool","tool_call_id":"a","content":"one","y":1.0} ,
    {"role":"tool","tool_call_id":"b","content":[{"type":"text","text":"two","cache":1}]}
  ], "tools":[{"type":"function","function":{"name":"tide"}}, {"type":"function","function":{"name":"berth"}}], "seed":1 }"#;

const RESPONSES: &str = r#"{"instructions":"S","input":[
  {"type":"additional_tools","role":"developer","tools":[{"type":"namespace","name":"h","tools":[{"type":"function","name":"tide"},{"type":"function","name":"berth"}]},{"type":"custom","name":"exec"}]},
  {"role":"user","content":"U"},
  {"type":"reasoning","id":"rs","summary":[],"encrypted_content":"e","n":1.0},
  {"type":"function_call","id":"fc","call_id":"a","name":"tide","namespace":"h","arguments":"{}"},
  {"type":"custom_tool_call","id":"ct","call_id":"b","name":"exec","input":"ls"},
  {"type":"function_call_output","call_id":"a","output":"one"},
  {"type":"custom_tool_call_output","call_id":"b","output":"two"}
],"store":false}"#;

const ANTHROPIC: &str = r#"{"max_tokens":10,"system":[{"type":"text","text":"S","cache_control":{"type":"ephemeral"}}],"messages":[
  {"role":"user","content":"U"},
  {"role":"system","content":"R"},
  {"role":"assistant","content":[{"type":"thinking","thinking":"","signature":"s"},{"type":"text","text":"T"},{"type":"tool_use","id":"a","name":"tide","input":{"n":1.0}},{"type":"tool_use","id":"b","name":"tide","input":{}}]},
  {"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":"one"},{"type":"tool_result","tool_use_id":"b","is_error":false,"content":[{"type":"text","text":"two","cache_control":{"type":"ephemeral"}}],"cache_control":{"type":"ephemeral"}},{"type":"text","text":"remember"}]}
]}"#;

const GEMINI: &str = r#"{"system_instruction":{"parts":[{"text":"S"}]},"contents":[
  {"role":"user","parts":[{"text":"U"}]},
  {"role":"model","parts":[{"functionCall":{"name":"tide","args":{"n":1.0}},"thoughtSignature":"s"},{"functionCall":{"id":"b","name":"tide"}}]},
  {"role":"user","parts":[{"functionResponse":{"name":"tide","response":{"result":"one","m":1.0}}},{"functionResponse":{"id":"b","name":"tide","response":{"output":"two"}}}]}
],"generation_config":{"top_p":1.0}}"#;

#[test]
fn a_result_is_replaced_in_its_place() {
    check(Protocol::OpenAiChat, CHAT, |all| answer(all, "a", "ONE"), &[(r#""one""#, r#""ONE""#)]);
    check(Protocol::OpenAiChat, CHAT, |all| answer(all, "b", "TWO\n"), &[(r#""two""#, r#""TWO\n""#)]);
    check(Protocol::OpenAiResponses, RESPONSES, |all| answer(all, "b", "TWO"), &[(r#""two""#, r#""TWO""#)]);
    check(Protocol::Anthropic, ANTHROPIC, |all| answer(all, "a", "ONE"), &[(r#""one""#, r#""ONE""#)]);
    check(Protocol::Anthropic, ANTHROPIC, |all| answer(all, "b", "TWO"), &[(r#""two""#, r#""TWO""#)]);
    check(Protocol::Gemini, GEMINI, |all| answer(all, "b", "TWO"), &[(r#""two""#, r#""TWO""#)]);
    let other = json!({ "result": "ONE" });
    let edit = |all: &mut Vec<Message>| set_output(all, "imported-call-1", Output::Json { value: other });
    check(Protocol::Gemini, GEMINI, edit, &[(r#"{"result":"one","m":1.0}"#, r#"{"result":"ONE"}"#)]);
}

#[test]
fn a_failure_is_marked_where_the_protocol_can() {
    let fail = |all: &mut Vec<Message>| {
        for item in all.iter_mut().flat_map(|message| &mut message.items) {
            if let Item::FunctionResult { result } = item
                && result.call_id.as_str() == "a"
            {
                let failure =
                    content::Failure { kind: content::FailureKind::Reported, message: "no".to_owned() };
                result.outcome = content::Outcome::Failed { failure };
            }
        }
    };
    check(
        Protocol::Anthropic,
        ANTHROPIC,
        fail,
        &[(r#""content":"one""#, r#""content":"no","is_error":true"#)],
    );
}

#[test]
fn a_declined_call_is_answered_in_words() {
    let body = CHAT.to_owned();
    let request = read(Protocol::OpenAiChat, &body);
    let mut messages = request.messages.clone();
    for item in messages.iter_mut().flat_map(|message| &mut message.items) {
        if let Item::FunctionResult { result } = item
            && result.call_id.as_str() == "a"
        {
            result.outcome = content::Outcome::declined("not today");
        }
    }
    let wanted: Vec<_> = messages.into_iter().map(Arc::new).collect();
    let written = rewritten(&request, body.as_bytes(), &Wanted::of(&wanted)).expect("rewritten");
    let expected = CHAT.replace(r#""one""#, r#""The person declined this call: not today""#);
    assert_eq!(String::from_utf8(written.body).as_deref(), Ok(expected.as_str()));
    assert_eq!(written.losses.len(), 1);
}

#[test]
fn a_call_that_no_model_of_gemini_made_is_marked_as_unsigned() {
    let (written, _) = edited(Protocol::Gemini, GEMINI, |all| {
        all.push(message(Role::Assistant, vec![call("x", "tide", "{}"), call("y", "tide", "{}")]));
        all.push(message(Role::Function, vec![result("x", "tide", "1"), result("y", "tide", "2")]));
    });
    assert_eq!(written.matches(super::UNSIGNED).count(), 1, "{written}");
}

#[test]
fn arguments_names_and_texts_are_replaced_in_their_place() {
    let raw = CallArguments::read(r#"{ "n": 2.0 }"#);
    let edit = |all: &mut Vec<Message>| set_arguments(all, "a", raw.clone());
    check(Protocol::OpenAiChat, CHAT, edit, &[(r#""{\"n\": 1.0}""#, r#""{ \"n\": 2.0 }""#)]);
    check(Protocol::Anthropic, ANTHROPIC, edit, &[(r#"{"n":1.0}"#, r#"{ "n": 2.0 }"#)]);
    let edit = |all: &mut Vec<Message>| set_arguments(all, "b", CallArguments::of_text("ls -l"));
    check(Protocol::OpenAiResponses, RESPONSES, edit, &[(r#""input":"ls""#, r#""input":"ls -l""#)]);
    let edit = |all: &mut Vec<Message>| set_arguments(all, "b", CallArguments::read(r#"{"n":3}"#));
    check(
        Protocol::Gemini,
        GEMINI,
        edit,
        &[(r#"{"id":"b","name":"tide"}}]"#, r#"{"id":"b","name":"tide","args":{"n":3}}}]"#)],
    );
    let say = |role: Role, words: &'static str| {
        move |all: &mut Vec<Message>| {
            let found = all.iter_mut().find(|message| message.role == role).expect("a message");
            let item = found.items.iter_mut().find(|item| item.text().is_some()).expect("a text");
            *item = text(words);
        }
    };
    check(Protocol::OpenAiChat, CHAT, say(Role::User, "V"), &[(r#""U""#, r#""V""#)]);
    check(Protocol::Anthropic, ANTHROPIC, say(Role::Assistant, "V"), &[(r#""T""#, r#""V""#)]);
    for (protocol, body) in bodies() {
        check(protocol, body, say(Role::System, "V"), &[(r#""S""#, r#""V""#)]);
    }
}

#[test]
fn two_edits_far_apart_leave_what_is_between_them() {
    let edit = |all: &mut Vec<Message>| {
        all[0].items = vec![text("V")];
        answer(all, "b", "TWO");
    };
    for (protocol, body) in bodies() {
        check(protocol, body, edit, &[(r#""S""#, r#""V""#), (r#""two""#, r#""TWO""#)]);
    }
}

#[test]
fn rounds_that_the_program_never_saw_are_written_in_its_protocol() {
    for (protocol, body) in bodies() {
        for at_end in [true, false] {
            let (written, changed) = edited(protocol, body, |all| {
                let at = if at_end { all.len() } else { 2 };
                let round = [
                    message(Role::Assistant, vec![call("x", "berth", r#"{"n":5}"#)]),
                    message(Role::Function, vec![result("x", "berth", "free")]),
                    message(Role::User, vec![text("And?")]),
                ];
                all.splice(at..at, round);
            });
            let closing = written.len() - body.len();
            assert!(
                changed.iter().any(|change| matches!(change, Change::Added { count: 3, .. })),
                "{changed:?}"
            );
            if at_end {
                let same = body.bytes().zip(written.bytes()).take_while(|(old, new)| old == new).count();
                assert!(written.ends_with(&body[same..]), "{written}");
                assert!(closing > 0);
            }
        }
    }
}

#[test]
fn a_message_is_left_out_and_its_neighbours_stay() {
    check(
        Protocol::Anthropic,
        ANTHROPIC,
        |all| drop(all.remove(2)),
        &[("\n  {\"role\":\"system\",\"content\":\"R\"},", "")],
    );
    let (written, _) = edited(Protocol::OpenAiChat, CHAT, |all| drop(all.remove(0)));
    assert!(!written.contains(r#""S""#));
    assert!(written.contains(
        r#""extra":1.0},
    {"role":"assistant""#
    ));
    check(Protocol::OpenAiResponses, RESPONSES, |all| drop(all.remove(0)), &[(r#""instructions":"S","#, "")]);
    let (written, changed) = edited(Protocol::Gemini, GEMINI, |all| drop(all.remove(0)));
    assert!(!written.contains("system_instruction"), "{written}");
    assert_eq!(changed, [Change::System]);
}

#[test]
fn a_system_message_is_added_where_the_protocol_has_it() {
    for (protocol, body, expected) in [
        (
            Protocol::OpenAiChat,
            r#"{"messages":[{"role":"user","content":"U"}]}"#,
            r#"{"messages":[{"content":"S","role":"system"},{"role":"user","content":"U"}]}"#,
        ),
        (Protocol::OpenAiResponses, r#"{"input":"U"}"#, r#"{"input":"U","instructions":"S"}"#),
        (
            Protocol::Anthropic,
            r#"{"messages":[{"role":"user","content":"U"}]}"#,
            r#"{"messages":[{"role":"user","content":"U"}],"system":"S"}"#,
        ),
        (
            Protocol::Gemini,
            r#"{"contents":[{"parts":[{"text":"U"}]}]}"#,
            r#"{"contents":[{"parts":[{"text":"U"}]}],"systemInstruction":{"parts":[{"text":"S"}]}}"#,
        ),
    ] {
        let (written, _) =
            edited(protocol, body, |all| all.insert(0, message(Role::System, vec![text("S")])));
        let value = |text: &str| serde_json::from_str::<serde_json::Value>(text).expect("JSON");
        assert_eq!(value(&written), value(expected));
        assert!(written.contains(
            body.trim_end_matches('}').trim_end_matches(']').trim_start_matches(r#"{"messages":["#)
        ));
    }
}

#[test]
fn an_input_that_is_a_text_becomes_a_list_only_where_it_must() {
    let body = r#"{"input":"\ud83d\ude00","n":1.0}"#;
    check(
        Protocol::OpenAiResponses,
        body,
        |all| all[0].items = vec![text("V")],
        &[(r#""\ud83d\ude00""#, r#""V""#)],
    );
    let (written, _) =
        edited(Protocol::OpenAiResponses, body, |all| all.push(message(Role::Assistant, vec![text("A")])));
    assert!(
        written.starts_with(r#"{"input":[{"type":"message","role":"user","content":"\ud83d\ude00"},{"#),
        "{written}"
    );
}

#[test]
fn of_a_turn_of_several_elements_those_that_stay_are_kept() {
    let (written, _) = edited(Protocol::OpenAiResponses, RESPONSES, |all| {
        all[3].items.retain(|item| item.call().is_none_or(|call| call.id.as_str() != "a"));
        all[4].items.remove(0);
    });
    assert!(
        written.contains(r#"{"type":"reasoning","id":"rs","summary":[],"encrypted_content":"e","n":1.0}"#),
        "{written}"
    );
    assert!(written.contains(r#"{"type":"custom_tool_call_output","call_id":"b","output":"two"}"#));
    assert!(!written.contains("one") && !written.contains("\"fc\""));
    let (written, _) = edited(Protocol::OpenAiChat, CHAT, |all| drop(all[3].items.remove(0)));
    assert!(
        written.contains(r#"{"type":"text","text":"two","cache":1}"#) && !written.contains("one"),
        "{written}"
    );
}

#[test]
fn a_new_result_of_free_text_is_one_of_free_text() {
    let (written, _) = edited(Protocol::OpenAiResponses, RESPONSES, |all| {
        all[4].items.remove(1);
        all[4].items.push(result("b", "exec", "2"));
        all[4].items.push(result("a", "tide", "1"));
    });
    assert!(written.contains(r#""type":"custom_tool_call_output","#), "{written}");
}

#[test]
fn functions_that_are_not_offered_are_taken_out_with_what_names_them() {
    let rewrite = |protocol: Protocol, body: &str, left: &[&str]| {
        let request = read(protocol, body);
        let left: Vec<_> = left.iter().map(|name| FunctionName::without_plugin(name)).collect();
        let messages: Vec<_> = request.messages.iter().cloned().map(Arc::new).collect();
        let wanted = Wanted { functions: Some(&left), ..Wanted::of(&messages) };
        let written = rewritten(&request, body.as_bytes(), &wanted).expect("rewritten");
        String::from_utf8(written.body).expect("text")
    };
    let chat = CHAT
        .replace(r#""seed":1"#, r#""tool_choice":{"type":"function","function":{"name":"berth"}},"seed":1"#);
    let written = rewrite(Protocol::OpenAiChat, &chat, &["tide"]);
    assert_eq!(
        written,
        CHAT.replace(r#", {"type":"function","function":{"name":"berth"}}], "seed""#, r#"],"seed""#)
    );
    let written = rewrite(Protocol::OpenAiChat, &chat, &[]);
    assert!(!written.contains("tools") && !written.contains("tool_choice"), "{written}");
    let written = rewrite(Protocol::OpenAiResponses, RESPONSES, &["tide"]);
    let expected = RESPONSES
        .replace(r#",{"type":"function","name":"berth"}"#, "")
        .replace(r#",{"type":"custom","name":"exec"}"#, "");
    assert_eq!(written, expected);
    let gemini = r#"{"contents":[{"parts":[{"text":"U"}]}],"tools":[{"functionDeclarations":[{"name":"tide"}]},{"functionDeclarations":[{"name":"berth"}],"googleSearch":{}}],"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["berth","tide"]}}}"#;
    let written = rewrite(Protocol::Gemini, gemini, &["berth"]);
    let expected = gemini
        .replace(r#"{"functionDeclarations":[{"name":"tide"}]},"#, "")
        .replace(r#"["berth","tide"]"#, r#"["berth"]"#);
    assert_eq!(written, expected);
}

#[test]
fn a_setting_is_changed_alone() {
    let body = r#"{"max_tokens":10, "temperature":1.0, "messages":[{"role":"user","content":"U"}],"thinking":{"type":"enabled","budget_tokens":1024,"x":1.0},"tool_choice":{"type":"auto"}}"#;
    let request = read(Protocol::Anthropic, body);
    let messages: Vec<_> = request.messages.iter().cloned().map(Arc::new).collect();
    let mut settings = RequestSettings { temperature: Some(0.5), ..request.settings.clone() };
    settings.thinking.budget = Some(2048);
    let wanted = Wanted {
        settings: Some(&settings),
        model: Some("claude"),
        choice: Some(&FunctionChoice::None),
        ..Wanted::of(&messages)
    };
    let written = rewritten(&request, body.as_bytes(), &wanted).expect("rewritten");
    let expected = body
        .replace("\"temperature\":1.0", "\"temperature\":0.5")
        .replace("1024", "2048")
        .replace("auto", "none");
    let expected = expected.replace("\"none\"}}", "\"none\"},\"model\":\"claude\"}");
    assert_eq!(String::from_utf8(written.body).as_deref(), Ok(expected.as_str()));
    settings.thinking = Thinking { mode: None, ..Thinking::default() };
    settings.seed = Some(1);
    let wanted = Wanted { settings: Some(&settings), ..Wanted::of(&messages) };
    let written = rewritten(&request, body.as_bytes(), &wanted).expect("rewritten");
    assert!(!String::from_utf8_lossy(&written.body).contains("thinking"));
    assert_eq!(written.losses.len(), 1);
    let off = Thinking { mode: Some(ThinkingMode::Off), ..Thinking::default() };
    let settings = RequestSettings { thinking: off, ..RequestSettings::default() };
    let request = read(Protocol::Gemini, GEMINI);
    let messages: Vec<_> = request.messages.iter().cloned().map(Arc::new).collect();
    let wanted = Wanted { settings: Some(&settings), model: Some("g"), ..Wanted::of(&messages) };
    let written = rewritten(&request, GEMINI.as_bytes(), &wanted).expect("rewritten");
    let expected = GEMINI.replace(r#"{"top_p":1.0}"#, r#"{"thinkingConfig":{"thinkingBudget":0}}"#);
    assert_eq!(String::from_utf8(written.body).as_deref(), Ok(expected.as_str()));
    assert_eq!(written.model_in_path.as_deref(), Some("g"));
}

pub(super) fn bodies() -> [(Protocol, &'static str); 4] {
    [
        (Protocol::OpenAiChat, CHAT),
        (Protocol::OpenAiResponses, RESPONSES),
        (Protocol::Anthropic, ANTHROPIC),
        (Protocol::Gemini, GEMINI),
    ]
}
