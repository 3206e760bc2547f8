//! Answers that end before they are complete, and turns whose time is up in the middle of one.

use super::{BOSTON, FORECAST, Lasting, forecast};
use content::{CalledFunction, FailureKind, FunctionName, ModelId, Role};
use conversations::conversation::{Conversation, Told};
use invocation::{
    Completer, CutBy, CutCall, Decision, Limit, PauseReason, StopPlace, TurnEvent, TurnOutcome,
};

const OUT_OF_TIME: TurnOutcome = TurnOutcome::LimitReached { limit: Limit::Time };

/// The marks of answers that were cut: by what, what they had said, and their calls.
fn cuts(told: &Told) -> Vec<(CutBy, Option<String>, Vec<CutCall>)> {
    let said = |id: &content::MessageId| {
        let all = told.records.iter().filter_map(|record| match record {
            invocation::TurnRecord::Message(message) => Some(message),
            invocation::TurnRecord::Event(_) => None,
        });
        all.filter(|message| message.id == *id).map(content::Message::text).collect()
    };
    let cut = told.events().filter_map(|event| match event {
        TurnEvent::AnswerCut { by, message, calls, .. } => {
            Some((*by, message.as_ref().map(said), calls.clone()))
        }
        _ => None,
    });
    cut.collect()
}

fn words(by: CutBy, text: &str) -> (CutBy, Option<String>, Vec<CutCall>) {
    (by, Some(text.to_owned()), Vec::new())
}

#[tokio::test]
async fn what_was_said_before_a_connection_broke_stays_and_is_marked() {
    let told = Conversation::new().user("Hello").model_breaks_off("Good mor").run().await;
    assert_eq!(cuts(&told), [words(CutBy::Connection, "Good mor")]);
    let roles: Vec<_> = told.messages().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant]);
    assert!(matches!(told.outcome(), Some(TurnOutcome::Failed { .. })), "{:?}", told.outcome());
    told.assert_sound();
}

#[tokio::test]
async fn a_call_of_a_cut_answer_never_runs_and_stands_in_its_mark() {
    let told = Conversation::new()
        .user("How warm is it?")
        .model_breaks_off_calling("Let me see.", ("call-1", FORECAST, r#"{"city": "Bos"#))
        .run()
        .await;
    let name = FunctionName::new("weather", "get_forecast");
    let call = CutCall { function: CalledFunction::Known { name }, raw: r#"{"city": "Bos"#.to_owned() };
    assert_eq!(cuts(&told), [(CutBy::Connection, Some("Let me see.".to_owned()), vec![call])]);
    assert_eq!(told.started(), [""; 0]);
    assert_eq!(told.messages().flat_map(content::Message::calls).count(), 0);
    told.assert_sound();
}

#[tokio::test]
async fn a_request_that_is_sent_again_is_not_sent_what_was_said_to_it_before() {
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
    let sent: Vec<_> = told.requests.iter().map(|asked| asked.request.messages.len()).collect();
    assert_eq!(sent, [1, 1]);
    let cut = || words(CutBy::Connection, "Good mor");
    assert_eq!(cuts(&told), [cut(), cut()]);
    told.assert_sound();
}

#[tokio::test(start_paused = true)]
async fn an_answer_that_comes_in_when_the_time_is_up_ends_there() {
    let told = Conversation::new()
        .user("Slowly.")
        .model_stalls("It is ", 60, "late.")
        .planned(|plan| plan.limits.seconds = Some(5))
        .run()
        .await;
    assert_eq!(told.outcome(), Some(&OUT_OF_TIME));
    assert_eq!(cuts(&told), [words(CutBy::TimeLimit, "It is ")]);
    told.assert_sound();
}

#[tokio::test(start_paused = true)]
async fn a_service_that_says_nothing_is_left_when_the_time_is_up() {
    let told = Conversation::new()
        .user("How warm is Boston?")
        .model_calls("call-1", FORECAST, BOSTON)
        .model_stalls("", 60, "It is late.")
        .planned(|plan| plan.limits.seconds = Some(5))
        .run()
        .await;
    assert_eq!((told.outcome(), cuts(&told)), (Some(&OUT_OF_TIME), Vec::new()));
    let ours = "The turn ended without an answer: it reached its limit of 5 seconds.";
    assert_eq!(told.last_words(), ours);
    told.assert_sound();
}

#[tokio::test(start_paused = true)]
async fn last_words_have_a_minute_and_no_more() {
    let slow = |seconds| {
        let told = Conversation::new()
            .user("Slowly.")
            .function(Lasting::new())
            .model_calls("call-1", "test-lasting", r#"{"seconds": 60}"#)
            .model_stalls("Too ", seconds, "slow.");
        told.planned(|plan| plan.limits.seconds = Some(5)).run()
    };
    let told = slow(50).await;
    assert_eq!((told.outcome(), told.last_words().as_str()), (Some(&TurnOutcome::Answered), "Too slow."));
    let told = slow(70).await;
    assert_eq!((told.outcome(), told.last_words().as_str()), (Some(&OUT_OF_TIME), "Too "));
    assert_eq!(cuts(&told), [words(CutBy::TimeLimit, "Too ")]);
    told.assert_sound();
}

#[tokio::test(start_paused = true)]
async fn another_model_that_completes_a_call_is_not_waited_for_when_the_time_is_up() {
    let to = Completer::Model { model: ModelId::new("script:helper") };
    let told = forecast()
        .model("script:helper")
        .model_stalls("{", 60, "}")
        .stops(StopPlace::BeforeCall)
        .person(Decision::HandOver { to })
        .planned(|plan| plan.limits.seconds = Some(5))
        .run()
        .await;
    assert_eq!(told.failure("call-1").kind, FailureKind::NotRun);
    assert_eq!(told.outcome(), Some(&TurnOutcome::Answered));
    told.assert_sound();
}
