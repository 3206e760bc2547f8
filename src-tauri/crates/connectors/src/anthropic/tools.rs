//! The functions of a request as Anthropic takes them.

use super::wire::{Tool, ToolChoice};
use crate::binding::{Change, Listed, Mark, Record};
use crate::names::WireNames;
use crate::outgoing::{Adaptations, Outgoing};
use crate::schemas::{SchemaRules, StrictBudget};
use ports::{CompletionRequest, FunctionChoice, FunctionSpec};
use serde_json::{Value, json};
use std::sync::Arc;

/// The functions, and how they came and went on the way to this request.
#[derive(Default)]
pub(super) struct Offer {
    pub(super) tools: Vec<Tool>,
    pub(super) changes: Vec<Change>,
    /// No function may be called, though some are there.
    pub(super) is_withheld: bool,
}

/// Writes functions.
pub(super) struct Tools<'a> {
    pub(super) request: &'a CompletionRequest,
    pub(super) names: &'a WireNames,
    pub(super) adaptations: &'a mut Adaptations,
}

impl Tools<'_> {
    /// The functions that are offered now. A history with calls in it needs functions, also where none may be called
    /// any more.
    pub(super) fn fresh(mut self, conversation: &Outgoing<'_>) -> Offer {
        let offered = self.offered();
        if !offered.is_empty() {
            return Offer { tools: offered, ..Offer::default() };
        }
        let mut tools = Vec::new();
        for (place, call) in conversation.calls() {
            let name = self.names.encode_called(call.function);
            if tools.iter().all(|tool: &Tool| tool.name != name) {
                let what = "a function that is not offered any more is described without its parameters";
                let why = "a history with calls needs functions";
                self.adaptations.added(place, what, why);
                tools.push(Tool { name, input_schema: json!({ "type": "object" }), ..Tool::default() });
            }
        }
        Offer { tools, changes: Vec::new(), is_withheld: true }
    }

    /// The functions as thoughts in the history are bound to them, with what comes and goes now told in the
    /// conversation. Nothing, where one of them can't be written any more as it was.
    ///
    /// `answers` counts the answers of the model so far. `is_open` says whether anything may be told behind them.
    pub(super) fn kept(&mut self, record: &Record, answers: usize, is_open: bool) -> Option<Offer> {
        let offered = self.offered();
        let mut tools = Vec::with_capacity(record.functions.len() + record.later.len());
        for listed in &record.functions {
            tools.push(self.as_it_was(listed, &offered, None)?);
        }
        for listed in &record.later {
            tools.push(self.as_it_was(listed, &offered, Some(true))?);
        }
        let mut changes = record.changes.clone();
        let mut active: Vec<String> = record.functions.iter().map(|listed| listed.name.clone()).collect();
        for change in &changes {
            active.retain(|name| !change.removed.contains(name));
            active.extend(change.added.iter().cloned());
        }
        let is_withheld = offered.is_empty();
        if is_open && !is_withheld {
            let now = self.change(answers, &active, &offered);
            let is_new = |name: &String| tools.iter().all(|tool| tool.name != *name);
            let fresh: Vec<&String> = now.added.iter().filter(|name| is_new(name)).collect();
            let later = offered.iter().filter(|tool| fresh.contains(&&tool.name));
            let later: Vec<Tool> =
                later.map(|tool| Tool { defer_loading: Some(true), ..tool.clone() }).collect();
            tools.extend(later);
            changes.extend(Some(now).filter(|now| !now.is_empty()));
        }
        // Behind deferred functions alone the provider sees none at all.
        let is_seen = tools.iter().any(|tool| tool.defer_loading.is_none()) || tools.is_empty();
        is_seen.then_some(Offer { tools, changes, is_withheld })
    }

    fn change(&self, before: usize, active: &[String], offered: &[Tool]) -> Change {
        let is_offered = |name: &String| offered.iter().any(|tool| tool.name == *name);
        Change {
            before,
            added: offered
                .iter()
                .map(|tool| &tool.name)
                .filter(|name| !active.contains(name))
                .cloned()
                .collect(),
            removed: active.iter().filter(|name| !is_offered(name)).cloned().collect(),
        }
    }

    /// A function that was offered before, if it is still the same.
    fn as_it_was(&self, listed: &Listed, offered: &[Tool], defer_loading: Option<bool>) -> Option<Tool> {
        let now = offered.iter().find(|tool| tool.name == listed.name).cloned();
        let tool = now.or_else(|| {
            let spec = self.request.known.iter().find(|spec| self.names.encode(&spec.name) == listed.name)?;
            Some(self.tool(spec, &mut Adaptations::default()))
        })?;
        let tool = Tool { defer_loading, ..tool };
        (tool.listed().mark == listed.mark).then_some(tool)
    }

    fn tool(&self, spec: &Arc<FunctionSpec>, adaptations: &mut Adaptations) -> Tool {
        let mut budget = StrictBudget::ONE_GRAMMAR;
        let strict = self.request.calls.strict.filter(|is_strict| *is_strict);
        let held = strict.map(|_| (&SchemaRules::ANTHROPIC_STRICT, &mut budget));
        let (input_schema, is_held) = adaptations.held_schema(0, spec, held, &SchemaRules::ANTHROPIC);
        Tool {
            name: self.names.encode(&spec.name),
            description: spec.description.clone(),
            input_schema,
            strict: strict.filter(|_| is_held),
            defer_loading: None,
        }
    }

    fn offered(&mut self) -> Vec<Tool> {
        let strict = self.request.calls.strict.filter(|is_strict| *is_strict);
        let mut budget = StrictBudget::ONE_GRAMMAR;
        let mut tools = Vec::with_capacity(self.request.functions.len());
        for (index, spec) in self.request.functions.iter().enumerate() {
            let held = strict.map(|_| (&SchemaRules::ANTHROPIC_STRICT, &mut budget));
            let (input_schema, is_held) =
                self.adaptations.held_schema(index, spec, held, &SchemaRules::ANTHROPIC);
            tools.push(Tool {
                name: self.names.encode(&spec.name),
                description: spec.description.clone(),
                input_schema,
                strict: strict.filter(|_| is_held),
                defer_loading: None,
            });
        }
        tools
    }
}

impl Tool {
    /// What thoughts are bound to of it. Whether it is there from the beginning is told apart elsewhere.
    pub(super) fn listed(&self) -> Listed {
        let said = json!([self.description, self.input_schema, self.strict]);
        Listed { name: self.name.clone(), mark: Mark::of(&said) }
    }
}

/// What is told of functions that come and go.
pub(super) fn told(change: &Change) -> Vec<Value> {
    let block = |kind: &str, name: &String| json!({ "type": kind, "tool": { "type": "tool_reference", "name": name } });
    let removed = change.removed.iter().map(|name| block("tool_removal", name));
    removed.chain(change.added.iter().map(|name| block("tool_addition", name))).collect()
}

pub(super) fn choice(request: &CompletionRequest, names: &WireNames, is_withheld: bool) -> ToolChoice {
    let disable_parallel_tool_use = request.calls.parallel.map(|is_parallel| !is_parallel);
    if is_withheld {
        return ToolChoice::None;
    }
    match &request.choice {
        FunctionChoice::Auto => ToolChoice::Auto { disable_parallel_tool_use },
        FunctionChoice::Required => ToolChoice::Any { disable_parallel_tool_use },
        FunctionChoice::None => ToolChoice::None,
        FunctionChoice::Function { name } => {
            ToolChoice::Tool { name: names.encode(name), disable_parallel_tool_use }
        }
    }
}
