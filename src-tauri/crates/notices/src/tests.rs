//! What the derive makes, what is written, and what is read again.

use crate::{Carrier, Describe, Notice, NoticeValue, Template, said};
use serde_json::{Value, json};
use std::io;
use std::path::PathBuf;

const MOST: u32 = 3;

#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "shelf")]
enum ShelfError {
    #[error("the shelf {path} is full")]
    #[advice("Make room in {path}.")]
    Full { path: PathBuf },
    #[error("{path} can't be read: {source}")]
    #[advice("Try again.")]
    NotReadable { path: PathBuf, source: io::Error },
    #[error("{count} of {MOST} books are {ratio:.1} too thick, named {name:?}")]
    #[advice("Try again.")]
    TooThick { count: usize, ratio: f64, name: String },
    #[error("nobody may {reading} here: {{it}} ends")]
    #[notice(id = "forbidden")]
    NotAllowed { reading: Reading },
    #[error(transparent)]
    Lost(#[from] LostBook),
}

#[derive(Debug, thiserror::Error, Describe)]
#[error("the book is lost")]
#[notice(prefix = "lost-book")]
#[advice("Ask {keeper}.")]
struct LostBook {
    keeper: String,
    cause: Option<Box<ShelfError>>,
}

#[derive(Clone, Copy, Debug, Describe)]
#[notice(prefix = "reading")]
enum Reading {
    #[notice("read")]
    Alone,
    #[notice("read aloud")]
    Aloud,
}

fn full() -> ShelfError {
    ShelfError::Full { path: PathBuf::from("/top") }
}

fn written(notice: &Notice) -> Value {
    serde_json::to_value(notice).expect("a notice is JSON")
}

#[track_caller]
fn check(described: &(impl Describe + ToString), expected: &Value) {
    let notice = described.notice();
    assert_eq!(written(&notice), *expected);
    assert_eq!(notice.to_string(), described.to_string(), "the English is what `Display` says");
    let read: Notice = serde_json::from_value(expected.clone()).expect("it is read again");
    assert_eq!(read, notice);
    assert_eq!(read.english(by_id), described.to_string());
}

fn by_id(id: &str) -> Option<&'static Template> {
    let lists = [ShelfError::TEMPLATES, LostBook::TEMPLATES, Reading::TEMPLATES];
    lists.iter().chain(crate::NOTICES).flat_map(|list| *list).find(|template| template.id == id)
}

#[test]
fn fields_stand_in_the_places_that_have_their_names() {
    check(&full(), &json!({ "id": "shelf.full", "values": { "path": "/top" } }));
    let thick = ShelfError::TooThick { count: 2, ratio: 1.25, name: "B\"".to_owned() };
    let values = json!({ "count": 2, "most": 3, "ratio": "1.2", "name": "\"B\\\"\"" });
    check(&thick, &json!({ "id": "shelf.too-thick", "values": values }));
}

#[test]
fn a_field_with_words_is_a_notice_within_and_a_source_is_the_cause() {
    let reading = json!({ "id": "reading.aloud", "values": {} });
    let values = json!({ "reading": reading });
    check(
        &ShelfError::NotAllowed { reading: Reading::Aloud },
        &json!({ "id": "shelf.forbidden", "values": values }),
    );
    let source = io::Error::from_raw_os_error(13);
    let cause = json!({ "id": "io.permission-denied", "values": { "number": 13 } });
    check(
        &ShelfError::NotReadable { path: PathBuf::from("/top"), source },
        &json!({ "id": "shelf.not-readable", "values": { "path": "/top" }, "cause": cause }),
    );
}

#[test]
fn a_transparent_variant_tells_what_is_in_it() {
    let lost = || LostBook { keeper: "Ada".to_owned(), cause: None };
    check(&ShelfError::from(lost()), &json!({ "id": "lost-book", "values": {} }));
    assert_eq!(
        ShelfError::from(lost()).advice().map(|advice| advice.to_string()),
        Some("Ask Ada.".to_owned())
    );
    let caused = LostBook { cause: Some(Box::new(full())), ..lost() };
    assert_eq!(caused.notice().to_string(), "the book is lost: the shelf /top is full");
}

#[test]
fn equal_advice_has_one_id_and_what_has_none_gives_none() {
    let ids: Vec<_> = ShelfError::TEMPLATES.iter().map(|template| template.id).collect();
    let expected = [
        "shelf.full",
        "shelf.full.advice",
        "shelf.not-readable",
        "shelf.not-readable.advice",
        "shelf.too-thick",
        "shelf.forbidden",
    ];
    assert_eq!(ids.iter().filter(|id| expected.contains(id)).count(), ids.len());
    assert_eq!(full().advice().map(|advice| advice.to_string()), Some("Make room in /top.".to_owned()));
    assert!(ShelfError::NotAllowed { reading: Reading::Alone }.advice().is_none());
}

#[test]
fn places_are_listed_with_the_words() {
    let found = by_id("shelf.too-thick").map(|template| (template.english, template.places));
    let english = "{count} of {most} books are {ratio} too thick, named {name}";
    assert_eq!(found, Some((english, &["count", "most", "ratio", "name"][..])));
    assert_eq!(by_id("shelf.not-readable").map(|template| template.english), Some("{path} can't be read"));
}

#[test]
fn a_sentence_of_an_older_log_is_told_as_it_was_written() {
    let read: Notice = serde_json::from_value(json!("the disk is full")).expect("a sentence is a notice");
    assert_eq!(read, Notice::as_written("the disk is full"));
    assert_eq!(read.to_string(), "the disk is full");
    let cause = json!({ "id": "gone.since", "values": {}, "cause": "it broke" });
    let read: Notice = serde_json::from_value(cause).expect("a notice nobody makes any more");
    assert_eq!(read.english(by_id), "gone.since: it broke");
}

#[test]
fn several_notices_stand_in_one_place() {
    let list = vec![full().notice(), Notice::as_written("closed")];
    let notice = Notice::from(crate::AsValue::as_value(&list));
    assert_eq!(notice.to_string(), "the shelf /top is full; closed");
}

#[test]
fn an_error_of_ours_comes_through_an_error_of_the_system() {
    let error = io::Error::other(Carrier::new(full()));
    assert_eq!(error.to_string(), "the shelf /top is full");
    assert_eq!(error.notice(), full().notice());
}

#[test]
fn words_of_others_are_known_or_told_as_written() {
    let json_error = |text: &str| {
        serde_json::from_str::<Value>(text).map_err(|error| error.notice().to_string()).expect_err("no JSON")
    };
    assert_eq!(json_error("[1,]"), "a comma is followed by nothing (line 1, column 4)");
    assert_eq!(said("trailing comma at line 1 column 4").id(), "json.place");
    assert_eq!(said("missing field `name`").id(), "json.missing-field");
    assert_eq!(said("{} is not valid by any rule").id(), "as-written");
    let refused = said("error sending request: tcp connect error: Connection refused (os error 111)");
    let causes: Vec<_> =
        std::iter::successors(Some(&refused), |notice| notice.cause()).map(Notice::id).collect();
    assert_eq!(causes, ["net.not-sent", "net.tcp", "io.connection-refused"]);
    let text = "error sending request: tcp connect error: Connection refused (os error 111)";
    assert_eq!(refused.to_string(), text);
}

#[test]
fn every_word_of_others_is_told_in_words_that_a_person_understands() {
    let filled = |words: &str, template: &Template| {
        let places = template.places.iter();
        places.fold(words.to_owned(), |text, place| text.replace(&format!("{{{place}}}"), "41"))
    };
    for (template, theirs) in crate::foreign::SAID.iter().zip(crate::foreign::THEIRS) {
        let notice = said(&filled(theirs, template));
        assert_eq!((notice.id(), notice.to_string()), (template.id, filled(template.english, template)));
    }
}

#[test]
fn whatever_is_wrong_with_json_is_told_without_the_terms_of_its_reader() {
    let deep = "[".repeat(200);
    for text in [
        "",
        "{",
        "[",
        "[1",
        "[1,]",
        "{\"a\"",
        "{\"a\":",
        "{\"a\" 1}",
        "{\"a\":1 2}",
        "[1 2]",
        "{a:1}",
        "{1:2}",
        "tru",
        "'a'",
        "\"a",
        "\"a\nb\"",
        r#""\q""#,
        r#""\u12""#,
        r#""\ud800""#,
        "1e999",
        "01",
        "-",
        "{} {}",
        "{\"a\":1,}",
        &deep,
    ] {
        let error = serde_json::from_str::<Value>(text).expect_err(text);
        let notice = error.notice();
        assert_eq!(notice.id(), "json.place", "{text:?}: {error}");
        let known = matches!(notice.value("reason"), Some(NoticeValue::Notice(reason)) if reason.id() != "as-written");
        assert!(known, "{text:?}: {error}");
    }
}
