//! The settings of a request, by the rules of its model.

use super::asked::{Asked, BINDING_CONTROLS, NEWEST_VERSION};
use super::models::{Display, EFFORTS_WITHOUT_THINKING, Forcing, Sampling, Unasked};
use super::refusal::Refusal;
use serde_json::Value;

/// What becomes of a block whose prefix was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnMismatch {
    Error,
    DropBlock,
}

/// The settings that change what the server does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// As the request sets it.
    pub on_mismatch: Option<OnMismatch>,
    pub thinks: bool,
    pub display: Display,
}

pub fn read(asked: &Asked) -> Result<Settings, Refusal> {
    let on_mismatch = block_binding(asked)?;
    let thinks = thinking(asked)?;
    sampling(asked)?;
    max_tokens(asked)?;
    effort(asked, thinks)?;
    let thinks = choice(asked, thinks)?;
    let display = match asked.body["thinking"]["display"].as_str() {
        Some("summarized" | "updates") => Display::Summarized,
        Some("omitted") => Display::Omitted,
        _ => asked.model.display,
    };
    Ok(Settings { on_mismatch, thinks, display })
}

/// The field needs its header, and stands beside thinking that goes on.
fn block_binding(asked: &Asked) -> Result<Option<OnMismatch>, Refusal> {
    let thinking = &asked.body["thinking"];
    let Some(binding) = thinking.get("block_binding").filter(|binding| !binding.is_null()) else {
        return Ok(None);
    };
    let kind = thinking["type"].as_str().unwrap_or_default();
    if !asked.has_beta(BINDING_CONTROLS) || !["adaptive", "enabled"].contains(&kind) {
        let message = format!("thinking.{kind}.block_binding: Extra inputs are not permitted");
        return Err(Refusal::invalid(message));
    }
    match &binding["prefix_mismatch_behavior"] {
        Value::Null => Ok(None),
        Value::String(behavior) if behavior == "error" => Ok(Some(OnMismatch::Error)),
        Value::String(behavior) if behavior == "drop_block" => Ok(Some(OnMismatch::DropBlock)),
        _ => Err(Refusal::invalid(
            "thinking.adaptive.block_binding.prefix_mismatch_behavior: Input should be 'error' or 'drop_block'",
        )),
    }
}

fn thinking(asked: &Asked) -> Result<bool, Refusal> {
    let thinking = &asked.body["thinking"];
    if thinking.is_null() {
        return Ok(asked.model.unasked == Unasked::Adaptive);
    }
    let Some(kind) = thinking["type"].as_str() else {
        return Err(Refusal::invalid("thinking.type: Field required"));
    };
    if !asked.model.thinking.contains(&kind) {
        let advice = if asked.model.thinking.contains(&"between_tools") && kind == "disabled" {
            "Use \"thinking.type.between_tools\" to turn thinking off."
        } else {
            "Use \"thinking.type.adaptive\" and \"output_config.effort\" to control thinking behavior."
        };
        let message = format!("\"thinking.type.{kind}\" is not supported for this model. {advice}");
        return Err(Refusal::invalid(message));
    }
    if kind == "enabled" {
        let budget = thinking["budget_tokens"].as_u64().unwrap_or_default();
        let most = asked.body["max_tokens"].as_u64().unwrap_or_default();
        if budget < 1024 || budget >= most {
            let message =
                "thinking.enabled.budget_tokens: Input should be at least 1024 and below `max_tokens`";
            return Err(Refusal::invalid(message));
        }
    }
    Ok(["adaptive", "enabled"].contains(&kind))
}

fn sampling(asked: &Asked) -> Result<(), Refusal> {
    let is_refused = asked.version == NEWEST_VERSION || asked.model.sampling == Sampling::Refused;
    let fields = ["temperature", "top_p", "top_k"].into_iter();
    let set = fields.into_iter().find(|field| !asked.body[field].is_null());
    match set.filter(|_| is_refused) {
        Some(field) => Err(Refusal::invalid(format!("{field}: Extra inputs are not permitted"))),
        None => Ok(()),
    }
}

fn max_tokens(asked: &Asked) -> Result<(), Refusal> {
    let Some(wanted) = asked.body["max_tokens"].as_u64() else {
        return Err(Refusal::invalid("max_tokens: Field required"));
    };
    let (most, model) = (asked.model.max_tokens, asked.model.id);
    if wanted > most {
        return Err(Refusal::invalid(format!(
            "max_tokens: {wanted} > {most}, which is the maximum allowed number of output tokens for {model}"
        )));
    }
    Ok(())
}

fn effort(asked: &Asked, thinks: bool) -> Result<(), Refusal> {
    let Some(effort) = asked.body["output_config"]["effort"].as_str() else { return Ok(()) };
    let mut levels = asked.model.efforts.to_vec();
    if !thinks && asked.model.unasked == Unasked::Adaptive {
        levels.retain(|level| EFFORTS_WITHOUT_THINKING.contains(level));
    }
    if levels.contains(&effort) {
        return Ok(());
    }
    levels.sort_unstable();
    Err(Refusal::invalid(format!(
        "This model does not support effort level '{effort}'. Supported levels: {}.",
        levels.join(", ")
    )))
}

/// An answer that is a demanded call comes without thinking.
fn choice(asked: &Asked, thinks: bool) -> Result<bool, Refusal> {
    let choice = asked.body["tool_choice"]["type"].as_str().unwrap_or("auto");
    if !["any", "tool"].contains(&choice) {
        return Ok(thinks);
    }
    if asked.model.forcing == Forcing::Refused {
        return Err(Refusal::invalid(
            "tool_choice: type \"tool\" and \"any\" are not supported for this model.",
        ));
    }
    if asked.body["thinking"]["type"] == "enabled" {
        return Err(Refusal::invalid("Thinking may not be enabled when tool_choice forces tool use."));
    }
    Ok(false)
}
