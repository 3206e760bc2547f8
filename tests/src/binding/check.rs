//! Holds each thinking block that comes back against what it was signed over.
//!
//! Thinking right behind a dropped block goes with it, as documented: what was signed over the dropped block is no longer
//! what stands before it.

use super::asked::{Asked, BINDING_CONTROLS};
use super::form::{Message, is_thinking, kind};
use super::ledger::{Bound, Ledger};
use super::models::PrefixCheck;
use super::prefix::{Cause, Prefix};
use super::refusal::Refusal;
use super::settings::{OnMismatch, Settings};
use super::tools::Tools;
use serde_json::{Value, json};

/// When an account was created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Account {
    /// From 2026-08-31 on.
    New,
    Old,
}

/// What is done about a changed prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Enforcement {
    Error,
    Drop,
    /// The block is shown to the model all the same.
    Report,
    Nothing,
}

/// The messages as the model sees them, and what was done to them.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub messages: Vec<Message>,
    pub transformations: Vec<Value>,
}

pub fn verify(
    asked: &Asked,
    settings: Settings,
    messages: &[Message],
    tools: &Tools,
    ledger: &Ledger,
    account: Account,
) -> Result<Seen, Refusal> {
    let enforcement = enforcement(asked, settings, account);
    let mut transformations = Vec::new();
    let mut seen = messages.to_vec();
    for (at, message) in messages.iter().enumerate() {
        let mut kept = Vec::with_capacity(message.blocks.len());
        for (place, block) in message.blocks.iter().enumerate() {
            if !is_thinking(block) {
                kept.push(block.clone());
                continue;
            }
            let path = format!("messages.{at}.content.{place}");
            let bound = ledger.bound(block).ok_or_else(|| tampered(&path, block))?;
            let mut report = |what: &str, reason: &str| {
                transformations.push(json!({ "type": what, "path": path, "reason": reason }));
            };
            if !asked.model.can_read(bound.model) {
                report("thinking_dropped", "model_binding_mismatch");
                continue;
            }
            let prefix = Prefix::before(&asked.body["system"], tools, messages, (at, place));
            let cause = cause(&prefix, bound, enforcement);
            match enforcement {
                Enforcement::Drop if cause.is_some() => {
                    report("thinking_dropped", "prefix_binding_mismatch");
                }
                Enforcement::Error if cause.is_some() => {
                    return Err(mismatch(asked, &path, block, cause));
                }
                Enforcement::Report if cause.is_some() => {
                    report("thinking_mismatch_allowed", "prefix_binding_mismatch");
                    kept.push(block.clone());
                }
                Enforcement::Error | Enforcement::Drop | Enforcement::Report | Enforcement::Nothing => {
                    kept.push(block.clone());
                }
            }
        }
        seen[at].blocks = kept;
    }
    Ok(Seen { messages: seen, transformations })
}

fn cause(prefix: &Prefix, bound: &Bound, enforcement: Enforcement) -> Option<Cause> {
    if enforcement == Enforcement::Nothing { None } else { prefix.differs(&bound.prefix) }
}

fn enforcement(asked: &Asked, settings: Settings, account: Account) -> Enforcement {
    let wanted = match settings.on_mismatch {
        Some(OnMismatch::DropBlock) => Enforcement::Drop,
        Some(OnMismatch::Error) | None => Enforcement::Error,
    };
    match asked.model.check {
        PrefixCheck::Always => wanted,
        PrefixCheck::NewAccounts if account == Account::New || settings.on_mismatch.is_some() => wanted,
        PrefixCheck::NewAccounts if asked.has_beta(BINDING_CONTROLS) => Enforcement::Report,
        PrefixCheck::NewAccounts | PrefixCheck::Never => Enforcement::Nothing,
    }
}

fn tampered(path: &str, block: &Value) -> Refusal {
    let field = if kind(block) == "thinking" { "signature" } else { "data" };
    Refusal::invalid(format!("{path}: Invalid `{field}` in `{}` block", kind(block)))
}

fn mismatch(asked: &Asked, path: &str, block: &Value, cause: Option<Cause>) -> Refusal {
    let mut sentences = vec![
        format!("{}.", tampered(path, block).message),
        "The block is bound to a different conversation.".to_owned(),
        "Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to \"drop_block\"."
            .to_owned(),
    ];
    if !asked.has_beta(BINDING_CONTROLS) {
        sentences.push(format!(
            "That setting requires the `{BINDING_CONTROLS}` value in the `anthropic-beta` header."
        ));
    }
    sentences.extend(cause.and_then(Cause::sentence).map(str::to_owned));
    Refusal::invalid(sentences.join(" "))
}
