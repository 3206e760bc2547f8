use crate::support::{fresh_ids, read, whats};
use crate::{Format, ImportError, Streamed, Writer, export, import};
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
    assert_eq!(whats(&imported.losses), ["an item we cannot read is kept as it is"]);
    let written: Value = serde_json::from_str(&export(Format::Own, &imported.messages).text).unwrap();
    assert_eq!(written["messages"][0]["items"][1], video);
}

/// A file with a field we do not know in everything that has fields.
fn strange() -> Value {
    json!({
        "format": 1,
        "title": "from a newer version",
        "messages": [
            {
                "id": "m1", "parent": null, "role": "user", "origin": "person", "mood": { "is": "fine" },
                "author": { "type": "person", "nick": "Ann" },
                "items": [
                    { "type": "text", "text": "Look at this:", "language": "en" },
                    { "type": "video", "frames": [1, 2, 3] }
                ]
            },
            {
                "id": "m2", "parent": "m1", "role": "assistant", "origin": "model",
                "author": { "type": "model", "model": "one" },
                "items": [{ "type": "functionCall", "call": {
                    "id": "c", "function": { "type": "known", "name": { "plugin": null, "function": "look" } },
                    "arguments": { "type": "parsed", "raw": "{\"far\":1}", "value": { "far": 1 } },
                    "origin": "model", "confidence": 0.5
                } }]
            }
        ],
        "tags": ["a", { "b": 1 }]
    })
}

#[test]
fn fields_of_a_newer_version_are_kept_and_written_where_they_were_found() {
    let imported = read(Format::Own, &strange().to_string());
    assert_eq!(whats(&imported.losses), ["an item we cannot read is kept as it is"]);
    assert_eq!(imported.messages[0].text(), "Look at this:");
    assert_eq!(imported.messages[1].calls().count(), 1);
    let exported = export(Format::Own, &imported.messages);
    assert_eq!(exported.losses, []);
    let written: Value = serde_json::from_str(&exported.text).unwrap();
    assert_eq!(written, strange());
    assert_eq!(read(Format::Own, &exported.text).messages, imported.messages);
}

#[test]
fn fields_of_a_newer_version_are_kept_whatever_was_said_afterwards() {
    let mut messages = read(Format::Own, &strange().to_string()).messages;
    let said = read(Format::Own, r#"{"format":1,"messages":[{"role":"user","items":[]}]}"#).messages;
    messages.extend(said);
    let written: Value = serde_json::from_str(&export(Format::Own, &messages).text).unwrap();
    let (written, strange) = (written.as_object().unwrap(), strange());
    assert_eq!((&written["title"], &written["tags"]), (&strange["title"], &strange["tags"]));
    assert_eq!(written["messages"][1], strange["messages"][1]);
}

#[test]
fn a_part_that_only_looks_like_fields_we_do_not_know_stays_a_part() {
    let parts = [
        json!({ "type": "unknownFields" }),
        json!({ "type": "unknownFields", "message": {} }),
        json!({ "type": "unknownFields", "message": { "role": "user" } }),
        json!({ "type": "unknownFields", "message": { "author": { "model": "other" } } }),
        json!({ "type": "unknownFields", "items": { "0": { "text": "other" } } }),
        json!({ "type": "unknownFields", "items": { "7": { "a": 1 } } }),
        json!({ "type": "unknownFields", "document": { "messages": [] } }),
        json!({ "type": "unknownFields", "document": { "a": 1 }, "message": { "b": 1 } }),
        json!({ "type": "unknownFields", "other": 1 }),
    ];
    for value in parts {
        let mut messages = read(Format::Own, &strange().to_string()).messages;
        messages.truncate(1);
        messages[0].items = vec![Item::Text { text: "one".into() }, Item::Unknown { value }];
        let exported = export(Format::Own, &messages);
        assert_eq!((exported.losses, read(Format::Own, &exported.text).messages), (vec![], messages));
    }
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

#[test]
fn tags_beside_the_messages_are_those_of_the_session() {
    let mut document: Value = serde_json::from_str(NEWER).unwrap();
    document["tags"] = json!(["refund", "late"]);
    let read_back = read(Format::Own, &document.to_string());
    assert_eq!(read_back.beside.tags, ["refund", "late"]);
    let mut text = Vec::new();
    let mut writer = Writer::begin(Streamed::Own, &mut text).unwrap();
    writer.tags(&read_back.beside.tags);
    read_back.messages.iter().for_each(|message| writer.message(message).unwrap());
    assert_eq!(writer.end().unwrap(), []);
    let again = read(Format::Own, str::from_utf8(&text).unwrap());
    assert_eq!((again.messages, again.beside), (read_back.messages, read_back.beside));
}
