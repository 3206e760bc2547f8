//! Which functions a turn offers with each request, as the plan of its selection says.

use content::FunctionName;
use conversations::conversation::Conversation;
use conversations::told::Told;
use invocation::{Keeping, SelectionMode, SelectionPlan, TurnOutcome};

const FORECAST: &str = r#"{"city": "Boston"}"#;

/// A turn of two rounds, the first of which calls a function.
fn two_rounds(change: impl FnOnce(&mut SelectionPlan)) -> Conversation {
    Conversation::new()
        .user("What is the weather in Boston?")
        .model_calls("call-1", "weather-get_forecast", FORECAST)
        .model_says("12 degrees.")
        .offers_at_most(1)
        .planned(|plan| change(&mut plan.selection))
}

#[tokio::test]
async fn everything_is_offered_where_nobody_chooses() {
    let told = two_rounds(|plan| plan.mode = SelectionMode::Everything).run().await;
    assert!(told.offered().iter().all(|offered| offered.len() > 1), "{:?}", told.offered());
}

#[tokio::test]
async fn a_person_chooses_by_name_or_by_a_search() {
    let chosen = vec![FunctionName::new("weather", "get_forecast"), FunctionName::new("clock", "now")];
    let both = ["clock · now", "weather · get_forecast"];
    for mode in [
        SelectionMode::Manual { functions: chosen.clone() },
        SelectionMode::External { search: "weather".into(), functions: chosen },
    ] {
        let told = two_rounds(|plan| plan.mode = mode).run().await;
        let mut offered = told.offered();
        offered.iter_mut().for_each(|names| names.sort());
        assert_eq!(offered, [both, both]);
    }
}

fn misspelt() -> Vec<FunctionName> {
    vec![FunctionName::new("clock", "now"), FunctionName::new("weather", "get_forcast")]
}

#[track_caller]
fn assert_refused(told: &Told) {
    let Some(TurnOutcome::Failed { message, advice, .. }) = told.outcome() else {
        panic!("it was not refused: {:?}", told.outcome())
    };
    let expected =
        "the selection names unknown functions: weather · get_forcast (nearest: weather · get_forecast)";
    assert_eq!((message.to_string().as_str(), advice.is_some()), (expected, true));
    assert!(told.requests.is_empty(), "nothing is sent");
}

#[tokio::test]
async fn a_pinned_function_that_is_not_there_is_refused_with_the_nearest() {
    for mode in [SelectionMode::Everything, SelectionMode::PerRequest, SelectionMode::Searched] {
        let pinned = two_rounds(|plan| (plan.mode, plan.pinned) = (mode, misspelt()));
        assert_refused(&pinned.run_with_any_answers().await);
    }
}

#[tokio::test]
async fn a_function_chosen_by_hand_that_is_not_there_is_refused_with_the_nearest() {
    for mode in [
        SelectionMode::Manual { functions: misspelt() },
        SelectionMode::External { search: "weather".into(), functions: misspelt() },
    ] {
        assert_refused(&two_rounds(|plan| plan.mode = mode).run_with_any_answers().await);
    }
}

#[tokio::test]
async fn what_the_selection_names_need_not_be_there_where_the_choice_lists_the_functions() {
    let listed = vec![FunctionName::new("weather", "get_forecast")];
    let told = two_rounds(|plan| {
        plan.pinned = misspelt();
        plan.mode = SelectionMode::Manual { functions: misspelt() };
    });
    let told = told.planned(|plan| plan.choice.functions = Some(listed)).run().await;
    assert_eq!(told.offered(), [["weather · get_forecast"], ["weather · get_forecast"]]);
}

#[tokio::test]
async fn once_a_turn_means_that_all_its_requests_offer_the_same() {
    let told = two_rounds(|plan| plan.mode = SelectionMode::PerOperation).run().await;
    assert_eq!(told.offered()[0], told.offered()[1]);
    assert_eq!(told.offered()[0].len(), 1);
}

#[tokio::test]
async fn what_was_offered_stays_where_the_new_is_added() {
    let told = two_rounds(|plan| plan.keeping = Keeping::Additive).run().await;
    let [first, second] = told.offered().try_into().expect("two requests");
    assert!(first.iter().all(|name| second.contains(name)), "{first:?} {second:?}");
}
