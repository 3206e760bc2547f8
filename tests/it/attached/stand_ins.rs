//! A stand-in of a session answers a call in the program's place.

use super::stage::{Stage, called, calling, events, put_together, request, result, saying, user};
use content::FunctionName;
use functions::{Fault, FunctionSettings, StandIn, StandInFor};
use serde_json::{Value, json};
use workbench::contract::ConfigureFunctions;

const OSLO: (&str, &str) = ("call_1", r#"{"city":"Oslo"}"#);

/// A program that has said hello, in whose session a fault now stands in for a function.
async fn stage(replies: &[String]) -> Stage {
    let hello = saying("Hello.");
    let replies = std::iter::once(&hello).chain(replies).map(|reply| events(reply)).collect();
    let stage = Stage::with(replies).await;
    stage.asks(with_both(&[user("Hi")])).await;
    let mut followed = stage.followed().await;
    followed.outcome().await;
    let fault = Fault::Error { message: "The station is closed.".to_owned() };
    let function = FunctionName::without_plugin("get_weather");
    let stand_ins = vec![StandInFor { function, stand_in: StandIn::Fault { fault } }];
    let settings = FunctionSettings { stand_ins, ..FunctionSettings::live() };
    let args = ConfigureFunctions { session: stage.session().await, settings };
    stage.app.workbench.functions_configure(args).await.expect("the settings are taken");
    stage
}

/// The request of a program that offers a second function as well.
fn with_both(messages: &[Value]) -> Value {
    let mut body = request(messages);
    let time = json!({ "type": "function", "function": {
        "name": "get_time", "parameters": { "type": "object", "properties": {} }
    } });
    body["tools"].as_array_mut().expect("a list").push(time);
    body
}

fn asked() -> Vec<Value> {
    vec![user("Hi"), json!({ "role": "assistant", "content": "Hello." }), user("Weather?")]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_call_that_a_stand_in_answers_never_reaches_the_program() {
    let stage = stage(&[calling("Let me look. ", &[OSLO]), saying("Closed.")]).await;
    let (_, stream) = stage.asks(with_both(&asked())).await;
    assert_eq!(put_together(&stream), ("Let me look. Closed.".to_owned(), Vec::new()), "{stream}");
    let bodies = stage.bodies();
    assert!(bodies[2].contains("The station is closed."), "{}", bodies[2]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_runs_the_calls_that_no_stand_in_answers() {
    let mut both = calling("", &[OSLO]);
    let function = json!({ "name": "get_time", "arguments": "{}" });
    let call = json!({ "index": 1, "id": "call_2", "type": "function", "function": function });
    let choice = json!({ "index": 0, "delta": { "tool_calls": [call] }, "finish_reason": null });
    let chunk = json!({ "id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-5", "choices": [choice] });
    both.insert_str(both.rfind("data: {").expect("its last chunk"), &format!("data: {chunk}\n\n"));
    let stage = stage(&[both, saying("Noon, and closed.")]).await;
    let (_, stream) = stage.asks(with_both(&asked())).await;
    assert_eq!(put_together(&stream).1, [("call_2".to_owned(), "{}".to_owned())], "{stream}");
    let mut messages = asked();
    let mut call = called("", &[("call_2", "{}")]);
    call["tool_calls"][0]["function"]["name"] = json!("get_time");
    messages.extend([call, result("call_2", "noon")]);
    let (_, stream) = stage.asks(with_both(&messages)).await;
    assert_eq!(put_together(&stream).0, "Noon, and closed.");
    let bodies = stage.bodies();
    assert!(bodies[2].contains("The station is closed.") && bodies[2].contains("noon"), "{}", bodies[2]);
}
