//! What holds whatever a model does and whatever a person does about it.

use super::{BOSTON, FORECAST, OSLO};
use content::{CallId, FunctionName, Message, ModelId, Outcome, Output};
use conversations::conversation::{Conversation, MODEL, Reply};
use conversations::told::{Told, check_answered};
use invocation::{
    CallDecision, Completer, Decision, Invocation, Pace, Reach, StopPlace, Turn, TurnEvent, TurnOutcome,
};
use proptest::prelude::*;
use std::collections::BTreeMap;

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

/// Something a person may do at any stop. Where it is not possible, it is refused and the next one is tried.
fn decision() -> impl Strategy<Value = Decision> {
    let forecast = FunctionName::new("weather", "get_forecast");
    prop_oneof![
        4 => Just(Decision::Continue),
        1 => Just(Decision::EditArguments { raw: r#"{"city": "Kyoto"}"#.to_owned() }),
        1 => Just(Decision::EditArguments { raw: "nonsense".to_owned() }),
        1 => Just(Decision::SendTo { function: forecast.clone(), raw: None }),
        1 => Just(Decision::WriteResult { outcome: Outcome::Returned { output: Output::Nothing } }),
        1 => Just(Decision::UseRecorded),
        1 => Just(Decision::HandOver { to: Completer::Model { model: ModelId::new("script:helper") } }),
        1 => Just(Decision::HandOver { to: Completer::Participant { name: "Nobody".to_owned() } }),
        1 => Just(Decision::Decline { reason: String::new() }),
        1 => Just(Decision::Drop),
        1 => Just(Decision::AddCall { function: forecast, raw: r#"{"city": "Oslo"}"#.to_owned() }),
        1 => Just(Decision::RunAgain),
        1 => Just(Decision::EditRequest { edit: Box::default(), reach: Reach::ThisRequest }),
        1 => Just(Decision::Stop),
    ]
}

fn reply() -> impl Strategy<Value = Reply> {
    let pace = prop_oneof![
        Just(Pace::Run),
        Just(Pace::Step),
        Just(Pace::StepOver),
        Just(Pace::ToCall),
        Just(Pace::LetGo)
    ];
    let other = ("call-[0-3]-[0-3]", decision())
        .prop_map(|(call, decision)| CallDecision { call: CallId::new(call), decision });
    (decision(), prop::collection::vec(other, 0..2), pace).prop_map(|(decision, others, pace)| Reply {
        decision,
        others,
        pace,
    })
}

fn place() -> impl Strategy<Value = StopPlace> {
    prop_oneof![
        Just(StopPlace::BeforeRequest),
        Just(StopPlace::AfterResponse),
        Just(StopPlace::BeforeCall),
        Just(StopPlace::AfterCall),
        Just(StopPlace::OnError),
        Just(StopPlace::OnSchemaViolation),
        Just(StopPlace::OnRepeatedCall)
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
        places in prop::collection::vec(place(), 0..4),
        answers in prop::collection::vec(reply(), 0..10),
        invocation in prop_oneof![Just(Invocation::InOrder), Just(Invocation::Together), Just(Invocation::ByHand)],
        calls in prop::option::of(0_u32..4),
    ) {
        let mut conversation = conversation(&replies, rounds).model("script:helper").model_says("something");
        for place in places {
            conversation = conversation.stops(place);
        }
        for answer in answers {
            conversation = conversation.replies(answer);
        }
        let conversation = conversation.planned(|plan| {
            plan.policies.invocation = invocation;
            plan.limits.calls = calls;
        });
        let told = run(conversation);
        prop_assert!(told.outcome().is_some());
        told.assert_sound();
        check_requests(&told);
        check_cut_off_anywhere(&told);
        check_words(&told);
    }

    #[test]
    fn no_equal_call_that_returned_runs_twice_in_a_row_and_no_turn_ends_answered_with_nothing_said(
        replies in prop::collection::vec(prop::collection::vec(repeating(), 1..3), 0..6),
        words in prop_oneof![Just("Done."), Just(" "), Just("")],
        calls in prop::option::of(0_u32..4),
    ) {
        let mut conversation = Conversation::new().user("Go.").rounds(8);
        for (reply, calls) in replies.iter().enumerate() {
            let ids: Vec<_> = (0..calls.len()).map(|place| format!("call-{reply}-{place}")).collect();
            let calls: Vec<_> = ids.iter().zip(calls).map(|(id, raw)| (id.as_str(), FORECAST, *raw)).collect();
            conversation = conversation.model_calls_all(&calls);
        }
        let told = run(conversation.model_says(words).planned(|plan| plan.limits.calls = calls));
        told.assert_sound();
        check_cut_off_anywhere(&told);
        check_words(&told);
        check_repeats(&told);
    }
}

/// One of few calls, so that most come again: one fails, two are the same.
fn repeating() -> impl Strategy<Value = &'static str> {
    prop_oneof![
        Just(BOSTON),
        Just(OSLO),
        Just(r#"{ "city" : "Oslo" }"#),
        Just(r#"{"city": "Atlantis"}"#),
        Just("{"),
    ]
}

/// A turn that ends as answered has an answer.
fn check_words(told: &Told) {
    if told.outcome() == Some(&TurnOutcome::Answered) {
        assert_ne!(told.last_words().trim(), "");
    }
}

/// Of two calls that ran one after the other, in two rounds, the second is another one, or the first had failed.
fn check_repeats(told: &Told) {
    let calls: BTreeMap<_, _> =
        told.messages().flat_map(Message::calls).map(|call| (&call.id, call)).collect();
    let (mut round, mut before) = (0, None);
    for event in told.events() {
        match event {
            TurnEvent::RoundBegan { .. } => round += 1,
            TurnEvent::CallStarted { call, .. } => {
                let key = content::call_key(calls[call]);
                let has_returned = matches!(told.result(call.as_str()).outcome, Outcome::Returned { .. });
                if let Some((before, true, then)) = before.replace((key.clone(), has_returned, round)) {
                    assert!(before != key || then == round, "{key} ran again in round {round}");
                }
            }
            _ => {}
        }
    }
}

/// Whatever a model was asked had a result for every call in it.
fn check_requests(told: &Told) {
    for asked in told.requests.iter().filter(|asked| asked.model.as_str() == MODEL) {
        check_answered(asked.request.messages.iter().map(AsRef::as_ref));
    }
}

/// A turn that is cut off after any record, written down whole and read back, is the turn it was.
fn check_cut_off_anywhere(told: &Told) {
    for kept in 1..told.records.len() {
        let (id, plan) = (told.turn.id().clone(), told.began_with());
        let turn = Turn::retrace(id, plan, told.history.clone(), &told.records[..kept]);
        let text = serde_json::to_string(&turn).expect("a turn is JSON");
        let back: Turn = serde_json::from_str(&text).expect("and can be read back");
        assert_eq!((&back, back.next()), (&turn, turn.next()), "after {kept} records");
    }
}

fn cases() -> u32 {
    if std::env::var_os("CALLWRIGHT_LONG").is_some() { 4096 } else { 128 }
}
