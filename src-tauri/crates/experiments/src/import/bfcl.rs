//! The Berkeley Function-Calling Leaderboard: a line with the question, and one with its possible answers, in a file of the
//! same name in the folder `possible_answer`, or as `ground_truth` of the line itself.

mod answers;

use super::draft::{Draft, Page};
use super::fields::{function_of, left_out};
use super::{ImportLoss, ImportProblem, SourceFile, messages, schema};
use crate::case::{CaseFunction, CaseSettings};
use answers::Answers;
use serde_json::Value;
use std::collections::BTreeMap;

/// One request with functions, and one for the last words: the calls of the first response are judged.
const ROUNDS: u32 = 2;

/// Categories that have several turns, a state to compare, answers in another language than JSON, or no answer.
const OTHERS: [&str; 14] = [
    "multi_turn",
    "memory",
    "web_search",
    "format_sensitivity",
    "simple_java",
    "java",
    "javascript",
    "live_relevance",
    "exec",
    "executable",
    "rest",
    "sql",
    "chatable",
    "agentic",
];

pub(super) fn read(file: &SourceFile<'_>, page: &mut Page<'_>) {
    let answers = answers_beside(file, page);
    for (line, value) in page.lines(file.text) {
        let category = category_of(&value);
        if let Some(other) = OTHERS.iter().find(|other| category.starts_with(**other)) {
            page.lose(ImportLoss::Category { name: (*other).to_owned() });
            continue;
        }
        let own = value.get("ground_truth");
        let answer = own.or_else(|| value.get("id").and_then(Value::as_str).and_then(|id| answers.get(id)));
        page.take(Some(line), draft(&value, &category, answer));
    }
}

/// The possible answers by the ids of their questions.
fn answers_beside(file: &SourceFile<'_>, page: &mut Page<'_>) -> BTreeMap<String, Value> {
    let Some(text) = (file.beside)(&format!("possible_answer/{}", file.name)) else { return BTreeMap::new() };
    let answer = |(_, mut line): (usize, Value)| {
        let answer = line.get_mut("ground_truth")?.take();
        Some((line.get("id")?.as_str()?.to_owned(), answer))
    };
    page.lines(&text).into_iter().filter_map(answer).collect()
}

/// The id without its number: `live_simple_0-0-0` is of `live_simple`.
fn category_of(line: &Value) -> String {
    let id = line.get("id").and_then(Value::as_str).unwrap_or_default();
    let number = |letter: char| letter.is_ascii_digit() || letter == '-' || letter == '_';
    id.trim_end_matches(number).to_owned()
}

fn draft(line: &Value, category: &str, answer: Option<&Value>) -> Result<Draft, ImportProblem> {
    let id = line.get("id").and_then(Value::as_str).ok_or(ImportProblem::Missing { name: "id" })?;
    let question = line.get("question").ok_or(ImportProblem::Missing { name: "question" })?;
    let functions = line.get("function").ok_or(ImportProblem::Missing { name: "function" })?;
    let functions = functions.as_array().cloned().unwrap_or_else(|| vec![functions.clone()]);
    let mut losses = Vec::new();
    let turns = question.as_array().ok_or(ImportProblem::Unfit { name: "question" })?;
    let said = match turns.as_slice() {
        [Value::Array(turn)] => turn,
        [Value::Object(_), ..] => turns,
        turns => return Err(ImportProblem::Turns { count: turns.len() }),
    };
    let history = messages::read(said, &mut losses)?;
    let answers = match answer {
        None if category.contains("irrelevance") => Answers::none(),
        None => return Err(ImportProblem::NoAnswer),
        Some(answer) => Answers { functions: &functions, in_any_order: category.contains("parallel") }
            .expected(answer, &mut losses)?,
    };
    losses.extend(left_out(line, &["id", "question", "function", "ground_truth"]));
    Ok(Draft {
        id: Some(id.to_owned()),
        history,
        functions: functions.iter().map(function).collect::<Result<_, _>>()?,
        settings: CaseSettings { rounds: ROUNDS, ..CaseSettings::default() },
        expect: answers,
        losses,
        ..Draft::default()
    })
}

fn function(function: &Value) -> Result<CaseFunction, ImportProblem> {
    let parameters = function.get("parameters");
    let parameters = parameters.map_or_else(|| serde_json::json!({ "type": "object" }), schema::of_language);
    function_of(function, parameters)
}
