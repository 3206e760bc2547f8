//! Somebody else answers a program.

use super::ahead::starts;
use super::stage::{Stage, asks_with, called, calling, events, put_together, request, result, saying, user};
use content::{Author, ModelId};
use invocation::TurnEvent;
use ports::Replacement;
use serde_json::json;
use sessions::SessionEvent;
use support::app::Followed;
use workbench::contract::{Answerer, Note, ProgramSettings, Replayed};

#[tokio::test(flavor = "multi_thread")]
async fn another_model_answers_in_the_protocol_of_the_program() {
    let mut stage = Stage::with(Vec::new()).await;
    stage.app.write_script("greets.jsonl", "{\"format\": 1, \"title\": \"Greets\"}\n{\"type\": \"text\", \"delta\": \"Hello from here.\"}\n{\"type\": \"end\"}\n");
    let app = stage.app.again().restarted().await;
    stage.app = app;
    let model = stage
        .app
        .workbench
        .overview(workbench::contract::Nothing {})
        .await
        .expect("an overview")
        .models
        .into_iter()
        .find(|profile| profile.title == "Greets")
        .expect("the script")
        .model;
    stage.program = stage.now().await;
    stage.settles(answered_by(&stage, Answerer::Model { model: model.clone() })).await;
    let (status, stream) = stage.asks(request(&[user("Hello")])).await;
    assert_eq!((status, put_together(&stream).0.as_str()), (200, "Hello from here."));
    let mut followed = stage.followed().await;
    followed.outcome().await;
    assert_eq!(replacements(&followed), [Replacement::Model { model: model.clone() }]);
    let mut said = followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::MessageAdded { message, .. } => Some(&message.author),
        _ => None,
    });
    assert_eq!(
        said.next_back(),
        Some(&Author::Model { model }),
        "its words are not those of the program's model"
    );
    let whole = json!({ "model": "gpt-5", "messages": [user("Hello again")] });
    let (_, body) = stage.asks(whole).await;
    let body: serde_json::Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!(body["choices"][0]["message"]["content"], "Hello from here.");
    assert_eq!(body["object"], "chat.completion");
}

/// What answered in place of the program's model.
fn replacements(followed: &Followed) -> Vec<Replacement> {
    let by = followed.log.iter().filter_map(|entry| match &entry.event {
        SessionEvent::Noted { note: Note::Turn { event: TurnEvent::ModelReplaced { by }, .. } } => Some(by),
        _ => None,
    });
    by.cloned().collect()
}

fn answered_by(stage: &Stage, answerer: Answerer) -> ProgramSettings {
    ProgramSettings { answerer, ..stage.program.settings.clone() }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_model_that_is_not_there_is_an_error_for_the_program() {
    let mut stage = Stage::with(Vec::new()).await;
    let gone = Answerer::Model { model: ModelId::new("gone/model") };
    stage.settles(answered_by(&stage, gone)).await;
    let (status, body) = stage.asks(request(&[user("Hello")])).await;
    assert_eq!(status, 502);
    assert!(body.contains("there is no model gone/model"), "{body}");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_model_is_offered_what_the_program_offers_in_its_order() {
    let stage = Stage::with(Vec::new()).await;
    // Without a key, a model answers that calls the first function it is offered.
    let called = async |asked: &str, names: &[&str]| {
        let function = |name: &&str| json!({ "type": "function", "function": { "name": name } });
        let tools: Vec<_> = names.iter().map(function).collect();
        let mut body = json!({ "model": "gpt-5", "messages": [user(asked)] });
        if !tools.is_empty() {
            body["tools"] = json!(tools);
        }
        let (status, body) = asks_with(&stage.base, "callwright", &body.to_string()).await;
        assert_eq!(status, 200, "{body}");
        let body: serde_json::Value = serde_json::from_str(&body).expect("JSON");
        body["choices"][0]["message"]["tool_calls"][0]["function"]["name"].clone()
    };
    assert_eq!(called("First?", &["zeta", "alpha", "mu"]).await, "zeta");
    assert_eq!(called("Second?", &["mu", "zeta", "alpha"]).await, "mu");
    assert_eq!(called("None?", &[]).await, json!(null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_recorded_session_answers_offline() {
    let replies = [calling("Let me look.", &[("call_1", "{}")]), saying("Clear.")];
    let mut stage = Stage::with(replies.iter().map(|reply| events(reply)).collect()).await;
    let first = [user("Weather?")];
    stage.asks(request(&first)).await;
    let second = [
        user("Weather?"),
        super::stage::called("Let me look.", &[("call_1", "{}")]),
        super::stage::result("call_1", "clear"),
    ];
    stage.asks(request(&second)).await;
    let session = stage.session().await;
    let mut followed = stage.followed().await;
    followed.outcome().await;
    let replayed = Answerer::Session { session: session.clone(), by: Replayed::InOrder };
    stage.settles(answered_by(&stage, replayed)).await;
    let other = [user("Weather, please?")];
    let (_, stream) = stage.asks(request(&other)).await;
    assert_eq!(
        put_together(&stream),
        ("Let me look.".to_owned(), vec![("call_1".to_owned(), "{}".to_owned())])
    );
    let mut followed = stage.app.follow(&stage.sessions(2).await[0]).await;
    followed.until_log(|log| (starts(log) == 1).then_some(())).await;
    assert_eq!(replacements(&followed), [Replacement::Session { session }]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_program_without_a_key_is_answered_from_the_functions_it_offers() {
    let stage = Stage::with(Vec::new()).await;
    let function = json!({ "name": "get_weather", "parameters": {
        "type": "object", "properties": { "city": { "type": "string" } }, "required": ["city"]
    } });
    let body = |messages: &[serde_json::Value]| {
        json!({
            "model": "gpt-5", "stream": true, "messages": messages,
            "tools": [{ "type": "function", "function": function }]
        })
        .to_string()
    };
    let asked = [user("What is the weather in Oslo?")];
    let (status, stream) = asks_with(&stage.base, "callwright", &body(&asked)).await;
    let (text, calls) = put_together(&stream);
    assert_eq!((status, text.as_str(), calls.len()), (200, "", 1), "{stream}");
    let (id, arguments) = &calls[0];
    assert_eq!(arguments, r#"{"city":"Oslo"}"#);
    let [asked] = asked;
    let goes_on = [asked, called("", &[(id, arguments)]), result(id, "4 degrees")];
    let (_, stream) = asks_with(&stage.base, "callwright", &body(&goes_on)).await;
    assert_eq!(put_together(&stream).0, "get_weather returned: 4 degrees");
    assert_eq!(stage.bodies(), Vec::<String>::new(), "no provider was asked");
    assert_eq!(stage.now().await.sessions.len(), 1);
}
