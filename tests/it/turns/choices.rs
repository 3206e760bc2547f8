//! Whether a model may, must or must not call, request by request.

use super::{BOSTON, FORECAST, forecast};
use content::FunctionName;
use invocation::{AfterRequired, ChoiceAt, PauseReason, StopPlace, TurnOutcome, read_choice};
use ports::{CallOptions, Catalogue, FunctionChoice};
use support::conversation::{Conversation, registry};
use support::told::Told;

/// How many functions there are.
fn all() -> usize {
    registry().specs().len()
}

fn choices(told: &Told) -> Vec<FunctionChoice> {
    told.requests.iter().map(|one| one.request.choice.clone()).collect()
}

#[tokio::test]
async fn auto_advertises_every_function_or_those_of_the_list_only() {
    let told = forecast().run().await;
    assert_eq!((told.offered()[0].len(), choices(&told)[0].clone()), (all(), FunctionChoice::Auto));
    let listed = vec![FunctionName::new("weather", "get_forecast")];
    let told = forecast().planned(|plan| plan.choice.functions = Some(listed)).run().await;
    assert_eq!(told.offered(), [["weather · get_forecast"], ["weather · get_forecast"]]);
}

#[tokio::test]
async fn required_is_asked_of_the_first_request_only_and_then_the_model_may_call_or_must_answer() {
    let required = |after| {
        forecast().planned(move |plan| {
            plan.choice.choice = FunctionChoice::Required;
            plan.policies.after_required = after;
        })
    };
    let told = required(AfterRequired::Auto).run().await;
    assert_eq!(choices(&told), [FunctionChoice::Required, FunctionChoice::Auto]);
    let told = required(AfterRequired::Words).run().await;
    assert_eq!(choices(&told), [FunctionChoice::Required, FunctionChoice::None]);
    assert_eq!(told.offered()[1], Vec::<String>::new());
}

#[tokio::test]
async fn none_describes_the_functions_and_runs_no_call_by_itself() {
    let told =
        forecast().planned(|plan| plan.choice.choice = FunctionChoice::None).run_with_any_answers().await;
    assert_eq!((told.offered()[0].len(), choices(&told)[0].clone()), (all(), FunctionChoice::None));
    assert_eq!(told.pauses[0].reason, PauseReason::HandedBack);
    assert_eq!(told.started(), Vec::<&str>::new());
}

#[tokio::test]
async fn one_function_is_demanded_by_its_name_and_offered_whatever_the_ranking_says() {
    let name = FunctionName::new("clock", "now");
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_says("12 degrees.")
        .offers_at_most(1)
        .planned(|plan| {
            plan.choice.choice = FunctionChoice::Function { name: FunctionName::new("clock", "now") }
        })
        .run()
        .await;
    assert_eq!(choices(&told), [FunctionChoice::Function { name }]);
    assert!(told.offered()[0].contains(&"clock · now".to_owned()));
}

#[tokio::test]
async fn a_choice_holds_for_the_request_it_is_meant_for() {
    let at = ChoiceAt { round: 2, choice: FunctionChoice::None };
    let told = forecast().planned(|plan| plan.choice.requests = vec![at]).run().await;
    assert_eq!(choices(&told), [FunctionChoice::Auto, FunctionChoice::None]);
}

#[tokio::test]
async fn the_configuration_of_semantic_kernel_is_reproduced() {
    let text = r#"{
        "type": "required",
        "functions": ["weather.get_forecast"],
        "options": { "allow_parallel_calls": true, "allow_strict_schema_adherence": false }
    }"#;
    let choice = read_choice(text).expect("a function choice");
    let told = forecast().planned(|plan| plan.choice = choice).run().await;
    let first = &told.requests[0].request;
    assert_eq!(first.choice, FunctionChoice::Required);
    assert_eq!(first.calls, CallOptions { parallel: Some(true), strict: Some(false), ..CallOptions::NONE });
    assert_eq!(told.offered()[0], ["weather · get_forecast"]);
    let error = read_choice(r#"{"type": "maybe"}"#).expect_err("there is no such type").to_string();
    assert!(error.contains("\"maybe\""), "{error}");
}

#[tokio::test]
async fn parallel_calls_are_allowed_forbidden_or_left_open() {
    for parallel in [None, Some(true), Some(false)] {
        let told = forecast().planned(|plan| plan.choice.calls.parallel = parallel).run().await;
        assert_eq!(told.requests[0].request.calls.parallel, parallel);
    }
}

#[tokio::test]
async fn calls_that_do_not_run_by_themselves_are_handed_to_the_person_with_all_they_bring() {
    let told = Conversation::new()
        .user("Both, please.")
        .model_calls_all(&[("call-1", FORECAST, BOSTON), ("call-2", FORECAST, "{")])
        .model_says("Done.")
        .planned(|plan| plan.policies.invocation = invocation::Invocation::ByHand)
        .stops(StopPlace::OnError)
        .run_with_any_answers()
        .await;
    assert_eq!(told.pauses[0].reason, PauseReason::HandedBack);
    let calls: Vec<_> = told.messages().flat_map(content::Message::calls).collect();
    assert_eq!(calls.iter().map(|call| call.id.as_str()).collect::<Vec<_>>(), ["call-1", "call-2"]);
    assert!(matches!(calls[1].arguments, content::CallArguments::Malformed { .. }));
    assert_eq!((told.started(), told.outcome()), (vec![], Some(&TurnOutcome::Stopped)));
}
