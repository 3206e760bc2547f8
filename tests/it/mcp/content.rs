//! What tools give, and what their servers get.

use super::{Bench, McpTransport, names, npm};
use content::{Media, Output};
use serde_json::{Value, from_str, json};
use std::fs;

#[tokio::test]
async fn the_tools_of_a_server_are_functions_with_their_schemas_and_hints() {
    let (bench, id) = Bench::with(npm("server-everything", &["stdio"])).await;
    let mut bench = bench;
    let state = bench.until_running(&id).await;
    assert!(names(&state).contains(&"get-structured-content"), "{:?}", names(&state));
    let long =
        state.tools.iter().find(|tool| tool.name == "trigger-long-running-operation").expect("it is there");
    assert_eq!(long.title.as_deref(), Some("Trigger Long Running Operation Tool"));
    assert_eq!(long.hints.first().map(workbench::english).as_deref(), Some("reads only"));
    let overview = bench.app.workbench.overview(workbench::contract::Nothing {}).await.expect("an overview");
    let echo = overview.functions.iter().find(|spec| spec.name.function == "echo").expect("it is offered");
    assert_eq!(echo.parameters["required"], json!(["message"]));
    let source =
        overview.sources.iter().find(|source| source.facts.id.as_str() == "mcp:acme").expect("its source");
    assert!(source.problems.is_empty(), "{:?}", source.problems);
    assert_eq!(bench.text("echo", json!({ "message": "hello" })).await, "Echo: hello");
    bench.close().await;
}

#[tokio::test]
async fn every_kind_of_content_arrives_as_what_it_is() {
    let (bench, _) = Bench::with(npm("server-everything", &["stdio"])).await;
    let Output::Several { parts } = bench.output("get-tiny-image", json!({})).await else {
        panic!("several parts")
    };
    let is_picture = |part: &Output| matches!(part, Output::Media { media: Media { mime_type, .. } } if mime_type == "image/png");
    assert_eq!((parts.len(), parts.iter().filter(|part| is_picture(part)).count()), (3, 1));
    let structured = bench.output("get-structured-content", json!({ "location": "New York" })).await;
    let Output::Json { value } = structured else { panic!("{structured:?}") };
    assert_eq!(value["temperature"], json!(33));
    let Output::Several { parts } = bench.output("get-resource-links", json!({ "count": 2 })).await else {
        panic!("several parts")
    };
    let links = parts
        .iter()
        .filter(|part| matches!(part, Output::Json { value } if value["resourceLink"]["uri"].is_string()));
    assert_eq!(links.count(), 2);
    let reference = json!({ "resourceType": "Text", "resourceId": 1 });
    let Output::Several { parts } = bench.output("get-resource-reference", reference).await else {
        panic!("several parts")
    };
    assert!(
        parts
            .iter()
            .any(|part| matches!(part, Output::Json { value } if value["resource"]["text"].is_string()))
    );
    bench.close().await;
}

#[tokio::test]
async fn a_server_has_the_variables_it_was_given_and_no_others() {
    let mut bench = Bench::new().await;
    let McpTransport::Command { program, arguments, folder, .. } = npm("server-everything", &["stdio"])
    else {
        panic!("a command")
    };
    let named = vec!["GREETING".to_owned()];
    let inherited = vec!["CARGO_MANIFEST_DIR".to_owned()];
    let transport = McpTransport::Command { program, arguments, folder, variables: named, inherited };
    let settings = functions::sources::mcp::McpServer {
        id: String::new(),
        title: "Acme".to_owned(),
        transport,
        seconds: 20,
        is_enabled: true,
    };
    let value = connectors::Secret::new("good morning").expect("a value");
    let variables = [("GREETING".to_owned(), value)].into();
    let save = workbench::contract::SaveServer { settings, variables, headers: Default::default() };
    let id = bench.app.workbench.server_save(save).await.expect("it is kept").id;
    bench.until_running(&id).await;
    let env: Value = from_str(&bench.text("get-env", json!({})).await).expect("JSON");
    assert_eq!(env["GREETING"], json!("good morning"));
    assert_eq!(env["CARGO_MANIFEST_DIR"], json!(env!("CARGO_MANIFEST_DIR")));
    assert!(env["PATH"].is_string());
    let ours: Vec<_> =
        env.as_object().expect("an object").keys().filter(|name| name.starts_with("CARGO_PKG")).collect();
    assert!(ours.is_empty(), "{ours:?}");
    for entry in fs::read_dir(bench.app.home.path()).expect("the folder").flatten() {
        let text = fs::read(entry.path()).unwrap_or_default();
        assert!(!String::from_utf8_lossy(&text).contains("good morning"), "{:?}", entry.path());
    }
    bench.close().await;
}

#[tokio::test]
async fn files_are_read_and_written_by_the_server_for_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().canonicalize().expect("its path");
    let (bench, _) = Bench::with(npm("server-filesystem", &[&path.display().to_string()])).await;
    let file = path.join("note.txt").display().to_string();
    bench.output("write_file", json!({ "path": file, "content": "remember" })).await;
    assert_eq!(fs::read_to_string(path.join("note.txt")).expect("it is written"), "remember");
    let Output::Json { value } = bench.output("read_text_file", json!({ "path": file })).await else {
        panic!("a structured result")
    };
    assert_eq!(value["content"], json!("remember"));
    let outside = bench.run("read_text_file", json!({ "path": "/etc/hostname" })).await;
    let failed = matches!(outside.outcome, Some(content::Outcome::Failed { ref failure }) if failure.message.contains("denied"));
    assert!(failed, "{:?}", outside.outcome);
    bench.close().await;
}

#[tokio::test]
async fn what_the_server_for_memory_was_told_is_found_again() {
    let (bench, _) = Bench::with(npm("server-memory", &[])).await;
    let entity = json!({ "name": "Oslo", "entityType": "city", "observations": ["cold"] });
    bench.output("delete_entities", json!({ "entityNames": ["Oslo"] })).await;
    bench.output("create_entities", json!({ "entities": [entity] })).await;
    let Output::Json { value } = bench.output("search_nodes", json!({ "query": "cold" })).await else {
        panic!("a structured result")
    };
    assert_eq!(value["entities"][0]["name"], json!("Oslo"));
    bench.output("delete_entities", json!({ "entityNames": ["Oslo"] })).await;
    bench.close().await;
}
