//! Stops, and what a person does at them.

use content::{CallArguments, CallId, Item, Message, Origin, Outcome, Output, Role};
use conversations::conversation::Conversation;
use invocation::{Decision, PausePlace, PauseReason, StopPlace, TurnEvent, TurnOutcome};
use serde_json::json;

fn asking() -> Conversation {
    Conversation::new()
        .user("How warm is Boston?")
        .model_calls("call-1", "weather-get_forecast", r#"{"city": "Boston"}"#)
        .model_says("It is {{call-1/temperature_c}} degrees.")
}

fn written(value: serde_json::Value) -> Outcome {
    Outcome::Returned { output: Output::Json { value } }
}

fn before(call: &str) -> PausePlace {
    PausePlace::BeforeCall { call: CallId::new(call) }
}

fn after(call: &str) -> PausePlace {
    PausePlace::AfterCall { call: CallId::new(call) }
}

#[tokio::test]
async fn without_breakpoints_a_turn_runs_to_its_last_word() {
    let told = asking().run().await;
    assert_eq!(told.outcome(), Some(&TurnOutcome::Answered));
    assert_eq!(told.last_words(), "It is 12 degrees.");
    assert!(told.pauses.is_empty());
}

#[tokio::test]
async fn a_turn_stops_before_and_after_a_call() {
    let told = asking()
        .stops(StopPlace::BeforeCall)
        .stops(StopPlace::AfterCall)
        .person(Decision::Continue)
        .person(Decision::Continue)
        .run()
        .await;
    let places: Vec<_> = told.pauses.iter().map(|pause| pause.place.clone()).collect();
    assert_eq!(places, [before("call-1"), after("call-1")]);
    assert_eq!(told.result("call-1").origin, Origin::Function);
}

#[tokio::test]
async fn an_edited_result_is_what_the_model_sees() {
    let edited = written(json!({ "temperature_c": 35 }));
    let told = asking()
        .stops(StopPlace::AfterCall)
        .person(Decision::WriteResult { outcome: edited.clone() })
        .run()
        .await;
    told.assert_result("call-1", Origin::Edited, &edited);
    assert_eq!(told.last_words(), "It is 35 degrees.");
    let original = told.events().find_map(|event| match event {
        TurnEvent::CallEnded { outcome, .. } => Some(outcome),
        _ => None,
    });
    assert_ne!(original, Some(&edited), "what the function returned stays in the log");
}

#[tokio::test]
async fn a_result_written_before_the_call_keeps_the_function_from_running() {
    let simulated = written(json!({ "temperature_c": -4 }));
    let told = asking()
        .stops(StopPlace::BeforeCall)
        .stops(StopPlace::AfterCall)
        .person(Decision::WriteResult { outcome: simulated.clone() })
        .run()
        .await;
    told.assert_result("call-1", Origin::Simulated, &simulated);
    assert!(!told.events().any(|event| matches!(event, TurnEvent::CallStarted { .. })));
    assert_eq!(told.pauses.len(), 1, "what a person has just written is not asked about again");
}

#[tokio::test]
async fn a_declined_call_tells_the_model_why() {
    let reason = "not today".to_owned();
    let told = asking()
        .stops(StopPlace::BeforeCall)
        .person(Decision::Decline { reason: reason.clone() })
        .run()
        .await;
    told.assert_result("call-1", Origin::Person, &Outcome::declined(reason));
    assert_eq!(told.outcome(), Some(&TurnOutcome::Answered));
}

#[tokio::test]
async fn edited_arguments_run_and_the_original_message_stays_beside_the_edited_one() {
    let raw = r#"{"city": "Oslo"}"#.to_owned();
    let told = asking()
        .stops(StopPlace::BeforeCall)
        .person(Decision::EditArguments { raw: raw.clone() })
        .run()
        .await;
    assert_eq!(told.last_words(), "It is 3 degrees.");
    let said: Vec<_> = told
        .records
        .iter()
        .filter_map(|record| match record {
            invocation::TurnRecord::Message(message) if message.calls().next().is_some() => Some(message),
            _ => None,
        })
        .collect();
    let [original, edited] = said.as_slice() else { panic!("{} messages with calls", said.len()) };
    assert_eq!((original.origin, edited.origin), (Origin::Model, Origin::Edited));
    assert_eq!(original.parent, edited.parent);
    assert!(told.messages().any(|one| one == *edited) && told.messages().all(|one| one != *original));
    assert_eq!(edited.calls().next().map(|call| call.arguments.raw()), Some(raw.as_str()));
}

#[tokio::test]
async fn arguments_that_can_not_run_either_stop_the_turn_again() {
    let told = asking()
        .stops(StopPlace::BeforeCall)
        .person(Decision::EditArguments { raw: r#"{"city": [7]}"#.to_owned() })
        .person(Decision::EditArguments { raw: r#"{"city": "Oslo"}"#.to_owned() })
        .run()
        .await;
    let reasons: Vec<_> = told.pauses.iter().map(|pause| pause.reason).collect();
    assert_eq!(reasons, [PauseReason::Breakpoint, PauseReason::EditRefused]);
    assert_eq!(told.last_words(), "It is 3 degrees.");
}

#[tokio::test]
async fn stepping_stops_at_every_place() {
    let told = asking()
        .stops(StopPlace::BeforeRequest)
        .person_steps(Decision::Continue)
        .person_steps(Decision::Continue)
        .person_steps(Decision::Continue)
        .person(Decision::Continue)
        .run()
        .await;
    let places: Vec<_> = told.pauses.iter().map(|pause| pause.place.clone()).collect();
    assert_eq!(
        places,
        [PausePlace::BeforeRequest, before("call-1"), after("call-1"), PausePlace::BeforeRequest]
    );
}

#[tokio::test]
async fn stopping_answers_every_open_call() {
    let told = Conversation::new()
        .user("Both, please.")
        .model_calls_all(&[
            ("call-1", "weather-get_forecast", r#"{"city": "Boston"}"#),
            ("call-2", "weather-get_forecast", r#"{"city": "Oslo"}"#),
        ])
        .stops(StopPlace::AfterCall)
        .person(Decision::Stop)
        .run()
        .await;
    assert_eq!(told.outcome(), Some(&TurnOutcome::Stopped));
    assert_eq!(told.result("call-1").origin, Origin::Function);
    assert_eq!(told.failure("call-2").kind, content::FailureKind::NotRun);
}

#[tokio::test]
async fn the_history_holds_the_question_the_call_the_result_and_the_answer() {
    let told = asking().run().await;
    let roles: Vec<_> = told.messages().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant, Role::Function, Role::Assistant]);
    let parents: Vec<_> = told.messages().map(|message| message.parent.as_ref()).collect();
    let ids: Vec<_> = told.messages().map(|message| Some(&message.id)).collect();
    assert_eq!(parents[1..], ids[..3], "each message answers the one before it");
}

#[tokio::test]
async fn arguments_keep_the_words_of_the_model() {
    let told = asking().run().await;
    let call = told.messages().flat_map(Message::calls).next().expect("there is a call");
    assert!(matches!(&call.arguments, CallArguments::Parsed { raw, .. } if raw == r#"{"city": "Boston"}"#));
    assert!(
        told.messages().all(|message| !message.items.iter().any(|item| matches!(item, Item::Unknown { .. })))
    );
}
