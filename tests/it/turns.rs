//! Turns that need the application's own parts: its models, its selection, or a service.

mod guided;
mod paused;

use content::{Message, Output};
use conversations::made::function;
use functions::Registry;
use std::sync::Arc;
use support::conversation::with_real_parts;

const FORECAST: &str = "weather-get_forecast";
const BOSTON: &str = r#"{"city": "Boston"}"#;

#[tokio::test]
async fn two_calls_with_one_id_are_told_apart() {
    let city = |name: &str| format!(r#"{{"city": "{name}"}}"#);
    let told = with_real_parts()
        .user("Both, please.")
        .model_calls_all(&[
            ("call-1", "weather-get_forecast", &city("Boston")),
            ("call-1", "weather-get_forecast", &city("Oslo")),
        ])
        .model_says("Done.")
        .run()
        .await;
    let calls: Vec<_> = told.messages().flat_map(Message::calls).collect();
    let [first, second] = calls.as_slice() else { panic!("{} calls", calls.len()) };
    assert_ne!(first.id, second.id);
    assert_eq!(told.messages().flat_map(Message::results).count(), 2);
}

#[tokio::test]
async fn functions_that_fit_alike_are_offered_in_the_order_in_which_they_were_defined() {
    let nothing = |name: &str| function(name, |_| Ok(Output::Nothing));
    let mut functions = Registry::default();
    for name in ["zebra", "yak", "ape"] {
        functions.add_function(nothing(name)).expect("the function is usable");
    }
    let told = with_real_parts()
        .user("Go.")
        .catalogue(Arc::new(functions))
        .planned(|plan| plan.selection.limit = 2)
        .model_says("Done.")
        .run()
        .await;
    let selections = told.events().filter_map(|event| match event {
        invocation::TurnEvent::Selected { selection } => Some(selection),
        _ => None,
    });
    let listed: Vec<Vec<_>> = selections
        .map(|selection| selection.candidates.iter().map(|one| one.function.function.as_str()).collect())
        .collect();
    assert_eq!(listed, [["zebra", "yak", "ape"]]);
}
