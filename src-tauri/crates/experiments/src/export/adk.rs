//! An eval set of the Agent Development Kit, with the criteria it is held against.

use super::example::{Example, ExampleCall};
use super::{ExportLoss, ExportedFile, pretty};
use crate::case::{Answer, Case, Said};
use crate::expectation::Matching;
use content::sorted;
use serde_json::{Value, json};

/// The metric that judges as the case says, and that of the kit.
const METRIC: &str = "as_expected";
const TRAJECTORY: &str = "tool_trajectory_avg_score";

pub(super) fn files(cases: &[Case], losses: &mut Vec<ExportLoss>) -> Vec<ExportedFile> {
    let examples: Vec<_> = cases.iter().map(|case| Example::of(&case.expect)).collect();
    let set = json!({
        "eval_set_id": "cases",
        "name": "Tool calls of a model",
        "eval_cases": cases.iter().zip(&examples).map(|(case, example)| eval_case(case, example)).collect::<Vec<_>>(),
    });
    let mut criteria = json!({ METRIC: 1.0 });
    match common_matching(&examples) {
        Some(matching) => criteria[TRAJECTORY] = json!({ "threshold": 1.0, "match_type": matching }),
        None => {
            let inexact = cases.iter().zip(&examples).filter(|(_, example)| !example.is_exact);
            losses.extend(inexact.map(|(case, _)| ExportLoss::Example { case: case.id.clone() }));
        }
    }
    let metrics = json!({ METRIC: { "code_config": { "name": "metric.as_expected" } } });
    let config = json!({ "criteria": criteria, "custom_metrics": metrics });
    vec![
        ExportedFile { path: "cases.test.json".to_owned(), text: pretty(&set) },
        ExportedFile { path: "test_config.json".to_owned(), text: pretty(&config) },
    ]
}

/// How the kit would compare the trajectories of all cases, where it can.
fn common_matching(examples: &[Example]) -> Option<&'static str> {
    let of = |example: &Example| match example.matching {
        _ if !example.is_exact => None,
        Matching::Exactly => Some("EXACT"),
        Matching::InOrder => Some("IN_ORDER"),
        Matching::Superset => Some("ANY_ORDER"),
        Matching::AnyOrder | Matching::Subset => None,
    };
    let first = of(examples.first()?)?;
    examples.iter().all(|example| of(example) == Some(first)).then_some(first)
}

fn eval_case(case: &Case, example: &Example) -> Value {
    let id = case.id.as_str();
    let asked = case.history.iter().rev().find_map(|said| match said {
        Said::User { text } => Some(text.as_str()),
        Said::System { .. } | Said::Assistant { .. } => None,
    });
    let name = |place: usize| format!("call-{}", place + 1);
    let uses = example.calls.iter().enumerate();
    let uses: Vec<_> = uses
        .map(|(place, call)| json!({ "id": name(place), "name": call.function, "args": call.arguments }))
        .collect();
    let responses: Vec<_> = example
        .calls
        .iter()
        .enumerate()
        .filter_map(|(place, call)| {
            let response = json!({ "result": result_of(case, call)? });
            Some(json!({ "id": name(place), "name": call.function, "response": response }))
        })
        .collect();
    json!({
        "eval_id": id,
        "conversation": [{
            "invocation_id": id,
            "user_content": { "role": "user", "parts": [{ "text": asked.unwrap_or_default() }] },
            "intermediate_data": { "tool_uses": uses, "tool_responses": responses },
        }],
        "session_input": { "app_name": "agent", "user_id": "person", "state": { "case": id } },
    })
}

fn result_of(case: &Case, call: &ExampleCall) -> Option<Value> {
    let made = sorted(&Value::Object(call.arguments.clone()));
    let found = case.results.iter().find(|result| {
        let is_meant = |wanted: &content::JsonObject| sorted(&Value::Object(wanted.clone())) == made;
        result.function == call.function && result.arguments.as_ref().is_none_or(is_meant)
    });
    found.map(|result| match &result.answer {
        Answer::Returned(value) => value.clone(),
        Answer::Failed(message) => json!(format!("Error: {message}")),
    })
}
