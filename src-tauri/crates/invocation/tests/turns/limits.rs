//! Where a turn ends at the latest.

use content::FailureKind;
use conversations::conversation::Conversation;
use invocation::{Limit, TurnEvent, TurnOutcome};

#[tokio::test]
async fn the_last_round_offers_no_functions_so_that_the_turn_ends_in_words() {
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_calls("call-1", "weather-get_forecast", r#"{"city": "Boston"}"#)
        .model_says("12 degrees.")
        .rounds(2)
        .run()
        .await;
    let offered: Vec<_> = told
        .events()
        .filter_map(|event| match event {
            TurnEvent::RequestSent { offered, .. } => Some(offered.len()),
            _ => None,
        })
        .collect();
    assert_eq!(offered, [10, 0]);
    assert_eq!(told.outcome(), Some(&TurnOutcome::Answered));
}

#[tokio::test]
async fn a_model_that_calls_on_in_the_last_round_gets_an_answer_and_the_turn_ends() {
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_calls("call-1", "weather-get_forecast", r#"{"city": "Boston"}"#)
        .model_calls("call-2", "weather-get_forecast", r#"{"city": "Oslo"}"#)
        .rounds(2)
        .run()
        .await;
    assert_eq!(told.outcome(), Some(&TurnOutcome::LimitReached { limit: Limit::Rounds }));
    assert_eq!(told.failure("call-2").kind, FailureKind::NotRun);
}

#[tokio::test]
async fn usage_is_the_sum_over_all_requests() {
    let told = Conversation::new()
        .user("Add.")
        .model_calls("call-1", "arithmetic-sum", r#"{"numbers": [1, 2]}"#)
        .model_calls("call-2", "arithmetic-sum", r#"{"numbers": [3]}"#)
        .model_says("6")
        .run()
        .await;
    assert_eq!((told.turn.usage().input, told.turn.usage().output), (Some(20), Some(4)));
}

#[tokio::test]
async fn an_answer_that_breaks_off_fails_the_turn_and_says_what_to_do() {
    let told = Conversation::new().user("Hello").model_breaks_off("Good mor").run().await;
    match told.outcome() {
        Some(TurnOutcome::Failed { message, advice, .. }) => {
            assert_eq!(message.to_string(), "the answer broke off before it was complete");
            let advice = advice.as_ref().map(ToString::to_string);
            assert_eq!(advice.as_deref(), Some("Send the request again."));
        }
        other => panic!("the turn ended as {other:?}"),
    }
    assert_eq!(told.last_words(), "Good mor");
}

#[tokio::test]
async fn functions_used_before_stay_offered() {
    let mut conversation = Conversation::new()
        .user("Add two numbers together")
        .model_calls("call-1", "arithmetic-add_numbers", r#"{"numberOne": 1, "numberTwo": 0}"#)
        .model_says("1");
    conversation = conversation.offers_at_most(1);
    let told = conversation.run().await;
    let last = told.events().filter_map(|event| match event {
        TurnEvent::Selected { selection } => Some(selection.clone()),
        _ => None,
    });
    let verdicts: Vec<_> =
        last.last().expect("a selection").candidates.into_iter().map(|one| one.verdict).collect();
    assert!(verdicts.contains(&ports::Verdict::UsedBefore), "{verdicts:?}");
}
