//! Handles the bound thoughts of Claude in a request.
//!
//! Amazon documents no way to have void thoughts dropped over this protocol, and functions can't be announced later
//! than beside the instructions. So void thoughts are left out here, unless a person wants them dropped.

use super::wire::{Request, Tool};
use crate::anthropic::betas::BINDING_CONTROLS;
use crate::binding::{Binding, Listed, Mark, Settling, Thought, ToolMarks, Voids, Walk};
use crate::models::ModelFacts;
use crate::outgoing::Adaptations;
use ports::OnVoid;
use serde_json::{Value, json};

/// Ensures that no thought is refused. Returns what the next thoughts are bound to.
pub(super) fn settle(
    body: &mut Request,
    thoughts: &[Thought<'_>],
    (on_void, was_asked_on): (Option<OnVoid>, bool),
    facts: &ModelFacts,
    adaptations: &mut Adaptations,
) -> Binding {
    let voids = match on_void {
        Some(OnVoid::Drop) if can_drop(body) => Voids::Dropped,
        Some(OnVoid::LeaveOutAll) => Voids::AllLeftOut,
        Some(OnVoid::Drop | OnVoid::LeaveOut) | None => Voids::LeftOut,
    };
    let tools = body.tool_config.iter().flat_map(|config| &config.tools);
    let tools = ToolMarks { functions: tools.map(Tool::listed).collect(), ..ToolMarks::default() };
    let walk = Walk::new(&body.system, tools);
    let settled =
        Settling { thoughts, is_thought, voids, facts }.settle(walk, &mut body.messages, adaptations);
    if voids == Voids::Dropped && settled.has_thoughts() {
        drop_voids(body);
    }
    settled.binding(Vec::new(), was_asked_on)
}

/// The names are those of Anthropic's own protocol. That Converse passes them on is unconfirmed.
fn drop_voids(body: &mut Request) {
    let fields = &mut body.additional_model_request_fields;
    let thinking = fields.entry("thinking").or_insert_with(|| json!({ "type": "adaptive" }));
    thinking["block_binding"] = json!({ "prefix_mismatch_behavior": "drop_block" });
    fields.insert("anthropic_beta".to_owned(), json!([BINDING_CONTROLS]));
}

fn can_drop(body: &Request) -> bool {
    let thinking = body.additional_model_request_fields.get("thinking");
    thinking.is_none_or(|thinking| thinking.get("type").is_some_and(|kind| kind == "adaptive"))
}

fn is_thought(block: &Value) -> bool {
    block.get("reasoningContent").is_some()
}

impl Tool {
    fn listed(&self) -> Listed {
        let spec = &self.tool_spec;
        let said = json!([spec.description, spec.input_schema, spec.strict]);
        Listed { name: spec.name.clone(), mark: Mark::of(&said) }
    }
}

/// Adds a block of an answer, as it will be sent back, to what later thoughts are bound to. A thought gets what it is
/// bound to itself.
pub(super) fn bind(block: &Value, binding: &mut Binding) -> Option<Value> {
    if is_thought(block) {
        return binding.thought(Mark::of(block));
    }
    binding.block(block);
    None
}

#[cfg(test)]
mod tests;
