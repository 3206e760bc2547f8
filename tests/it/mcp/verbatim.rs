//! Answers as they are written: what is odd, broken or new in them costs neither the call nor the server.

use super::http::until_listening;
use super::{Bench, McpStatus, McpTransport, names, node, repository};
use content::{Failure, FailureKind, FunctionName, Outcome, Output};
use functions::ListedSource;
use serde_json::{Value, json};
use std::process::Stdio;
use tokio::process::{Child, Command};
use workbench::contract::Nothing;
use workbench::english;

/// What carries the messages.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Over {
    Pipes,
    Json,
    Events,
    Old,
}

const EVERY_WAY: [Over; 4] = [Over::Pipes, Over::Json, Over::Events, Over::Old];

/// A server that answers a call with the bytes it is called with.
struct Verbatim {
    bench: Bench,
    _server: Option<Child>,
}

impl Verbatim {
    async fn over(over: Over) -> Self {
        Self::listing(over, &[]).await
    }

    /// One whose list of tools is this text.
    async fn listing(over: Over, list: &[&str]) -> Self {
        let script = repository().join("fixtures/mcp/verbatim.mjs");
        let mode = match over {
            Over::Pipes => {
                let (bench, _) = Bench::with(node(&script, &[&["--pipes"], list].concat())).await;
                return Self { bench, _server: None };
            }
            Over::Json => "--json",
            Over::Events => "--events",
            Over::Old => "--old",
        };
        let mut command = Command::new("node");
        command.arg(script).arg(mode).args(list).stderr(Stdio::piped()).kill_on_drop(true);
        let mut server = command.spawn().expect("the server starts");
        let line = until_listening(server.stderr.take().expect("its errors"), "listening on port").await;
        let port = line.rsplit(' ').next().expect("a port");
        let path = if over == Over::Old { "sse" } else { "mcp" };
        let address = format!("http://127.0.0.1:{port}/{path}");
        let (bench, _) = Bench::with(McpTransport::Http { address, headers: Vec::new() }).await;
        Self { bench, _server: Some(server) }
    }

    /// What a call comes to that is answered with these texts.
    async fn says(&self, texts: &[&str]) -> Outcome {
        self.says_with(json!({ "texts": texts })).await
    }

    async fn says_with(&self, how: Value) -> Outcome {
        self.bench.run("say", how).await.outcome.expect("an outcome")
    }

    async fn source(&self) -> ListedSource {
        let overview = self.bench.app.workbench.overview(Nothing {}).await.expect("an overview");
        let acme = overview.sources.into_iter().find(|source| source.facts.id.as_str() == "mcp:acme");
        acme.expect("its source")
    }

    /// That the server still runs.
    async fn close(self) {
        assert_eq!(self.bench.text("echo", json!({})).await, "called echo");
        self.bench.close().await;
    }
}

fn result(result: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":$ID,"result":{result}}}"#)
}

fn returned(output: Output) -> Outcome {
    Outcome::Returned { output }
}

fn text(text: &str) -> Outcome {
    returned(Output::Text { text: text.to_owned() })
}

fn reported(message: &str) -> Outcome {
    let message = message.to_owned();
    Outcome::Failed { failure: Failure { kind: FailureKind::Reported, message } }
}

#[track_caller]
fn fails_with(outcome: &Outcome, words: &str) {
    let Outcome::Failed { failure } = outcome else { panic!("{outcome:?}") };
    assert!(failure.message.contains(words), "{}", failure.message);
}

#[tokio::test]
async fn what_no_value_here_can_hold_is_replaced_and_the_result_arrives() {
    for over in EVERY_WAY {
        let verbatim = Verbatim::over(over).await;
        let surrogate = r#"{"content":[{"type":"text","text":"a\ud800b"}]}"#;
        assert_eq!(verbatim.says(&[&result(surrogate)]).await, text("a\u{fffd}b"), "{over:?}");
        let number = r#"{"content":[],"structuredContent":{"far":1e400,"none":NaN}}"#;
        let value = json!({ "far": "1e400", "none": "NaN" });
        assert_eq!(verbatim.says(&[&result(number)]).await, returned(Output::Json { value }), "{over:?}");
        let bytes = "{\"content\":[{\"type\":\"text\",\"text\":\"caf\u{e9}\"}]}";
        assert_eq!(verbatim.says(&[&result(bytes)]).await, text("caf\u{fffd}"), "{over:?}");
        verbatim.close().await;
    }
}

#[tokio::test]
async fn a_whole_number_beyond_64_bits_reaches_the_server_with_all_its_digits() {
    let size = r#""size":115792089237316195423570985008687907853269984665640564039457584007913129639935"#;
    for over in EVERY_WAY {
        let verbatim = Verbatim::over(over).await;
        let texts = json!([result(r#"{"content":[{"type":"text","text":$SENT}]}"#)]);
        let run = verbatim.bench.run_written("run-1", "say", format!(r#"{{"texts":{texts},{size}}}"#)).await;
        let Some(Outcome::Returned { output: Output::Text { text } }) = &run.outcome else {
            panic!("{run:?}")
        };
        assert!(text.contains(size), "{over:?}: {text}");
        assert_eq!(run.bound, None, "nothing is told");
        verbatim.close().await;
    }
}

#[tokio::test]
async fn an_answer_that_cant_be_read_fails_at_once_and_says_that_the_call_was_made() {
    let deep = format!("{{\"content\":[],\"structuredContent\":{}{}}}", "[".repeat(200), "]".repeat(200));
    let id_last = format!("{{\"result\":{deep},\"jsonrpc\":\"2.0\",\"id\":$ID}}");
    let cut = r#"{"jsonrpc":"2.0","id":$ID,"result":{"content":["#;
    let cut_before_the_id = r#"{"result":{"content":["#;
    for over in EVERY_WAY {
        let verbatim = Verbatim::over(over).await;
        for answer in [&result(&deep), id_last.as_str(), cut, cut_before_the_id] {
            let outcome = verbatim.says(&[answer]).await;
            fails_with(&outcome, "What was asked for was done, and the answer can't be read: ");
        }
        verbatim.close().await;
    }
}

#[tokio::test]
async fn an_answer_that_is_too_long_fails_at_once_and_names_the_limit() {
    let long = result(r#"{"content":[{"type":"text","text":"$LONG"}]}"#);
    let id_last = r#"{"result":{"content":[{"type":"text","text":"$LONG"}]},"jsonrpc":"2.0","id":$ID}"#;
    for over in EVERY_WAY {
        let verbatim = Verbatim::over(over).await;
        // Another call waits meanwhile, so the answer is known by its id alone.
        let mut other = Box::pin(verbatim.bench.run_as("run-2", "say", json!({ "texts": [] })));
        let is_waiting = futures::poll!(&mut other).is_pending();
        assert!(is_waiting);
        for answer in [&long, id_last] {
            let outcome = verbatim.says(&[answer]).await;
            let said = "What was asked for was done, and the answer is longer than 16 MB, which is the most that is read. Ask for less at once.";
            assert_eq!(outcome, reported(said), "{over:?}");
        }
        drop(other);
        verbatim.close().await;
    }
}

#[tokio::test]
async fn messages_that_cant_be_read_do_not_touch_the_answer_behind_them() {
    let answer = result(r#"{"content":[{"type":"text","text":"here"}]}"#);
    let log =
        r#"{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"\udc00 1"}}"#;
    let strange = [
        "no JSON at all",
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progress\":",
        r#"{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":[],"progress":"half"}}"#,
        r#"{"jsonrpc":"2.0","id":{"a":1},"method":"ping"}"#,
        r#"{"jsonrpc":"2.0","id":"s1","method":"sampling/createMessage","params":{"messages":"\ud800"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"method":"notifications/message","params":{"level":7}}"#,
        "[]",
        "null",
        log,
        &answer,
    ];
    for over in [Over::Pipes, Over::Events, Over::Old] {
        let mut verbatim = Verbatim::over(over).await;
        assert_eq!(verbatim.says(&strange).await, text("here"), "{over:?}");
        let bench = &mut verbatim.bench;
        bench.until("acme", |state| state.lines.iter().any(|line| line.text == "\u{fffd} 1")).await;
        verbatim.close().await;
    }
}

#[tokio::test]
async fn an_error_in_any_form_is_told_at_once() {
    let errors = [
        (r#""id":$ID,"error":{"code":-32000,"message":"no such city"}"#, "no such city (code -32000)"),
        (r#""id":$ID,"error":{"code":"E_CITY","message":"no such city"}"#, "no such city (code E_CITY)"),
        (
            r#""id":$ID,"error":{"code":4e9,"message":"no such city"},"result":null"#,
            "no such city (code 4000000000.0)",
        ),
        (r#""id":$ID,"error":"no such city""#, "no such city"),
        (r#""id":$ID,"error":{"code":7}"#, r#"{"code":7}"#),
        (r#""id":$ID,"error":{"code":7,"message":""}"#, r#"{"code":7,"message":""}"#),
        (r#""id":$ID,"error":{"code":7,"message":{"why":1}}"#, r#"{"why":1} (code 7)"#),
        (
            r#""id":$ID,"error":{"code":-32602,"message":"no such city","data":{"known":["Oslo"]}}"#,
            "no such city (code -32602)\n{\"known\":[\"Oslo\"]}",
        ),
        (r#""id":null,"error":{"code":-32700,"message":"Parse error"}"#, "Parse error (code -32700)"),
        (r#""error":{"code":-32700,"message":"Parse error"}"#, "Parse error (code -32700)"),
        (
            r#""id":"server-error","error":{"code":-32600,"message":"Bad Request"}"#,
            "Bad Request (code -32600)",
        ),
    ];
    for over in EVERY_WAY {
        let verbatim = Verbatim::over(over).await;
        for (error, expected) in errors {
            let answer = format!(r#"{{"jsonrpc":"2.0",{error}}}"#);
            assert_eq!(verbatim.says(&[&answer]).await, reported(expected), "{over:?} {error}");
        }
        verbatim.close().await;
    }
}

#[tokio::test]
async fn an_answer_is_found_by_its_id_however_it_is_written() {
    let content = r#""result":{"content":[{"type":"text","text":"here"}]}"#;
    let answers = [
        format!(r#"{{"jsonrpc":"2.0","id":$ID,{content},"error":null}}"#),
        format!(r#"{{"id":$ID,{content}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":"$ID",{content}}}"#),
        format!(r#"{{"jsonrpc":"2.0","id":$ID.0,{content}}}"#),
        format!(
            r#"[{{"jsonrpc":"2.0","method":"notifications/other"}},{{"jsonrpc":"2.0","id":$ID,{content}}}]"#
        ),
        format!("\u{ef}\u{bb}\u{bf}{{\"jsonrpc\":\"2.0\",\"id\":$ID,{content}}}"),
    ];
    for over in EVERY_WAY {
        let verbatim = Verbatim::over(over).await;
        for answer in &answers {
            assert_eq!(verbatim.says(&[answer]).await, text("here"), "{over:?} {answer}");
        }
        verbatim.close().await;
    }
}

#[tokio::test]
async fn a_result_of_a_kind_that_is_not_known_is_kept() {
    let video = json!({ "type": "video", "url": "https://a.example/v" });
    let odd = json!({ "type": "image", "data": 7 });
    let content = json!([{ "type": "text", "text": "look", "annotations": "odd" }, video, odd]);
    let parts = vec![
        Output::Text { text: "look".to_owned() },
        Output::Json { value: video.clone() },
        Output::Json { value: odd.clone() },
    ];
    let several = returned(Output::Several { parts });
    let progress = json!({ "progress": 7, "resultType": "streamed" });
    let cases = [
        (json!({ "content": content }), several.clone()),
        (json!({ "content": content, "resultType": "novel", "more": [1] }), several),
        (progress.clone(), returned(Output::Json { value: progress })),
        (json!({ "content": null }), returned(Output::Nothing)),
        (json!({}), returned(Output::Nothing)),
        (json!(null), returned(Output::Nothing)),
        (json!({ "content": "here" }), text("here")),
        (json!({ "content": { "type": "text", "text": "here" } }), text("here")),
        (json!({ "content": [], "isError": true }), reported("The tool failed and did not say why.")),
        (json!({ "structuredContent": [1, 2] }), returned(Output::Json { value: json!([1, 2]) })),
    ];
    for over in EVERY_WAY {
        let verbatim = Verbatim::over(over).await;
        for (given, expected) in &cases {
            let outcome = verbatim.says(&[&result(&given.to_string())]).await;
            assert_eq!(&outcome, expected, "{over:?} {given}");
        }
        verbatim.close().await;
    }
}

#[tokio::test]
async fn one_bad_tool_leaves_the_others() {
    let say = r#"{"name":"say","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes","idempotentHint":true}}"#;
    let echo =
        r#"{"name":"echo","title":7,"description":"\ud800","inputSchema":{"type":"object"},"icons":"none"}"#;
    let text = r#"{"name":"text","inputSchema":{"type":"string"}}"#;
    let odd = r#"{"name":"odd","inputSchema":{"type":"object","properties":{"a":{"type":"wood"}}}}"#;
    let list = format!(
        r#"{{"tools":[{say},{{"description":"no name"}},{{"name":"flat","inputSchema":"none"}},7,{text},{odd},{echo},{say}]}}"#
    );
    for over in [Over::Pipes, Over::Json] {
        let mut verbatim = Verbatim::listing(over, &[&list]).await;
        let source = verbatim.source().await;
        assert_eq!(source.functions, ["say", "echo"].map(|name| FunctionName::new("acme", name)));
        let problems: Vec<_> = source.problems.iter().map(|problem| english(&problem.message)).collect();
        let expected = [
            "a tool in its list has no name",
            "the tool flat has no schema for its parameters",
            "a tool in its list has no name",
            "the schema of the tool text does not take an object",
            "the schema of the tool odd is no JSON schema",
            "the tool say is in its list twice",
        ];
        let problems: Vec<_> = problems.iter().map(|said| said.split(": ").next().unwrap_or(said)).collect();
        assert_eq!(problems, expected);
        let state = verbatim.bench.until_running("acme").await;
        assert_eq!(names(&state), ["say", "echo", "flat", "text", "odd"]);
        let left_out: Vec<_> = state.tools.iter().map(|tool| tool.left_out.as_ref().map(english)).collect();
        assert_eq!(
            left_out[..4],
            [
                None,
                None,
                Some("the tool flat has no schema for its parameters".to_owned()),
                Some("the schema of the tool text does not take an object".to_owned()),
            ]
        );
        let hints: Vec<_> = state.tools[0].hints.iter().map(english).collect();
        assert_eq!(hints, ["idempotent"]);
        verbatim.close().await;
    }
}

#[tokio::test]
async fn the_output_schema_of_a_tool_is_known_of_its_function_and_a_false_one_is_left_out() {
    let schema = json!({ "type": "object", "properties": { "metres": { "type": "number" } } });
    let tool = |name: &str, output: &Value| json!({ "name": name, "inputSchema": { "type": "object" }, "outputSchema": output });
    let list = json!({ "tools": [
        tool("echo", &schema),
        tool("odd", &json!({ "type": "wood" })),
        tool("flat", &json!("metres")),
    ] });
    let mut verbatim = Verbatim::listing(Over::Pipes, &[&list.to_string()]).await;
    let overview = verbatim.bench.app.workbench.overview(Nothing {}).await.expect("an overview");
    let returns = |name: &str| {
        let mut functions = overview.functions.iter();
        functions
            .find(|spec| spec.name == FunctionName::new("acme", name))
            .expect("it is offered")
            .returns
            .clone()
    };
    assert_eq!(["echo", "odd", "flat"].map(returns), [Some(schema), None, None]);
    let state = verbatim.bench.until_running("acme").await;
    let shown: Vec<_> = state.tools.iter().map(|tool| tool.has_output_schema).collect();
    assert_eq!(shown, [true, true, false]);
    verbatim.close().await;
}

#[tokio::test]
async fn a_list_that_is_none_is_an_error_of_the_server() {
    let script = repository().join("fixtures/mcp/verbatim.mjs");
    let mut bench = Bench::new().await;
    bench.save(node(&script, &["--pipes", r#"{"tools":"none"}"#])).await;
    let state = bench.until("acme", |state| matches!(state.status, McpStatus::Waiting { .. })).await;
    let McpStatus::Waiting { reason, .. } = state.status else { panic!("it waits") };
    assert!(english(&reason).starts_with("its tools can't be listed: "), "{reason:?}");
    bench.close().await;
}

#[tokio::test]
async fn an_answer_over_http_without_a_word_fails_at_once() {
    let verbatim = Verbatim::over(Over::Json).await;
    for status in [200, 204] {
        let outcome = verbatim.says_with(json!({ "texts": [], "status": status })).await;
        fails_with(&outcome, "The server took the request and answered nothing");
    }
    let outcome =
        verbatim.says_with(json!({ "texts": ["over capacity"], "status": 503, "type": "text/plain" })).await;
    fails_with(&outcome, "HTTP 503");
    let page = json!({ "texts": ["<html>"], "type": "text/html" });
    fails_with(&verbatim.says_with(page).await, "text/html");
    let unnamed =
        json!({ "texts": [result(r#"{"content":[{"type":"text","text":"here"}]}"#)], "type": "text/plain" });
    assert_eq!(verbatim.says_with(unnamed).await, text("here"));
    let refused = r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"Bad Request"}}"#;
    let outcome = verbatim.says_with(json!({ "texts": [refused], "status": 400 })).await;
    assert_eq!(outcome, reported("Bad Request (code -32600)"));
    verbatim.close().await;
}
