//! A model that is led through a turn, because it does not find its way alone.

use super::{BOSTON, FORECAST};
use content::FunctionName;
use invocation::{Decision, Guidance, Lead, Reach, RequestEdit, RequestTerms, StopPlace, TurnEvent};
use ports::FunctionChoice;
use support::conversation::{Conversation, with_real_parts};
use support::told::Told;

fn led(told: &Told) -> Vec<(FunctionChoice, Option<Lead>)> {
    let terms = told.events().filter_map(|event| match event {
        TurnEvent::RequestSent { terms: Some(terms), .. } => Some(terms.as_ref()),
        _ => None,
    });
    terms.map(|RequestTerms { choice, lead, .. }| (choice.clone(), *lead)).collect()
}

fn forecast() -> Conversation {
    with_real_parts()
        .user("What is the weather forecast for the city of Boston?")
        .model_calls("call-1", FORECAST, BOSTON)
        .model_says("It is {{call-1/temperature_c}} degrees.")
}

fn guided(guidance: Guidance) -> Conversation {
    forecast().planned(move |plan| plan.guidance = Some(guidance))
}

#[tokio::test]
async fn a_led_model_has_to_call_where_a_function_fits_and_to_speak_once_it_has_the_result() {
    let told = guided(Guidance::FULL).run().await;
    let functions = ["get_forecast", "get_alerts"].map(|name| FunctionName::new("weather", name)).to_vec();
    let call = (FunctionChoice::Allowed { functions, required: true }, Some(Lead::FunctionFits));
    let speak = (FunctionChoice::None, Some(Lead::AllAnswered));
    assert_eq!(led(&told), [call.clone(), speak.clone()]);
    let told = guided(Guidance { opening: false, ..Guidance::FULL }).run().await;
    assert_eq!(led(&told), [(FunctionChoice::Auto, None), speak]);
    let told = guided(Guidance { closing: false, ..Guidance::FULL }).run().await;
    assert_eq!(led(&told), [call, (FunctionChoice::Auto, None)]);
}

#[tokio::test]
async fn a_led_model_has_to_speak_where_no_function_fits() {
    let told = with_real_parts()
        .user("Thank you, that was all.")
        .model_says("You are welcome.")
        .planned(|plan| plan.guidance = Some(Guidance::FULL))
        .run()
        .await;
    assert_eq!(led(&told), [(FunctionChoice::None, Some(Lead::NothingFits))]);
}

#[tokio::test]
async fn nobody_is_led_who_is_not_to_be_and_a_persons_choice_stands() {
    assert_eq!(led(&forecast().run().await), [(FunctionChoice::Auto, None), (FunctionChoice::Auto, None)]);
    let told = guided(Guidance::FULL).planned(|plan| plan.choice.choice = FunctionChoice::None);
    let told = told.run_with_any_answers().await;
    assert_eq!(led(&told).first(), Some(&(FunctionChoice::None, None)));
}

#[tokio::test]
async fn a_model_leans_where_the_ranking_leaves_it_the_choice() {
    let leans = async |text: &str, guidance| {
        let told = with_real_parts()
            .user(text)
            .model_says("I don't know.")
            .planned(move |plan| plan.guidance = Some(guidance))
            .run_with_any_answers()
            .await;
        let terms = told.events().find_map(|event| match event {
            TurnEvent::RequestSent { terms: Some(terms), .. } => Some(terms.as_ref().clone()),
            _ => None,
        });
        terms.map(|terms| (terms.choice, terms.calls.lean, terms.lead))
    };
    let undecided = "Which city is it?";
    let leaning = (FunctionChoice::Auto, Some(true), Some(Lead::FunctionMayFit));
    assert_eq!(leans(undecided, Guidance::FULL).await, Some(leaning));
    let without = Guidance { opening: false, ..Guidance::FULL };
    assert_eq!(leans(undecided, without).await, Some((FunctionChoice::Auto, None, None)));
    let speaking = (FunctionChoice::None, None, Some(Lead::NothingFits));
    assert_eq!(leans("Thank you, that was all.", Guidance::FULL).await, Some(speaking));
}

#[tokio::test]
async fn a_model_that_has_to_speak_is_asked_to_tell_the_results() {
    let told = guided(Guidance::FULL).run().await;
    let terms = told.events().filter_map(|event| match event {
        TurnEvent::RequestSent { terms: Some(terms), .. } => Some((terms.calls.parallel, terms.calls.retell)),
        _ => None,
    });
    assert_eq!(terms.collect::<Vec<_>>(), [(Some(false), None), (None, Some(true))]);
}

#[tokio::test]
async fn a_function_that_a_person_takes_out_of_a_led_request_can_not_be_called_in_it() {
    let alerts = FunctionName::new("weather", "get_alerts");
    let edit = RequestEdit { functions: Some(vec![alerts.clone()]), ..RequestEdit::default() };
    let told = guided(Guidance::FULL)
        .stops(StopPlace::BeforeRequest)
        .person(Decision::EditRequest { edit: Box::new(edit), reach: Reach::ThisRequest })
        .run_with_any_answers()
        .await;
    let call = FunctionChoice::Allowed { functions: vec![alerts], required: true };
    assert_eq!(led(&told).first(), Some(&(call, Some(Lead::FunctionFits))));
}

#[tokio::test]
async fn a_choice_that_a_person_leaves_to_the_model_is_left_to_it() {
    let edit = RequestEdit { choice: Some(FunctionChoice::Auto), ..RequestEdit::default() };
    let told = guided(Guidance::FULL)
        .stops(StopPlace::BeforeRequest)
        .person(Decision::EditRequest { edit: Box::new(edit), reach: Reach::ThisRequest })
        .run_with_any_answers()
        .await;
    assert_eq!(led(&told).first(), Some(&(FunctionChoice::Auto, None)));
}
