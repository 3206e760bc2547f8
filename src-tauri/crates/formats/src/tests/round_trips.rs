//! Out and in again, whatever the messages.

use super::arbitrary::messages;
use crate::support::{fresh_ids, read};
use crate::verify::bare;
use crate::{Format, export, import_as};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn our_own_form_is_lossless(messages in messages()) {
        let exported = export(Format::Own, &messages);
        prop_assert_eq!(exported.losses, vec![]);
        let imported = import_as(Format::Own, &exported.text, &fresh_ids()).unwrap();
        prop_assert_eq!(imported.messages, messages);
        let is_kept = |loss: &crate::Loss| loss.what.to_string() == "an item we cannot read is kept as it is";
        prop_assert!(imported.losses.iter().all(is_kept), "{:?}", imported.losses);
    }

    #[test]
    fn whatever_comes_back_differently_is_in_the_report(messages in messages()) {
        for format in Format::ALL {
            let exported = export(format, &messages);
            let imported = import_as(format, &exported.text, &fresh_ids());
            let is_same = imported.is_ok_and(|imported| {
                imported.messages.iter().map(bare).eq(messages.iter().map(bare))
            });
            prop_assert!(is_same || !exported.losses.is_empty(), "{}: {}", format, exported.text);
        }
    }

    #[test]
    fn our_own_form_is_recognised_whatever_is_in_it(messages in messages()) {
        let exported = export(Format::Own, &messages);
        prop_assert_eq!(crate::detect(&exported.text), Some(Format::Own));
    }
}

#[test]
fn every_form_reads_a_simple_conversation_back_and_loses_nothing() {
    let request = read(Format::OpenAiChat, include_str!("../../tests-data/openai-chat-request.json"));
    for format in Format::ALL {
        let exported = export(format, &request.messages);
        let imported = import_as(format, &exported.text, &fresh_ids()).unwrap();
        let bare = |messages: &[content::Message]| messages.iter().map(bare).collect::<Vec<_>>();
        assert_eq!(bare(&imported.messages), bare(&request.messages), "{format}");
        let unsaid: Vec<_> = exported
            .losses
            .iter()
            .filter(|loss| loss.what.to_string() != "which model wrote a message is not kept")
            .collect();
        assert!(unsaid.is_empty(), "{format}: {unsaid:?}");
    }
}
