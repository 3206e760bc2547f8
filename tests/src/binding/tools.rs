//! The tools of a request: what is declared, what messages add and remove, and what is offered in the end.

use super::asked::{Asked, INLINE_TOOLS, TOOL_CHANGES};
use super::form::{Message, Role, kind};
use super::prefix::unmarked;
use super::refusal::Refusal;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Tools by their names, without marks of the cache.
#[derive(Clone, Debug, Default)]
pub struct Tools {
    declared: BTreeMap<String, Value>,
}

const UNRESOLVED: &str = "tool_reference_unresolved";

/// What a block of a system message does.
enum Change<'a> {
    Adds(&'a str),
    Defines(&'a Value),
    Removes(&'a str),
}

impl Tools {
    pub fn read(asked: &Asked, messages: &[Message]) -> Result<Self, Refusal> {
        let listed = asked.body["tools"].as_array().cloned().unwrap_or_default();
        let mut tools = Self::default();
        for (at, tool) in listed.iter().enumerate() {
            check(tool).map_err(|fault| Refusal::invalid(format!("tools.{at}.{fault}")))?;
            if tools.declared.insert(name(tool).to_owned(), unmarked(tool)).is_some() {
                return Err(Refusal::invalid("tools: Tool names must be unique."));
            }
        }
        if !listed.is_empty() && listed.iter().all(is_deferred) {
            return Err(Refusal::invalid(
                "All tools have defer_loading set. At least one tool must be non-deferred.",
            ));
        }
        tools.check_changes(asked, messages)?;
        tools.check_choice(asked, messages)?;
        Ok(tools)
    }

    /// The tools that count for what is said behind these messages: those that are not deferred, and those that were
    /// referred to.
    pub fn counted(&self, messages: &[Message]) -> BTreeMap<String, Value> {
        let referred: BTreeSet<&str> =
            messages.iter().flat_map(|message| &message.blocks).flat_map(references).collect();
        let counts =
            |(name, tool): &(&String, &Value)| !is_deferred(tool) || referred.contains(name.as_str());
        self.declared.iter().filter(counts).map(|(name, tool)| (name.clone(), tool.clone())).collect()
    }

    /// The names of the tools that the model may call behind these messages.
    pub fn offered(&self, messages: &[Message]) -> BTreeSet<String> {
        let plain = self.declared.iter().filter(|(_, tool)| !is_deferred(tool));
        let mut offered: BTreeSet<String> = plain.map(|(name, _)| name.clone()).collect();
        for block in messages.iter().flat_map(|message| &message.blocks) {
            match change(block) {
                Some(Change::Adds(name)) => drop(offered.insert(name.to_owned())),
                Some(Change::Defines(tool)) if is_deferred(tool) => {}
                Some(Change::Defines(tool)) => drop(offered.insert(name(tool).to_owned())),
                Some(Change::Removes(name)) => drop(offered.remove(name)),
                None => offered.extend(references(block).into_iter().map(str::to_owned)),
            }
        }
        offered
    }

    /// Every name that a message refers to is declared, or defined further above.
    fn check_changes(&self, asked: &Asked, messages: &[Message]) -> Result<(), Refusal> {
        let mut known: BTreeMap<String, Value> = self.declared.clone();
        for (at, message) in messages.iter().enumerate() {
            for (place, block) in message.blocks.iter().enumerate() {
                let path = format!("messages.{at}.content.{place}");
                if message.role == Role::System && kind(block) != "text" {
                    check_header(asked, block, &path)?;
                }
                let is_known = |name: &str| known.contains_key(name);
                match change(block) {
                    Some(Change::Defines(tool)) => define(tool, &path, &mut known)?,
                    Some(Change::Adds(name) | Change::Removes(name)) if !is_known(name) => {
                        let text = format!("{path}: {} references unknown tool '{name}'", kind(block));
                        return Err(Refusal::coded(UNRESOLVED, text));
                    }
                    Some(Change::Adds(_) | Change::Removes(_)) => {}
                    None => {
                        if let Some(name) = references(block).into_iter().find(|name| !is_known(name)) {
                            let text =
                                format!("Tool reference '{name}' has no corresponding tool definition");
                            return Err(Refusal::coded(UNRESOLVED, text));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn check_choice(&self, asked: &Asked, messages: &[Message]) -> Result<(), Refusal> {
        let choice = &asked.body["tool_choice"];
        let offered = self.offered(messages);
        if choice.is_null() {
            return Ok(());
        }
        if self.declared.is_empty() && offered.is_empty() {
            return Err(Refusal::invalid("tool_choice may only be specified while providing tools."));
        }
        match choice["name"].as_str() {
            Some(name) if kind(choice) == "tool" && !offered.contains(name) => {
                Err(Refusal::invalid(format!("Tool '{name}' not found in provided tools")))
            }
            _ => Ok(()),
        }
    }
}

fn name(tool: &Value) -> &str {
    tool["name"].as_str().unwrap_or_default()
}

fn is_deferred(tool: &Value) -> bool {
    tool["defer_loading"] == Value::Bool(true)
}

fn check(tool: &Value) -> Result<(), String> {
    let name = name(tool);
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "_-".contains(sign);
    if name.is_empty() || name.len() > 128 || !name.chars().all(is_plain) {
        return Err("custom.name: String should match pattern '^[a-zA-Z0-9_-]{1,128}$'".to_owned());
    }
    if tool["input_schema"]["type"] != "object" {
        return Err("custom.input_schema.type: Field required".to_owned());
    }
    if is_deferred(tool) && !tool["cache_control"].is_null() {
        return Err("custom: Tools with defer_loading cannot use prompt caching".to_owned());
    }
    Ok(())
}

/// The names a result refers to, which makes those tools known to the model.
fn references(block: &Value) -> Vec<&str> {
    let parts = match kind(block) {
        "tool_result" => block["content"].as_array(),
        "tool_addition" => return block["tool"]["name"].as_str().into_iter().collect(),
        _ => None,
    };
    let parts = parts.into_iter().flatten().filter(|part| kind(part) == "tool_reference");
    parts.filter_map(|part| part["tool_name"].as_str()).collect()
}

fn change(block: &Value) -> Option<Change<'_>> {
    let tool = &block["tool"];
    let name = tool["name"].as_str().unwrap_or_default();
    match (kind(block), kind(tool)) {
        ("tool_addition", "tool_definition") => Some(Change::Defines(&tool["definition"])),
        ("tool_addition", _) => Some(Change::Adds(name)),
        ("tool_removal", _) => Some(Change::Removes(name)),
        _ => None,
    }
}

fn check_header(asked: &Asked, block: &Value, path: &str) -> Result<(), Refusal> {
    let is_inline = kind(&block["tool"]) == "tool_definition";
    let is_allowed = asked.has_beta(INLINE_TOOLS) || (asked.has_beta(TOOL_CHANGES) && !is_inline);
    let tag = if is_inline && asked.has_beta(TOOL_CHANGES) { "tool_definition" } else { kind(block) };
    if is_allowed {
        return Ok(());
    }
    Err(Refusal::invalid(format!(
        "{path}: Input tag '{tag}' found using 'type' does not match any of the expected tags"
    )))
}

/// A definition replaces an earlier one of the same name, unless that is another type of tool.
fn define(tool: &Value, path: &str, known: &mut BTreeMap<String, Value>) -> Result<(), Refusal> {
    check(tool).map_err(|fault| Refusal::invalid(format!("{path}.tool.definition.{fault}")))?;
    let type_of = |tool: &Value| tool["type"].as_str().unwrap_or("custom").to_owned();
    let earlier = known.insert(name(tool).to_owned(), unmarked(tool));
    if earlier.is_some_and(|earlier| type_of(&earlier) != type_of(tool)) {
        let text = format!("{path}: tool '{}' is defined as another type of tool", name(tool));
        return Err(Refusal::coded("tool_name_conflict", text));
    }
    Ok(())
}
