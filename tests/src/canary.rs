//! Secrets, and counterparts that repeat each of them in every possible way.

use crate::provider::{Provider, Reply};
use serde_json::{Value, json};

/// The key of a service, the password in its address, the variable of a plugin, the variable of a server. Each ends in
/// letters that stand nowhere else.
pub const SECRETS: [&str; 4] = [
    "sk-canary/service-7f3a9c1e5b2d",
    "address-canary-8e4b0d2f6c3a",
    "plugin-canary/9d5c1e3a7f4b",
    "mcp-canary/0c6d2f4b8a5e",
];

/// The environment variable the plugin reads its key from.
pub const PLUGIN_VARIABLE: &str = "CANARY_PLUGIN_KEY";

/// The last letters of a secret: leaking half of it is as bad as leaking all of it.
pub fn tail(secret: &str) -> &str {
    &secret[secret.len() - 12..]
}

/// A text with each letter of a secret written as an escape of JSON.
fn escaped(secret: &str) -> String {
    secret.chars().map(|letter| format!("\\u{:04x}", u32::from(letter))).collect()
}

fn slashed(secret: &str) -> String {
    secret.replace('/', "\\/")
}

fn event(delta: &str) -> String {
    format!("data: {{\"choices\":[{{\"index\":0,\"delta\":{delta}}}]}}\n\n")
}

fn words(text: &str) -> String {
    event(&format!("{{\"content\":\"{text}\"}}"))
}

fn ended(reason: &str) -> String {
    format!(
        "data: {{\"choices\":[{{\"index\":0,\"delta\":{{}},\"finish_reason\":\"{reason}\"}}]}}\n\ndata: [DONE]\n\n"
    )
}

fn call(index: u8, id: &str, name: &str, arguments: &str) -> String {
    let function = json!({ "name": name, "arguments": arguments });
    event(
        &json!({ "tool_calls": [{ "index": index, "id": id, "type": "function", "function": function }] })
            .to_string(),
    )
}

fn more(index: u8, arguments: &str) -> String {
    event(&json!({ "tool_calls": [{ "index": index, "function": { "arguments": arguments } }] }).to_string())
}

/// A service that repeats its key and the password of its address: whole, escaped, in pieces, in headers, in errors.
pub async fn service() -> Provider {
    let [key, password, ..] = SECRETS;
    let half = key.len() - 9;
    let (begin, end) = key.split_at(half);
    let head =
        format!("content-type: text/event-stream\r\nx-request-id: {key}\r\nx-echo: a {password} b\r\n");
    let said = [
        words(&format!("Plain {key}, slashed {}, escaped {}.", slashed(key), escaped(key))),
        words(&format!("In two: {begin}")),
        words(&format!("{end}, and letter by letter: ")),
        key.chars().map(|letter| words(&letter.to_string())).collect(),
        words(&format!(", with the password {password}. ")),
        event(&json!({ "reasoning_content": format!("I think of {begin}") }).to_string()),
        event(&json!({ "reasoning_content": format!("{end}, yes.") }).to_string()),
        call(0, "one", "echo-tell", &format!("{{\"city\":\"{begin}")),
        more(0, &format!("{end}\"}}")),
        call(1, "two", "acme-echo", &format!("{{\"text\":\"{}\"}}", escaped(key))),
        ended("tool_calls"),
    ];
    let answer = [words("The umbrella is "), words("at home."), ended("stop")].concat();
    let refusal = format!(
        "{{\"error\":{{\"message\":\"No key {} here\",\"code\":\"{}\"}},\"request_id\":\"{key}\"}}",
        escaped(key),
        slashed(key)
    );
    let strange = format!("data: {{\"choices\":\"{}\"}}\n\ndata: [DONE]\n\n", escaped(key));
    let models = format!("{{\"object\":\"list\",\"data\":[{{\"id\":\"m-{}\"}}]}}", escaped(key));
    let location = format!("location: http://someone:{password}@127.0.0.1:9/{key}\r\n");
    Provider::start(vec![
        Reply::response("200 OK", "content-type: application/json\r\n", &models),
        Reply::response("200 OK", &head, &said.concat()),
        Reply::events(&answer),
        Reply::response(
            "401 Unauthorized",
            &format!("content-type: application/json\r\nx-request-id: {key}\r\n"),
            &refusal,
        ),
        Reply::events(&strange),
        Reply::response("307 Temporary Redirect", &location, ""),
        // To the run of a case.
        Reply::response("200 OK", &head, &said.concat()),
        Reply::events(&answer),
    ])
    .await
}

/// A web service for a plugin, which repeats the key it is sent.
pub async fn city() -> Provider {
    let secret = SECRETS[2];
    let body =
        format!("{{\"plain\":\"{secret}\",\"slashed\":\"{}\",\"{}\":[1]}}", slashed(secret), escaped(secret));
    Provider::start(vec![Reply::response("200 OK", "content-type: application/json\r\n", &body)]).await
}

/// The plugin that asks it.
pub fn plugin(city: &Provider) -> String {
    let server = city.address();
    let host = server.trim_start_matches("http://").trim_end_matches("/v1");
    format!(
        r#"
format = 1
id = "echo"
version = "1.0.0"
kind = "http"
description = "Tells about cities."
permissions = ["network"]

[http]
environment = ["{PLUGIN_VARIABLE}"]
private_hosts = ["{host}"]

[[http.functions]]
name = "tell"
description = "Tells about a city."
url = "{server}/cities"
headers = {{ authorization = "Bearer {{{{ env.{PLUGIN_VARIABLE} }}}}" }}
[http.functions.parameters]
required = ["city"]
[http.functions.parameters.properties]
city = {{ type = "string" }}
"#
    )
}

/// A server of tools, as a script for a shell, that repeats the variable it is given.
pub const SERVER: &str = r#"
escaped=$(printf '%s' "$ACME_TOKEN" | sed 's/\//\\\//g; s/^m/\\u006d/')
while IFS= read -r line; do
  id=$(printf '%s' "$line" | sed -n 's/.*"id":\([0-9]*\).*/\1/p')
  case "$line" in
    *'"server/discover"'*)
      printf '{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"no %s"}}\n' "$id" "$ACME_TOKEN" ;;
    *'"initialize"'*)
      printf '{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"acme","version":"%s"},"instructions":"Take %s"}}\n' "$id" "$ACME_TOKEN" "$escaped" ;;
    *'"tools/list"'*)
      printf '{"jsonrpc":"2.0","id":%s,"result":{"tools":[{"name":"echo","description":"Echoes %s","inputSchema":{"type":"object","properties":{"text":{"type":"string"}}}}]}}\n' "$id" "$escaped" ;;
    *'"tools/call"'*)
      printf 'called with %s\n' "$ACME_TOKEN" >&2
      printf '{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"token":"%s"}}}\n' "$escaped"
      printf '{"jsonrpc":"2.0","id":%s,"result":{"content":[{"type":"text","text":"token %s"},{"type":"text","text":"%s"}],"structuredContent":{"token":"%s"}}}\n' "$id" "$ACME_TOKEN" "$escaped" "$escaped" ;;
  esac
done
"#;

/// The secrets found in a text. Empty if it is clean.
pub fn leaks(place: &str, bytes: &[u8]) -> Vec<String> {
    let holds = |text: &str| bytes.windows(text.len()).any(|window| window == text.as_bytes());
    let told = SECRETS.iter().filter(|secret| holds(tail(secret)) || holds(&escaped(tail(secret))));
    told.map(|secret| format!("{place} holds {secret}")).collect()
}

/// The tool calls of the first answer, by the names used to allow them.
pub fn functions() -> [(&'static str, &'static str); 2] {
    [("echo", "tell"), ("acme", "echo")]
}

/// A value in the form a page receives.
pub fn as_told(value: impl serde::Serialize) -> Value {
    serde_json::to_value(value).expect("JSON")
}
