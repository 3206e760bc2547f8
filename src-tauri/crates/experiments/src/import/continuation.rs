//! A good run as expectations: what was called after a person's last words is what should be called, and its results are the
//! frozen ones.

use super::{ImportLoss, ImportProblem};
use crate::case::{Answer, CaseResult, Said, SaidCall};
use crate::expectation::{
    Expectations, Expected, ExpectedCall, ExpectedCalls, ExpectedText, Matching, Others, written_path,
};
use content::sorted;
use serde_json::Value;

/// A conversation up to a person's words, and what a good run does then.
pub(crate) struct Continuation {
    pub(crate) history: Vec<Said>,
    pub(crate) expect: Expectations,
    pub(crate) results: Vec<CaseResult>,
}

/// Cuts a conversation behind a person's last words.
pub(super) fn after_last_words(
    said: Vec<Said>,
    losses: &mut Vec<ImportLoss>,
) -> Result<Continuation, ImportProblem> {
    let last = said.iter().rposition(|said| matches!(said, Said::User { .. }));
    let (history, good) = said.split_at(last.map_or(0, |last| last + 1));
    of(history.to_vec(), good, losses)
}

/// What is expected where a good run said and called this.
pub(crate) fn of(
    history: Vec<Said>,
    good: &[Said],
    losses: &mut Vec<ImportLoss>,
) -> Result<Continuation, ImportProblem> {
    let mut made: Vec<&SaidCall> = Vec::new();
    let (mut has_several_at_once, mut last_text) = (false, None);
    for said in good {
        let Said::Assistant { text, calls } = said else { continue };
        has_several_at_once |= calls.len() > 1;
        made.extend(calls);
        last_text = Some(text);
    }
    let text = last_text.ok_or(ImportProblem::NoExpectation)?;
    let mut says = Vec::new();
    if !text.trim().is_empty() {
        losses.push(ImportLoss::Answer);
        says.push(ExpectedText::Something);
    }
    let has_several_rounds = good.iter().filter(|said| has_calls(said)).count() > 1;
    if has_several_at_once && has_several_rounds {
        losses.push(ImportLoss::Order);
    }
    let matching = if has_several_at_once { Matching::AnyOrder } else { Matching::Exactly };
    let list = made.iter().map(|call| expected(call)).collect::<Result<_, _>>()?;
    let calls = Some(ExpectedCalls { matching, list });
    let expect = Expectations { calls, says, ..Expectations::default() };
    Ok(Continuation { history, expect, results: results(&made, losses) })
}

fn has_calls(said: &Said) -> bool {
    matches!(said, Said::Assistant { calls, .. } if !calls.is_empty())
}

/// A call with just these arguments.
fn expected(call: &SaidCall) -> Result<ExpectedCall, ImportProblem> {
    let arguments = call.arguments.as_object().ok_or(ImportProblem::Unfit { name: "arguments" })?;
    let equals = |(name, value): (&String, &Value)| (written_path(&[name]), Expected::Equals(value.clone()));
    Ok(ExpectedCall {
        function: call.function.clone(),
        arguments: arguments.iter().map(equals).collect(),
        others: Others::Refused,
    })
}

/// The results of calls. A second result of the same call can't be frozen too.
fn results(made: &[&SaidCall], losses: &mut Vec<ImportLoss>) -> Vec<CaseResult> {
    let mut results: Vec<CaseResult> = Vec::new();
    for call in made {
        let Some(answer) = call.result.clone().map(Answer::from) else { continue };
        let arguments = call.arguments.as_object().cloned();
        let is_same = |result: &&CaseResult| {
            let of = |arguments| sorted(&Value::Object(arguments));
            result.function == call.function && result.arguments.clone().map(of) == arguments.clone().map(of)
        };
        match results.iter().find(is_same) {
            Some(first) if first.answer == answer => {}
            Some(_) => losses.push(ImportLoss::Result),
            None => results.push(CaseResult { function: call.function.clone(), arguments, answer }),
        }
    }
    results
}
