//! The list of tools: functions, hosted tools, and which of them may be called now.

use super::search;
use super::wire::Tool;
use crate::names::WireNames;
use crate::outgoing::{Adaptations, Difference, Place, Reason, Said, Turn};
use crate::remote::Asked;
use crate::schemas::{SchemaRules, StrictBudget};
use crate::ways::hosted_entries;
use content::FunctionName;
use ports::{CompletionRequest, FunctionChoice, FunctionSpec, HostedTool, TextForm, finder};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const SEARCH: &str = "tool_search";
const PROGRAMS: &str = "programmatic_tool_calling";

/// An entry of the list of tools.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Entry {
    Function(Tool),
    Other(Value),
}

impl Entry {
    fn is_deferred(&self) -> bool {
        matches!(self, Self::Function(tool) if tool.defer_loading == Some(true))
    }
}

/// The functions a request offers, and those left to a search.
#[derive(Debug, Default)]
pub(super) struct Offer {
    pub(super) entries: Vec<Entry>,
    /// The names of functions that are not shown at first. Calls of them name the place where they were found.
    pub(super) deferred: BTreeSet<String>,
    /// Functions that stay where a search has found them. `None` if the search is an ordinary function.
    pub(super) found: Option<BTreeMap<FunctionName, Entry>>,
}

pub(super) fn offer(asked: &Asked<'_>, history: &[Turn<'_>], adaptations: &mut Adaptations) -> Offer {
    let Asked { request, names, facts, .. } = *asked;
    let added = added_before(history);
    let searched = search::is_native(request, facts).then(|| search::found(history));
    let is_strict = request.calls.strict == Some(true);
    let mut budget = StrictBudget::UNLIMITED;
    let mut offer = Offer { found: searched.as_ref().map(|_| BTreeMap::new()), ..Offer::default() };
    for (index, spec) in request.functions.iter().enumerate() {
        let name = names.encode(&spec.name);
        if added.contains(name.as_str()) {
            let why = Reason::FunctionAdded;
            adaptations.left_out(Place::Function(index), Difference::NotOfferedAgain { name }, why);
            continue;
        }
        if searched.is_some() && finder::is_finder(&spec.name) {
            offer.entries.push(Entry::Other(search::entry(spec)));
            continue;
        }
        let callers = callers(request.calls.from_code);
        if let Some(form) = &spec.input.text {
            offer.entries.push(Entry::Other(custom(name, spec, form, callers)));
            continue;
        }
        let held = is_strict.then_some((&SchemaRules::OPENAI_STRICT, &mut budget));
        let (parameters, strict) = adaptations.held_schema(index, spec, held, &SchemaRules::OPENAI);
        let is_found = searched.as_ref().is_some_and(|found| found.contains(&spec.name));
        let is_deferred = is_found || is_deferred(request, spec, offer.entries.len());
        if is_deferred {
            offer.deferred.insert(name.clone());
        }
        let function = Entry::Function(Tool {
            kind: "function",
            name,
            description: spec.description.clone(),
            parameters,
            strict,
            defer_loading: is_deferred.then_some(true),
            allowed_callers: callers,
        });
        match offer.found.as_mut().filter(|_| is_found) {
            Some(found) => drop(found.insert(spec.name.clone(), function)),
            None => offer.entries.push(function),
        }
    }
    let is_any_deferred = offer.entries.iter().any(Entry::is_deferred);
    let others = others(request, is_any_deferred, adaptations);
    offer.entries.extend(others.into_iter().map(Entry::Other));
    offer
}

/// A function that takes free text.
fn custom(name: String, spec: &FunctionSpec, form: &TextForm, callers: Vec<&str>) -> Value {
    let mut custom = json!({ "type": "custom", "name": name, "description": spec.description });
    if let TextForm::Grammar { syntax, definition } = form {
        custom["format"] = json!({ "type": "grammar", "syntax": syntax, "definition": definition });
    }
    if !callers.is_empty() {
        custom["allowed_callers"] = callers.into();
    }
    custom
}

/// The first function stays, and so do those that may or must be called.
fn is_deferred(request: &CompletionRequest, spec: &FunctionSpec, before: usize) -> bool {
    let is_wanted = match &request.choice {
        FunctionChoice::Function { name } => *name == spec.name,
        FunctionChoice::Allowed { functions, .. } => functions.contains(&spec.name),
        FunctionChoice::Auto | FunctionChoice::Required | FunctionChoice::None => false,
    };
    request.calls.deferred == Some(true) && before > 0 && !is_wanted
}

fn callers(from_code: Option<bool>) -> Vec<&'static str> {
    match from_code {
        Some(true) => vec!["direct", "programmatic"],
        Some(false) => vec!["direct"],
        None => Vec::new(),
    }
}

fn others(request: &CompletionRequest, is_any_deferred: bool, adaptations: &mut Adaptations) -> Vec<Value> {
    let mut entries = hosted_entries(&request.settings.hosted, adaptations, |tool| match tool {
        HostedTool::WebSearch => Some(json!({ "type": "web_search" })),
        HostedTool::WebFetch => None,
        HostedTool::CodeExecution => {
            Some(json!({ "type": "code_interpreter", "container": { "type": "auto" } }))
        }
        HostedTool::FileSearch { stores } => {
            Some(json!({ "type": "file_search", "vector_store_ids": stores }))
        }
        HostedTool::Raw { value } => Some(value.clone()),
    });
    let runs_programs = request.calls.from_code == Some(true) && !request.functions.is_empty();
    for (kind, _) in [(PROGRAMS, runs_programs), (SEARCH, is_any_deferred)].into_iter().filter(|(_, is)| *is)
    {
        if entries.iter().all(|entry| entry["type"] != kind) {
            entries.push(json!({ "type": kind }));
        }
    }
    entries
}

/// The functions that items of the history have added, alone or in a namespace.
fn added_before<'a>(history: &[Turn<'a>]) -> BTreeSet<&'a str> {
    let parts = history.iter().flat_map(|turn| match turn {
        Turn::System(parts) | Turn::Person(parts) | Turn::Model(parts) => parts.as_slice(),
        Turn::Results(_) => &[],
    });
    let own = parts.filter_map(|part| if let Said::Own(value) = part.said { Some(value) } else { None });
    let added = own.filter(|item| item["type"] == "additional_tools");
    let mut names = BTreeSet::new();
    for tool in added.filter_map(|item| item.get("tools")?.as_array()).flatten() {
        let inner = tool.get("tools").and_then(Value::as_array);
        let tools = inner.map_or(std::slice::from_ref(tool), Vec::as_slice);
        names.extend(tools.iter().filter_map(|tool| tool.get("name")?.as_str()));
    }
    names
}

pub(super) fn choice(request: &CompletionRequest, offer: &Offer, names: &WireNames) -> Value {
    let named = |name: &FunctionName| {
        let spec = request.functions.iter().find(|spec| spec.name == *name);
        let kind = if spec.is_some_and(|spec| spec.input.text.is_some()) { "custom" } else { "function" };
        json!({ "type": kind, "name": names.encode(name) })
    };
    match &request.choice {
        FunctionChoice::Auto => "auto".into(),
        FunctionChoice::Required => "required".into(),
        FunctionChoice::None => "none".into(),
        FunctionChoice::Function { name } => named(name),
        FunctionChoice::Allowed { functions, required } => {
            let mode = if *required { "required" } else { "auto" };
            let is_offered = |name: &&FunctionName| request.functions.iter().any(|spec| spec.name == **name);
            // Hosted tools stay allowed: the choice is about functions.
            let others = offer.entries.iter().filter_map(|entry| match entry {
                Entry::Other(value) => allowance(value),
                Entry::Function(_) => None,
            });
            let tools: Vec<_> = functions.iter().filter(is_offered).map(named).chain(others).collect();
            json!({ "type": "allowed_tools", "mode": mode, "tools": tools })
        }
    }
}

/// The reference to a tool in the list of allowed ones.
fn allowance(entry: &Value) -> Option<Value> {
    let kind = entry.get("type")?.as_str()?;
    match kind {
        // The person's choice allows functions, including those with free text.
        SEARCH | PROGRAMS | "namespace" | "custom" | "function" => None,
        "mcp" => Some(json!({ "type": kind, "server_label": entry.get("server_label")? })),
        _ => Some(json!({ "type": kind })),
    }
}
