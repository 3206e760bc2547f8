//! Requests of Responses that name what they go on from, in place of repeating it.

use super::stage::{KEY, Stage};
use content::{Message, Role};
use invocation::{Answer, Decision, Pace, StopPlace, TurnEvent, WrittenCall};
use serde_json::{Value, json};
use sessions::{LogEntry, SessionEvent};
use support::app::Followed;
use support::provider::Reply;
use workbench::contract::{AnswerTurn, Note};

const WEATHER: &str = "Weather?";

fn reply(id: &str, output: &[Value]) -> Reply {
    let body = json!({
        "id": id, "object": "response", "created_at": 1, "status": "completed", "model": "gpt-5",
        "output": output, "usage": { "input_tokens": 1, "output_tokens": 1, "total_tokens": 2 }
    });
    Reply::response("200 OK", "content-type: application/json\r\n", &body.to_string())
}

fn says(id: &str, text: &str) -> Reply {
    let part = json!({ "type": "output_text", "text": text, "annotations": [] });
    let message = json!({
        "id": format!("msg_{id}"), "type": "message", "status": "completed", "role": "assistant", "content": [part]
    });
    reply(id, &[message])
}

fn calls(id: &str, call: &str, arguments: &str) -> Reply {
    let call = json!({
        "id": format!("fc_{call}"), "type": "function_call", "status": "completed",
        "call_id": call, "name": "get_weather", "arguments": arguments
    });
    reply(id, &[call])
}

fn request(from: Value, input: Value) -> Value {
    let function = json!({
        "type": "function", "name": "get_weather",
        "parameters": { "type": "object", "properties": { "city": { "type": "string" } } }
    });
    let mut body =
        json!({ "model": "gpt-5", "instructions": "Be brief.", "input": input, "tools": [function] });
    let members = body.as_object_mut().expect("an object");
    members.extend(from.as_object().expect("an object").clone());
    body
}

fn after(response: &str, input: Value) -> Value {
    request(json!({ "previous_response_id": response }), input)
}

fn result(call: &str, output: &str) -> Value {
    json!([{ "type": "function_call_output", "call_id": call, "output": output }])
}

async fn sent(base: String, body: Value) -> Value {
    let client = support::http::client().build().expect("a client");
    let asked = client.post(format!("{base}/responses")).bearer_auth(KEY).body(body.to_string());
    let response = asked.send().await.expect("a response");
    assert_eq!(response.status().as_u16(), 200);
    serde_json::from_slice(&response.bytes().await.expect("a body")).expect("JSON")
}

async fn asks(stage: &Stage, body: &Value) -> Value {
    sent(stage.base.clone(), body.clone()).await
}

/// Sends a request in the background, until a stop holds it.
async fn held(stage: &Stage, body: &Value) -> (tokio::task::JoinHandle<Value>, Followed) {
    let asked = tokio::spawn(sent(stage.base.clone(), body.clone()));
    while stage.now().await.held.is_empty() {
        assert!(!asked.is_finished(), "the program has an answer, and no stop held it");
        tokio::task::yield_now().await;
    }
    (asked, stage.followed().await)
}

/// Answers the stop that nobody has answered yet.
async fn decide(stage: &Stage, followed: &mut Followed, decision: Decision) {
    let open = |log: &[LogEntry<Note>]| {
        let last = log.iter().rev().find_map(|entry| match &entry.event {
            SessionEvent::Noted { note: Note::Turn { turn, event } } => match event {
                TurnEvent::Paused { .. } | TurnEvent::Answered { .. } => Some((turn.clone(), event.clone())),
                _ => None,
            },
            _ => None,
        });
        let (turn, event) = last?;
        if let TurnEvent::Paused { pause, .. } = event { Some((turn, pause.number)) } else { None }
    };
    let (turn, pause) = followed.until_log(open).await;
    let answer = Answer { pause, decision, others: Vec::new(), pace: Pace::Run };
    stage.app.workbench.turn_answer(AnswerTurn { turn, answer }).await.expect("the answer is taken");
}

/// What the provider was asked at this place.
fn body(stage: &Stage, place: usize) -> Value {
    serde_json::from_str(&stage.bodies()[place]).expect("JSON")
}

/// The items of an input by what they are about.
fn items(body: &Value) -> Vec<String> {
    let items = body["input"].as_array().expect("a list").iter();
    let known = ["call_id", "role", "type"];
    let about = items.map(|item| {
        let said = item["content"].as_str().or_else(|| item["content"][0]["text"].as_str());
        let more = said.or(item["arguments"].as_str()).or(item["output"].as_str()).unwrap_or_default();
        format!("{} {more}", known.iter().find_map(|name| item[name].as_str()).unwrap_or_default())
    });
    about.collect()
}

/// What was said in the session once so many turns are over, in the order of the log.
async fn said(stage: &Stage, turns: usize) -> Vec<Message> {
    let mut followed = stage.followed().await;
    let are_over = |log: &[LogEntry<Note>]| log.iter().filter(|entry| is_end(&entry.event)).count() == turns;
    followed.until_log(|log| are_over(log).then_some(())).await;
    let events = followed.log.iter().map(|entry| &entry.event);
    let messages = events.filter_map(|event| match event {
        SessionEvent::MessageAdded { message, .. } => Some(message.clone()),
        _ => None,
    });
    messages.collect()
}

fn is_end(event: &SessionEvent<Note>) -> bool {
    matches!(event, SessionEvent::Noted { note: Note::Turn { event: TurnEvent::Ended { .. }, .. } })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_names_a_response_goes_on_in_its_session_and_passes_as_it_is() {
    let replies = vec![calls("resp_1", "c1", "{}"), says("resp_2", "Clear."), says("resp_3", "Rain.")];
    let stage = Stage::with(replies).await;
    let mut last = after("resp_2", json!("And tomorrow?"));
    last["instructions"] = json!("Be long.");
    let bodies = [request(json!({}), json!(WEATHER)), after("resp_1", result("c1", "clear")), last];
    for body in &bodies {
        asks(&stage, body).await;
    }
    assert_eq!(stage.bodies(), bodies.map(|body| body.to_string()));
    assert_eq!(stage.now().await.sessions.len(), 1, "it is one conversation");
    let roles: Vec<_> = said(&stage, 2).await.iter().map(|message| message.role).collect();
    let (user, model) = (Role::User, Role::Assistant);
    assert_eq!(roles, [Role::System, user, model, Role::Function, model, user, model]);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_answered_by_hand_is_spelled_out_because_no_provider_has_it() {
    let stage = Stage::with(vec![says("resp_2", "Clear."), says("resp_3", "Rain.")]).await;
    let stage = stage.stopping(&[StopPlace::BeforeRequest]).await;
    let (asked, mut followed) = held(&stage, &request(json!({}), json!(WEATHER))).await;
    let function = content::FunctionName::without_plugin("get_weather");
    let calls = vec![WrittenCall { function, raw: r#"{"city":"Oslo"}"#.to_owned() }];
    decide(&stage, &mut followed, Decision::WriteAnswer { text: "I ask.".to_owned(), calls }).await;
    let written = asked.await.expect("an answer");
    let id = written["id"].as_str().expect("an id").to_owned();
    let call = written["output"][1]["call_id"].as_str().expect("a call").to_owned();

    let (asked, mut followed) = held(&stage, &after(&id, result(&call, "clear"))).await;
    decide(&stage, &mut followed, Decision::Continue).await;
    assert_eq!(asked.await.expect("an answer")["id"], "resp_2");
    let told = body(&stage, 0);
    let expected = ["user Weather?", "assistant I ask.", &format!("{call} {{\"city\":\"Oslo\"}}")];
    assert_eq!(items(&told)[..3], expected);
    assert_eq!(items(&told)[3..], [format!("{call} clear")]);
    assert_eq!((&told["previous_response_id"], &told["instructions"]), (&Value::Null, &json!("Be brief.")));

    let next = after("resp_2", json!("And tomorrow?"));
    let (asked, mut followed) = held(&stage, &next).await;
    decide(&stage, &mut followed, Decision::Continue).await;
    asked.await.expect("an answer");
    assert_eq!(stage.bodies()[1], next.to_string(), "the provider has what follows");
    assert_eq!(stage.now().await.sessions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_call_is_spelled_out_as_the_program_ran_it() {
    let stage =
        Stage::with(vec![calls("resp_1", "c1", r#"{"city":"Oslo"}"#), says("resp_2", "Clear.")]).await;
    let stage = stage.stopping(&[StopPlace::BeforeCall]).await;
    let (asked, mut followed) = held(&stage, &request(json!({}), json!(WEATHER))).await;
    decide(&stage, &mut followed, Decision::EditArguments { raw: r#"{"city":"Bergen"}"#.to_owned() }).await;
    assert_eq!(asked.await.expect("an answer")["output"][0]["arguments"], r#"{"city":"Bergen"}"#);
    asks(&stage, &after("resp_1", result("c1", "rain"))).await;
    let told = body(&stage, 1);
    assert_eq!(items(&told), ["user Weather?", r#"c1 {"city":"Bergen"}"#, "c1 rain"]);
    assert_eq!(told["previous_response_id"], Value::Null);
    assert_eq!(stage.now().await.sessions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edited_result_is_changed_in_a_request_that_still_names_its_response() {
    let stage = Stage::with(vec![calls("resp_1", "c1", "{}"), says("resp_2", "Pink.")]).await;
    let stage = stage.stopping(&[StopPlace::AfterCall]).await;
    asks(&stage, &request(json!({}), json!(WEATHER))).await;
    let (asked, mut followed) = held(&stage, &after("resp_1", result("c1", "clear"))).await;
    let output = content::Output::Text { text: "pink".to_owned() };
    let outcome = content::Outcome::Returned { output };
    decide(&stage, &mut followed, Decision::WriteResult { outcome }).await;
    asked.await.expect("an answer");
    assert_eq!(stage.bodies()[1], after("resp_1", result("c1", "pink")).to_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_names_an_earlier_response_grows_a_branch() {
    let replies = vec![says("resp_1", "Clear."), says("resp_2", "Rain."), says("resp_3", "Snow.")];
    let stage = Stage::with(replies).await;
    asks(&stage, &request(json!({}), json!(WEATHER))).await;
    asks(&stage, &after("resp_1", json!("Tomorrow?"))).await;
    asks(&stage, &after("resp_1", json!("In winter?"))).await;
    let said = said(&stage, 3).await;
    let texts: Vec<_> = said.iter().map(Message::text).collect();
    assert_eq!(texts, ["Be brief.", WEATHER, "Clear.", "Tomorrow?", "Rain.", "In winter?", "Snow."]);
    assert_eq!(said[5].parent.as_ref(), Some(&said[2].id), "it goes on from the first answer");
    assert_eq!(stage.now().await.sessions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_conversation_that_the_provider_keeps_is_one_session_until_it_lacks_an_answer() {
    let replies = vec![says("resp_1", "Clear."), says("resp_3", "Rain."), says("resp_4", "Snow.")];
    let stage = Stage::with(replies).await.stopping(&[StopPlace::BeforeRequest]).await;
    let of = |input: &str| request(json!({ "conversation": { "id": "conv_1" } }), json!(input));
    let by_hand = Decision::WriteAnswer { text: "By hand.".to_owned(), calls: Vec::new() };
    for (input, decision) in [
        (WEATHER, Decision::Continue),
        ("Tomorrow?", by_hand),
        ("In winter?", Decision::Continue),
        ("In spring?", Decision::Continue),
    ] {
        let (asked, mut followed) = held(&stage, &of(input)).await;
        decide(&stage, &mut followed, decision).await;
        asked.await.expect("an answer");
    }
    assert_eq!(stage.bodies()[0], of(WEATHER).to_string());
    let expected =
        ["user Weather?", "assistant Clear.", "user Tomorrow?", "assistant By hand.", "user In winter?"];
    let (third, fourth) = (body(&stage, 1), body(&stage, 2));
    assert_eq!(items(&third), expected);
    let more = [&expected[..], &["assistant Rain.", "user In spring?"]].concat();
    assert_eq!(items(&fourth), more);
    assert_eq!((&third["conversation"], &fourth["conversation"]), (&Value::Null, &Value::Null));
    assert_eq!(stage.now().await.sessions.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_response_that_was_never_seen_here_begins_a_session_and_passes_as_it_is() {
    let stage = Stage::with(vec![says("resp_2", "Clear.")]).await;
    let stranger = after("resp_elsewhere", json!("And tomorrow?"));
    asks(&stage, &stranger).await;
    assert_eq!(stage.bodies(), [stranger.to_string()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_at_the_same_time_that_name_one_response_are_sessions_of_their_own() {
    let stage =
        Stage::with(vec![says("resp_1", "Clear."), says("resp_2", "Rain."), says("resp_3", "Snow.")]).await;
    let stage = stage.stopping(&[StopPlace::BeforeRequest]).await;
    let (asked, mut followed) = held(&stage, &request(json!({}), json!(WEATHER))).await;
    decide(&stage, &mut followed, Decision::Continue).await;
    asked.await.expect("an answer");
    let (first, mut of_first) = held(&stage, &after("resp_1", json!("Tomorrow?"))).await;
    let second = tokio::spawn(sent(stage.base.clone(), after("resp_1", json!("In winter?"))));
    while stage.now().await.held.len() < 2 {
        tokio::task::yield_now().await;
    }
    let mut of_second = stage.followed().await;
    decide(&stage, &mut of_second, Decision::Continue).await;
    assert_eq!(second.await.expect("an answer")["id"], "resp_2");
    decide(&stage, &mut of_first, Decision::Continue).await;
    assert_eq!(first.await.expect("an answer")["id"], "resp_3");
    assert_eq!(stage.bodies()[1], after("resp_1", json!("In winter?")).to_string());
    let texts: Vec<_> = said(&stage, 1).await.iter().map(Message::text).collect();
    assert_eq!(texts, ["Be brief.", WEATHER, "Clear.", "In winter?", "Rain."]);
    assert_eq!(stage.now().await.sessions.len(), 2);
}
