use super::{Apart, ApartKind, Streamed, Writer, stays_apart};
use crate::lost::Lost;
use crate::support::fresh_ids;
use crate::tests::arbitrary::messages;
use crate::{Exported, LONGEST_MESSAGE, Loss, export, import};
use content::Message;
use notices::Describe;
use proptest::prelude::*;
use serde_json::Value;
use std::io::{Error, ErrorKind, Write};

const FORMS: [Streamed; 2] = [Streamed::Own, Streamed::JsonLines];

const SAMPLES: [&str; 8] = [
    include_str!("../../tests-data/openai-chat-request.json"),
    include_str!("../../tests-data/openai-responses-request.json"),
    include_str!("../../tests-data/anthropic-request.json"),
    include_str!("../../tests-data/gemini-request.json"),
    include_str!("../../tests-data/extensions-ai.json"),
    include_str!("../../tests-data/open-telemetry.json"),
    include_str!("../../tests-data/openai-compatible-request.json"),
    include_str!("../../tests-data/semantic-kernel.json"),
];

fn written(form: Streamed, messages: &[Message]) -> Exported {
    let mut text = Vec::new();
    let mut writer = Writer::begin(form, &mut text).unwrap();
    for message in messages {
        writer.message(message).unwrap();
    }
    let losses = writer.end().unwrap();
    Exported { text: String::from_utf8(text).unwrap(), losses }
}

/// The same, with every value that can stay apart given in pieces of so many letters.
fn written_around(form: Streamed, messages: &[Message], size: usize) -> Exported {
    let mut text = Vec::new();
    let mut writer = Writer::begin(form, &mut text).unwrap();
    for message in messages {
        let (mut apart, mut values) = (Vec::new(), Vec::new());
        let mut shown = serde_json::to_value(message).unwrap();
        take_apart(&mut shown, "", &mut apart, &mut values);
        let shown = serde_json::from_value(shown).unwrap();
        let give = |number: usize, take: &mut dyn FnMut(&str) -> std::io::Result<()>| {
            let letters: Vec<_> = values[number].chars().collect();
            letters.chunks(size).try_for_each(|letters| take(&letters.iter().collect::<String>()))
        };
        writer.message_around(&shown, &apart, &mut { give }).unwrap();
    }
    let losses = writer.end().unwrap();
    Exported { text: String::from_utf8(text).unwrap(), losses }
}

fn take_apart(value: &mut Value, place: &str, apart: &mut Vec<Apart>, values: &mut Vec<String>) {
    let is_free = place.ends_with("/output/value") || place.ends_with("/0/value");
    let kind = match value {
        Value::String(text) if !text.is_empty() && !place.ends_with("/type") => ApartKind::Text,
        Value::Array(_) | Value::Object(_) if is_free => ApartKind::Json,
        Value::Object(members) => {
            for (name, member) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                take_apart(member, &format!("{place}/{name}"), apart, values);
            }
            return;
        }
        Value::Array(list) => {
            for (index, item) in list.iter_mut().enumerate() {
                take_apart(item, &format!("{place}/{index}"), apart, values);
            }
            return;
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => return,
    };
    if stays_apart(place) && !place.ends_with("/kind") {
        let whole = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        *value = Value::from("the beginning");
        values.push(whole);
        apart.push(Apart { place: place.to_owned(), kind });
    }
}

/// What is said of the messages themselves, and not of reading them again.
fn of_messages(losses: &[Loss]) -> Vec<&Loss> {
    let joined = [Lost::ResultsJoined, Lost::MessagesJoined];
    let unread = Lost::NotReadBack { reason: Lost::OtherParts.notice() };
    let differs = [unread, Lost::OtherCount { written: 0, read: 0 }, Lost::OtherParts];
    let of_reading: Vec<_> = joined.into_iter().chain(differs).map(|lost| lost.notice()).collect();
    let is_of_reading = |loss: &&Loss| of_reading.iter().any(|lost| lost.id() == loss.what.id());
    losses.iter().filter(|loss| !is_of_reading(loss)).collect()
}

#[test]
fn a_sample_is_written_as_it_is_exported_whole() {
    for sample in SAMPLES {
        let messages = import(sample, &fresh_ids()).unwrap().messages;
        for form in FORMS {
            let whole = export(form.format(), &messages);
            assert_eq!(written(form, &messages), whole, "{form:?}");
            assert_eq!(written_around(form, &messages, 5), whole, "{form:?} around its values");
        }
    }
}

#[test]
fn nothing_is_written_as_nothing_is_exported() {
    for form in FORMS {
        assert_eq!(written(form, &[]), export(form.format(), &[]), "{form:?}");
    }
}

#[test]
fn what_is_too_large_to_be_read_again_is_reported_and_written_all_the_same() {
    let text = "x".repeat(LONGEST_MESSAGE);
    let sample = serde_json::json!([{ "role": "user", "content": "" }]).to_string();
    let mut messages = import(&sample, &fresh_ids()).unwrap().messages;
    messages[0].items = vec![content::Item::Text { text }];
    let Exported { text, losses } = written(Streamed::JsonLines, &messages);
    assert!(text.len() > LONGEST_MESSAGE);
    assert!(losses.iter().any(|loss| loss.what.to_string().contains("more than 128 MB")), "{losses:?}");
}

#[test]
fn what_says_the_same_as_a_mark_is_written_as_it_is_said() {
    let mut messages = import(SAMPLES[0], &fresh_ids()).unwrap().messages;
    messages.truncate(1);
    let text = |text: &str| content::Item::Text { text: text.to_owned() };
    messages[0].items = vec![text("apart-0-\"0. and apart-1-"), text("\\"), text("long")];
    let apart = [Apart { place: "/items/2/text".into(), kind: ApartKind::Text }];
    for form in FORMS {
        let mut out = Vec::new();
        let mut writer = Writer::begin(form, &mut out).unwrap();
        writer.message_around(&messages[0], &apart, &mut |_, take| take("long")).unwrap();
        writer.end().unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), export(form.format(), &messages).text);
    }
}

#[test]
fn a_value_that_has_no_place_is_an_error_and_not_left_out() {
    let messages = import(SAMPLES[0], &fresh_ids()).unwrap().messages;
    let apart = [Apart { place: "/items/9/text".into(), kind: ApartKind::Text }];
    let mut writer = Writer::begin(Streamed::Own, Vec::new()).unwrap();
    writer.message_around(&messages[0], &apart, &mut |_, take| take("long")).unwrap_err();
}

#[test]
fn a_place_that_is_full_is_told_at_once() {
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 = self.0.checked_sub(bytes.len()).ok_or_else(|| Error::from(ErrorKind::StorageFull))?;
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let messages = import(SAMPLES[0], &fresh_ids()).unwrap().messages;
    for form in FORMS {
        let mut writer = Writer::begin(form, Full(60)).unwrap();
        let error = messages.iter().find_map(|message| writer.message(message).err()).unwrap();
        assert_eq!(error.kind(), ErrorKind::StorageFull);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn message_by_message_is_the_same_as_whole(messages in messages()) {
        for form in FORMS {
            let (streamed, whole) = (written(form, &messages), export(form.format(), &messages));
            prop_assert_eq!(&streamed.text, &whole.text);
            prop_assert_eq!(streamed.losses.is_empty(), whole.losses.is_empty());
            prop_assert_eq!(of_messages(&streamed.losses), of_messages(&whole.losses));
        }
    }

    #[test]
    fn values_that_are_apart_are_written_as_if_they_were_not(messages in messages(), size in 1_usize..9) {
        for form in FORMS {
            prop_assert_eq!(written_around(form, &messages, size), written(form, &messages));
        }
    }
}
