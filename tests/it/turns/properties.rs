//! What holds whatever a model does and whatever a person does about it.

use content::{Outcome, Output};
use invocation::{Decision, StopPlace};
use proptest::prelude::*;
use support::conversation::Conversation;
use support::told::Told;

/// A call a model may make: mostly wrong in one way or another.
fn call() -> impl Strategy<Value = (String, String)> {
    let name = prop_oneof![
        Just("weather-get_forecast".to_owned()),
        Just("arithmetic-add_numbers".to_owned()),
        Just("weather.getForcast".to_owned()),
        "[a-z-]{0,12}",
    ];
    let arguments = prop_oneof![
        Just(r#"{"city": "Oslo"}"#.to_owned()),
        Just(r#"{"numbers": [1, 2]}"#.to_owned()),
        Just(r#"{"city": 7}"#.to_owned()),
        Just("{".to_owned()),
        Just(String::new()),
        ".{0,12}",
    ];
    (name, arguments)
}

/// Something a person may do at any stop before a call; after one, it is let go on.
fn decision() -> impl Strategy<Value = Decision> {
    prop_oneof![
        Just(Decision::Continue),
        Just(Decision::EditArguments { raw: r#"{"city": "Kyoto"}"#.to_owned() }),
        Just(Decision::EditArguments { raw: "nonsense".to_owned() }),
        Just(Decision::WriteResult { outcome: Outcome::Returned { output: Output::Nothing } }),
        Just(Decision::Decline { reason: "no".to_owned() }),
        Just(Decision::Stop),
    ]
}

fn conversation(replies: &[Vec<(String, String)>], rounds: u32) -> Conversation {
    let mut conversation = Conversation::new().user("Go.").rounds(rounds);
    for (reply, calls) in replies.iter().enumerate() {
        let ids: Vec<_> = (0..calls.len()).map(|place| format!("call-{reply}-{place}")).collect();
        let calls: Vec<_> = ids
            .iter()
            .zip(calls)
            .map(|(id, (name, arguments))| (id.as_str(), name.as_str(), arguments.as_str()))
            .collect();
        conversation = conversation.model_calls_all(&calls);
    }
    conversation.model_says("Done.")
}

fn run(conversation: Conversation) -> Told {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(conversation.run_with_any_answers())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: cases(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_call_is_answered_exactly_once_and_the_records_make_the_turn(
        replies in prop::collection::vec(prop::collection::vec(call(), 1..4), 0..4),
        rounds in 1_u32..6,
        decisions in prop::collection::vec(decision(), 0..8),
    ) {
        let mut conversation = conversation(&replies, rounds).stops(StopPlace::BeforeCall);
        for decision in decisions {
            conversation = conversation.person(decision);
        }
        let told = run(conversation);
        prop_assert!(told.outcome().is_some());
        told.assert_sound();
    }
}

fn cases() -> u32 {
    if std::env::var_os("CALLWRIGHT_LONG").is_some() { 4096 } else { 128 }
}
