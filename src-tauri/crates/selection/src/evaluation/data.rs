//! Queries of others as JSON lines: functions in one file, queries with their fitting functions in another.

use super::run::Labelled;
use crate::about::Fingerprint;
use crate::views::RECENT;
use content::{FunctionName, PluginName, Role};
use ports::{Effect, FunctionSpec, Said};
use serde::Deserialize;
use serde_json::Value;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// An unreadable line and its place.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct DataError {
    pub line: usize,
    pub reason: String,
}

/// Functions and the queries that belong to them.
#[derive(Clone, Debug, Default)]
pub struct Data {
    pub functions: Vec<Arc<FunctionSpec>>,
    pub queries: Vec<Query>,
}

/// One query with the labels of its source.
#[derive(Clone, Debug)]
pub struct Query {
    pub labelled: Labelled,
    /// The functions available in its source, if stated.
    pub candidates: Vec<usize>,
    /// The part of its source it belongs to.
    pub subset: String,
}

#[derive(Deserialize)]
struct FunctionLine {
    id: String,
    #[serde(default)]
    plugin: String,
    name: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    parameters: Value,
}

#[derive(Deserialize)]
struct QueryLine {
    id: String,
    source: String,
    messages: Vec<MessageLine>,
    gold: Vec<String>,
    #[serde(default)]
    candidates: Vec<String>,
    #[serde(default)]
    subset: String,
}

#[derive(Deserialize)]
struct MessageLine {
    role: Role,
    content: String,
}

impl Data {
    pub fn read(functions: &str, queries: &str) -> Result<Self, DataError> {
        let mut places = HashMap::new();
        let mut specs = Vec::new();
        for line in lines::<FunctionLine>(functions) {
            let FunctionLine { id, plugin, name, description, parameters } = line?;
            let plugin = (!plugin.is_empty()).then(|| PluginName::new(plugin));
            places.insert(id, specs.len());
            let name = FunctionName { plugin, function: name };
            specs.push(Arc::new(FunctionSpec::plain(name, description, parameters, Effect::ReadsOnly)));
        }
        let place = |id: &String| places.get(id).copied();
        let mut read = Vec::new();
        for line in lines::<QueryLine>(queries) {
            let QueryLine { id, source, messages, gold, candidates, subset } = line?;
            let said = messages.into_iter().rev().filter(|message| message.role != Role::System);
            let said = said.map(|message| Said { role: message.role, text: message.content });
            let context = Said::latest(said, RECENT);
            let fitting = gold.iter().filter_map(place).collect();
            read.push(Query {
                labelled: Labelled { id, group: source, context, fitting, only: Vec::new() },
                candidates: candidates.iter().filter_map(place).collect(),
                subset,
            });
        }
        Ok(Self { functions: specs, queries: read })
    }

    /// Keeps at most this many queries per source with a fitting function, always the same ones, and all queries
    /// without one.
    pub fn cap(&mut self, most: usize) {
        let mut sources: BTreeMap<String, Vec<Query>> = BTreeMap::new();
        for query in std::mem::take(&mut self.queries) {
            sources.entry(query.labelled.group.clone()).or_default().push(query);
        }
        for queries in sources.into_values() {
            let (mut with, without): (Vec<_>, Vec<_>) =
                queries.into_iter().partition(|query| !query.labelled.fitting.is_empty());
            with.sort_by_key(|query| Fingerprint::of(&query.labelled.id));
            with.truncate(most);
            self.queries.extend(with.into_iter().chain(without));
        }
    }
}

fn lines<'a, T: Deserialize<'a>>(text: &'a str) -> impl Iterator<Item = Result<T, DataError>> {
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    lines.map(|(place, line)| {
        serde_json::from_str(line).map_err(|error| DataError { line: place + 1, reason: error.to_string() })
    })
}
