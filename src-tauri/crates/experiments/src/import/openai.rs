//! Messages and tools as OpenAI's files have them: examples for training, preferences, and samples of evaluations.

use super::continuation::{Continuation, after_last_words};
use super::draft::{Draft, Page};
use super::{ImportLoss, ImportProblem, SourceFile, messages};
use crate::case::{CaseSettings, Said};
use crate::expectation::{Expectations, ExpectedText};
use content::JsonObject;
use serde_json::{Value, json};

/// Settings of requests by the names of the contract.
const SETTINGS: [(&str, &str); 5] = [
    ("temperature", "temperature"),
    ("top_p", "topP"),
    ("seed", "seed"),
    ("max_tokens", "maxOutputTokens"),
    ("max_completion_tokens", "maxOutputTokens"),
];

pub(super) fn read(file: &SourceFile<'_>, page: &mut Page<'_>) {
    for (line, value) in page.lines(file.text) {
        page.take(Some(line), draft(&value));
    }
}

fn draft(line: &Value) -> Result<Draft, ImportProblem> {
    let fields = line.as_object().ok_or(ImportProblem::Shape { expected: "object" })?;
    // Data of evaluations lies one level deeper.
    let fields = fields.get("item").and_then(Value::as_object).unwrap_or(fields);
    let mut losses = Vec::new();
    let asked = asked(fields);
    let list = ["messages", "input"].iter().find_map(|name| asked.get(*name)?.as_array());
    let mut said = messages::read(list.ok_or(ImportProblem::Missing { name: "messages" })?, &mut losses)?;
    if let Some(preferred) = fields.get("preferred_output").and_then(Value::as_array) {
        said.extend(messages::read(preferred, &mut losses)?);
    }
    let tools = ["tools", "functions"].iter().find_map(|name| asked.get(*name)?.as_array());
    let functions = messages::functions(tools.map(Vec::as_slice).unwrap_or_default(), &mut losses)?;
    let request = settings(asked);
    losses.extend(left_out(fields, asked));
    let Continuation { history, expect, results } = match fields.get("ideal") {
        Some(ideal) => ideal_words(said, ideal)?,
        None => after_last_words(said, &mut losses)?,
    };
    let expect = match &expect.calls {
        // Without functions, that none is called says nothing.
        Some(calls) if functions.is_empty() && calls.list.is_empty() => {
            Expectations { calls: None, ..expect }
        }
        Some(_) | None => expect,
    };
    Ok(Draft {
        id: fields.get("id").and_then(Value::as_str).map(str::to_owned),
        history,
        functions,
        results,
        settings: CaseSettings { request, ..CaseSettings::default() },
        expect,
        losses,
        ..Draft::default()
    })
}

/// A preference has its request one level deeper.
fn asked(fields: &JsonObject) -> &JsonObject {
    fields.get("input").and_then(Value::as_object).unwrap_or(fields)
}

fn settings(asked: &JsonObject) -> JsonObject {
    let mut settings = JsonObject::new();
    for (theirs, ours) in SETTINGS {
        if let Some(value) = asked.get(theirs).filter(|value| value.is_number()) {
            settings.insert(ours.to_owned(), value.clone());
        }
    }
    match asked.get("stop") {
        Some(Value::String(stop)) => _ = settings.insert("stop".to_owned(), json!([stop])),
        Some(Value::Array(stops)) => _ = settings.insert("stop".to_owned(), json!(stops)),
        None | Some(Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_)) => {}
    }
    settings
}

/// Fields that were not used.
fn left_out(fields: &JsonObject, asked: &JsonObject) -> Vec<ImportLoss> {
    const USED: [&str; 9] =
        ["id", "item", "messages", "input", "tools", "functions", "ideal", "preferred_output", "stop"];
    let is_used = |name: &str| USED.contains(&name) || SETTINGS.iter().any(|(theirs, _)| *theirs == name);
    let names = fields.iter().chain(asked).filter(|(name, value)| !is_used(name) && !value.is_null());
    names.map(|(name, _)| ImportLoss::Field { name: name.clone() }).collect()
}

/// A sample whose answer begins with given words, or with one of several.
fn ideal_words(history: Vec<Said>, ideal: &Value) -> Result<Continuation, ImportProblem> {
    let several = ideal.as_array().cloned().unwrap_or_else(|| vec![ideal.clone()]);
    let texts: Vec<_> = several.iter().filter_map(Value::as_str).map(regex::escape).collect();
    if texts.is_empty() {
        return Err(ImportProblem::Unfit { name: "ideal" });
    }
    let says = vec![ExpectedText::Pattern(format!("^(?:{})", texts.join("|")))];
    let expect = Expectations { says, ..Expectations::default() };
    Ok(Continuation { history, expect, results: Vec::new() })
}
