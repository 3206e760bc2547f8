//! Whether a model may, must or must not call, request by request.

use super::{BOSTON, FORECAST, forecast};
use content::FunctionName;
use conversations::conversation::{Conversation, registry};
use conversations::told::Told;
use invocation::{
    AfterRequired, ChoiceAt, ChoicePlan, Invocation, PastedChoice, PauseReason, StopPlace, TurnFinding,
    TurnOutcome, read_choice,
};
use ports::{CallOptions, Catalogue, FunctionChoice};

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
    let PastedChoice { choice, invocation } = read_choice(text).expect("a function choice");
    assert_eq!(invocation, None, "how calls run is left open");
    let told = forecast().planned(|plan| plan.choice = choice).run().await;
    let first = &told.requests[0].request;
    assert_eq!(first.choice, FunctionChoice::Required);
    assert_eq!(first.calls, CallOptions { parallel: Some(true), strict: Some(false), ..CallOptions::NONE });
    assert_eq!(told.offered()[0], ["weather · get_forecast"]);
    let error = read_choice(r#"{"type": "maybe"}"#).expect_err("there is no such type").to_string();
    assert!(error.contains("“maybe”"), "{error}");
}

#[test]
fn a_field_that_a_function_choice_does_not_have_is_refused_by_its_name() {
    let refused = |text: &str| read_choice(text).expect_err("it is not known").to_string();
    for field in [r#""tools": []"#, r#""options": { "tools": true }"#] {
        let error = refused(&format!(r#"{{"type": "auto", {field}}}"#));
        assert!(error.contains("unknown field `tools`"), "{error}");
    }
    let harmless = r#"{"type": "auto", "options": {"retain_argument_types": true}}"#;
    read_choice(harmless).expect("arguments keep their types in any case");
}

#[test]
fn whether_calls_run_together_is_read_with_the_choice() {
    for (concurrent, expected) in [(true, Invocation::Together), (false, Invocation::InOrder)] {
        let options = format!(r#"{{"allow_concurrent_invocation": {concurrent}}}"#);
        let pasted = read_choice(&format!(r#"{{"type": "auto", "options": {options}}}"#));
        let expected = PastedChoice { choice: ChoicePlan::default(), invocation: Some(expected) };
        assert_eq!(pasted.expect("a function choice"), expected);
    }
}

fn nowhere() -> FunctionName {
    FunctionName::new("nowhere", "nothing")
}

#[track_caller]
fn assert_refused(told: &Told, absent: &str) {
    let message = format!("the function choice names unknown functions: {absent}");
    let Some(TurnOutcome::Failed { message: said, advice, .. }) = told.outcome() else {
        panic!("it was not refused: {:?}", told.outcome())
    };
    assert_eq!((said.to_string(), advice.is_some()), (message, true));
    assert!(told.requests.is_empty(), "nothing is sent");
}

#[tokio::test]
async fn a_listed_function_that_is_not_there_is_refused_before_a_request_in_every_mode() {
    for choice in [FunctionChoice::Auto, FunctionChoice::Required, FunctionChoice::None] {
        let listed = vec![FunctionName::new("weather", "get_forecast"), nowhere()];
        let planned = forecast().planned(|plan| {
            plan.choice.choice = choice;
            plan.choice.functions = Some(listed);
        });
        assert_refused(&planned.run_with_any_answers().await, "nowhere · nothing");
    }
}

#[tokio::test]
async fn a_demand_to_call_with_nothing_to_call_is_told_and_the_model_answers_in_words() {
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_says("I don't know.")
        .planned(|plan| {
            plan.choice.choice = FunctionChoice::Required;
            plan.choice.functions = Some(Vec::new());
        })
        .run()
        .await;
    assert_eq!(
        (choices(&told), told.findings()),
        (vec![FunctionChoice::None], vec![TurnFinding::NothingToCall])
    );
    let auto = forecast().run().await.findings();
    assert!(!auto.contains(&TurnFinding::NothingToCall), "{auto:?}");
}

#[tokio::test]
async fn a_demanded_function_that_is_not_there_is_refused_with_the_nearest() {
    let misspelt = || FunctionName::new("weather", "get_forcast");
    let allowed = |required| FunctionChoice::Allowed { functions: vec![misspelt()], required };
    for choice in [FunctionChoice::Function { name: misspelt() }, allowed(true), allowed(false)] {
        let told = forecast().planned(|plan| plan.choice.choice = choice).run_with_any_answers().await;
        assert_refused(&told, "weather · get_forcast (nearest: weather · get_forecast)");
    }
}

#[tokio::test]
async fn a_function_of_a_participant_that_is_not_there_is_refused() {
    let told = forecast()
        .planned(|plan| {
            plan.participants = vec![invocation::Participant {
                name: "clerk".to_owned(),
                model: plan.model.clone(),
                instructions: String::new(),
                functions: Some(vec![nowhere()]),
            }];
            plan.speaker = Some("clerk".to_owned());
        })
        .run_with_any_answers()
        .await;
    assert_refused(&told, "nowhere · nothing");
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
        .planned(|plan| plan.policies.invocation = Invocation::ByHand)
        .stops(StopPlace::OnError)
        .run_with_any_answers()
        .await;
    assert_eq!(told.pauses[0].reason, PauseReason::HandedBack);
    let calls: Vec<_> = told.messages().flat_map(content::Message::calls).collect();
    assert_eq!(calls.iter().map(|call| call.id.as_str()).collect::<Vec<_>>(), ["call-1", "call-2"]);
    assert!(matches!(calls[1].arguments, content::CallArguments::Malformed { .. }));
    assert_eq!((told.started(), told.outcome()), (vec![], Some(&TurnOutcome::Stopped)));
}
