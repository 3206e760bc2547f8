//! Functions that are requests, against a server of our own.

use content::{FunctionName, JsonObject, Output};
use functions::{Library, PluginFolder};
use ports::{CallScope, Catalogue, Function, FunctionError};
use serde_json::{Value, json};
use std::fs;
use std::sync::Arc;
use support::provider::{Provider, Reply};
use tempfile::TempDir;
use tokio_util::sync::CancellationToken;

const JSON: &str = "content-type: application/json\r\n";

/// One plugin.
struct Plugin {
    library: Arc<Library>,
    _open: PluginFolder,
    _home: TempDir,
}

fn plugin(id: &str, files: &[(&str, &str)]) -> Plugin {
    let home = tempfile::tempdir().expect("a folder");
    let folder = home.path().join(id);
    fs::create_dir_all(&folder).expect("it is made");
    for (name, text) in files {
        fs::write(folder.join(name), text).expect("it is written");
    }
    let library = Arc::new(Library::default());
    let open = PluginFolder::open(home.path().to_owned(), Arc::clone(&library)).expect("it is looked at");
    Plugin { library, _open: open, _home: home }
}

impl Plugin {
    fn function(&self, plugin: &str, name: &str) -> Arc<dyn Function> {
        let found = self.library.current().function(&FunctionName::new(plugin, name));
        found.unwrap_or_else(|| panic!("{:?}", self.library.sources()))
    }

    async fn call(&self, plugin: &str, name: &str, arguments: Value) -> Result<Output, String> {
        let arguments: JsonObject = serde_json::from_value(arguments).expect("an object");
        let scope = CallScope::unobserved(CancellationToken::new());
        self.function(plugin, name).invoke(&arguments, &scope).await.map_err(|error| match error {
            FunctionError::Report(failure) => failure.message,
            FunctionError::Broken { reason } => format!("broken: {reason}"),
            FunctionError::Cancelled => "cancelled".to_owned(),
        })
    }
}

/// A plugin of one request to a server, with these lines in its table.
fn city(server: &str, table: &str, function: &str) -> Plugin {
    let toml = format!(
        r#"
format = 1
id = "city"
version = "1.0.0"
kind = "http"
description = "Tells about cities."
permissions = ["network"]

[http]
environment = ["CARGO_PKG_NAME"]
{table}

[[http.functions]]
name = "tell"
description = "Tells about a city."
url = "{server}/cities/{{{{ city }}}}"
{function}
[http.functions.parameters]
required = ["city"]
[http.functions.parameters.properties]
city = {{ type = "string" }}
day = {{ type = "integer" }}
"#
    );
    plugin("city", &[("plugin.toml", &toml)])
}

fn local(provider: &Provider) -> String {
    format!("private_hosts = [\"{}\"]", origin(provider).replace("http://", ""))
}

fn origin(provider: &Provider) -> String {
    provider.address().trim_end_matches("/v1").to_owned()
}

#[tokio::test]
async fn a_request_is_filled_with_the_arguments_and_its_answer_comes_back() {
    let replies = vec![Reply::response("200 OK", JSON, r#"{"people": 7, "key": "callwright-tests"}"#)];
    let provider = Provider::start(replies).await;
    let more = "method = \"POST\"\nquery = { day = \"{{ day }}\", lang = \"{{ lang }}\" }\n\
        headers = { authorization = \"Bearer {{ env.CARGO_PKG_NAME }}\" }\nbody = \"{{ arguments | tojson }}\"";
    let plugin = city(&origin(&provider), &local(&provider), more);
    let told = plugin.call("city", "tell", json!({ "city": "São/Paulo", "day": 2 })).await;
    let expected = json!({ "people": 7, "key": "•••" });
    assert_eq!(told, Ok(Output::Json { value: expected }), "a key does not come back");
    let heard = provider.heard().concat();
    assert!(heard.starts_with("POST /cities/S%C3%A3o%2FPaulo?day=2 HTTP/1.1\r\n"), "{heard}");
    assert!(heard.contains("authorization: Bearer callwright-tests\r\n"), "{heard}");
    assert!(heard.ends_with(r#"{"city": "São/Paulo", "day": 2}"#), "{heard}");
}

#[tokio::test]
async fn this_computer_is_reached_only_where_that_is_allowed() {
    let provider = Provider::start(vec![Reply::response("200 OK", JSON, "1")]).await;
    let said = city(&origin(&provider), "", "").call("city", "tell", json!({ "city": "a" })).await;
    assert!(said.expect_err("it is refused").contains("on this computer or in its network"));
    let by_name = origin(&provider).replace("127.0.0.1", "localhost");
    let said = city(&by_name, "", "").call("city", "tell", json!({ "city": "a" })).await;
    assert!(said.expect_err("it is refused").contains("on this computer or in its network"));
    assert!(provider.heard().is_empty());
}

#[tokio::test]
async fn a_redirect_is_told_and_not_followed() {
    let elsewhere = Provider::start(vec![Reply::response("200 OK", JSON, "1")]).await;
    let location = format!("location: {}/secret\r\n", origin(&elsewhere));
    let provider = Provider::start(vec![Reply::response("302 Found", &location, "")]).await;
    let said =
        city(&origin(&provider), &local(&provider), "").call("city", "tell", json!({ "city": "a" })).await;
    assert!(said.expect_err("it is told").contains("which is not followed"));
    assert!(elsewhere.heard().is_empty());
}

#[tokio::test]
async fn answers_have_a_length_a_time_and_a_meaning() {
    let check = async |reply: Reply, table: &str, part: &str| {
        let provider = Provider::start(vec![reply]).await;
        let table = format!("{}\n{table}", local(&provider));
        let said = city(&origin(&provider), &table, "").call("city", "tell", json!({ "city": "a" })).await;
        let said = said.expect_err("it is told");
        assert!(said.contains(part), "{said}");
    };
    let head = b"HTTP/1.1 200 OK\r\n\r\n".to_vec();
    check(Reply::Endless(head.clone(), vec![b'x'; 4096]), "answer_bytes = 10000", "longer than 10000 bytes")
        .await;
    check(Reply::Silence(head), "seconds = 1", "no answer came within 1 s").await;
    check(Reply::response("404 Not Found", "", "no such city"), "", "404 Not Found: no such city").await;
    check(Reply::response("200 OK", JSON, "{"), "", "calls itself JSON and is not").await;
}

#[tokio::test]
async fn an_operation_of_a_large_document_is_called() {
    let provider =
        Provider::start(vec![Reply::response("200 OK", JSON, r#"{"data": {"name": "2.0"}}"#)]).await;
    let document =
        fs::read_to_string(support::app::fixtures().join("openapi/readme-3.1.json")).expect("it is there");
    let toml = format!(
        r#"
format = 1
id = "readme"
version = "1.0.0"
kind = "openapi"
description = "Writes documentation."
permissions = ["network"]

[openapi]
document = "readme.json"
server = "{}/v2"
keys = {{ bearer = "CARGO_PKG_NAME" }}
{}
"#,
        origin(&provider),
        local(&provider)
    );
    let plugin = plugin("readme", &[("plugin.toml", &toml), ("readme.json", &document)]);
    let sources = plugin.library.sources();
    let [source] = &sources[..] else { panic!("one source") };
    assert!(source.functions.len() >= 50, "{} functions, {:?}", source.functions.len(), source.problems);
    assert_eq!(source.facts.needs[0].to_string(), format!("send requests to {}", origin(&provider)));
    let changed =
        plugin.call("readme", "updateBranch", json!({ "branch": "v1.0", "body": { "name": "2.0" } })).await;
    assert_eq!(changed, Ok(Output::Json { value: json!({ "data": { "name": "2.0" } }) }));
    let heard = provider.heard().concat();
    assert!(heard.starts_with("PATCH /v2/branches/v1.0 HTTP/1.1\r\n"), "{heard}");
    assert!(heard.contains("authorization: Bearer callwright-tests\r\n"), "{heard}");
    assert!(heard.ends_with(r#"{"name":"2.0"}"#), "{heard}");
}
