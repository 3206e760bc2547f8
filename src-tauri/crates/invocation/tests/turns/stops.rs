//! Breakpoints with conditions and counts, and how far a turn goes from a stop.

use super::{BOSTON, FORECAST, OSLO, both, forecast};
use content::{CallId, ModelId};
use conversations::conversation::Conversation;
use invocation::{
    ArgumentTest, Breakpoint, BreakpointId, Comparison, Condition, Decision, HitRule, Pace, PausePlace,
    PauseReason, StopPlace, TurnOutcome,
};
use serde_json::json;

fn before(call: &str) -> PausePlace {
    PausePlace::BeforeCall { call: CallId::new(call) }
}

fn after(call: &str) -> PausePlace {
    PausePlace::AfterCall { call: CallId::new(call) }
}

fn when(place: StopPlace, condition: Condition) -> Breakpoint {
    Breakpoint { condition, ..Breakpoint::at("point", place) }
}

/// Three rounds with one call each.
fn three() -> Conversation {
    Conversation::new()
        .user("Three, please.")
        .model_calls("call-1", FORECAST, BOSTON)
        .model_calls("call-2", FORECAST, OSLO)
        .model_calls("call-3", FORECAST, BOSTON)
        .model_says("Done.")
}

#[tokio::test]
async fn a_condition_on_the_function_and_an_argument_stops_at_that_call_only() {
    let test = ArgumentTest { path: "$.city".into(), comparison: Comparison::Matches, value: json!("Os*") };
    let condition =
        Condition { function: Some("weather.get_*".into()), arguments: vec![test], ..Condition::default() };
    let told = both().stops_at(when(StopPlace::BeforeCall, condition)).person(Decision::Continue).run().await;
    assert_eq!(told.places(), [before("call-2")]);
    assert_eq!(told.pauses[0].breakpoints, [BreakpointId::new("point")]);
    told.assert_sound();
}

#[tokio::test]
async fn a_condition_on_the_round_or_the_model_stops_at_that_request_only() {
    let round = Condition { round: Some(2), ..Condition::default() };
    let told = three().stops_at(when(StopPlace::BeforeRequest, round)).person(Decision::Continue).run().await;
    assert_eq!((told.places(), told.turn.round()), (vec![PausePlace::BeforeRequest], 4));
    let other = Condition { model: Some(ModelId::new("another")), ..Condition::default() };
    let told = three().stops_at(when(StopPlace::BeforeRequest, other)).run().await;
    assert_eq!(told.places(), []);
}

#[tokio::test]
async fn a_hit_count_stops_at_the_nth_hit_and_all_hits_are_counted() {
    let point =
        Breakpoint { hits: HitRule::Nth { count: 2 }, ..Breakpoint::at("nth", StopPlace::BeforeCall) };
    let told = three().stops_at(point).person(Decision::Continue).run().await;
    assert_eq!(told.places(), [before("call-2")]);
    assert_eq!(told.turn.hits(&BreakpointId::new("nth")), 3);
    told.assert_sound();
}

#[tokio::test]
async fn a_breakpoint_for_one_stop_is_switched_off_by_it() {
    let point = Breakpoint { is_one_shot: true, ..Breakpoint::at("once", StopPlace::BeforeCall) };
    let told = three().stops_at(point).person(Decision::Continue).run().await;
    assert_eq!(told.places(), [before("call-1")]);
    assert!(!told.turn.plan().breakpoints[0].is_enabled);
}

#[tokio::test]
async fn a_disabled_breakpoint_is_neither_counted_nor_stops() {
    let point = Breakpoint { is_enabled: false, ..Breakpoint::at("off", StopPlace::BeforeCall) };
    let told = three().stops_at(point).run().await;
    assert_eq!((told.places(), told.turn.hits(&BreakpointId::new("off"))), (vec![], 0));
}

#[tokio::test]
async fn a_turn_stops_after_a_response_before_anything_comes_of_it() {
    let told = forecast()
        .stops(StopPlace::AfterResponse)
        .person(Decision::Continue)
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!(told.places(), [PausePlace::AfterResponse, PausePlace::AfterResponse]);
    assert_eq!(told.outcome(), Some(&TurnOutcome::Answered));
    told.assert_sound();
}

#[tokio::test]
async fn a_turn_stops_on_an_error_and_not_on_a_result() {
    let told = Conversation::new()
        .user("Both, please.")
        .model_calls_all(&[("call-1", FORECAST, OSLO), ("call-2", FORECAST, r#"{"city": "Atlantis"}"#)])
        .model_says("Done.")
        .stops(StopPlace::OnError)
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!(told.places(), [after("call-2")]);
}

#[tokio::test]
async fn a_request_that_fails_stops_the_turn_and_can_be_sent_again() {
    let told = Conversation::new()
        .user("Hello")
        .model_breaks_off("Good mor")
        .stops(StopPlace::OnError)
        .person(Decision::Continue)
        .person(Decision::Stop)
        .run()
        .await;
    let reasons: Vec<_> = told.pauses.iter().map(|pause| pause.reason).collect();
    assert_eq!(reasons, [PauseReason::RequestFailed, PauseReason::RequestFailed]);
    assert_eq!((told.requests.len(), told.outcome()), (2, Some(&TurnOutcome::Stopped)));
    told.assert_sound();
}

#[tokio::test]
async fn a_turn_stops_at_arguments_that_break_the_schema_so_that_they_can_be_mended() {
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_calls("call-1", FORECAST, r#"{"city": []}"#)
        .model_says("It is {{call-1/temperature_c}} degrees.")
        .stops(StopPlace::OnSchemaViolation)
        .person(Decision::EditArguments { raw: BOSTON.to_owned() })
        .run()
        .await;
    assert_eq!((told.places(), told.last_words()), (vec![before("call-1")], "It is 12 degrees.".to_owned()));
}

#[tokio::test]
async fn a_turn_stops_at_a_call_that_was_made_before_however_it_is_written() {
    let told = Conversation::new()
        .user("Twice, please.")
        .model_calls("call-1", FORECAST, r#"{"city": "Oslo", "day": 1}"#)
        .model_calls("call-2", FORECAST, r#"{ "day": 1, "city": "Oslo" }"#)
        .model_says("Done.")
        .stops(StopPlace::OnRepeatedCall)
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!(told.places(), [before("call-2")]);
}

#[tokio::test]
async fn stepping_over_runs_the_whole_batch_and_stops_before_the_next_request() {
    let told = both()
        .stops(StopPlace::BeforeRequest)
        .person_steps(Decision::Continue)
        .person_goes(Decision::Continue, Pace::StepOver)
        .person(Decision::Continue)
        .run()
        .await;
    let expected = [PausePlace::BeforeRequest, before("call-1"), PausePlace::BeforeRequest];
    assert_eq!(told.places(), expected);
}

#[tokio::test]
async fn running_to_the_next_call_passes_results_and_requests() {
    let told = three()
        .stops_at(when(StopPlace::BeforeRequest, Condition { round: Some(1), ..Condition::default() }))
        .person_goes(Decision::Continue, Pace::ToCall)
        .person_goes(Decision::Continue, Pace::ToCall)
        .person(Decision::Continue)
        .run()
        .await;
    assert_eq!(told.places(), [PausePlace::BeforeRequest, before("call-1"), before("call-2")]);
}

#[tokio::test]
async fn a_turn_that_is_let_go_passes_every_breakpoint() {
    let told = three()
        .stops(StopPlace::BeforeCall)
        .stops(StopPlace::AfterCall)
        .person_goes(Decision::Continue, Pace::LetGo)
        .run()
        .await;
    assert_eq!(told.places(), [before("call-1")]);
    assert_eq!(told.outcome(), Some(&TurnOutcome::Answered));
}
