//! Tools that run at Anthropic, and ways to call functions other than one by one.

use super::wire::Tool;
use crate::models::ModelFacts;
use crate::outgoing::{Adaptations, CONTAINER, Difference, Place, Reason};
use crate::ways::hosted_entries;
use content::JsonObject;
use ports::{CallOptions, CompletionRequest, FunctionChoice, FunctionSpec, HostedTool};
use serde::Serialize;
use serde_json::{Value, json};
use serde_with_macros::skip_serializing_none;

/// The version of code execution that may call functions. Functions and the tool that runs the code must name the same
/// one.
const CODE: &str = "code_execution_20260521";
const SEARCH: &str = "tool_search_tool_bm25";

/// An entry of the list of tools.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub(super) enum Entry {
    Function(Tool),
    Hosted(Value),
}

impl Entry {
    /// The place for a cache point behind this tool. Deferred functions are not part of the cached prefix.
    pub(super) fn cacheable(&mut self) -> Option<&mut Option<Value>> {
        match self {
            Self::Function(tool) if tool.ways.defer_loading.is_none() => Some(&mut tool.cache_control),
            Self::Function(_) | Self::Hosted(_) => None,
        }
    }
}

/// Options of a function beside its schema.
#[skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(super) struct FunctionWays {
    pub(super) defer_loading: Option<bool>,
    eager_input_streaming: Option<bool>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    allowed_callers: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    input_examples: Vec<JsonObject>,
}

impl FunctionWays {
    pub(super) fn of(request: &CompletionRequest, facts: &ModelFacts, index: usize) -> Self {
        let CallOptions { eager, from_code, .. } = request.calls;
        let spec = request.functions.get(index);
        let allowed_callers = match from_code {
            Some(true) => vec!["direct".to_owned(), code(facts)],
            Some(false) => vec!["direct".to_owned()],
            None => Vec::new(),
        };
        Self {
            defer_loading: is_deferred(request, index).then_some(true),
            eager_input_streaming: eager,
            allowed_callers,
            input_examples: spec.map(|spec| spec.input.examples.clone()).unwrap_or_default(),
        }
    }
}

/// The first function stays, and so does one that must be called: a request with only deferred tools is refused.
fn is_deferred(request: &CompletionRequest, index: usize) -> bool {
    let is_wanted = |spec: &FunctionSpec| match &request.choice {
        FunctionChoice::Function { name } => *name == spec.name,
        FunctionChoice::Auto
        | FunctionChoice::Required
        | FunctionChoice::None
        | FunctionChoice::Allowed { .. } => false,
    };
    let is_asked = request.calls.deferred == Some(true) && index > 0;
    is_asked && request.functions.get(index).is_some_and(|spec| !is_wanted(spec))
}

/// The tools that are not functions: those a person chose, and those that the ways of calling need.
pub(super) fn entries(
    request: &CompletionRequest,
    facts: &ModelFacts,
    adaptations: &mut Adaptations,
) -> Vec<Value> {
    let typed = |name: &str, newest: &str| {
        let kind = facts.hosted.get(name).map_or(newest, String::as_str);
        (!kind.is_empty()).then(|| json!({ "type": kind, "name": name }))
    };
    let mut entries = hosted_entries(&request.settings.hosted, adaptations, |tool| match tool {
        HostedTool::WebSearch => typed("web_search", "web_search_20260318"),
        HostedTool::WebFetch => typed("web_fetch", "web_fetch_20260318"),
        HostedTool::CodeExecution => typed("code_execution", CODE),
        HostedTool::FileSearch { .. } => None,
        HostedTool::Raw { value } => Some(value.clone()),
    });
    let has = |entries: &[Value], kind: &str| {
        let kinds = entries.iter().filter_map(|entry| entry.get("type")?.as_str());
        kinds.into_iter().any(|found| found.starts_with(kind))
    };
    let has_functions = !request.functions.is_empty();
    if has_functions && request.calls.from_code == Some(true) && !has(&entries, "code_execution") {
        entries.push(json!({ "type": code(facts), "name": "code_execution" }));
        adaptations.added(Place::CALLS, Difference::CodeExecutionAdded, Reason::CodeRunsInIt);
    }
    let is_any_deferred = (0..request.functions.len()).any(|index| is_deferred(request, index));
    if is_any_deferred && !has(&entries, "tool_search_tool") {
        entries.push(json!({ "type": SEARCH, "name": SEARCH }));
    }
    entries
}

fn code(facts: &ModelFacts) -> String {
    facts.hosted.get("code_execution").filter(|kind| !kind.is_empty()).map_or(CODE, String::as_str).to_owned()
}

/// Removes what calls from code exclude: strict schemas, and a limit to one call at a time.
/// <https://platform.claude.com/docs/en/agents-and-tools/tool-use/programmatic-tool-calling>
pub(super) fn without_code_limits(calls: CallOptions, adaptations: &mut Adaptations) -> CallOptions {
    if calls.from_code != Some(true) {
        return calls;
    }
    let why = Reason::NotWithCode;
    let place = Place::CALLS;
    if calls.strict == Some(true) {
        adaptations.left_out(place, Difference::StrictNotAsked, why);
    }
    if calls.parallel == Some(false) {
        adaptations.left_out(place, Difference::ParallelNotForbidden, why);
    }
    CallOptions {
        strict: calls.strict.filter(|is_strict| !is_strict),
        parallel: calls.parallel.filter(|is_parallel| *is_parallel),
        ..calls
    }
}

/// The container in which code ran, as an item of the answer. It is sent back beside the messages, and the code
/// continues in it.
pub(super) fn container_part(container: &Value) -> Option<Value> {
    let mut part = JsonObject::from_iter([("type".to_owned(), CONTAINER.into())]);
    part.extend(container.as_object()?.clone());
    Some(Value::Object(part))
}

/// Removes containers from the blocks of a message, and returns the id of the last.
pub(super) fn take_container(blocks: &mut Vec<Value>) -> Option<String> {
    let mut last = None;
    blocks.retain(|block| {
        let is_container = block.get("type").is_some_and(|kind| kind == CONTAINER);
        if is_container {
            last = block.get("id").and_then(Value::as_str).map(str::to_owned);
        }
        !is_container
    });
    last
}
