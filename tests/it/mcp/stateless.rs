//! Requests that stand by themselves, to a server that takes them in no other form.

use super::{Bench, Listening, fixture, names};
use content::{FunctionName, Outcome, Output};
use functions::ListedSource;
use functions::sources::mcp::{Asks, PersonAnswer};
use serde_json::{Value, json};
use workbench::contract::Nothing;
use workbench::english;

pub(super) const SCRIPT: &str = "stateless.mjs";

async fn over_http(manner: &[&str]) -> (Bench, String, Listening) {
    let server = Listening::at(fixture(SCRIPT, &[&["--http"], manner].concat()), "mcp").await;
    let (bench, id) = Bench::with(server.transport()).await;
    (bench, id, server)
}

/// What the server was sent.
pub(super) async fn seen(bench: &Bench) -> Vec<Value> {
    let Output::Json { value } = bench.output("seen", json!({})).await else { panic!("what it was sent") };
    value.as_array().cloned().expect("a list")
}

/// The calls of one tool among what a server was sent.
fn calls<'a>(seen: &'a [Value], tool: &str) -> Vec<&'a Value> {
    seen.iter().filter(|message| message["params"]["name"] == tool).collect()
}

async fn source(bench: &Bench) -> ListedSource {
    let overview = bench.app.workbench.overview(Nothing {}).await.expect("an overview");
    let acme = overview.sources.into_iter().find(|source| source.facts.id.as_str() == "mcp:acme");
    acme.expect("its source")
}

#[tokio::test]
async fn a_request_over_http_says_in_its_headers_what_it_is() {
    let (bench, _, _server) = over_http(&[]).await;
    let arguments = json!({ "region": "Zürich", "days": 3 });
    assert_eq!(bench.text("forecast", arguments).await, "called forecast");
    // What is null or not there has no header.
    assert_eq!(bench.text("forecast", json!({ "region": null })).await, "called forecast");
    let seen = seen(&bench).await;
    let posts = seen.iter().all(|message| message["verb"] == "POST");
    assert!(posts, "{seen:?}");
    let headers: Vec<_> = calls(&seen, "forecast").iter().map(|call| call["headers"].clone()).collect();
    let common = json!({
        "mcp-protocol-version": "2026-07-28", "mcp-method": "tools/call", "mcp-name": "forecast",
    });
    let mut first = common.clone();
    first["mcp-param-region"] = json!("=?base64?WsO8cmljaA==?=");
    first["mcp-param-days"] = json!("3");
    assert_eq!(headers, [first, common]);
    bench.close().await;
}

#[tokio::test]
async fn a_request_over_pipes_says_who_asks_and_what_we_can_do() {
    let (bench, _) = Bench::with(fixture(SCRIPT, &[])).await;
    let seen = seen(&bench).await;
    let [discover, listing, rest @ ..] = seen.as_slice() else { panic!("{seen:?}") };
    assert_eq!((&discover["method"], &listing["method"]), (&json!("server/discover"), &json!("tools/list")));
    let able = json!({
        "elicitation": { "form": {}, "url": {} }, "sampling": {},
        "extensions": { "io.modelcontextprotocol/tasks": {} },
    });
    for message in [discover, listing].into_iter().chain(rest) {
        let meta = &message["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], json!("2026-07-28"), "{message}");
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], json!("callwright"), "{message}");
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], able, "{message}");
    }
    let call = calls(&seen, "seen")[0];
    assert_eq!(call["params"]["_meta"]["io.modelcontextprotocol/logLevel"], json!("info"));
    bench.close().await;
}

#[tokio::test]
async fn a_tool_that_wants_an_impossible_header_is_left_out_and_named() {
    let (mut bench, id, _server) = over_http(&[]).await;
    let source = source(&bench).await;
    let problems: Vec<_> = source.problems.iter().map(|problem| english(&problem.message)).collect();
    let said = "the tool unfit is left out: its parameter size is of a kind that no header can hold";
    assert_eq!(problems, [said]);
    assert!(!source.functions.contains(&FunctionName::new("acme", "unfit")));
    let state = bench.until_running(&id).await;
    let unfit = state.tools.iter().find(|tool| tool.name == "unfit").expect("it is shown");
    assert_eq!(unfit.left_out.as_ref().map(english).as_deref(), Some(said));
    bench.close().await;
    // Over pipes there are no headers, and nothing is wrong with it.
    let (bench, _) = Bench::with(fixture(SCRIPT, &[])).await;
    assert_eq!(bench.text("unfit", json!({ "size": 1.5 })).await, "called unfit");
    bench.close().await;
}

#[tokio::test]
async fn a_tool_for_the_pages_of_its_server_is_shown_and_not_offered() {
    let (mut bench, id) = Bench::with(fixture(SCRIPT, &[])).await;
    let offered = source(&bench).await.functions;
    let has = |name: &str| offered.contains(&FunctionName::new("acme", name));
    assert!(has("both") && !has("page"), "{offered:?}");
    let state = bench.until_running(&id).await;
    let page = state.tools.iter().find(|tool| tool.name == "page").expect("it is shown");
    let hints: Vec<_> = page.hints.iter().map(english).collect();
    assert_eq!(hints, ["is for the pages of its server, not for models"]);
    bench.close().await;
}

#[tokio::test]
async fn a_call_whose_headers_are_not_those_the_server_wants_is_made_again_with_the_new_list() {
    let (bench, _, _server) = over_http(&["--mismatch"]).await;
    let arguments = json!({ "region": "eu" });
    assert_eq!(bench.text("forecast", arguments.clone()).await, "called forecast");
    let seen = seen(&bench).await;
    let methods: Vec<_> = seen.iter().map(|message| message["method"].as_str().unwrap_or("")).collect();
    let made = methods.iter().filter(|method| **method != "subscriptions/listen").collect::<Vec<_>>();
    let expected = ["server/discover", "tools/list", "tools/call", "tools/list", "tools/call", "tools/call"];
    assert!(made.into_iter().eq(&expected), "{methods:?}");
    let calls = calls(&seen, "forecast");
    assert_ne!(calls[0]["id"], calls[1]["id"]);
    assert_eq!(calls[1]["headers"]["mcp-param-region"], json!("eu"));
    bench.close().await;
}

#[tokio::test]
async fn a_list_that_has_held_as_long_as_it_said_is_asked_for_with_the_next_call() {
    let (mut bench, id) = Bench::with(fixture(SCRIPT, &["--pipes", "--ttl"])).await;
    assert!(!names(&bench.until_running(&id).await).contains(&"grown"));
    bench.text("both", json!({})).await;
    bench.text("both", json!({})).await;
    bench.until(&id, |state| names(state).contains(&"grown")).await;
    bench.close().await;
}

#[tokio::test]
async fn other_tools_are_heard_of_on_a_stream_that_is_asked_for() {
    let (pipes, pipes_id) = Bench::with(fixture(SCRIPT, &[])).await;
    let (http, http_id, _server) = over_http(&[]).await;
    for (mut bench, id) in [(pipes, pipes_id), (http, http_id)] {
        bench.text("grow", json!({})).await;
        bench.until(&id, |state| names(state).contains(&"grown")).await;
        assert_eq!(bench.text("grown", json!({})).await, "called grown");
        bench.close().await;
    }
}

#[tokio::test]
async fn stopping_a_call_over_http_closes_its_stream_and_says_nothing() {
    let (mut bench, _, _server) = over_http(&[]).await;
    bench.run_until_it_is_told("sleep", json!({})).await;
    let is_closed = |seen: &[Value]| seen.iter().any(|message| message["closed"] == "sleep");
    let mut seen_now = seen(&bench).await;
    // The connection is let go at once, and the server hears of it when it hears of it.
    while !is_closed(&seen_now) {
        seen_now = seen(&bench).await;
    }
    let cancelled = |message: &Value| message["method"] == "notifications/cancelled";
    assert!(!seen_now.iter().any(cancelled), "{seen_now:?}");
    bench.close().await;
}

#[tokio::test]
async fn what_stands_in_the_place_of_a_result_is_asked_and_answered_with_the_same_call() {
    let (pipes, _) = Bench::with(fixture(SCRIPT, &[])).await;
    let (http, _, _server) = over_http(&[]).await;
    for mut bench in [pipes, http] {
        let answers = vec![
            PersonAnswer::Accept { value: json!({ "place": { "at": null } }) },
            PersonAnswer::Decline,
            PersonAnswer::Say { text: "Hi".to_owned(), model: "m".to_owned() },
        ];
        let (outcome, asked) = bench.run_answering("ask", json!({ "word": "same" }), answers).await;
        let [Asks::Form { schema, .. }, Asks::Visit { address, .. }, Asks::Sample { sampling }] =
            asked.as_slice()
        else {
            panic!("{asked:?}")
        };
        assert_eq!(schema["properties"]["place"]["properties"]["at"]["type"], json!(["string", "null"]));
        assert_eq!((sampling.most_tokens, sampling.messages[0].text.as_str()), (9, "Hello"));
        assert_eq!(address, "https://acme.example/in");
        let value = json!({
            "same": true,
            "form": { "action": "accept", "content": { "place": { "at": null } } },
            "model": {
                "role": "assistant", "content": { "type": "text", "text": "Hi" }, "model": "m",
                "stopReason": "endTurn",
            },
            "visit": { "action": "decline" },
            "roots": { "roots": [] },
        });
        assert_eq!(outcome, Outcome::Returned { output: Output::Json { value } });
        let seen = seen(&bench).await;
        let [first, second] = calls(&seen, "ask")[..] else { panic!("{seen:?}") };
        assert_ne!(first["id"], second["id"]);
        assert_eq!(first["params"]["arguments"], second["params"]["arguments"]);
        bench.close().await;
    }
}
