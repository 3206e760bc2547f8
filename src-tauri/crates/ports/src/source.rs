//! The sources of functions.

use crate::Function;
use notices::{Describe, Notice};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use ts_rs::TS;

content::id! {
    /// Names a source while the application runs: `plugin:weather`, `mcp:files`.
    SourceId
}

/// A source of functions. Its owner reports every change of its contents; see [`FunctionShelf`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SourceFacts {
    pub id: SourceId,
    /// Its name for people.
    pub title: String,
    pub kind: SourceKind,
    /// Its location: a folder, a file, an address. `None` for functions that ship.
    pub place: Option<String>,
    /// The actions of its functions that need consent, one phrase each.
    pub needs: Vec<Notice>,
}

/// The way the functions of a source run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SourceKind {
    /// Compiled into the application.
    Native,
    /// A process for each call.
    Process,
    /// A request made from a template.
    Http,
    /// A request to an interface described by an OpenAPI document.
    OpenApi,
    /// The files of one folder.
    Files,
    /// A server that speaks the Model Context Protocol.
    Mcp,
    /// A template that is sent to a model.
    Prompt,
    /// A definition without an implementation.
    Pasted,
}

/// The shelf a source fills with its functions. A change applies from the next request to a model; a running request
/// keeps the functions it began with.
pub trait FunctionShelf: Send + Sync {
    /// The source is being read. The previous contents stay meanwhile.
    fn loading(&self);

    /// Replaces the contents, and reports what can't be used.
    fn fill(&self, functions: Vec<Arc<dyn Function>>, problems: Vec<SourceProblem>);

    /// The source can't be used. Its contents are removed.
    fn fail(&self, problem: SourceProblem);
}

/// The status of a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum SourceStatus {
    Loading,
    Ready,
    Failed,
}

/// A problem of a source that a person should fix.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SourceProblem {
    pub message: Notice,
    pub advice: Option<Box<Notice>>,
    /// The file with the problem, if it is in a file.
    pub file: Option<String>,
    /// The line, from 1.
    pub line: Option<usize>,
}

impl SourceProblem {
    /// A problem that describes itself.
    pub fn of(problem: &impl Describe) -> Self {
        Self { message: problem.notice(), advice: problem.advice().map(Box::new), file: None, line: None }
    }

    pub fn in_file(self, file: impl Into<String>, line: Option<usize>) -> Self {
        Self { file: Some(file.into()), line, ..self }
    }
}
