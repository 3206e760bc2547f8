//! Encodes the functions of a request for Anthropic.

use super::hosted::{self, Entry, FunctionWays};
use super::wire::{Tool, ToolChoice};
use crate::binding::{Change, Listed, Mark, Record};
use crate::models::ModelFacts;
use crate::names::WireNames;
use crate::outgoing::{Adaptations, Difference, Outgoing, Reason};
use crate::schemas::{SchemaRules, StrictBudget};
use ports::{CompletionRequest, FunctionChoice};
use serde_json::{Value, json};

/// The functions, and their changes on the way to this request.
#[derive(Default)]
pub(super) struct Offer {
    /// The functions available from the beginning.
    pub(super) first: Vec<Tool>,
    /// The functions announced in the conversation.
    pub(super) later: Vec<Tool>,
    /// Hosted tools.
    pub(super) hosted: Vec<Value>,
    pub(super) changes: Vec<Change>,
    /// No function may be called, though some are offered.
    pub(super) is_withheld: bool,
}

impl Offer {
    pub(super) fn is_empty(&self) -> bool {
        self.first.is_empty() && self.later.is_empty() && self.hosted.is_empty()
    }

    pub(super) fn entries(&self) -> Vec<Entry> {
        let functions = self.first.iter().chain(&self.later).cloned().map(Entry::Function);
        functions.chain(self.hosted.iter().cloned().map(Entry::Hosted)).collect()
    }
}

/// Encodes functions.
pub(super) struct Tools<'a> {
    request: &'a CompletionRequest,
    names: &'a WireNames,
    offered: Vec<Tool>,
    hosted: Vec<Value>,
}

impl<'a> Tools<'a> {
    pub(super) fn of(
        request: &'a CompletionRequest,
        facts: &ModelFacts,
        names: &'a WireNames,
        adaptations: &mut Adaptations,
    ) -> Self {
        let calls = hosted::without_code_limits(request.calls, adaptations);
        let strict = calls.strict.filter(|is_strict| *is_strict);
        let mut budget = StrictBudget::ONE_GRAMMAR;
        let mut offered = Vec::with_capacity(request.functions.len());
        for (index, spec) in request.functions.iter().enumerate() {
            let held = strict.map(|_| (&SchemaRules::ANTHROPIC_STRICT, &mut budget));
            let (input_schema, is_held) = adaptations.held_schema(index, spec, held, &SchemaRules::ANTHROPIC);
            offered.push(Tool {
                name: names.encode(&spec.name),
                description: spec.description.clone(),
                input_schema,
                strict: strict.filter(|_| is_held),
                ways: FunctionWays::of(request, facts, index),
                cache_control: None,
            });
        }
        let hosted = hosted::entries(request, facts, adaptations);
        Self { request, names, offered, hosted }
    }

    /// The functions offered now. A history with calls needs functions, even if none may be called any more.
    pub(super) fn fresh(self, conversation: &Outgoing<'_>, adaptations: &mut Adaptations) -> Offer {
        let Self { names, offered, hosted, .. } = self;
        if !offered.is_empty() || !hosted.is_empty() {
            return Offer { first: offered, hosted, ..Offer::default() };
        }
        let mut first = Vec::new();
        for (place, call) in conversation.calls() {
            let name = names.encode_called(call.function);
            if first.iter().all(|tool: &Tool| tool.name != name) {
                adaptations.added(place, Difference::GoneFunctionDescribed, Reason::HistoryNeedsFunctions);
                first.push(Tool { name, input_schema: json!({ "type": "object" }), ..Tool::default() });
            }
        }
        Offer { first, is_withheld: true, ..Offer::default() }
    }

    /// The functions as thoughts in the history are bound to them, with what comes and goes now told in the
    /// conversation. Nothing, where one of them can't be written any more as it was.
    ///
    /// `answers` counts the answers of the model so far. `is_open` says whether anything may be told behind them.
    pub(super) fn kept(&self, record: &Record, answers: usize, is_open: bool) -> Option<Offer> {
        let as_they_were = |listed: &[Listed]| -> Option<Vec<Tool>> {
            listed.iter().map(|listed| self.as_it_was(listed)).collect()
        };
        let (first, mut later) = (as_they_were(&record.tools.functions)?, as_they_were(&record.tools.later)?);
        let mut changes = record.changes.clone();
        let mut active: Vec<&String> = record.tools.functions.iter().map(|listed| &listed.name).collect();
        for change in &record.changes {
            active.retain(|name| !change.removed.contains(name));
            active.extend(&change.added);
        }
        let is_withheld = self.offered.is_empty() && self.hosted.is_empty();
        if is_open && !is_withheld {
            let now = self.change(answers, &active);
            let is_known = |tool: &&Tool| first.iter().chain(&later).any(|known| known.name == tool.name);
            let fresh: Vec<Tool> = self.offered.iter().filter(|tool| !is_known(tool)).cloned().collect();
            later.extend(fresh);
            changes.extend(Some(now).filter(|now| !now.is_empty()));
        }
        for tool in &mut later {
            tool.ways.defer_loading = Some(true);
        }
        // A request with only deferred functions is refused.
        let is_taken = !first.is_empty() || later.is_empty();
        let hosted = self.hosted.clone();
        is_taken.then_some(Offer { first, later, hosted, changes, is_withheld })
    }

    fn change(&self, before: usize, active: &[&String]) -> Change {
        let names = || self.offered.iter().map(|tool| &tool.name);
        let is_offered = |name: &&String| names().any(|offered| offered == *name);
        Change {
            before,
            added: names().filter(|name| !active.contains(name)).cloned().collect(),
            removed: active.iter().copied().filter(|name| !is_offered(name)).cloned().collect(),
        }
    }

    /// A function that was offered before, if it is unchanged.
    fn as_it_was(&self, listed: &Listed) -> Option<Tool> {
        let now = self.offered.iter().find(|tool| tool.name == listed.name).cloned();
        let tool = now.or_else(|| self.known(&listed.name))?;
        (tool.listed().mark == listed.mark).then_some(tool)
    }

    /// A function that is not offered now, by its name on the wire.
    fn known(&self, name: &str) -> Option<Tool> {
        let is_meant = |spec: &&std::sync::Arc<ports::FunctionSpec>| self.names.encode(&spec.name) == name;
        let spec = self.request.known.iter().find(is_meant)?;
        let strict = self.request.calls.strict.filter(|is_strict| *is_strict);
        let mut budget = StrictBudget::ONE_GRAMMAR;
        let held = strict.map(|_| (&SchemaRules::ANTHROPIC_STRICT, &mut budget));
        // Its adaptations were reported when it was offered.
        let (input_schema, is_held) =
            Adaptations::default().held_schema(0, spec, held, &SchemaRules::ANTHROPIC);
        Some(Tool {
            name: name.to_owned(),
            description: spec.description.clone(),
            input_schema,
            strict: strict.filter(|_| is_held),
            ..Tool::default()
        })
    }
}

impl Tool {
    /// The part of it that thoughts are bound to, without the time of its arrival.
    pub(super) fn listed(&self) -> Listed {
        let said = json!([self.description, self.input_schema, self.strict]);
        Listed { name: self.name.clone(), mark: Mark::of(&said) }
    }
}

/// The announcement of functions that come and go.
pub(super) fn announcement(change: &Change) -> Vec<Value> {
    let block = |kind: &str, name: &String| json!({ "type": kind, "tool": { "type": "tool_reference", "name": name } });
    let removed = change.removed.iter().map(|name| block("tool_removal", name));
    removed.chain(change.added.iter().map(|name| block("tool_addition", name))).collect()
}

pub(super) fn choice(request: &CompletionRequest, names: &WireNames, is_withheld: bool) -> ToolChoice {
    let from_code = request.calls.from_code == Some(true);
    let parallel = request.calls.parallel.filter(|is_parallel| *is_parallel || !from_code);
    let disable_parallel_tool_use = parallel.map(|is_parallel| !is_parallel);
    if is_withheld {
        return ToolChoice::None;
    }
    match &request.choice {
        FunctionChoice::Auto | FunctionChoice::Allowed { required: false, .. } => {
            ToolChoice::Auto { disable_parallel_tool_use }
        }
        FunctionChoice::Required | FunctionChoice::Allowed { required: true, .. } => {
            ToolChoice::Any { disable_parallel_tool_use }
        }
        FunctionChoice::None => ToolChoice::None,
        FunctionChoice::Function { name } => {
            ToolChoice::Tool { name: names.encode(name), disable_parallel_tool_use }
        }
    }
}
