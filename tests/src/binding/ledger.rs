//! What the server keeps between requests.

use super::cache::Cache;
use super::prefix::{Prefix, signature};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What a thinking block was signed over.
#[derive(Clone, Debug)]
pub struct Bound {
    pub model: &'static str,
    pub prefix: Prefix,
    /// The block itself. One that was changed is none of ours.
    pub block: Value,
}

/// All that was signed, and all that was cached.
#[derive(Debug, Default)]
pub struct Ledger {
    bound: BTreeMap<String, Bound>,
    pub cache: Cache,
    number: u64,
}

/// A thinking block that is to be signed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Thinking,
    Redacted,
}

impl Ledger {
    /// A number nobody else has.
    pub fn take_number(&mut self) -> u64 {
        self.number += 1;
        self.number
    }

    /// Numbers go on.
    pub fn forget(&mut self) {
        self.bound.clear();
    }

    /// The block with its signature.
    pub fn sign(&mut self, model: &'static str, kind: Kind, text: &str, prefix: Prefix) -> Value {
        let number = self.take_number();
        let seal = STANDARD.encode(format!("bound block {number:08}"));
        let block = match kind {
            Kind::Thinking => json!({ "type": "thinking", "thinking": text, "signature": seal }),
            Kind::Redacted => json!({ "type": "redacted_thinking", "data": seal }),
        };
        self.bound.insert(seal, Bound { model, prefix, block: block.clone() });
        block
    }

    /// What the block was signed over, if it is one of ours and as it was.
    pub fn bound(&self, block: &Value) -> Option<&Bound> {
        self.bound.get(signature(block)).filter(|bound| bound.block == *block)
    }
}
