use crate::support::{fresh_ids, read, whats};
use crate::{Format, ImportError, export, import};
use content::Item;
use serde_json::{Value, json};

const NEWER: &str = r#"{
    "format": 1,
    "title": "from a newer version",
    "messages": [{
        "id": "a", "parent": null, "role": "user", "origin": "person", "author": { "type": "person" },
        "items": [
            { "type": "text", "text": "Look at this:", "language": "en" },
            { "type": "video", "frames": [1, 2, 3] }
        ]
    }]
}"#;

#[test]
fn a_kind_of_a_newer_version_is_kept_and_written_as_it_was_found() {
    let imported = read(Format::Own, NEWER);
    let video = json!({ "type": "video", "frames": [1, 2, 3] });
    assert_eq!(imported.messages[0].items[1], Item::Unknown { value: video.clone() });
    let expected = [
        "an item has fields we do not know, and they are not kept",
        "an item we cannot read is kept as it is",
        "what stands beside the messages is not kept: title",
    ];
    assert_eq!(whats(&imported.losses), expected);
    let written: Value = serde_json::from_str(&export(Format::Own, &imported.messages).text).unwrap();
    assert_eq!(written["messages"][0]["items"][1], video);
}

#[test]
fn an_unknown_part_that_looks_like_a_known_one_keeps_its_wrapping() {
    let imported = read(Format::Own, NEWER);
    let mut messages = imported.messages;
    messages[0].items = vec![Item::Unknown { value: json!({ "type": "text", "text": "not a text" }) }];
    let again = read(Format::Own, &export(Format::Own, &messages).text);
    assert_eq!(again.messages, messages);
}

#[test]
fn a_file_of_a_newer_format_is_refused_and_names_both() {
    let error = import(r#"{"format":2,"messages":[]}"#, &fresh_ids()).unwrap_err();
    assert_eq!(error, ImportError::WrongVersion { found: "2".into(), supported: 1 });
    let expected = "the file has format 2 and we read format 1: open it with a newer version";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_branch_is_read_as_a_path_and_that_is_reported() {
    let text = r#"{"format":1,"messages":[
        {"id":"a","parent":null,"role":"user","items":[],"author":{"type":"person"},"origin":"person"},
        {"id":"b","parent":"a","role":"user","items":[],"author":{"type":"person"},"origin":"person"},
        {"id":"c","parent":"a","role":"user","items":[],"author":{"type":"person"},"origin":"edited"}
    ]}"#;
    let imported = read(Format::Own, text);
    let parents: Vec<_> = imported.messages.iter().map(|message| message.parent.clone()).collect();
    assert_eq!(parents[0], None);
    assert_eq!(parents[2].as_ref(), Some(&imported.messages[1].id));
    assert_eq!(imported.losses[0].place, "/messages/2");
}
