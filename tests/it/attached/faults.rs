//! Faults on purpose: of the next requests, and of answers that call a function.

use super::stage::{Stage, calling, events, put_together, request, saying, user};
use invocation::TurnOutcome;
use notices::Notice;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use support::provider::Reply;
use workbench::contract::{ChangeProgram, FunctionFault, PlannedFault, ProgramFault, ProgramSettings};

const OSLO: (&str, &str) = ("call_1", r#"{"city":"Oslo"}"#);

#[tokio::test(flavor = "multi_thread")]
async fn a_planned_fault_meets_the_next_requests_and_no_more() {
    let mut stage = Stage::with(vec![events(&saying("Back."))]).await;
    let fault = ProgramFault::Refused { status: 429, message: "Slow down.".to_owned(), retry_after: Some(7) };
    let settings = stage.program.settings.clone();
    stage.settles(ProgramSettings { fault: Some(PlannedFault { fault, requests: 1 }), ..settings }).await;
    let (status, body) = stage.asks(request(&[user("Hello")])).await;
    assert_eq!(status, 429);
    assert!(body.contains("Slow down."), "{body}");
    let outcome = stage.followed().await.outcome().await;
    let TurnOutcome::Failed { message, .. } = outcome else { panic!("{outcome:?}") };
    let cause = message.cause().map(Notice::id);
    assert_eq!((message.id(), cause), ("connector.planned", Some("planned-fault.refused")));
    let (status, stream) = stage.asks(request(&[user("Hello")])).await;
    assert_eq!((status, put_together(&stream).0.as_str()), (200, "Back."));
    assert_eq!(stage.now().await.sessions.len(), 1, "the second attempt goes on in the same session");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planned_answer_in_malformed_json_is_one_the_program_cannot_read() {
    let mut stage = Stage::with(vec![events(&saying("Back."))]).await;
    let settings = stage.program.settings.clone();
    let fault = Some(PlannedFault { fault: ProgramFault::MalformedJson, requests: 2 });
    stage.settles(ProgramSettings { fault, ..settings }).await;
    let (status, stream) = stage.asks(request(&[user("Hello")])).await;
    let data: Vec<_> = stream.lines().filter_map(|line| line.strip_prefix("data: ")).collect();
    let last = data.last().expect("an event");
    assert_eq!(status, 200);
    assert!(serde_json::from_str::<serde_json::Value>(last).is_err(), "{stream}");
    let (status, body) = stage.asks(json!({ "model": "gpt-5", "messages": [user("Hello")] })).await;
    assert_eq!(status, 200);
    assert!(body.starts_with('{') && serde_json::from_str::<serde_json::Value>(&body).is_err(), "{body}");
    let (_, stream) = stage.asks(request(&[user("Hello")])).await;
    assert_eq!(put_together(&stream).0, "Back.");
}

/// A program that meets this fault in the next answer that calls `get_weather`.
async fn stage(fault: ProgramFault, replies: Vec<Reply>) -> Stage {
    let mut stage = Stage::with(replies).await;
    let function_faults = vec![FunctionFault { function: "get_weather".to_owned(), fault, answers: 1 }];
    let settings = ProgramSettings { function_faults, ..stage.program.settings.clone() };
    stage.settles(settings).await;
    stage
}

fn refused() -> ProgramFault {
    ProgramFault::Refused { status: 429, message: "Slow down.".to_owned(), retry_after: Some(7) }
}

fn looks() -> Reply {
    events(&calling("Let me look. ", &[OSLO]))
}

/// The same answer, not streamed.
fn looks_whole() -> Reply {
    let function = json!({ "name": "get_weather", "arguments": OSLO.1 });
    let call = json!({ "id": OSLO.0, "type": "function", "function": function });
    let message = json!({ "role": "assistant", "content": "Let me look. ", "tool_calls": [call] });
    let choice = json!({ "index": 0, "message": message, "finish_reason": "tool_calls" });
    let body = json!({
        "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "gpt-5", "choices": [choice]
    });
    Reply::response("200 OK", "content-type: application/json\r\n", &body.to_string())
}

fn whole(messages: &[Value]) -> Value {
    let mut body = request(messages);
    body["stream"] = json!(false);
    body
}

async fn sent(stage: &Stage, body: &Value) -> Result<reqwest::Response, reqwest::Error> {
    let client = support::http::client().build().expect("a client");
    client.post(format!("{}/chat/completions", stage.base)).body(body.to_string()).send().await
}

/// What of a response arrives before its connection breaks.
async fn arrived(mut response: reqwest::Response) -> String {
    let mut arrived = Vec::new();
    loop {
        match response.chunk().await {
            Ok(Some(piece)) => arrived.extend_from_slice(&piece),
            Ok(None) => panic!("the response is complete: {}", String::from_utf8_lossy(&arrived)),
            Err(_) => return String::from_utf8(arrived).expect("text"),
        }
    }
}

fn both() -> [(fn() -> Reply, Value); 2] {
    [(looks, request(&[user("Weather?")])), (looks_whole, whole(&[user("Weather?")]))]
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_calls_a_refused_function_is_a_refusal_with_its_status_and_is_met_once() {
    for (reply, body) in both() {
        let stage = stage(refused(), vec![events(&saying("Hello.")), reply(), reply()]).await;
        let (status, stream) = stage.asks(request(&[user("Hi")])).await;
        assert_eq!((status, put_together(&stream).0.as_str()), (200, "Hello."), "no call, no fault");
        let response = sent(&stage, &body).await.expect("a response");
        let retry_after = response.headers().get("retry-after").cloned();
        assert_eq!((response.status().as_u16(), retry_after), (429, Some("7".parse().expect("a value"))));
        let refusal = response.text().await.expect("a body");
        assert!(refusal.contains("Slow down.") && !refusal.contains("Let me look."), "{refusal}");
        let (status, answer) = stage.asks(body).await;
        assert_eq!(status, 200);
        assert!(answer.contains("get_weather"), "{answer}");
        assert_eq!(stage.now().await.settings.function_faults, [], "it was met");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_calls_another_function_is_as_its_provider_wrote_it() {
    let time = calling("", &[OSLO]).replace("get_weather", "get_time");
    let stage = stage(refused(), vec![events(&time)]).await;
    let (status, stream) = stage.asks(request(&[user("What time is it?")])).await;
    assert_eq!((status, stream), (200, time));
    assert_eq!(stage.now().await.settings.function_faults.len(), 1, "it is still planned");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_answer_has_its_text_and_breaks_where_the_call_begins() {
    let stage = stage(ProgramFault::Cut, vec![looks()]).await;
    let response = sent(&stage, &request(&[user("Weather?")])).await.expect("a response");
    let arrived = arrived(response).await;
    assert_eq!(put_together(&arrived), ("Let me look. ".to_owned(), Vec::new()), "{arrived}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cut_answer_that_is_not_streamed_never_begins() {
    let stage = stage(ProgramFault::Cut, vec![looks_whole()]).await;
    let error = sent(&stage, &whole(&[user("Weather?")])).await.expect_err("the connection is closed");
    assert!(error.is_request() && error.status().is_none(), "{error:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_answer_breaks_off_in_the_json_of_the_call() {
    let stage = stage(ProgramFault::MalformedJson, vec![looks()]).await;
    let (status, stream) = stage.asks(request(&[user("Weather?")])).await;
    assert_eq!((status, put_together(&stream).0.as_str()), (200, "Let me look. "));
    let last = stream.lines().filter_map(|line| line.strip_prefix("data: ")).next_back().expect("an event");
    assert!(last.contains("get_weather") && serde_json::from_str::<Value>(last).is_err(), "{stream}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_malformed_answer_that_is_not_streamed_is_json_without_its_end() {
    let stage = stage(ProgramFault::MalformedJson, vec![looks_whole()]).await;
    let (status, body) = stage.asks(whole(&[user("Weather?")])).await;
    assert_eq!(status, 200);
    assert!(body.contains("get_weather") && serde_json::from_str::<Value>(&body).is_err(), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_late_answer_has_its_text_in_time_and_its_call_later() {
    let stage = stage(ProgramFault::Late { milliseconds: 400 }, vec![looks()]).await;
    let mut response = sent(&stage, &request(&[user("Weather?")])).await.expect("a response");
    let first = response.chunk().await.expect("it goes on").expect("a piece");
    let began = Instant::now();
    assert!(!String::from_utf8_lossy(&first).contains("get_weather"));
    let rest = response.text().await.expect("all of it");
    assert!(rest.contains("get_weather"), "{rest}");
    assert!(began.elapsed() >= Duration::from_millis(300), "{:?}", began.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_fault_without_the_name_of_its_function_is_not_taken() {
    let stage = Stage::with(Vec::new()).await;
    let function_faults = vec![FunctionFault { function: " ".to_owned(), fault: refused(), answers: 1 }];
    let settings = ProgramSettings { function_faults, ..stage.program.settings.clone() };
    let (program, title) = (stage.program.id.clone(), stage.program.title.clone());
    let changed = stage.app.workbench.program_change(ChangeProgram { program, title, settings }).await;
    let error = changed.expect_err("it names no function");
    assert_eq!(error.message.id(), "attached.no-function");
}
