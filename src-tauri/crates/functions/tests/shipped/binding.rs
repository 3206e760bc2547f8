//! Arguments that are not what the schema asks for: put right where there is one meaning, told otherwise.

use content::{CallArguments, FailureKind, Message};
use conversations::conversation::{Conversation, Told};
use invocation::TurnEvent;
use ports::{Bound, ChangeKind, Resolution};
use serde_json::json;

async fn calls(name: &str, arguments: &str) -> Told {
    Conversation::new()
        .user("Please.")
        .model_calls("call-1", name, arguments)
        .model_says("Done: {{call-1}}")
        .run()
        .await
}

fn bound(told: &Told) -> Option<Bound> {
    told.events().find_map(|event| match event {
        TurnEvent::CallsResolved { calls } => match &calls.first()?.resolution {
            Resolution::Runnable { bound, .. } => bound.as_deref().cloned(),
            Resolution::Refused { .. } => None,
        },
        _ => None,
    })
}

#[tokio::test]
async fn a_number_in_quotes_reaches_the_function_as_a_number_and_the_words_of_the_model_stay() {
    let written = r#"{"numberOne": "36", "numberTwo": 6.0}"#;
    let told = calls("arithmetic-add_numbers", written).await;
    assert_eq!(told.last_words(), "Done: 42");
    let call = told.messages().flat_map(Message::calls).next().expect("a call");
    assert_eq!(call.arguments, CallArguments::read(written));
    let bound = bound(&told).expect("something was changed");
    assert_eq!(json!(bound.arguments), json!({ "numberOne": 36, "numberTwo": 6 }));
    let changes: Vec<_> = bound.changes.iter().map(|change| (change.path.as_str(), change.kind)).collect();
    assert_eq!(changes, [("/numberOne", ChangeKind::Converted), ("/numberTwo", ChangeKind::Converted)]);
}

#[tokio::test]
async fn a_choice_in_another_case_is_taken() {
    let told =
        calls("arithmetic-convert_temperature", r#"{"value": "100", "from": "Celsius", "to": "KELVIN"}"#)
            .await;
    assert_eq!(told.last_words(), "Done: 373.15");
}

#[tokio::test]
async fn words_for_a_number_are_refused_with_the_parameter_and_the_place() {
    let told = calls("arithmetic-add_numbers", r#"{"numberOne": "many", "numberTwo": 1}"#).await;
    let failure = told.failure("call-1");
    assert_eq!(failure.kind, FailureKind::InvalidArguments);
    let expected = "The arguments of arithmetic-add_numbers do not fit its schema: parameter \"numberOne\", at /numberOne: \
                    \"many\" is not of type \"integer\". Correct them.";
    assert_eq!(failure.message, expected);
}

#[tokio::test]
async fn a_parameter_that_is_missing_is_named_and_one_with_a_default_is_filled_in() {
    let told =
        calls("holiday-quote_holiday", r#"{"destination": "Lisbon", "guests": [{"name": "Ada"}]}"#).await;
    let message = &told.failure("call-1").message;
    assert!(
        message.contains("parameter \"first_night\", at /first_night: it is required and missing"),
        "{message}"
    );
    assert!(
        message.contains("parameter \"guests\", at /guests/0/age: it is required and missing"),
        "{message}"
    );

    let whole =
        r#"{"destination": "Lisbon", "first_night": "2026-07-04", "guests": [{"name": "Ada", "age": 36}]}"#;
    let told = calls("holiday-quote_holiday", whole).await;
    let bound = bound(&told).expect("defaults are told");
    let changes: Vec<_> = bound.changes.iter().map(|change| (change.path.as_str(), change.kind)).collect();
    assert_eq!(changes, [("/nights", ChangeKind::Default), ("/board", ChangeKind::Default)]);
}

#[tokio::test]
async fn an_argument_nobody_asked_for_is_left_away_and_told() {
    let told = calls("arithmetic-add_numbers", r#"{"numberOne": 1, "numberTwo": 2, "unit": "m"}"#).await;
    assert_eq!(told.last_words(), "Done: 3");
    let bound = bound(&told).expect("it is told");
    assert_eq!((bound.changes[0].path.as_str(), bound.changes[0].kind), ("/unit", ChangeKind::Ignored));
}

#[tokio::test]
async fn arguments_that_fit_are_passed_on_as_they_are() {
    let told = calls("arithmetic-add_numbers", r#"{"numberOne": 1, "numberTwo": 2}"#).await;
    assert_eq!((told.last_words().as_str(), bound(&told)), ("Done: 3", None));
}

#[tokio::test]
async fn an_argument_that_was_ignored_is_named_where_the_one_that_was_meant_is_missing() {
    let told = Conversation::new()
        .user("Weather?")
        .model_calls("call-1", "weather-get_forecast", r#"{"town": "Oslo"}"#)
        .model_says("Sorry.")
        .run()
        .await;
    let expected = "The arguments of weather-get_forecast do not fit its schema: parameter \"city\", at /city: it is required \
                    and missing; \"town\" is not a parameter and was ignored. Correct them.";
    assert_eq!(told.failure("call-1").message, expected);
}
