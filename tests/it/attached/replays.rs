//! A recorded session answers a program by the calls it makes.

use super::stage::{Stage, called, calling, events, put_together, request, result, saying, user};
use invocation::{Decision, WrittenCall};
use serde_json::{Value, json};
use support::app::Followed;
use workbench::contract::{Answerer, ProgramSettings, Replayed};

const OSLO: (&str, &str) = ("call_1", r#"{"city":"Oslo"}"#);
const ROME: (&str, &str) = ("call_2", r#"{"city":"Rome"}"#);

/// A program whose recorded session looks at Oslo, then at Rome, and answers it from now on.
async fn stage(by: Replayed) -> Stage {
    let replies = [calling("Oslo first.", &[OSLO]), calling("Now Rome.", &[ROME]), saying("Both are clear.")];
    let mut stage = Stage::with(replies.iter().map(|reply| events(reply)).collect()).await;
    let mut said = vec![user("Weather?")];
    stage.asks(request(&said)).await;
    said.extend([called("Oslo first.", &[OSLO]), result("call_1", "clear")]);
    stage.asks(request(&said)).await;
    said.extend([called("Now Rome.", &[ROME]), result("call_2", "clear")]);
    stage.asks(request(&said)).await;
    let session = stage.session().await;
    stage.followed().await.outcome().await;
    let answerer = Answerer::Session { session, by };
    let settings = ProgramSettings { answerer, ..stage.program.settings.clone() };
    stage.settles(settings).await;
    stage
}

/// Sends a request and waits until a stop holds it.
async fn held(stage: &Stage, body: Value) -> (tokio::task::JoinHandle<(u16, String)>, Followed) {
    let (base, body) = (stage.base.clone(), body.to_string());
    let asked = tokio::spawn(async move { super::stage::asks(&base, &body).await });
    while stage.now().await.held.is_empty() {
        assert!(!asked.is_finished(), "the program has an answer, and no stop held it");
        tokio::task::yield_now().await;
    }
    (asked, stage.followed().await)
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_in_another_order_get_the_answers_that_were_given_to_them() {
    let stage = stage(Replayed::ByCall).await;
    let mut said =
        vec![user("Compare them."), called("", &[("a", r#"{ "city": "Rome" }"#)]), result("a", "rain")];
    let (_, stream) = stage.asks(request(&said)).await;
    assert_eq!(put_together(&stream), ("Both are clear.".to_owned(), Vec::new()));
    said = vec![user("The other way round."), called("", &[("b", OSLO.1)]), result("b", "rain")];
    let (_, stream) = stage.asks(request(&said)).await;
    let calls = vec![(ROME.0.to_owned(), ROME.1.to_owned())];
    assert_eq!(put_together(&stream), ("Now Rome.".to_owned(), calls));
    assert_eq!(stage.bodies().len(), 3, "no provider was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_without_a_recorded_answer_stops_and_a_person_says_what_follows() {
    let stage = stage(Replayed::ByCall).await;
    let bergen = r#"{"city":"Bergen"}"#;
    let said = [user("Compare them."), called("", &[("a", bergen)]), result("a", "rain")];
    let (asked, mut followed) = held(&stage, request(&said)).await;
    let calls = Vec::<WrittenCall>::new();
    followed.answers(1, Decision::WriteAnswer { text: "It rains in Bergen.".to_owned(), calls }).await;
    let (status, stream) = asked.await.expect("a response");
    assert_eq!((status, put_together(&stream).0.as_str()), (200, "It rains in Bergen."));
    assert_eq!(stage.bodies().len(), 3, "no provider was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_run_again_on_its_recording_has_a_session_of_its_own() {
    for by in [Replayed::InOrder, Replayed::ByCall] {
        let stage = stage(by).await;
        let mut said = vec![user("Weather?")];
        for (recorded, call) in [("Oslo first.", OSLO), ("Now Rome.", ROME)] {
            let (_, stream) = stage.asks(request(&said)).await;
            assert_eq!(put_together(&stream).1, [(call.0.to_owned(), call.1.to_owned())]);
            said.extend([called(recorded, &[call]), result(call.0, "clear")]);
        }
        assert_eq!(put_together(&stage.asks(request(&said)).await.1).0, "Both are clear.");
        assert_eq!((stage.bodies().len(), stage.now().await.sessions.len()), (3, 2));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_answers_in_order_stops_behind_its_last_answer() {
    let stage = stage(Replayed::InOrder).await;
    let mut said = vec![user("Once more.")];
    for (recorded, call) in [("Oslo first.", OSLO), ("Now Rome.", ROME)] {
        let (_, stream) = stage.asks(request(&said)).await;
        assert_eq!(
            put_together(&stream),
            (recorded.to_owned(), vec![(call.0.to_owned(), call.1.to_owned())])
        );
        said.extend([called(recorded, &[call]), result(call.0, "rain")]);
    }
    let (_, stream) = stage.asks(request(&said)).await;
    assert_eq!(put_together(&stream).0, "Both are clear.");
    said.extend([json!({ "role": "assistant", "content": "Both are clear." }), user("And then?")]);
    let (asked, mut followed) = held(&stage, request(&said)).await;
    let calls = Vec::<WrittenCall>::new();
    followed.answers(1, Decision::WriteAnswer { text: "Nothing.".to_owned(), calls }).await;
    assert_eq!(put_together(&asked.await.expect("a response").1).0, "Nothing.");
}
