//! Eval sets of the Agent Development Kit: conversations with the tools of each invocation. The criteria lie beside them, in
//! `test_config.json`.

mod criteria;
mod events;

use super::continuation;
use super::draft::{Draft, Page};
use super::schema::SeenArguments;
use super::{ImportLoss, ImportProblem, SourceFile};
use crate::case::{CaseFunction, CaseSettings, Said};
use criteria::Criteria;
use events::Invocation;
use serde_json::Value;

pub(super) use criteria::FILE as CRITERIA;

pub(super) fn read(file: &SourceFile<'_>, page: &mut Page<'_>) {
    let set: Value = match serde_json::from_str(file.text) {
        Ok(set) => set,
        Err(error) => return page.take(None, Err(ImportProblem::NotJson(error))),
    };
    let Some(cases) = field(&set, "eval_cases", "evalCases").and_then(Value::as_array) else {
        return page.take(None, Err(ImportProblem::Missing { name: "eval_cases" }));
    };
    let mut losses = Vec::new();
    let criteria = Criteria::read((file.beside)(CRITERIA).as_deref(), &mut losses);
    let seen = seen_arguments(cases);
    for (number, case) in (1..).zip(cases) {
        match invocations(case) {
            Err(problem) => page.take(Some(number), Err(problem)),
            Ok(invocations) => {
                for place in 0..invocations.len() {
                    let draft = draft(case, &invocations, place, &criteria, &seen);
                    let with_all = |draft: Draft| Draft {
                        losses: draft.losses.into_iter().chain(losses.iter().cloned()).collect(),
                        ..draft
                    };
                    page.take(Some(number), draft.map(with_all));
                }
            }
        }
    }
}

/// A field by the name in Python, or by the one that its alias gives.
fn field<'a>(value: &'a Value, name: &str, alias: &str) -> Option<&'a Value> {
    value.get(name).or_else(|| value.get(alias)).filter(|value| !value.is_null())
}

fn invocations(case: &Value) -> Result<Vec<Invocation>, ImportProblem> {
    let conversation = field(case, "conversation", "conversation").and_then(Value::as_array);
    let conversation = conversation.ok_or(ImportProblem::Missing { name: "conversation" })?;
    conversation.iter().map(Invocation::read).collect()
}

/// The case of one invocation: those before it are its history.
fn draft(
    case: &Value,
    invocations: &[Invocation],
    place: usize,
    criteria: &Criteria,
    seen: &SeenArguments,
) -> Result<Draft, ImportProblem> {
    let (before, own) = (&invocations[..place], &invocations[place]);
    let mut losses = own.losses.clone();
    let id = field(case, "eval_id", "evalId").and_then(Value::as_str);
    let id = id.ok_or(ImportProblem::Missing { name: "eval_id" })?;
    let id = if invocations.len() > 1 { format!("{id}.{}", place + 1) } else { id.to_owned() };
    let mut history: Vec<Said> = before.iter().flat_map(|earlier| earlier.said.clone()).collect();
    history.push(own.said.first().cloned().ok_or(ImportProblem::Missing { name: "user_content" })?);
    let good = own.said.get(1..).unwrap_or_default();
    let good =
        if good.is_empty() { &[Said::Assistant { text: String::new(), calls: Vec::new() }] } else { good };
    let mut continued = continuation::of(history, good, &mut losses)?;
    criteria.apply(&mut continued.expect);
    let functions = functions(own, invocations, seen, &mut losses)?;
    for (name, alias) in [
        ("session_input", "sessionInput"),
        ("rubrics", "rubrics"),
        ("final_session_state", "finalSessionState"),
    ] {
        let is_empty = |value: &Value| value.as_object().is_some_and(serde_json::Map::is_empty);
        if field(case, name, alias).is_some_and(|value| !is_empty(value)) {
            losses.push(ImportLoss::Field { name: name.to_owned() });
        }
    }
    Ok(Draft {
        id: Some(id),
        history: continued.history,
        functions,
        results: continued.results,
        settings: CaseSettings { instructions: own.instructions.clone(), ..CaseSettings::default() },
        expect: continued.expect,
        losses,
        ..Draft::default()
    })
}

/// The declared functions, and those that were called without a declaration.
fn functions(
    own: &Invocation,
    all: &[Invocation],
    seen: &SeenArguments,
    losses: &mut Vec<ImportLoss>,
) -> Result<Vec<CaseFunction>, ImportProblem> {
    let mut functions = own.functions.clone();
    for invocation in all {
        for said in &invocation.said {
            let Said::Assistant { calls, .. } = said else { continue };
            for call in calls {
                if functions.iter().any(|function| function.name == call.function) {
                    continue;
                }
                losses.push(ImportLoss::Schema);
                let parameters = Some(seen.schema(&call.function));
                functions.push(CaseFunction::new(&call.function, None, parameters));
            }
        }
    }
    Ok(functions)
}

fn seen_arguments(cases: &[Value]) -> SeenArguments {
    let mut seen = SeenArguments::default();
    for invocation in cases.iter().filter_map(|case| invocations(case).ok()).flatten() {
        for said in &invocation.said {
            if let Said::Assistant { calls, .. } = said {
                calls.iter().for_each(|call| seen.see(&call.function, &call.arguments));
            }
        }
    }
    seen
}
