//! An answer, block by block, each thinking block signed over all before it.

use super::asked::Asked;
use super::cache::Counted;
use super::form::{Message, Role};
use super::ledger::{Kind, Ledger};
use super::models::Display;
use super::prefix::Prefix;
use super::script::Said;
use super::settings::Settings;
use super::tools::Tools;
use serde_json::{Value, json};

/// What an answer is written from.
pub struct Answering<'a> {
    pub asked: &'a Asked,
    pub settings: Settings,
    /// As they were sent: what the server drops does not change what the next block is signed over.
    pub messages: &'a [Message],
    pub tools: &'a Tools,
    pub counted: Counted,
    /// Told where the request has the header.
    pub transformations: Option<Vec<Value>>,
}

/// The whole message.
pub fn message(answering: &Answering<'_>, said: &[Said], ledger: &mut Ledger) -> Value {
    let content = content(answering, said, ledger);
    let calls = content.iter().any(|block| block["type"] == "tool_use");
    let written: usize = content.iter().map(|block| block.to_string().len()).sum();
    let Counted { input, created, read } = answering.counted;
    let mut message = json!({
        "id": format!("msg_{:024}", ledger.take_number()),
        "type": "message",
        "role": "assistant",
        "model": answering.asked.model.id,
        "content": content,
        "stop_reason": if calls { "tool_use" } else { "end_turn" },
        "stop_sequence": null,
        "stop_details": null,
        "usage": {
            "input_tokens": input,
            "cache_creation_input_tokens": created,
            "cache_read_input_tokens": read,
            "cache_creation": { "ephemeral_5m_input_tokens": created, "ephemeral_1h_input_tokens": 0 },
            "output_tokens": written.div_ceil(4),
            "service_tier": "standard",
        },
    });
    if let Some(transformations) = &answering.transformations {
        message["input_transformations"] = transformations.clone().into();
    }
    message
}

fn content(answering: &Answering<'_>, said: &[Said], ledger: &mut Ledger) -> Vec<Value> {
    let mut so_far = answering.messages.to_vec();
    so_far.push(Message { role: Role::Assistant, blocks: Vec::new(), beside: json!({}) });
    let last = so_far.len() - 1;
    for said in said {
        let thinks = answering.settings.thinks;
        let is_shown = answering.settings.display == Display::Summarized;
        let shown = |text: &'static str| if is_shown { text } else { "" };
        let block = match said {
            Said::Thinks(_) | Said::Redacted if !thinks => continue,
            Said::Thinks(text) => sign(answering, &so_far, Kind::Thinking, shown(text), ledger),
            Said::Redacted => sign(answering, &so_far, Kind::Redacted, "", ledger),
            Said::Between(text) if wraps(answering) => {
                sign(answering, &so_far, Kind::Thinking, shown(text), ledger)
            }
            Said::Between(text) | Said::Says(text) => json!({ "type": "text", "text": text }),
            Said::Calls { name, input } => call(answering, name, input, ledger),
        };
        so_far[last].blocks.push(block);
    }
    so_far.swap_remove(last).blocks
}

fn sign(answering: &Answering<'_>, so_far: &[Message], kind: Kind, text: &str, ledger: &mut Ledger) -> Value {
    let last = so_far.len() - 1;
    let place = (last, so_far[last].blocks.len());
    let prefix = Prefix::before(&answering.asked.body["system"], answering.tools, so_far, place);
    ledger.sign(answering.asked.model.id, kind, text, prefix)
}

/// Whether words between two calls come as thinking.
fn wraps(answering: &Answering<'_>) -> bool {
    let is_between = answering.asked.body["thinking"]["type"] == "between_tools";
    let thinks = answering.settings.thinks && answering.asked.model.display == Display::Omitted;
    is_between || thinks
}

/// A tool that is not offered is never called.
fn call(answering: &Answering<'_>, name: &str, input: &Value, ledger: &mut Ledger) -> Value {
    let offered = answering.tools.offered(answering.messages);
    let may_call = answering.asked.body["tool_choice"]["type"] != "none";
    match offered.iter().find(|offered| may_call && offered.ends_with(name)) {
        Some(name) => {
            json!({ "type": "tool_use", "id": format!("toolu_{:024}", ledger.take_number()), "name": name,
            "input": input, "caller": { "type": "direct" } })
        }
        None => json!({ "type": "text", "text": format!("There is no tool {name}.") }),
    }
}
