//! ComplexFuncBench: a conversation with the calls of each step and the responses that real services gave.

use super::continuation::{Continuation, after_last_words};
use super::draft::{Draft, Page};
use super::fields::{left_out, name_of};
use super::{ImportLoss, ImportProblem, SourceFile, messages};
use crate::case::{CaseSettings, Said, SaidCall, SaidResult};
use serde_json::Value;

pub(super) fn read(file: &SourceFile<'_>, page: &mut Page<'_>) {
    for (line, value) in page.lines(file.text) {
        page.take(Some(line), draft(&value));
    }
}

fn draft(line: &Value) -> Result<Draft, ImportProblem> {
    let list =
        |name: &'static str| line.get(name).and_then(Value::as_array).ok_or(ImportProblem::Missing { name });
    let mut losses = vec![ImportLoss::Judge];
    let id = match line.get("id") {
        Some(Value::String(id)) => Some(id.clone()),
        Some(Value::Number(id)) => Some(format!("complex-{id}")),
        None | Some(Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_)) => None,
    };
    let said = conversation(list("conversations")?)?;
    // Each step of the good run is a round, and the answer is one more. A model may need twice as many.
    let steps = said.iter().filter(|said| matches!(said, Said::Assistant { .. })).count();
    let rounds = u32::try_from(2 * steps + 1).unwrap_or(u32::MAX).max(CaseSettings::default().rounds);
    let functions = messages::functions(list("functions")?, &mut losses)?;
    losses.extend(left_out(line, &["id", "conversations", "functions"]));
    let Continuation { history, expect, results } = after_last_words(said, &mut losses)?;
    let settings = CaseSettings { rounds, ..CaseSettings::default() };
    Ok(Draft { id, history, functions, results, settings, expect, losses, ..Draft::default() })
}

fn conversation(turns: &[Value]) -> Result<Vec<Said>, ImportProblem> {
    let mut said = Vec::new();
    for turn in turns {
        let text = || turn.get("content").and_then(Value::as_str).unwrap_or_default().to_owned();
        match turn.get("role").and_then(Value::as_str) {
            Some("system") => said.push(Said::System { text: text() }),
            Some("user") => said.push(Said::User { text: text() }),
            Some("assistant") => {
                let calls = turn.get("function_call").and_then(Value::as_array).into_iter().flatten();
                let calls = calls.map(call).collect::<Result<_, _>>()?;
                said.push(Said::Assistant { text: text(), calls });
            }
            Some("observation") => observe(turn.get("content"), &mut said)?,
            Some(_) | None => return Err(ImportProblem::Unfit { name: "role" }),
        }
    }
    Ok(said)
}

fn call(call: &Value) -> Result<SaidCall, ImportProblem> {
    Ok(SaidCall {
        function: name_of(call, "the name of a call")?,
        arguments: call.get("arguments").cloned().ok_or(ImportProblem::Missing { name: "arguments" })?,
        result: None,
    })
}

/// The responses of a step, in the order of its calls.
fn observe(content: Option<&Value>, said: &mut [Said]) -> Result<(), ImportProblem> {
    let unfit = || ImportProblem::Unfit { name: "observation" };
    let responses = content.and_then(Value::as_array).ok_or_else(unfit)?;
    let Some(Said::Assistant { calls, .. }) = said.last_mut() else { return Err(unfit()) };
    if calls.len() != responses.len() {
        return Err(unfit());
    }
    for (call, response) in calls.iter_mut().zip(responses) {
        call.result = Some(SaidResult::Returned(response.clone()));
    }
    Ok(())
}
