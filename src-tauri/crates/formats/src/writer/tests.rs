use super::{Streamed, Writer};
use crate::support::fresh_ids;
use crate::tests::arbitrary::messages;
use crate::{Exported, LONGEST_MESSAGE, Loss, export, import};
use content::Message;
use proptest::prelude::*;
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

/// What is said of the messages themselves, and not of reading them again.
fn of_messages(losses: &[Loss]) -> Vec<&Loss> {
    let of_reading = ["come back", "comes back", "read back:"];
    losses.iter().filter(|loss| !of_reading.iter().any(|words| loss.what.contains(words))).collect()
}

#[test]
fn a_sample_is_written_as_it_is_exported_whole() {
    for sample in SAMPLES {
        let messages = import(sample, &fresh_ids()).unwrap().messages;
        for form in FORMS {
            assert_eq!(written(form, &messages), export(form.format(), &messages), "{form:?}");
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
    assert!(losses.iter().any(|loss| loss.what.contains("more than 128 MB")), "{losses:?}");
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
}
