//! Functions that a model finds for itself.

use connectors::Secret;
use content::{FunctionName, Outcome, Output};
use invocation::{Breakpoint, Decision, SelectionMode, StopPlace, TurnEvent, TurnOutcome};
use ports::finder;
use serde_json::{Value, json};
use sessions::{LogEntry, SessionEvent};
use std::fmt::Write;
use support::app::{Followed, TestApp};
use support::provider::{Provider, Reply};
use workbench::contract::{
    AnswerDelivery, ConfigureSession, KeySource, Note, ProxyChoice, SaveService, ServiceSettings,
};

const QUERY: &str = r#"{"query":"weather forecast of a city"}"#;
const CITY: &str = r#"{"city":"Oslo"}"#;

fn forecast() -> FunctionName {
    FunctionName::new("weather", "get_forecast")
}

async fn searching(app: &TestApp, session: &mut Followed, stops: &[StopPlace]) {
    let mut plan = session.plan().await;
    plan.selection.mode = SelectionMode::Searched;
    plan.selection.limit = 1;
    plan.breakpoints = stops.iter().map(|stop| Breakpoint::at("stop", *stop)).collect();
    let args = ConfigureSession { session: session.session.clone(), plan };
    app.workbench.session_configure(args).await.expect("the plan is taken");
}

fn call(id: &str, name: &str, arguments: &str) -> String {
    let lines = [
        json!({ "type": "call", "id": id, "name": name }),
        json!({ "type": "arguments", "delta": arguments, "call": id }),
        json!({ "type": "end" }),
    ];
    lines.map(|line| format!("{line}\n")).concat()
}

fn scripted(replies: &str) -> String {
    format!("{}\n{replies}", json!({ "format": 1, "title": "Mine" }))
}

fn words(text: &str) -> String {
    format!("{}\n{}\n", json!({ "type": "text", "delta": text }), json!({ "type": "end" }))
}

fn offered(session: &Followed) -> Vec<Vec<FunctionName>> {
    offered_in(&session.log)
}

/// What each request offered.
fn offered_in(log: &[LogEntry<Note>]) -> Vec<Vec<FunctionName>> {
    let events = log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Selected { selection, .. }, .. } } => {
            let mut names: Vec<_> = selection.offered().cloned().collect();
            names.sort();
            Some(names)
        }
        _ => None,
    });
    events.collect()
}

#[tokio::test]
async fn what_a_model_has_found_is_offered_from_then_on() {
    let app = TestApp::new();
    let script = [
        call("call-1", "functions-find", QUERY),
        call("call-2", "weather-get_forecast", CITY),
        words("Rain."),
        words("Still rain."),
    ];
    app.write_script("searching.jsonl", &scripted(&script.concat()));
    let mut session = app.session("script:searching", &[]).await;
    searching(&app, &mut session, &[]).await;
    session.says("What is the weather in Oslo?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let both = vec![finder::name(), forecast()];
    assert_eq!(offered(&session), [vec![finder::name()], both.clone(), both.clone()]);

    let id = session.session.clone();
    let again = app.restarted().await;
    let mut session = again.follow(&id).await;
    session.says("And now?").await;
    session.until_log(|log| (offered_in(log).len() == 4).then_some(())).await;
    assert_eq!(offered(&session).last(), Some(&both));
}

#[tokio::test]
async fn an_edited_result_of_a_search_offers_what_it_says() {
    let app = TestApp::new();
    let script = [call("call-1", "functions-find", QUERY), words("There is a clock.")];
    app.write_script("edited.jsonl", &scripted(&script.concat()));
    let mut session = app.session("script:edited", &[]).await;
    searching(&app, &mut session, &[StopPlace::AfterCall]).await;
    session.says("What is the weather in Oslo?").await;
    let value = json!({ "functions": [{ "plugin": "clock", "name": "now" }] });
    let outcome = Outcome::Returned { output: Output::Json { value } };
    session.answers(1, Decision::WriteResult { outcome }).await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    let clock = FunctionName::new("clock", "now");
    assert_eq!(offered(&session), [vec![finder::name()], vec![clock, finder::name()]]);
}

#[tokio::test]
async fn a_search_without_words_is_refused() {
    let app = TestApp::new();
    let script = [call("call-1", "functions-find", "{}"), words("I can't.")];
    app.write_script("wordless.jsonl", &scripted(&script.concat()));
    let mut session = app.session("script:wordless", &[]).await;
    searching(&app, &mut session, &[]).await;
    session.says("What is the weather in Oslo?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    assert_eq!(offered(&session), [vec![finder::name()], vec![finder::name()]]);
}

#[tokio::test]
async fn where_no_model_searches_there_is_no_search() {
    let app = TestApp::new();
    app.write_script("ranked.jsonl", &scripted(&words("Hello.")));
    let mut session = app.session("script:ranked", &[]).await;
    session.says("What is the weather in Oslo?").await;
    assert_eq!(session.outcome().await, TurnOutcome::Answered);
    assert!(!offered(&session).concat().contains(&finder::name()));
}

fn events(items: &[Value]) -> Reply {
    let mut body = String::new();
    for (index, item) in items.iter().enumerate() {
        for kind in ["response.output_item.added", "response.output_item.done"] {
            let event = json!({ "type": kind, "output_index": index, "item": item });
            write!(body, "event: {kind}\ndata: {event}\n\n").expect("room");
        }
    }
    let response = json!({ "id": "resp_1", "status": "completed", "output": items });
    let end = json!({ "type": "response.completed", "response": response });
    write!(body, "event: response.completed\ndata: {end}\n\n").expect("room");
    Reply::events(&body)
}

fn whole(items: &[Value]) -> Reply {
    let body = json!({ "id": "resp_1", "object": "response", "status": "completed", "output": items });
    Reply::response("200 OK", "content-type: application/json\r\n", &body.to_string())
}

fn search() -> Value {
    json!({ "type": "tool_search_call", "id": "tsc_1", "call_id": "call_1", "execution": "client",
        "status": "completed", "arguments": { "query": "weather forecast of a city" } })
}

fn items(model: &str) -> [Value; 3] {
    let found = json!({ "type": "function_call", "id": "fc_1", "call_id": "call_2", "status": "completed",
        "name": "weather-get_forecast", "namespace": "weather-get_forecast", "arguments": CITY });
    let said = json!({ "type": "message", "id": "msg_1", "role": "assistant", "status": "completed",
        "content": [{ "type": "output_text", "text": "Rain.", "annotations": [] }] });
    let plain = json!({ "type": "function_call", "id": "fc_0", "call_id": "call_1", "status": "completed",
        "name": "functions-find", "arguments": QUERY });
    [if model == "gpt-6" { search() } else { plain }, found, said]
}

/// How a turn ended, or why it stands still.
async fn ended(session: &mut Followed) -> Result<TurnOutcome, String> {
    session
        .until(|event| match event {
            SessionEvent::Noted { note: Note::Turn { event, .. } } => match event {
                TurnEvent::Ended { outcome } => Some(Ok(outcome.clone())),
                TurnEvent::Paused { pause, .. } => Some(Err(format!("{pause:?}"))),
                _ => None,
            },
            _ => None,
        })
        .await
}

/// The requests of a turn in which a model searches, calls what it found, and says something.
async fn asked(model: &str, delivery: AnswerDelivery) -> Vec<Value> {
    let reply = if delivery == AnswerDelivery::Whole { whole } else { events };
    let replies = items(model).iter().map(|item| reply(std::slice::from_ref(item))).collect();
    let provider = Provider::start(replies).await;
    let app = TestApp::new();
    let settings = ServiceSettings {
        id: String::new(),
        kind: "openai-responses".to_owned(),
        title: "Acme".to_owned(),
        address: provider.address(),
        key: KeySource::Kept,
        headers: Vec::new(),
        models: vec![model.to_owned()],
        proxy: ProxyChoice::Direct,
        certificates: None,
        delivery,
        idle_seconds: None,
        at_once: None,
        told: [].into(),
    };
    let args = SaveService { settings, key: Secret::new("sk-test-0123456789"), header_values: [].into() };
    app.workbench.service_save(args).await.expect("it is saved");
    let mut session = app.session(&format!("acme/{model}"), &[]).await;
    searching(&app, &mut session, &[]).await;
    session.says("What is the weather in Oslo?").await;
    assert_eq!(ended(&mut session).await, Ok(TurnOutcome::Answered));
    app.workbench.close().await;
    let heard = provider.heard();
    let body = |request: &String| {
        let (_, body) = request.split_once("\r\n\r\n").expect("a body");
        serde_json::from_str(body).expect("JSON")
    };
    heard.iter().map(body).collect()
}

#[tokio::test]
async fn a_model_of_openai_searches_in_its_own_words() {
    for delivery in [AnswerDelivery::Streamed, AnswerDelivery::Whole] {
        let asked = asked("gpt-6", delivery).await;
        let spec = finder::spec();
        let tool = json!({ "type": "tool_search", "execution": "client",
            "description": spec.description, "parameters": spec.parameters });
        // The list of tools stays as it is, and with it everything that is read from the cache.
        assert_eq!(
            asked.iter().map(|body| body["tools"].clone()).collect::<Vec<_>>(),
            vec![json!([tool]); 3]
        );
        let [.., called, output] = asked[1]["input"].as_array().expect("items").as_slice() else {
            panic!("{}", asked[1])
        };
        assert_eq!(*called, search());
        assert_eq!((&output["type"], &output["call_id"]), (&json!("tool_search_output"), &json!("call_1")));
        let names: Vec<_> =
            output["tools"].as_array().into_iter().flatten().map(|tool| &tool["name"]).collect();
        assert_eq!(names, ["weather-get_forecast"]);
        assert_eq!(output["tools"][0]["defer_loading"], true);
        assert_eq!(asked[2]["input"][3]["namespace"], "weather-get_forecast");
    }
}

#[tokio::test]
async fn an_earlier_model_of_openai_calls_the_search_like_a_function() {
    let asked = asked("gpt-5.1", AnswerDelivery::Streamed).await;
    let names = |body: &Value| -> Vec<Value> {
        body["tools"].as_array().into_iter().flatten().map(|tool| tool["name"].clone()).collect()
    };
    let both = ["functions-find", "weather-get_forecast"];
    assert_eq!(names(&asked[0]), ["functions-find"]);
    assert_eq!(
        (names(&asked[1]), names(&asked[2])),
        (both.map(Value::from).to_vec(), both.map(Value::from).to_vec())
    );
    assert_eq!(asked[1]["input"][1]["type"], "function_call");
}
