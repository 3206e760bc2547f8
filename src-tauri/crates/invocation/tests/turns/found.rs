//! Courses of a turn that were once found to go wrong.

use content::FunctionName;
use conversations::conversation::{Conversation, Reply};
use invocation::{Decision, Invocation, Pace, StopPlace};

const FORECAST: &str = r#"{"city": "Oslo"}"#;

fn added(pace: Pace) -> Reply {
    let function = FunctionName::new("weather", "get_forecast");
    Reply { decision: Decision::AddCall { function, raw: FORECAST.to_owned() }, others: Vec::new(), pace }
}

#[tokio::test]
async fn a_call_put_where_the_model_made_none_is_answered_when_the_turn_is_stopped() {
    let conversation = Conversation::new().user("Go.").rounds(1).model_says("Done.");
    let told =
        conversation.stops(StopPlace::AfterResponse).replies(added(Pace::Run)).run_with_any_answers().await;
    told.assert_sound();
}

#[tokio::test]
async fn a_turn_that_goes_on_in_steps_does_not_come_back_to_a_call_it_went_past() {
    let going_on = Reply { decision: Decision::Continue, others: Vec::new(), pace: Pace::ToCall };
    let calls = [("call-1", "weather-get_forecast", "{"), ("call-2", "weather-get_forecast", FORECAST)];
    let conversation = Conversation::new().user("Go.").model_calls_all(&calls).model_says("Done.");
    let conversation = conversation.planned(|plan| plan.policies.invocation = Invocation::ByHand);
    let told = conversation.replies(going_on).replies(added(Pace::Step)).run_with_any_answers().await;
    told.assert_sound();
    let places = told.places();
    let mut distinct = places.clone();
    distinct.dedup();
    assert_eq!(places, distinct);
    assert!(!places.contains(&invocation::PausePlace::AfterCall { call: content::CallId::new("call-1") }));
}
