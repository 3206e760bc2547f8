//! Texts that mean no good, or nothing at all.

use super::arbitrary::json;
use crate::support::fresh_ids;
use crate::{Format, ImportError, detect, export, import, import_as};
use notices::Describe;
use proptest::prelude::*;
use serde_json::Value;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn no_text_is_too_strange(text in ".{0,80}") {
        let _ = detect(&text);
        let _ = import(&text, &fresh_ids());
        for format in Format::ALL {
            let _ = import_as(format, &text, &fresh_ids());
        }
    }

    #[test]
    fn no_json_is_too_strange_and_what_is_read_can_be_written(document in json()) {
        let text = document.to_string();
        let _ = import(&text, &fresh_ids());
        for format in Format::ALL {
            if let Ok(imported) = import_as(format, &text, &fresh_ids()) {
                let again = export(format, &imported.messages);
                prop_assert!(!again.text.is_empty());
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn a_real_document_with_something_strange_in_it_is_survived(
        document in proptest::sample::select(DOCUMENTS.to_vec()),
        path in proptest::collection::vec(any::<proptest::sample::Index>(), 1..12),
        strange in json(),
    ) {
        let mut value: Value = serde_json::from_str(document).unwrap();
        replace(&mut value, &path, strange);
        let text = value.to_string();
        for found in Format::ALL {
            let Ok(imported) = import_as(found, &text, &fresh_ids()) else { continue };
            for format in Format::ALL {
                let exported = export(format, &imported.messages);
                prop_assert!(exported.losses.iter().all(|loss| !loss.what.to_string().contains("cannot be read back")), "{format}");
            }
        }
    }
}

const DOCUMENTS: [&str; 10] = [
    include_str!("../../tests-data/semantic-kernel.json"),
    include_str!("../../tests-data/semantic-kernel-python.json"),
    include_str!("../../tests-data/extensions-ai.json"),
    include_str!("../../tests-data/openai-chat-response.json"),
    include_str!("../../tests-data/openai-compatible-request.json"),
    include_str!("../../tests-data/openai-responses-request.json"),
    include_str!("../../tests-data/anthropic-request.json"),
    include_str!("../../tests-data/gemini-request.json"),
    include_str!("../../tests-data/gemini-response.json"),
    include_str!("../../tests-data/open-telemetry.json"),
];

/// Walks down the path and puts something else where it ends.
fn replace(value: &mut Value, path: &[proptest::sample::Index], strange: Value) {
    let Some((step, rest)) = path.split_first() else {
        *value = strange;
        return;
    };
    let is_list = value.is_array();
    let count =
        if is_list { value.as_array().map(Vec::len) } else { value.as_object().map(|object| object.len()) };
    let Some(count) = count.filter(|&count| count > 0) else {
        *value = strange;
        return;
    };
    let index = step.index(count);
    let child = match is_list {
        true => value.get_mut(index),
        false => value.as_object_mut().and_then(|object| object.values_mut().nth(index)),
    };
    replace(child.unwrap(), rest, strange);
}

#[test]
fn strange_messages_inside_of_a_right_frame_are_survived() {
    let strange =
        ["null", "5", "\"a\"", "[]", "{}", "[[]]", "{\"role\":5}", "{\"role\":\"user\",\"content\":5}"];
    let frames = [
        "[$]",
        "{\"messages\":[$]}",
        "{\"format\":1,\"messages\":[$]}",
        "{\"contents\":[$]}",
        "{\"input\":[$]}",
        "{\"output\":[$]}",
        "{\"choices\":[$]}",
        "{\"choices\":[{\"message\":$}]}",
        "{\"candidates\":[$]}",
        "{\"messages\":[{\"role\":\"user\",\"content\":[$]}]}",
        "{\"contents\":[{\"role\":\"user\",\"parts\":[$]}]}",
        "{\"messages\":[{\"role\":\"assistant\",\"tool_calls\":[$]}]}",
        "{\"tools\":[$],\"messages\":[]}",
        "[{\"Role\":\"user\",\"Items\":[$]}]",
        "{\"gen_ai.input.messages\":[$]}",
        "{\"gen_ai.input.messages\":$}",
        "{\"messages\":[{\"role\":\"user\",\"contents\":[$]}]}",
        "{\"attributes\":[$,{\"key\":$,\"value\":$}]}",
    ];
    for frame in frames {
        for part in strange {
            let text = frame.replace('$', part);
            for format in Format::ALL {
                let _ = import_as(format, &text, &fresh_ids());
            }
        }
    }
}

#[test]
fn a_text_nested_too_deeply_is_refused() {
    let text = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
    assert_eq!(import(&text, &fresh_ids()), Err(ImportError::TooDeep { limit: 120 }));
    let inner = format!("{}{}", "[".repeat(80), "]".repeat(80));
    let text = format!("{{\"messages\":[{{\"role\":\"user\",\"content\":{inner}}}]}}");
    assert_eq!(import(&text, &fresh_ids()), Err(ImportError::TooDeep { limit: 64 }));
}

#[test]
fn a_text_of_very_many_values_is_refused_before_they_fill_the_memory() {
    let text = format!("{{\"messages\":[{}0]}}", "0,".repeat(2_000_000));
    assert_eq!(import(&text, &fresh_ids()), Err(ImportError::TooMany { limit: 500_000 }));
}

#[test]
fn arguments_of_very_many_values_are_kept_as_text() {
    let raw = format!("{{\"a\":[{}0]}}", "0,".repeat(250_000));
    let call = serde_json::json!({ "id": "a", "function": { "name": "f", "arguments": raw } });
    let text =
        serde_json::json!([{ "role": "assistant", "content": null, "tool_calls": [call] }]).to_string();
    let imported = import(&text, &fresh_ids()).unwrap();
    let arguments = imported.messages[0].calls().next().map(|call| call.arguments.clone());
    let reason = content::ArgumentsFault::TooMany { limit: 250_000 }.notice();
    assert_eq!(arguments, Some(content::CallArguments::Malformed { raw, reason }));
}

#[test]
fn json_in_a_text_may_not_be_deeper_either() {
    let inner = format!("{}{}", "[".repeat(100), "]".repeat(100));
    let text = serde_json::json!({ "gen_ai.input.messages": inner }).to_string();
    assert_eq!(import(&text, &fresh_ids()), Err(ImportError::TooDeep { limit: 64 }));
}

#[test]
fn broken_json_is_reported_with_line_and_column_and_what_to_do() {
    let error = import("{\n  \"messages\": [}\n}", &fresh_ids()).unwrap_err();
    let expected = "the text is not JSON at line 2, column 16: no value can begin here; check that it is complete and \
                    has not been cut or changed by hand";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn one_bad_message_keeps_all_from_being_imported() {
    let text = r#"{"messages":[{"role":"user","content":"hello"},"and then?"]}"#;
    let place = "/messages/1".into();
    let expected = ImportError::WrongShape {
        format: Format::OpenAiChat,
        place,
        expected: crate::Expected::MessageWithRole,
    };
    assert_eq!(import(text, &fresh_ids()), Err(expected));
}

#[test]
fn no_messages_at_all_are_not_a_conversation() {
    let error = import(r#"{"messages":[]}"#, &fresh_ids()).unwrap_err();
    assert_eq!(error, ImportError::NoMessages { format: Format::OpenAiChat });
    assert_eq!(import(" \n", &fresh_ids()), Err(ImportError::Empty));
    assert_eq!(import(r#"{"weather":"fine"}"#, &fresh_ids()), Err(ImportError::UnknownFormat));
}

#[test]
fn a_flood_of_unknown_fields_is_said_once_for_each_and_cut_off() {
    let message = r#"{"role":"user","content":"a","colour":"red"}"#;
    let same = format!("[{}]", vec![message; 5_000].join(","));
    assert_eq!(import(&same, &fresh_ids()).unwrap().losses.len(), 1);
    let other = |number: usize| format!(r#"{{"role":"user","content":"a","colour{number}":"red"}}"#);
    let all: Vec<_> = (0..5_000).map(other).collect();
    let losses = import(&format!("[{}]", all.join(",")), &fresh_ids()).unwrap().losses;
    assert_eq!(losses.len(), 201);
    assert_eq!(losses[200].what.to_string(), "4800 more are not listed");
}

#[test]
fn many_calls_and_results_without_ids_take_no_time() {
    let call = r#"{"role":"model","parts":[{"functionCall":{"name":"now"}}]}"#;
    let result = r#"{"role":"user","parts":[{"functionResponse":{"name":"now","response":{}}}]}"#;
    let list: Vec<_> = std::iter::repeat_n(call, 10_000).chain(std::iter::repeat_n(result, 10_000)).collect();
    let imported = import(&format!("[{}]", list.join(",")), &fresh_ids()).unwrap();
    let last = imported.messages[19_999].results().next().unwrap();
    assert_eq!(last.call_id.as_str(), "imported-call-10000");
}
