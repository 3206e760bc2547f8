//! Calls that can't run: the model is told, the person is not bothered.

use content::{CalledFunction, FailureKind};
use conversations::conversation::Conversation;
use invocation::TurnOutcome;

#[tokio::test]
async fn malformed_arguments_are_reported_to_the_model_not_to_the_person() {
    let told = Conversation::new()
        .user("What is the time in Oslo?")
        .model_calls("call-1", "clock-now", r#"{"time_zone": "Europe/Oslo""#)
        .model_says("I could not read the clock.")
        .run()
        .await;
    let failure = told.failure("call-1");
    assert_eq!(failure.kind, FailureKind::InvalidArguments);
    assert!(failure.message.contains("not a JSON object"), "{}", failure.message);
    assert_eq!(told.outcome(), Some(&TurnOutcome::Answered));
}

#[tokio::test]
async fn an_unknown_function_is_named_together_with_the_nearest_ones() {
    let told = Conversation::new()
        .user("What is the weather in Lisbon?")
        .model_calls("call-1", "weather.getForcast", r#"{"city": "Lisbon"}"#)
        .model_says("Sorry.")
        .run()
        .await;
    let failure = told.failure("call-1");
    assert_eq!(failure.kind, FailureKind::UnknownFunction);
    let expected =
        r#"There is no function "weather.getForcast" here. Available and nearest: weather-get_forecast"#;
    assert!(failure.message.starts_with(expected), "{}", failure.message);
    let raw = CalledFunction::Unknown { raw: "weather.getForcast".into() };
    assert_eq!(told.result("call-1").function, raw, "the name is kept as it was written");
}

#[tokio::test]
async fn arguments_that_break_the_schema_are_reported_with_their_place() {
    let told = Conversation::new()
        .user("What is the weather in Lisbon tomorrow?")
        .model_calls("call-1", "weather-get_forecast", r#"{"city": "Lisbon", "day": "tomorrow"}"#)
        .model_says("Sorry.")
        .run()
        .await;
    let failure = told.failure("call-1");
    assert_eq!(failure.kind, FailureKind::InvalidArguments);
    assert!(failure.message.contains("at /day:"), "{}", failure.message);
}

#[tokio::test]
async fn a_function_that_reports_a_problem_lets_the_model_go_on() {
    let told = Conversation::new()
        .user("What is the weather in Atlantis?")
        .model_calls("call-1", "weather-get_forecast", r#"{"city": "Atlantis"}"#)
        .model_says("Nobody knows.")
        .run()
        .await;
    assert_eq!(told.failure("call-1").kind, FailureKind::Reported);
    assert_eq!(told.last_words(), "Nobody knows.");
}

#[tokio::test]
async fn a_call_without_arguments_is_a_call_with_none() {
    let told = Conversation::new()
        .user("What time is it?")
        .model_calls("call-1", "clock-now", "")
        .model_says("It is {{call-1/time_zone}} time.")
        .run()
        .await;
    assert_eq!(told.last_words(), "It is UTC time.");
}
