//! Servers as other programs write them down: Claude Desktop, Cursor, VS Code, Zed and those who do as they do.

use super::settings::{McpServer, McpTransport};
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use ts_rs::TS;

/// The time limit of a call where none is given.
const DEFAULT_TIMEOUT_SECONDS: u32 = 60;

/// The servers that were found in a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PastedServers {
    pub servers: Vec<PastedServer>,
    /// What was there and could not be used.
    pub notes: Vec<Notice>,
}

/// One of them, with the values that are kept apart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct PastedServer {
    pub settings: McpServer,
    pub variables: BTreeMap<String, String>,
    pub headers: BTreeMap<String, String>,
    /// What was there and could not be used, or is still missing.
    pub notes: Vec<Notice>,
}

/// A text without servers.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "paste")]
#[advice("Paste the “mcpServers” of another program, or fill in the form.")]
pub enum PasteError {
    #[error("this is not JSON: {source}")]
    NotJson { source: serde_json::Error },
    #[error("this is JSON, but not an object")]
    NotObject,
    #[error("there is no server in it: neither a command nor an address")]
    NoServer,
}

/// An entry that describes no server.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "server-entry")]
pub(crate) enum EntryError {
    #[error("it is not an object")]
    NotObject,
    #[error("it has neither a command nor an address")]
    NoTransport,
    #[error("{value} is no argument")]
    Argument {
        #[notice(text)]
        value: Value,
    },
    #[error("its arguments are not a list: {value}")]
    Arguments {
        #[notice(text)]
        value: Value,
    },
    #[error("its command is empty")]
    EmptyCommand,
    #[error("its command has no path")]
    NoPath,
    #[error("its command is not a text")]
    Command,
}

/// A part of a pasted text that is not used as it stands.
#[derive(Debug, Describe)]
#[notice(prefix = "paste-note")]
pub(crate) enum PasteNote<'a> {
    #[notice("the questions under “inputs” are not asked: type the values below")]
    Questions,
    #[notice("{name}: {reason}")]
    Entry {
        name: &'a str,
        #[notice(cause)]
        reason: EntryError,
    },
    #[notice("“{key}” is not used")]
    Unused { key: &'a str },
    #[notice("the value of {name} is not a text")]
    NotText { name: &'a str },
    #[notice("the value of {name} stands for another one: type it")]
    Placeholder { name: &'a str },
}

/// Reads servers, or says why there are none.
pub fn read_pasted(text: &str) -> Result<PastedServers, PasteError> {
    let value: Value =
        serde_json::from_str(&without_comments(text)).map_err(|source| PasteError::NotJson { source })?;
    let Value::Object(root) = value else { return Err(PasteError::NotObject) };
    let mut notes = Vec::new();
    let entries = entries_in(root, &mut notes);
    let mut servers = Vec::new();
    for (name, entry) in entries {
        match server(&name, &entry) {
            Ok(server) => servers.push(server),
            Err(reason) => notes.push(PasteNote::Entry { name: &name, reason }.notice()),
        }
    }
    if servers.is_empty() && notes.is_empty() {
        return Err(PasteError::NoServer);
    }
    Ok(PastedServers { servers, notes })
}

/// The entries, under whatever key they stand.
fn entries_in(mut root: Map<String, Value>, notes: &mut Vec<Notice>) -> Map<String, Value> {
    if let Some(Value::Object(inner)) = root.get("mcp").cloned() {
        root = inner;
    }
    if root.get("inputs").and_then(Value::as_array).is_some_and(|inputs| !inputs.is_empty()) {
        notes.push(PasteNote::Questions.notice());
    }
    for key in ["mcpServers", "servers", "context_servers"] {
        if let Some(Value::Object(entries)) = root.get(key) {
            return entries.clone();
        }
    }
    if is_entry(&root) {
        let name = root.get("name").and_then(Value::as_str).unwrap_or("server").to_owned();
        return Map::from_iter([(name, Value::Object(root))]);
    }
    root.retain(|_, entry| entry.as_object().is_some_and(is_entry));
    root
}

fn is_entry(entry: &Map<String, Value>) -> bool {
    ["command", "url", "serverUrl", "httpUrl"].iter().any(|key| entry.contains_key(*key))
}

fn server(name: &str, entry: &Value) -> Result<PastedServer, EntryError> {
    let Value::Object(entry) = entry else { return Err(EntryError::NotObject) };
    let mut notes = Vec::new();
    let (mut variables, mut headers) = (BTreeMap::new(), BTreeMap::new());
    let address =
        ["url", "serverUrl", "httpUrl"].iter().find_map(|key| entry.get(*key).and_then(Value::as_str));
    let transport = match (entry.get("command"), address) {
        (Some(command), _) => {
            let (program, arguments) = words(command, entry.get("args"))?;
            let mut inherited = Vec::new();
            let names = values(entry.get("env"), &mut variables, &mut inherited, &mut notes);
            let folder = entry.get("cwd").and_then(Value::as_str).map(str::to_owned);
            McpTransport::Command { program, arguments, folder, variables: names, inherited }
        }
        (None, Some(address)) => {
            let mut elsewhere = Vec::new();
            let names = values(entry.get("headers"), &mut headers, &mut elsewhere, &mut notes);
            McpTransport::Http { address: address.to_owned(), headers: names }
        }
        (None, None) => return Err(EntryError::NoTransport),
    };
    let ignored = ["envFile", "alwaysAllow", "autoApprove", "disabledTools", "timeout", "oauth", "dev"];
    let unused = ignored.into_iter().filter(|key| entry.contains_key(*key));
    notes.extend(unused.map(|key| PasteNote::Unused { key }.notice()));
    let is_off = entry.get("disabled").and_then(Value::as_bool) == Some(true)
        || entry.get("enabled").and_then(Value::as_bool) == Some(false);
    let settings = McpServer {
        id: String::new(),
        title: name.to_owned(),
        transport,
        seconds: DEFAULT_TIMEOUT_SECONDS,
        is_enabled: !is_off,
    };
    Ok(PastedServer { settings, variables, headers, notes })
}

/// The program and its arguments, which some write as one list and some as an object.
fn words(command: &Value, arguments: Option<&Value>) -> Result<(String, Vec<String>), EntryError> {
    let listed = |list: &[Value]| -> Result<Vec<String>, EntryError> {
        let word = |value: &Value| {
            value.as_str().map(str::to_owned).ok_or_else(|| EntryError::Argument { value: value.clone() })
        };
        list.iter().map(word).collect()
    };
    let mut arguments = match arguments {
        None => Vec::new(),
        Some(Value::Array(list)) => listed(list)?,
        Some(other) => return Err(EntryError::Arguments { value: other.clone() }),
    };
    match command {
        Value::String(program) => Ok((program.clone(), arguments)),
        Value::Array(list) => {
            let mut list = listed(list)?.into_iter();
            let program = list.next().ok_or(EntryError::EmptyCommand)?;
            arguments.splice(0..0, list);
            Ok((program, arguments))
        }
        Value::Object(fields) => match fields.get("path") {
            Some(path) => words(path, fields.get("args")),
            None => Err(EntryError::NoPath),
        },
        Value::Null | Value::Bool(_) | Value::Number(_) => Err(EntryError::Command),
    }
}

/// The names, with the values beside them. A value that stands for one from elsewhere is not there.
fn values(
    given: Option<&Value>,
    kept: &mut BTreeMap<String, String>,
    inherited: &mut Vec<String>,
    notes: &mut Vec<Notice>,
) -> Vec<String> {
    let mut names = Vec::new();
    for (name, value) in given.and_then(Value::as_object).into_iter().flatten() {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            Value::Null => {
                inherited.push(name.clone());
                continue;
            }
            Value::Array(_) | Value::Object(_) => {
                notes.push(PasteNote::NotText { name }.notice());
                continue;
            }
        };
        let from_environment = text.strip_prefix("${env:").and_then(|rest| rest.strip_suffix('}'));
        if from_environment == Some(name.as_str()) {
            inherited.push(name.clone());
            continue;
        }
        names.push(name.clone());
        if text.contains("${") {
            notes.push(PasteNote::Placeholder { name }.notice());
        } else {
            kept.insert(name.clone(), text);
        }
    }
    names
}

/// The text as JSON: some editors write comments, and commas behind the last one.
fn without_comments(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut kept = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        match (letter, letters.get(at + 1)) {
            ('"', _) => {
                let end = end_of_text(&letters, at);
                kept.extend(&letters[at..end]);
                at = end;
            }
            ('/', Some('/')) => at += letters[at..].iter().take_while(|letter| **letter != '\n').count(),
            ('/', Some('*')) => at = end_of_comment(&letters, at + 2),
            (']' | '}', _) => {
                let trimmed = kept.trim_end();
                if trimmed.ends_with(',') {
                    kept.truncate(trimmed.len() - 1);
                }
                kept.push(letter);
                at += 1;
            }
            (_, _) => {
                kept.push(letter);
                at += 1;
            }
        }
    }
    kept
}

fn end_of_text(letters: &[char], begin: usize) -> usize {
    let mut at = begin + 1;
    while let Some(&letter) = letters.get(at) {
        match letter {
            '\\' => at += 2,
            '"' => return at + 1,
            _ => at += 1,
        }
    }
    letters.len()
}

fn end_of_comment(letters: &[char], begin: usize) -> usize {
    let rest = letters.get(begin..).unwrap_or_default();
    rest.windows(2).position(|two| two == ['*', '/']).map_or(letters.len(), |end| begin + end + 2)
}

#[cfg(test)]
mod tests {
    use super::{McpTransport, Notice, PastedServer, read_pasted};
    use proptest::prelude::*;

    fn texts(notes: &[Notice]) -> Vec<String> {
        notes.iter().map(ToString::to_string).collect()
    }

    #[track_caller]
    fn one(text: &str) -> PastedServer {
        let mut read = read_pasted(text).expect("a server");
        assert_eq!((read.servers.len(), read.notes.len()), (1, 0), "{:?}", read.notes);
        read.servers.remove(0)
    }

    fn command(program: &str, arguments: &[&str], variables: &[&str], inherited: &[&str]) -> McpTransport {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        McpTransport::Command {
            program: program.to_owned(),
            arguments: owned(arguments),
            folder: None,
            variables: owned(variables),
            inherited: owned(inherited),
        }
    }

    #[test]
    fn the_form_of_claude_desktop_is_read_and_values_stand_apart() {
        let server = one(
            r#"{"mcpServers": {"github": {"command": "npx", "args": ["-y", "server-github"], "env": {"TOKEN": "t-1"}}}}"#,
        );
        assert_eq!(server.settings.title, "github");
        assert_eq!(server.settings.transport, command("npx", &["-y", "server-github"], &["TOKEN"], &[]));
        assert_eq!(server.variables.get("TOKEN").map(String::as_str), Some("t-1"));
    }

    #[test]
    fn the_form_of_vs_code_is_read_with_its_comments_and_placeholders() {
        let text = r#"{
            // The servers of this folder.
            "inputs": [{ "id": "key", "type": "promptString" }],
            "servers": {
                "local": { "type": "stdio", "command": "node", "args": ["a//b.js",],
                           "env": { "PATH": "${env:PATH}", "KEY": "${input:key}" } },
                "far": { "type": "http", "url": "https://acme.example/mcp", "headers": { "Authorization": "Bearer x" } },
            }
        }"#;
        let read = read_pasted(text).expect("servers");
        assert_eq!(read.notes.len(), 1);
        let [local, far] = read.servers.as_slice() else { panic!("two servers") };
        assert_eq!(local.settings.transport, command("node", &["a//b.js"], &["KEY"], &["PATH"]));
        assert_eq!(texts(&local.notes), ["the value of KEY stands for another one: type it"]);
        let address = "https://acme.example/mcp".to_owned();
        let headers = vec!["Authorization".to_owned()];
        assert_eq!(far.settings.transport, McpTransport::Http { address, headers });
        assert_eq!(far.headers.get("Authorization").map(String::as_str), Some("Bearer x"));
    }

    #[test]
    fn a_server_alone_and_one_under_its_name_are_read_too() {
        assert_eq!(
            one(r#"{"command": ["uvx", "a"], "args": ["b"]}"#).settings.transport,
            command("uvx", &["a", "b"], &[], &[])
        );
        let server = one(r#"{"a": {"command": "x", "disabled": true, "alwaysAllow": []}}"#);
        assert!(!server.settings.is_enabled);
        assert_eq!(texts(&server.notes), ["“alwaysAllow” is not used"]);
        let zed = one(r#"{"context_servers": {"z": {"command": {"path": "x", "args": ["y"]}}}}"#);
        assert_eq!(zed.settings.transport, command("x", &["y"], &[], &[]));
    }

    #[test]
    fn what_is_no_server_is_named_with_the_reason() {
        let read = read_pasted(r#"{"mcpServers": {"a": {"args": []}, "b": {"command": 7}}}"#).expect("notes");
        assert!(read.servers.is_empty());
        assert_eq!(
            texts(&read.notes),
            ["a: it has neither a command nor an address", "b: its command is not a text"]
        );
        for text in ["", "[]", "{}", "{\"a\": 1}"] {
            assert!(read_pasted(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "[\\[\\]{}\",:/*a\\\\ \n]{0,60}") {
            let _ = read_pasted(&text);
        }
    }
}
