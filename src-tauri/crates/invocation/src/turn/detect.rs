//! Detects what deserves attention while a turn runs.

use super::Turn;
use super::repeat::is_hinted;
use crate::stage::{Asked, Stage};
use crate::{RequestLoad, ResolvedCall, TurnEvent, TurnFinding, TurnRecord};
use content::{Item, Message, Outcome, Output};
use serde_json::Value;
use std::collections::{BTreeMap, HashSet};

/// The number of failures in a row after which another call of the same function is a finding.
const FAILURES: u32 = 2;
/// The share of a request, in percent, above which its functions are a finding, unless the request is small.
const HEAVY_PERCENT: usize = 50;
const HEAVY_TOKENS: usize = 2_000;
/// Marks at the beginning of a call, as models of several makers write them for their servers.
const MARKS: [&str; 4] = ["<tool_call>", "[TOOL_CALLS]", "<|python_tag|>", "<function="];
/// The minimum length of a word in letters. Shorter words occur anywhere.
const MIN_WORD_LETTERS: usize = 4;
/// The number of leading values by which a result is recognized, however long it is.
const MAX_COMPARED_VALUES: usize = 64;

impl Turn {
    /// Calls that are repeated, or repeated after a failure.
    pub(super) fn notice_calls(&self, resolved: &[ResolvedCall]) -> Vec<TurnRecord> {
        let mut records = Vec::new();
        let mut now: BTreeMap<String, u32> = BTreeMap::new();
        for pending in self.pending() {
            let is_new =
                pending.resolution.is_none() && resolved.iter().any(|one| one.call == pending.call.id);
            if !is_new {
                continue;
            }
            let call = pending.call.id.clone();
            let beside = now.entry(content::call_key(&pending.call)).or_default();
            let times = self.tally.repeats(&pending.call) + *beside + 1;
            *beside += 1;
            if times > 1 {
                records.push(TurnFinding::RepeatedCall { call: call.clone(), times });
            }
            if let Some(function) = pending.call.function.known() {
                let failures = self.tally.failures(function);
                if failures >= FAILURES {
                    let function = function.clone();
                    records.push(TurnFinding::CallAfterFailures { call, function, failures });
                }
            }
        }
        records.into_iter().map(noticed).collect()
    }

    /// Functions that make up most of a request.
    pub(super) fn weigh(&self, load: RequestLoad) -> Option<TurnRecord> {
        let RequestLoad { functions, messages } = load;
        let request_tokens = functions + messages;
        let is_heavy = request_tokens >= HEAVY_TOKENS && functions * 100 > request_tokens * HEAVY_PERCENT;
        is_heavy.then(|| noticed(TurnFinding::HeavyFunctions { function_tokens: functions, request_tokens }))
    }

    /// A required call although no function is offered.
    pub(super) fn notice_nothing_to_call(&self, asked: &Asked) -> Option<TurnRecord> {
        let is_demanded = self.wanted(asked.edit.as_deref()).demands_a_call();
        let is_unmet = is_demanded && asked.offered.is_empty() && !self.is_last_round();
        is_unmet.then(|| noticed(TurnFinding::NothingToCall))
    }

    /// Results of which nothing appears in later text, once the last message is there.
    pub(super) fn notice_unused(&self, last: &Message) -> Vec<TurnRecord> {
        let mut said = Said::default();
        said.take(last);
        let mut unused = Vec::new();
        for message in self.history().iter().skip(self.began_at).rev() {
            for result in message.results() {
                if let Outcome::Returned { output } = &result.outcome
                    && !is_hinted(output)
                    && !said.holds(output)
                {
                    unused.push(TurnFinding::UnusedResult { call: result.call_id.clone() });
                }
            }
            said.take(message);
        }
        unused.reverse();
        unused.into_iter().map(noticed).collect()
    }

    /// A call that the model wrote as text.
    pub(super) fn notice_written_call(&self, last: &Message) -> Option<TurnRecord> {
        let Stage::Receiving { asked } = &self.stage else { return None };
        let text = last.text();
        let marked = MARKS.iter().find_map(|mark| text.split_once(mark)).map(|(_, behind)| behind);
        let written = marked.or_else(|| bare_call(&text))?;
        let named = asked.offered.iter().filter(|name| written.contains(&name.function));
        let function = named.max_by_key(|name| name.function.len())?.clone();
        Some(noticed(TurnFinding::CallAsText { function }))
    }
}

/// A text that consists of a call alone, fenced or not.
fn bare_call(text: &str) -> Option<&str> {
    let text = text.trim();
    let fenced = text.strip_prefix("```json").or_else(|| text.strip_prefix("```"));
    let inner = fenced.and_then(|text| text.strip_suffix("```")).unwrap_or(text);
    let document: Value = serde_json::from_str(inner).ok()?;
    let has = |name: &str| document.get(name).is_some();
    (has("name") && (has("arguments") || has("parameters"))).then_some(inner)
}

fn noticed(finding: TurnFinding) -> TurnRecord {
    TurnRecord::Event(TurnEvent::Noticed { finding })
}

/// Everything the model has written, including arguments. Each word is stored once, so that a long turn is searched as
/// fast as a short one.
#[derive(Default)]
struct Said {
    words: HashSet<String>,
    text: String,
}

impl Said {
    fn take(&mut self, message: &Message) {
        if message.role != content::Role::Assistant {
            return;
        }
        for item in &message.items {
            if let Item::Text { text } = item {
                self.add(text);
            } else if let Item::FunctionCall { call } = item {
                self.add(call.arguments.raw());
            }
        }
    }

    fn add(&mut self, text: &str) {
        for word in text.split(is_between).filter(|word| !word.is_empty()) {
            let word = word.to_lowercase();
            if !self.words.contains(&word) {
                self.text.push_str(&word);
                self.text.push('\n');
                self.words.insert(word);
            }
        }
    }

    /// Whether an output appears. An empty output, or one without recognizable values, counts as appearing.
    fn holds(&self, output: &Output) -> bool {
        let mut values = Vec::new();
        for part in output.parts() {
            match part {
                Output::Text { text } => values_in_text(text, &mut values),
                Output::Json { value } => values_in(value, &mut values),
                Output::Nothing | Output::Media { .. } | Output::Several { .. } => {}
            }
        }
        values.is_empty()
            || values.iter().any(|value| self.words.contains(value) || self.text.contains(value))
    }
}

/// Whether a letter separates words. No value that is searched for contains one.
fn is_between(letter: char) -> bool {
    letter.is_whitespace() || "\"'`{}[](),:;/\\".contains(letter)
}

fn values_in(value: &Value, values: &mut Vec<String>) {
    if values.len() >= MAX_COMPARED_VALUES {
        return;
    }
    match value {
        Value::String(text) => values_in_text(text, values),
        Value::Number(number) => values.push(number.to_string()),
        Value::Array(members) => members.iter().for_each(|member| values_in(member, values)),
        Value::Object(fields) => fields.values().for_each(|field| values_in(field, values)),
        Value::Null | Value::Bool(_) => {}
    }
}

fn values_in_text(text: &str, values: &mut Vec<String>) {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    let telling =
        words.filter(|word| word.chars().count() >= MIN_WORD_LETTERS || word.chars().any(char::is_numeric));
    values.extend(telling.take(MAX_COMPARED_VALUES).map(str::to_lowercase));
}
