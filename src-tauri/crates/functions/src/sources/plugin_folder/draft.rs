//! A plugin that a person makes in the window. It becomes a folder like any other: from then on its files count.

use super::fault::DraftError;
use super::load::{Loaded, load};
use crate::manifest::{Manifest, OpenApiTable, is_plain_name};
use crate::sources::openapi::{Contents, DocumentError};
use notices::{Describe, Notice};
use ports::SourceProblem;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use ts_rs::TS;

/// Where plugins are put that a person doesn't want any more. Folders with a dot are no plugins.
const PUT_AWAY: &str = ".removed";

/// What runs the script of a new plugin.
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };

/// A plugin before it has a folder.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct PluginDraft {
    /// The name of the plugin and of its folder.
    pub id: String,
    pub description: String,
    pub content: DraftContent,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum DraftContent {
    /// The operations of a document.
    OpenApi {
        document: String,
        /// The address the paths count from, instead of the one the document names.
        server: Option<String>,
        /// Which operations, as `get /pets`. All of them, where nothing is said.
        operations: Option<Vec<String>>,
        /// For each key the document names, the variable of the environment that holds it.
        keys: BTreeMap<String, String>,
        private_hosts: Vec<String>,
    },
    /// One request made of a template.
    Http { request: HttpDraft, environment: Vec<String>, private_hosts: Vec<String> },
    /// A script to begin with.
    Script,
}

/// A request with the arguments of a call put into it.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct HttpDraft {
    pub name: String,
    pub description: String,
    pub method: String,
    pub url: String,
    #[ts(type = "JsonValue")]
    pub parameters: Value,
    pub query: BTreeMap<String, String>,
    pub headers: BTreeMap<String, String>,
    pub body: Option<String>,
}

/// What a document would give, for a person to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DraftLook {
    pub title: String,
    pub operations: Vec<DraftOperation>,
    /// Where requests would go.
    pub hosts: Vec<String>,
    /// The keys the document names.
    pub keys: Vec<String>,
    /// What could not be taken over.
    pub problems: Vec<Notice>,
}

/// An operation that would become a function.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct DraftOperation {
    pub name: String,
    /// Its method and its path, as it is chosen by: `get /pets`.
    pub place: String,
    pub description: String,
}

impl PluginDraft {
    /// What is in the document. Nothing is kept.
    pub fn look(&self) -> Result<DraftLook, SourceProblem> {
        let DraftContent::OpenApi { document, .. } = &self.content else {
            return Err(SourceProblem::of(&DraftError::OtherKind));
        };
        let text = self.manifest()?;
        let manifest = Manifest::read(&text).map_err(|error| SourceProblem::of(&error))?;
        let table: Option<&OpenApiTable> = manifest.openapi.as_deref();
        let table = table.ok_or_else(|| SourceProblem::of(&DraftError::NoDocument))?;
        let Contents { title, operations, hosts, keys, problems } =
            Contents::of(document, table).map_err(in_document)?;
        let problems = problems.iter().map(Describe::notice).collect();
        let operation = |(name, place, description)| DraftOperation { name, place, description };
        let operations = operations.into_iter().map(operation).collect();
        Ok(DraftLook { title, operations, hosts, keys, problems })
    }

    /// Makes the folder. A plugin nobody could use is not made: it is read first, as all are.
    pub fn write(&self, plugins: &Path) -> Result<PathBuf, SourceProblem> {
        let text = self.manifest()?;
        Manifest::read(&text).map_err(|error| SourceProblem::of(&error))?;
        let folder = plugins.join(&self.id);
        if folder.exists() {
            return Err(SourceProblem::of(&DraftError::Exists { id: self.id.clone() }));
        }
        let beside = plugins.join(format!(".{}.new", self.id));
        let made = self.write_files(&beside, &text).and_then(|()| self.check(&beside));
        let moved = made.and_then(|()| std::fs::rename(&beside, &folder).map_err(not_writable));
        if let Err(problem) = moved {
            // What is left there is no plugin, and is written over the next time.
            let _ = std::fs::remove_dir_all(&beside);
            return Err(problem);
        }
        Ok(folder)
    }

    fn check(&self, folder: &Path) -> Result<(), SourceProblem> {
        let Loaded { functions, .. } = load(folder, &self.id);
        let (functions, problems) = functions?;
        match problems.into_iter().next() {
            Some(problem) if functions.is_empty() => Err(problem),
            Some(_) | None => Ok(()),
        }
    }

    fn write_files(&self, folder: &Path, manifest: &str) -> Result<(), SourceProblem> {
        if folder.exists() {
            std::fs::remove_dir_all(folder).map_err(not_writable)?;
        }
        disk::replace(&folder.join("plugin.toml"), manifest.as_bytes()).map_err(not_writable)?;
        match &self.content {
            DraftContent::OpenApi { document, .. } => {
                disk::replace(&folder.join(name_of(document)), document.as_bytes()).map_err(not_writable)
            }
            DraftContent::Script => {
                disk::replace(&folder.join("main.py"), SCRIPT.as_bytes()).map_err(not_writable)
            }
            DraftContent::Http { .. } => Ok(()),
        }
    }

    fn manifest(&self) -> Result<String, SourceProblem> {
        let (kind, permission, table) = match &self.content {
            DraftContent::OpenApi { document, server, operations, keys, private_hosts } => {
                let mut table =
                    json!({ "document": name_of(document), "private_hosts": private_hosts, "keys": keys });
                put(&mut table, "server", server.as_ref().map(|server| json!(server)));
                put(&mut table, "operations", operations.as_ref().map(|wanted| json!(wanted)));
                ("openapi", "network", table)
            }
            DraftContent::Http { request, environment, private_hosts } => {
                let HttpDraft { name, description, method, url, parameters, query, headers, body } = request;
                let mut function = json!({
                    "name": name, "description": description, "method": method, "url": url,
                    "parameters": parameters, "query": query, "headers": headers,
                });
                put(&mut function, "body", body.as_ref().map(|body| json!(body)));
                let table = json!({ "environment": environment, "private_hosts": private_hosts, "functions": [function] });
                ("http", "network", table)
            }
            DraftContent::Script => ("process", "programs", script()),
        };
        if has_null(&table) {
            return Err(SourceProblem::of(&DraftError::Null));
        }
        let mut manifest = json!({
            "format": 1, "id": self.id, "version": "1.0.0", "kind": kind,
            "description": self.description, "permissions": [permission],
        });
        put(&mut manifest, kind, Some(table));
        toml::to_string_pretty(&manifest).map_err(|error| {
            SourceProblem::of(&DraftError::NotWritten { reason: notices::said(&error.to_string()) })
        })
    }
}

/// Takes one of a person's plugins out of use. Its files stay, in a folder beside.
pub fn put_away(plugins: &Path, name: &str) -> Result<PathBuf, SourceProblem> {
    let folder = plugins.join(name);
    if !is_plain_name(name, usize::MAX) || !folder.is_dir() {
        return Err(SourceProblem::of(&DraftError::NoPlugin { name: name.to_owned() }));
    }
    let away = plugins.join(PUT_AWAY);
    disk::make_folder(&away).map_err(not_writable)?;
    let names = std::iter::once(name.to_owned()).chain((2_u32..).map(|number| format!("{name}-{number}")));
    let place = names.map(|name| away.join(name)).find(|place| !place.exists());
    let place = place.unwrap_or_else(|| away.join(name));
    std::fs::rename(&folder, &place).map_err(not_writable)?;
    Ok(place)
}

/// Documents are JSON or YAML, and their names say which.
fn name_of(document: &str) -> &'static str {
    if document.trim_start().starts_with('{') { "openapi.json" } else { "openapi.yaml" }
}

fn put(table: &mut Value, key: &str, value: Option<Value>) {
    if let (Value::Object(table), Some(value)) = (table, value) {
        table.insert(key.to_owned(), value);
    }
}

fn has_null(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Array(parts) => parts.iter().any(has_null),
        Value::Object(parts) => parts.values().any(has_null),
        Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

fn not_writable(source: io::Error) -> SourceProblem {
    SourceProblem::of(&DraftError::Disk { source })
}

/// A document in a draft has no file yet.
fn in_document(reason: DocumentError) -> SourceProblem {
    let problem = SourceProblem::of(&reason);
    match reason.line() {
        Some(line) => SourceProblem { message: DraftError::Document { line, reason }.notice(), ..problem },
        None => problem,
    }
}

fn script() -> Value {
    json!({
        "command": [PYTHON, "main.py"],
        "functions": [{
            "name": "greet",
            "description": "Greets somebody by name.",
            "effect": "reads",
            "parameters": {
                "required": ["name"],
                "properties": { "name": { "type": "string", "description": "Who is greeted." } },
            },
        }],
    })
}

const SCRIPT: &str = r#"# Reads the arguments of a call as JSON, writes its result as JSON. Save this file, and the next call runs what you wrote.
import json
import sys

arguments = json.load(sys.stdin)
json.dump({"greeting": f"Hello, {arguments['name']}!"}, sys.stdout)
"#;

#[cfg(test)]
mod tests;
