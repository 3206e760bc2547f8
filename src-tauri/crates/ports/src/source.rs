//! Where functions come from.

use crate::Function;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

/// Names a source for as long as the application runs: `plugin:weather`, `mcp:files`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct SourceId(String);

impl SourceId {
    pub fn new(raw: impl Into<String>) -> Self {
        Self(raw.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Display for SourceId {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0)
    }
}

/// A source that functions come from. Whoever keeps one says what it has whenever that changes; see
/// [`FunctionShelf`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SourceFacts {
    pub id: SourceId,
    /// Its name for people.
    pub title: String,
    pub kind: SourceKind,
    /// Where it is: a folder, a file, an address. Nothing for what ships.
    pub place: Option<String>,
    /// What its functions do that a person has to agree to, each thing in words.
    pub needs: Vec<String>,
}

/// How the functions of a source run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SourceKind {
    /// Compiled into the application.
    Native,
    /// A program for each call.
    Process,
    /// A request made of a template.
    Http,
    /// A request to an interface described by an OpenAPI document.
    OpenApi,
    /// The files of one folder.
    Files,
    /// A server that speaks the Model Context Protocol.
    Mcp,
    /// A template that is sent to a model.
    Prompt,
    /// A definition without anything behind it.
    Pasted,
}

/// Where a source puts its functions. What is put there counts from the next request of a model on; a request that
/// is under way keeps what it has.
pub trait FunctionShelf: Send + Sync {
    /// It is being read. What it had is kept meanwhile.
    fn loading(&self);

    /// What it has from now on, with what of it can't be used.
    fn fill(&self, functions: Vec<Arc<dyn Function>>, problems: Vec<SourceProblem>);

    /// It can't be used. What it had is gone.
    fn fail(&self, problem: SourceProblem);
}

/// How a source stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SourceStatus {
    Loading,
    Ready,
    Failed,
}

/// Something about a source that a person should mend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SourceProblem {
    pub message: String,
    pub advice: String,
    /// The file it is in, where it is in one.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
}

impl SourceProblem {
    pub fn new(message: impl Into<String>, advice: impl Into<String>) -> Self {
        Self { message: message.into(), advice: advice.into(), file: None, line: None }
    }

    pub fn in_file(self, file: impl Into<String>, line: Option<usize>) -> Self {
        Self { file: Some(file.into()), line, ..self }
    }
}
