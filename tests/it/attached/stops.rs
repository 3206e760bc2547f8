//! A program stops where its person says, and receives what was decided.

use super::stage::{Stage, called, calling, events, put_together, request, result, saying, user};
use content::{CallId, Outcome, Output};
use invocation::{CallDecision, Decision, StopPlace, TurnEvent, TurnFinding, TurnOutcome, WrittenCall};
use serde_json::{Value, json};
use sessions::{LogEntry, SessionEvent};
use std::time::Duration;
use support::app::Followed;
use support::provider::Reply;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;
use workbench::contract::{NamedProgram, Note, OnTimeout, ProgramSettings};

const OSLO: (&str, &str) = ("call_1", r#"{"city": "Oslo"}"#);
const ROME: (&str, &str) = ("call_2", r#"{"city": "Rome"}"#);

/// Sends a request in the background and waits for the conversation it becomes.
async fn asking(stage: &Stage, body: Value) -> (tokio::task::JoinHandle<(u16, String)>, Followed) {
    let (base, body) = (stage.base.clone(), body.to_string());
    let asked = tokio::spawn(async move { super::stage::asks(&base, &body).await });
    (asked, stage.followed().await)
}

fn json_output(value: Value) -> Outcome {
    Outcome::Returned { output: Output::Json { value } }
}

#[tokio::test(flavor = "multi_thread")]
async fn arguments_edited_at_a_stop_are_those_the_program_runs() {
    let stage = Stage::with(vec![events(&calling("Let me look.", &[OSLO, ROME]))]).await;
    let stage = stage.stopping(&[StopPlace::BeforeCall]).await;
    let (asked, mut followed) = asking(&stage, request(&[user("Weather?")])).await;
    let edited = Decision::EditArguments { raw: r#"{"city": "Bergen"}"#.to_owned() };
    followed.answers(1, edited).await;
    followed.answers(2, Decision::Continue).await;
    let (_, stream) = asked.await.expect("a response");
    let calls = [("call_1".to_owned(), r#"{"city": "Bergen"}"#.to_owned()), owned(ROME)];
    assert_eq!(put_together(&stream), ("Let me look.".to_owned(), calls.to_vec()));
}

fn owned((id, raw): (&str, &str)) -> (String, String) {
    (id.to_owned(), raw.to_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_call_never_reaches_the_program_and_the_model_is_told() {
    let stage = Stage::with(vec![events(&calling("", &[OSLO, ROME])), events(&saying("Only Rome."))]).await;
    let stage = stage.stopping(&[StopPlace::BeforeCall]).await;
    let (asked, mut followed) = asking(&stage, request(&[user("Weather?")])).await;
    followed.answers(1, Decision::Decline { reason: "not Oslo".to_owned() }).await;
    followed.answers(2, Decision::Continue).await;
    let (_, stream) = asked.await.expect("a response");
    assert_eq!(put_together(&stream).1, [owned(ROME)]);
    let body = request(&[user("Weather?"), called("", &[ROME]), result("call_2", "sunny")]);
    stage.asks(body).await;
    let second: Value = serde_json::from_str(&stage.bodies()[1]).expect("JSON");
    let messages = second["messages"].as_array().expect("messages");
    let told: Vec<_> = messages.iter().filter_map(|message| message["content"].as_str()).collect();
    assert!(told.contains(&"The person declined this call: not Oslo") && told.contains(&"sunny"), "{told:?}");
    assert_eq!(messages[1]["tool_calls"].as_array().map(Vec::len), Some(2));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_result_edited_at_a_stop_is_what_the_model_reads_and_nothing_else_changes() {
    let stage =
        Stage::with(vec![events(&calling("", &[OSLO])), events(&saying("Pink.")), events(&saying("Yes."))])
            .await;
    let stage = stage.stopping(&[StopPlace::AfterCall]).await;
    stage.asks(request(&[user("Weather?")])).await;
    let mut messages = vec![user("Weather?"), called("", &[OSLO]), result("call_1", "clear")];
    let (asked, mut followed) = asking(&stage, request(&messages)).await;
    let written = Decision::WriteResult { outcome: json_output(json!({ "sky": "pink" })) };
    followed.answers(1, written).await;
    assert_eq!(put_together(&asked.await.expect("a response").1).0, "Pink.");
    let sent = request(&messages).to_string();
    assert_eq!(stage.bodies()[1], sent.replace(r#""clear""#, r#""{\"sky\":\"pink\"}""#));

    messages.extend([json!({ "role": "assistant", "content": "Pink." }), user("Sure?")]);
    stage.asks(request(&messages)).await;
    let sent = request(&messages).to_string();
    let kept = sent.replace(r#""clear""#, r#""{\"sky\":\"pink\"}""#);
    assert_eq!(stage.bodies()[2], kept, "the edit stays in later requests");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_whose_result_the_program_has_sent_does_not_run_again() {
    let stage = Stage::with(vec![events(&calling("", &[OSLO])), events(&saying("Clear."))]).await;
    let stage = stage.stopping(&[StopPlace::AfterCall]).await;
    stage.asks(request(&[user("Weather?")])).await;
    let messages = [user("Weather?"), called("", &[OSLO]), result("call_1", "clear")];
    let (asked, mut followed) = asking(&stage, request(&messages)).await;
    followed.answers(1, Decision::RunAgain).await;
    followed.answers(2, Decision::WriteResult { outcome: json_output(json!({ "sky": "pink" })) }).await;
    assert_eq!(put_together(&asked.await.expect("a response").1).0, "Clear.");
    let sent = &stage.bodies()[1];
    assert!(sent.contains("pink"), "{sent}");
}

#[tokio::test(flavor = "multi_thread")]
async fn calls_that_a_person_answers_alone_lead_to_one_response() {
    let stage =
        Stage::with(vec![events(&calling("Let me look. ", &[OSLO])), events(&saying("It is pink."))]).await;
    let stage = stage.stopping(&[StopPlace::BeforeCall]).await;
    let (asked, mut followed) = asking(&stage, request(&[user("Weather?")])).await;
    followed.answers(1, Decision::WriteResult { outcome: json_output(json!({ "sky": "pink" })) }).await;
    let (_, stream) = asked.await.expect("a response");
    assert_eq!(put_together(&stream), ("Let me look. It is pink.".to_owned(), Vec::new()));
    assert_eq!(stream.matches("[DONE]").count(), 1);
    let second: Value = serde_json::from_str(&stage.bodies()[1]).expect("JSON");
    assert_eq!(second["messages"].as_array().map(Vec::len), Some(3), "the provider was asked again");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_written_by_hand_is_one_of_the_provider_to_the_program() {
    let stage = Stage::with(Vec::new()).await.stopping(&[StopPlace::BeforeRequest]).await;
    let (asked, mut followed) = asking(&stage, request(&[user("Weather?")])).await;
    let function = content::FunctionName::without_plugin("get_weather");
    let calls = vec![WrittenCall { function, raw: r#"{"city":"Oslo"}"#.to_owned() }];
    followed.answers(1, Decision::WriteAnswer { text: "I ask.".to_owned(), calls }).await;
    let (status, stream) = asked.await.expect("a response");
    let (text, calls) = put_together(&stream);
    assert_eq!((status, text.as_str()), (200, "I ask."));
    assert_eq!(calls.iter().map(|call| call.1.as_str()).collect::<Vec<_>>(), [r#"{"city":"Oslo"}"#]);
    assert_eq!(stage.bodies(), Vec::<String>::new(), "no provider was asked");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_usage_of_an_answer_written_by_hand_is_an_estimate() {
    let stage = Stage::with(Vec::new()).await.stopping(&[StopPlace::BeforeRequest]).await;
    let mut body = request(&[user("What is the weather in Oslo?")]);
    body["stream"] = json!(false);
    let (asked, mut followed) = asking(&stage, body).await;
    let text = "It is clear, and cold for the season.".to_owned();
    followed.answers(1, Decision::WriteAnswer { text, calls: Vec::new() }).await;
    let (_, body) = asked.await.expect("a response");
    let usage = serde_json::from_str::<Value>(&body).expect("JSON")["usage"].take();
    let [asked, answered, all] = ["prompt_tokens", "completion_tokens", "total_tokens"]
        .map(|name| usage[name].as_u64().expect("a number"));
    assert!(asked > 10 && (8..20).contains(&answered) && all == asked + answered, "{usage}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_who_stops_the_turn_gives_the_program_an_error_that_says_so() {
    let stage = Stage::with(Vec::new()).await.stopping(&[StopPlace::BeforeRequest]).await;
    let (asked, mut followed) = asking(&stage, request(&[user("Weather?")])).await;
    followed.pause(1).await;
    while stage.now().await.held.is_empty() {
        tokio::task::yield_now().await;
    }
    let held = stage.version().await;
    followed.answers(1, Decision::Stop).await;
    let (status, body) = asked.await.expect("a response");
    assert_eq!(status, 503);
    followed.outcome().await;
    assert!(stage.now().await.held.is_empty());
    assert!(stage.version().await > held, "the window is told that the program is held no more");
    assert!(body.contains("A person stopped this request in Callwright."), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_calls_of_a_response_are_decided_at_one_stop() {
    let stage = Stage::with(vec![events(&calling("", &[OSLO, ROME]))]).await;
    let stage = stage.stopping(&[StopPlace::BeforeCall]).await;
    let (asked, mut followed) = asking(&stage, request(&[user("Weather?")])).await;
    let others = vec![CallDecision { call: CallId::new("call_2"), decision: Decision::Drop }];
    followed.answers_all(1, Decision::Continue, others).await;
    assert_eq!(put_together(&asked.await.expect("a response").1).1, [owned(OSLO)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_of_a_held_request_joins_it() {
    let stage = Stage::with(vec![events(&saying("Once."))]).await.stopping(&[StopPlace::BeforeRequest]).await;
    let body = request(&[user("Weather?")]);
    let (given_up, mut followed) = asking(&stage, body.clone()).await;
    followed.pause(1).await;
    given_up.abort();
    let _ = given_up.await;
    let base = stage.base.clone();
    let again = tokio::spawn(async move { super::stage::asks(&base, &body.to_string()).await });
    while stage.now().await.requests < 2 {
        tokio::task::yield_now().await;
    }
    followed.answers(1, Decision::Continue).await;
    assert_eq!(put_together(&again.await.expect("a response").1).0, "Once.");
    assert_eq!((stage.bodies().len(), stage.now().await.sessions.len()), (1, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_retry_gets_the_answer_that_came_after_its_program_had_left() {
    let replies = vec![events(&saying("Once.")), events(&saying("Twice."))];
    let mut stage = Stage::with(replies).await.stopping(&[StopPlace::BeforeRequest]).await;
    let body = request(&[user("Weather?")]);
    let mut connection = stage.connects(&body).await;
    let mut followed = stage.followed().await;
    followed.pause(1).await;
    connection.shutdown().await.expect("the program leaves");
    // The end of the connection says that this was noticed.
    connection.read_to_end(&mut Vec::new()).await.expect("nothing");
    followed.answers(1, Decision::Continue).await;
    followed.outcome().await;
    let settings = ProgramSettings { breakpoints: Vec::new(), ..stage.program.settings.clone() };
    stage.settles(settings).await;
    assert_eq!(put_together(&stage.asks(body.clone()).await.1).0, "Once.");
    assert_eq!((stage.bodies().len(), stage.now().await.sessions.len()), (1, 1));
    // The same question once more is one of its own.
    assert_eq!(put_together(&stage.asks(body).await.1).0, "Twice.");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fallback_with_another_model_is_a_request_of_its_own() {
    let stage = Stage::with(vec![events(&saying("From the other."))]).await;
    let stage = stage.stopping(&[StopPlace::BeforeRequest]).await;
    let body = request(&[user("Weather?")]);
    let (given_up, mut followed) = asking(&stage, body.clone()).await;
    followed.pause(1).await;
    given_up.abort();
    let _ = given_up.await;
    let (base, mut fallback) = (stage.base.clone(), body);
    fallback["model"] = json!("gpt-5-mini");
    let again = tokio::spawn(async move { super::stage::asks(&base, &fallback.to_string()).await });
    let is_pause = |entry: &&LogEntry<Note>| {
        matches!(
            entry.event,
            SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Paused { .. }, .. } }
        )
    };
    followed.until_log(|log| (log.iter().filter(is_pause).count() == 2).then_some(())).await;
    followed.answers_last(Decision::Continue).await;
    assert_eq!(put_together(&again.await.expect("a response").1).0, "From the other.");
    let asked: Value = serde_json::from_str(&stage.bodies()[0]).expect("JSON");
    assert_eq!((stage.bodies().len(), &asked["model"]), (1, &json!("gpt-5-mini")));
    assert_eq!(stage.now().await.sessions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_counts_down_only_where_its_client_waits_so_long_for_all_of_it() {
    let replies = ["Alive.", "In time."].map(|text| events(&saying(text)));
    let stage = Stage::with(replies.into()).await.stopping(&[StopPlace::BeforeRequest]).await;
    let (asked, mut followed) = asking(&stage, request(&[user("Weather?")])).await;
    followed.pause(1).await;
    // A page hears of the stop a moment before the program is listed as held.
    while stage.now().await.held.is_empty() {
        tokio::task::yield_now().await;
    }
    let held = stage.now().await.held;
    assert!(held[0].streams && held[0].until.is_none(), "{held:?}");
    followed.answers(1, Decision::Continue).await;
    asked.await.expect("a response");

    // Its last three seconds begin at once.
    let messages = [user("Weather?"), json!({ "role": "assistant", "content": "Alive." }), user("And then?")];
    let (_, stream) = asks_as_go(&stage.base, "3", &messages).await;
    assert_eq!(put_together(&stream).0, "In time.");
    let has_failed = followed.until_log(out_of_time).await;
    assert!(!has_failed);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_to_fail_in_time_reads_why_and_its_session_says_so() {
    let mut stage = Stage::with(Vec::new()).await.stopping(&[StopPlace::BeforeRequest]).await;
    let settings = ProgramSettings { on_timeout: OnTimeout::Fail, ..stage.program.settings.clone() };
    stage.settles(settings).await;
    let (status, body) = asks_as_go(&stage.base, "3", &[user("Weather?")]).await;
    assert_eq!(status, 504, "{body}");
    let mut followed = stage.followed().await;
    assert_eq!(followed.outcome().await, TurnOutcome::Stopped);
    assert_eq!(out_of_time(&followed.log), Some(true));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stop_that_was_answered_has_no_time_out_any_more() {
    let begun = [Reply::stream_head(), br#"data: {"id":"chatcmpl-1","#.to_vec()].concat();
    let stage = Stage::with(vec![Reply::Silence(begun)]).await;
    let mut stage = stage.stopping(&[StopPlace::BeforeRequest]).await;
    let settings = ProgramSettings { on_timeout: OnTimeout::Fail, ..stage.program.settings.clone() };
    stage.settles(settings).await;
    let base = stage.base.clone();
    let asked = tokio::spawn(async move { asks_as_go(&base, "5", &[user("Weather?")]).await });
    let mut followed = stage.followed().await;
    followed.pause(1).await;
    followed.answers(1, Decision::Continue).await;
    // Two seconds after the request, its last three begin.
    let ended = timeout(Duration::from_secs(3), followed.outcome()).await;
    assert!(ended.is_err(), "the provider still answers: {ended:?}");
    assert_eq!(out_of_time(&followed.log), None);
    asked.abort();
}

/// Asks as a client that waits this many seconds for the whole response.
async fn asks_as_go(base: &str, seconds: &str, messages: &[Value]) -> (u16, String) {
    let client =
        [("user-agent", "OpenAI/Go 3.12.0"), ("x-stainless-lang", "go"), ("x-stainless-timeout", seconds)];
    super::stage::asks_as(base, super::stage::KEY, &client, &request(messages).to_string()).await
}

/// Whether the program got an error at the stop that nobody answered in time.
fn out_of_time(log: &[LogEntry<Note>]) -> Option<bool> {
    log.iter().find_map(|entry| match &entry.event {
        SessionEvent::Noted {
            note:
                Note::Turn {
                    event: TurnEvent::Noticed { finding: TurnFinding::OutOfTime { has_failed } }, ..
                },
        } => Some(*has_failed),
        _ => None,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn detaching_a_held_program_ends_its_turn_and_tells_it() {
    let stage = Stage::with(Vec::new()).await.stopping(&[StopPlace::BeforeRequest]).await;
    let (asked, mut followed) = asking(&stage, request(&[user("Weather?")])).await;
    followed.pause(1).await;
    let program = stage.program.id.clone();
    stage.app.workbench.program_detach(NamedProgram { program }).await.expect("it is detached");
    assert_eq!(followed.outcome().await, TurnOutcome::Stopped);
    let (status, body) = asked.await.expect("a response");
    assert_eq!(status, 503);
    assert!(body.contains("let this program go"), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_that_is_held_when_the_application_closes_is_told() {
    let stage = Stage::with(Vec::new()).await.stopping(&[StopPlace::BeforeRequest]).await;
    let (asked, mut followed) = asking(&stage, request(&[user("Weather?")])).await;
    followed.pause(1).await;
    stage.app.workbench.close().await;
    let (status, body) = asked.await.expect("a response");
    assert_eq!(status, 503);
    assert!(body.contains("Callwright was closed"), "{body}");
}
