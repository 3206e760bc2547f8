use super::{Manifest, ManifestError};
use notices::Describe;

const PROCESS: &str = r#"
format = 1
id = "dice"
version = "1.0.0"
kind = "process"
description = "Throws dice."
permissions = ["programs"]

[process]
command = ["python3", "main.py"]

[[process.functions]]
name = "throw"
description = "Throws dice."
[process.functions.parameters.properties.sides]
type = "integer"
"#;

#[track_caller]
fn check(text: &str, line: Option<usize>, part: &str) {
    let error = Manifest::read(text).expect_err("it can't be read");
    assert!(error.to_string().contains(part), "{error}");
    assert!(error.advice().is_some());
    let at = error.at().map(|at| text[..at].matches('\n').count() + 1);
    assert_eq!(at, line, "{error}");
}

#[test]
fn a_plugin_of_programs_is_read_with_the_places_of_what_is_in_it() {
    let manifest = Manifest::read(PROCESS).expect("it can be read");
    let process = manifest.process.expect("a table");
    assert_eq!((process.seconds, process.output_bytes), (30, 1024 * 1024));
    let function = process.functions.first().expect("a function");
    assert_eq!(&PROCESS[function.name.span()], "\"throw\"");
    assert_eq!(function.parameters.pointer("/properties/sides/type"), Some(&serde_json::json!("integer")));
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    check("format = 1\nid = ", Some(2), "plugin.toml can't be read");
    check(&PROCESS.replace("command", "comand"), Some(10), "unknown field `comand`");
    check(&PROCESS.replace("format = 1", "format = 2"), None, "format 2");
    check(&PROCESS.replace("\"dice\"", "\"../dice\""), None, "no name of a plugin");
    check(
        &PROCESS.replace("\"process\"", "\"native\""),
        Some(9),
        "[process] is for another kind than native",
    );
    check(&PROCESS.replace("kind = \"process\"", "kind = \"files\""), Some(9), "another kind than files");
    check(&PROCESS.replace("permissions = [\"programs\"]", ""), None, "needs the permission \"programs\"");
    check(
        "format = 1\nid = \"a\"\nversion = \"1\"\nkind = \"http\"\ndescription = \"\"\n",
        None,
        "no table [http]",
    );
}

#[test]
fn an_error_names_the_key_to_look_at() {
    let error = Manifest::read(&PROCESS.replace("format = 1", "format = 2")).expect_err("another format");
    assert_eq!(error.key(), Some("format"));
    assert!(matches!(error, ManifestError::UnknownFormat { found: 2 }));
}
