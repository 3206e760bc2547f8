//! Import, export, lists, search and checks.

use crate::home::{Home, Printed, REQUEST, SOUND, SOUND_TITLE, program};
use serde_json::{Value, json};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

#[test]
fn files_become_sessions_that_are_listed_found_and_written_again() {
    let home = Home::new();
    let (request, sound) = (home.write("request.json", REQUEST), home.write("sound.json", SOUND));
    let imported =
        home.json(&["import", "--json", request.to_str().expect("a path"), sound.to_str().expect("a path")]);
    let facts = |place: usize| {
        let one = &imported[place];
        [&one["title"], &one["format"], &one["messages"]].map(Value::clone)
    };
    assert_eq!(facts(0), [json!("Is it raining in Oslo?"), json!("openai-chat"), json!(2)]);
    assert_eq!(facts(1), [json!(SOUND_TITLE), json!("openai-chat"), json!(2)]);

    let listed = home.json(&["sessions", "--json"]);
    let ids: Vec<_> = listed.as_array().expect("a list").iter().map(|one| &one["session"]).collect();
    assert_eq!(ids, [&imported[1]["session"], &imported[0]["session"]]);
    assert!(home.done(&["sessions"]).contains(&format!("  {SOUND_TITLE}\n")));

    let found = home.json(&["search", "--json", "bergen"]);
    assert_eq!((&found["total"], &found["complete"]), (&json!(1), &json!(true)));
    let hit = &found["hits"][0];
    assert_eq!((&hit["session"], &hit["kind"]), (&imported[1]["session"], &json!("model")));
    assert!(hit["text"].as_str().is_some_and(|text| text.contains("Bergen")), "{hit}");

    let out = home.at("out.json");
    home.done(&["export", SOUND_TITLE, "--format", "anthropic", "-o", out.to_str().expect("a path")]);
    let written: Value = serde_json::from_slice(&std::fs::read(&out).expect("a file")).expect("JSON");
    assert_eq!(written["messages"][1]["role"], "assistant");
    assert_eq!(std::fs::metadata(&out).expect("a file").permissions().mode() & 0o777, 0o600);
    let own = home.done(&["export", imported[0]["session"].as_str().expect("an id")]);
    assert!(own.contains("weather") && own.ends_with("}\n"), "{own}");
}

#[test]
fn a_session_is_written_as_a_page_and_as_markdown_for_people() {
    let home = Home::new();
    let sound = home.write("sound.json", SOUND);
    home.done(&["import", sound.to_str().expect("a path")]);
    let page = home.at("page.html");
    home.done(&["export", SOUND_TITLE, "--format", "html", "-o", page.to_str().expect("a path")]);
    let written = std::fs::read_to_string(&page).expect("a file");
    assert!(
        written.starts_with("<!doctype html>\n")
            && written.contains(&format!("<title>{SOUND_TITLE}</title>"))
    );
    assert!(written.contains("Bergen") && !written.contains("<script"), "{written}");
    assert_eq!(std::fs::metadata(&page).expect("a file").permissions().mode() & 0o777, 0o600);
    let markdown = home.done(&["export", SOUND_TITLE, "--format", "markdown"]);
    assert!(
        markdown.starts_with(&format!("# `{SOUND_TITLE}`\n"))
            && markdown.contains("\n## Assistant\n\n```text\nAsk me about Bergen.\n```\n"),
        "{markdown}"
    );
}

#[test]
fn the_next_request_of_a_session_is_written_with_its_functions() {
    let home = Home::new();
    let sound = home.write("sound.json", SOUND);
    home.done(&["import", sound.to_str().expect("a path")]);
    let request = home.json(&["export", SOUND_TITLE, "--format", "next-request"]);
    assert_eq!(request["messages"][1]["content"], json!("Ask me about Bergen."));
    assert!(request["tools"].as_array().is_some_and(|tools| !tools.is_empty()), "{request}");
}

#[test]
fn what_an_import_loses_is_printed_in_english() {
    let home = Home::new();
    let strange = home.write("strange.json", r#"{"messages":[{"role":"oracle","content":"Hm."}]}"#);
    let imported = home.json(&["import", "--json", strange.to_str().expect("a path")]);
    let what = &imported[0]["losses"][0]["what"];
    assert_eq!(what, "the role \"oracle\" is unknown and read as \"user\"");
}

#[test]
fn a_search_without_a_hit_ends_as_that_of_grep_and_a_query_that_is_none_says_what_to_write() {
    let home = Home::new();
    let Printed { code, out, err } = home.run(&["search", "nothing"]);
    assert_eq!((code, out.as_str(), err.as_str()), (1, "", ""));
    let Printed { code, out, err } = home.run(&["search", "status:dancing"]);
    assert_eq!((code, out.as_str()), (1, ""));
    assert!(err.starts_with("callwright: ") && err.contains("dancing"), "{err}");
}

#[test]
fn a_check_ends_with_one_where_something_is_wrong_and_keeps_nothing() {
    let home = Home::new();
    let (request, sound) = (home.write("request.json", REQUEST), home.write("sound.json", SOUND));
    let Printed { code, out, .. } = home.run(&["check", "--json", request.to_str().expect("a path")]);
    let checked: Value = serde_json::from_str(&out).expect("JSON");
    let text = "The call of weather-get_forecast has no result.";
    let finding =
        json!({ "kind": "unansweredCall", "severity": "broken", "message": 2, "item": 1, "text": text });
    let expected = json!({ "format": "openai-chat", "messages": 2, "findings": [finding], "losses": [] });
    assert_eq!((code, checked), (1, expected));
    assert_eq!(
        home.run(&["check", request.to_str().expect("a path")]).out,
        format!("message 2: broken: {text}\n")
    );
    assert_eq!(home.done(&["check", sound.to_str().expect("a path")]), "");
    assert!(!home.at("callwright").exists());
}

#[test]
fn a_reader_that_has_gone_is_nothing_to_fail_for() {
    let home = Home::new();
    let mut command = home.command(program(), &["man"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[test]
fn completions_and_manual_pages_are_made_from_the_command_line_itself() {
    let home = Home::new();
    for shell in ["bash", "zsh", "fish"] {
        assert!(home.done(&["completions", shell]).contains("doctor"), "{shell}");
    }
    assert!(home.done(&["man"]).contains(".TH callwright 1"));
    home.done(&["man", "--folder", "pages"]);
    assert!(home.at("pages/callwright-import.1").is_file());
}
