//! Thoughts in the requests of a program that a person's edit makes void.

use super::stage::{KEY, Stage, events};
use content::ModelId;
use invocation::{Answer, Decision, Pace, Reach, RequestEdit, StopPlace};
use serde_json::{Value, json};
use support::app::Followed;
use workbench::contract::{DraftRequest, ProgramSettings, RequestSource, Upstreams};

const MODEL: &str = "claude-opus-5-5";

fn body() -> String {
    let thought = json!({ "type": "thinking", "thinking": "I look.", "signature": "c2lnbmF0dXJl" });
    let call = json!({ "type": "tool_use", "id": "t1", "name": "get_weather", "input": { "city": "Oslo" } });
    let result = json!({ "type": "tool_result", "tool_use_id": "t1", "content": "rain" });
    let tool = |name: &str| json!({ "name": name, "input_schema": { "type": "object" } });
    json!({
        "model": MODEL, "max_tokens": 1000, "stream": true,
        "tools": [tool("get_weather"), tool("get_time")],
        "messages": [
            { "role": "user", "content": "Weather?" },
            { "role": "assistant", "content": [thought, call] },
            { "role": "user", "content": [result] },
        ],
    })
    .to_string()
}

pub(super) fn answer() -> String {
    let event =
        |event: Value| format!("event: {}\ndata: {event}\n\n", event["type"].as_str().expect("a type"));
    let message = json!({
        "id": "msg_1", "type": "message", "role": "assistant", "model": MODEL, "content": [],
        "stop_reason": null, "stop_sequence": null, "usage": { "input_tokens": 1, "output_tokens": 1 }
    });
    [
        json!({ "type": "message_start", "message": message }),
        json!({ "type": "content_block_start", "index": 0, "content_block": { "type": "text", "text": "" } }),
        json!({ "type": "content_block_delta", "index": 0, "delta": { "type": "text_delta", "text": "Rain." } }),
        json!({ "type": "content_block_stop", "index": 0 }),
        json!({ "type": "message_delta", "delta": { "stop_reason": "end_turn" }, "usage": { "output_tokens": 2 } }),
        json!({ "type": "message_stop" }),
    ]
    .map(event)
    .concat()
}

async fn asks(base: String) -> (u16, String) {
    let client = support::http::client().build().expect("a client");
    let asked = client.post(format!("{base}/v1/messages")).header("x-api-key", KEY).body(body());
    let response = asked.header("content-type", "application/json").send().await.expect("a response");
    (response.status().as_u16(), response.text().await.expect("a body"))
}

/// What a draft of the request says of thoughts, after this answer to the stop.
async fn told(stage: &Stage, followed: &mut Followed, decision: Decision) -> Vec<(String, Vec<String>)> {
    let (turn, pause) = followed.pause(1).await;
    let answer = Answer { pause: pause.number, decision, others: Vec::new(), pace: Pace::Run };
    let source = RequestSource::Ahead { turn, answer: Some(Box::new(answer)) };
    let model = ModelId::new(format!("attached/{MODEL}"));
    let args = DraftRequest { session: stage.session().await, source, model };
    let draft = stage.app.workbench.request_draft(args).await.expect("a draft");
    let thoughts =
        draft.adaptations.into_iter().filter(|adaptation| adaptation.what.to_string().contains("thought"));
    thoughts.map(|adaptation| (adaptation.why.to_string(), adaptation.places)).collect()
}

fn without_the_time() -> Decision {
    let functions = Some(vec![content::FunctionName::without_plugin("get_weather")]);
    let edit = Box::new(RequestEdit { functions, ..RequestEdit::default() });
    Decision::EditRequest { edit, reach: Reach::ThisRequest }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_edit_before_a_bound_thought_is_said_before_the_request_is_sent() {
    let mut stage = Stage::with(vec![events(&answer())]).await;
    let anthropic = stage.program.settings.upstreams.openai.clone();
    let upstreams = Upstreams { anthropic, ..Upstreams::default() };
    stage.settles(ProgramSettings { upstreams, ..stage.program.settings.clone() }).await;
    let stage = stage.stopping(&[StopPlace::BeforeRequest]).await;
    let base = stage.base.replace("/openai/v1", "/anthropic");
    let asked = tokio::spawn(asks(base));
    let mut followed = stage.followed().await;
    assert_eq!(told(&stage, &mut followed, Decision::Continue).await, []);
    let expected = (
        "the functions are not those it was made from: get_time".to_owned(),
        vec!["/messages/1/items/0".to_owned()],
    );
    assert_eq!(told(&stage, &mut followed, without_the_time()).await, [expected]);
    followed.answers(1, Decision::Continue).await;
    let (status, stream) = asked.await.expect("a response");
    assert_eq!((status, stream), (200, answer()));
}
