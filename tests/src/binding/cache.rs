//! The cache of prompts: tools, then system, then messages, up to a block that is marked.

use super::asked::Asked;
use super::form::Message;
use super::prefix::unmarked;
use super::refusal::Refusal;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// How far a mark looks back for something cached, itself included.
const LOOKBACK: usize = 20;
const MOST_MARKS: usize = 4;

/// Beginnings of requests that were cached, each as the hash of all its blocks.
#[derive(Debug, Default)]
pub struct Cache {
    kept: BTreeSet<u64>,
}

/// The tokens of a request, in parts that add up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    pub input: u64,
    pub created: u64,
    pub read: u64,
}

/// A block in the order in which the cache counts them.
struct Piece {
    /// Of this block and all before it.
    hash: u64,
    /// Of this block and all before it.
    tokens: u64,
    is_marked: bool,
}

impl Cache {
    /// Counts a request and keeps what it marks. What is shorter than `minimum` is not cached.
    pub fn count(&mut self, asked: &Asked, messages: &[Message], minimum: u64) -> Result<Counted, Refusal> {
        let pieces = pieces(asked, messages);
        let total = pieces.last().map_or(0, |last| last.tokens);
        let marks: Vec<usize> =
            pieces.iter().enumerate().filter(|(_, piece)| piece.is_marked).map(|(at, _)| at).collect();
        if marks.len() > MOST_MARKS {
            return Err(Refusal::invalid(format!(
                "A maximum of {MOST_MARKS} blocks with cache_control may be provided. Found {}.",
                marks.len()
            )));
        }
        let is_kept = |at: &usize| self.kept.contains(&pieces[*at].hash);
        let found = marks.iter().rev().filter_map(|mark| {
            let first = (mark + 1).saturating_sub(LOOKBACK);
            (first..=*mark).rev().find(is_kept)
        });
        let read = found.map(|at| pieces[at].tokens).max().unwrap_or(0);
        let cacheable: Vec<&Piece> =
            marks.iter().map(|at| &pieces[*at]).filter(|piece| piece.tokens >= minimum).collect();
        let cached = cacheable.last().map_or(0, |last| last.tokens).max(read);
        self.kept.extend(cacheable.iter().map(|piece| piece.hash));
        Ok(Counted { input: total - cached, created: cached - read, read })
    }
}

/// About a token for four characters.
fn tokens(block: &str) -> u64 {
    block.chars().count().div_ceil(4) as u64
}

fn pieces(asked: &Asked, messages: &[Message]) -> Vec<Piece> {
    let body = &asked.body;
    let mut pieces = Vec::new();
    let mut hash = hashed(0, asked.model.id);
    let mut counted = 0;
    let mut add = |level: &str, block: &Value, pieces: &mut Vec<Piece>| {
        let written = format!("{level}{}", unmarked(block));
        hash = hashed(hash, &written);
        counted += tokens(&written);
        pieces.push(Piece { hash, tokens: counted, is_marked: is_marked(block) });
    };
    let tools = body["tools"].as_array().into_iter().flatten();
    for tool in tools.filter(|tool| tool["defer_loading"] != Value::Bool(true)) {
        add("tool", tool, &mut pieces);
    }
    match &body["system"] {
        Value::Array(blocks) => blocks.iter().for_each(|block| add("system", block, &mut pieces)),
        Value::Null => {}
        text => add("system", &json!({ "type": "text", "text": text }), &mut pieces),
    }
    // Another choice or another way of thinking leaves tools and system in the cache, and nothing behind them.
    let way = json!([body["tool_choice"], body["thinking"]["type"]]).to_string();
    for (at, message) in messages.iter().enumerate() {
        let level = format!("{:?}{}", message.role, if at == 0 { way.as_str() } else { "" });
        message.blocks.iter().for_each(|block| add(&level, block, &mut pieces));
    }
    if let Some(last) = pieces.last_mut() {
        last.is_marked |= !body["cache_control"].is_null();
    }
    pieces
}

fn is_marked(block: &Value) -> bool {
    let marks = [&block["cache_control"], &block["tool"]["definition"]["cache_control"]];
    marks.into_iter().any(|mark| !mark.is_null())
}

/// FNV-1a, going on from an earlier hash.
fn hashed(before: u64, written: &str) -> u64 {
    let start = before ^ 0xcbf2_9ce4_8422_2325;
    written.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
