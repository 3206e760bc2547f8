//! Rounds as programs and providers exchanged them.

use super::{answer, edited, read};
use crate::{Change, Outline, Protocol, Relation, Wanted, continues, rewritten};
use content::Message;
use serde_json::Value;
use std::sync::Arc;

const ROUNDS: [(Protocol, &str); 4] = [
    (
        Protocol::OpenAiChat,
        include_str!("../../../../../../../tests/fixtures/wire/openai-chat/01-parallel-roundtrip.json"),
    ),
    (
        Protocol::OpenAiResponses,
        include_str!(
            "../../../../../../../tests/fixtures/wire/openai-responses/01-parallel-roundtrip-stateless.json"
        ),
    ),
    (
        Protocol::Anthropic,
        include_str!(
            "../../../../../../../tests/fixtures/wire/anthropic/01-parallel-roundtrip-thinking.json"
        ),
    ),
    (
        Protocol::Gemini,
        include_str!("../../../../../../../tests/fixtures/wire/gemini/01-parallel-roundtrip.json"),
    ),
];

/// The bodies of the two requests of a round.
fn requests(recorded: &str) -> [String; 2] {
    let recorded: Value = serde_json::from_str(recorded).expect("JSON");
    [0, 1].map(|step| format!("{:#}", recorded["steps"][step]["request"]["body"]))
}

#[test]
fn the_second_request_of_a_round_extends_the_first() {
    for (protocol, recorded) in ROUNDS {
        let [first, second] = requests(recorded).map(|body| read(protocol, &body));
        let known = Outline::of(&first.messages, &first.functions);
        let found = continues(&known, &Outline::of(&second.messages, &second.functions));
        let Relation::Extends { shared } = found.relation else { panic!("{protocol:?}: {found:?}") };
        assert_eq!(
            (shared.known, shared.request, found.system_changed),
            (first.messages.len(), first.messages.len(), false)
        );
    }
}

#[test]
fn an_edited_result_of_a_round_is_all_that_changes() {
    for (protocol, recorded) in ROUNDS {
        let [_, body] = requests(recorded);
        let request = read(protocol, &body);
        let messages: Vec<_> = request.messages.iter().cloned().map(Arc::new).collect();
        let same = rewritten(&request, body.as_bytes(), &Wanted::of(&messages)).expect("rewritten");
        assert_eq!(String::from_utf8(same.body).as_deref(), Ok(body.as_str()));
        let results: Vec<_> = request.messages.iter().flat_map(Message::results).collect();
        assert_eq!(results.len(), 2);
        for result in results {
            let id = result.call_id.as_str();
            let (written, changed) = edited(protocol, &body, |all| answer(all, id, "Edited."));
            assert!(matches!(changed.as_slice(), [Change::Result { call, .. }] if call == id), "{changed:?}");
            let front = body.bytes().zip(written.bytes()).take_while(|(old, new)| old == new).count();
            let back =
                body.bytes().rev().zip(written.bytes().rev()).take_while(|(old, new)| old == new).count();
            assert!(written.len() <= front + back + 40, "{protocol:?}: {written}");
        }
    }
}
