//! An eval set of the Agent Development Kit, with the criteria it is held against.

use super::example::{Example, ExampleCall};
use super::{ExportLoss, ExportedFile, pretty};
use crate::case::{Answer, Case};
use crate::expectation::Matching;
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
    let name = |place: usize| format!("call-{}", place + 1);
    let calls = || example.calls.iter().enumerate();
    let uses: Vec<_> = calls()
        .map(|(place, call)| json!({ "id": name(place), "name": call.function, "args": call.arguments }))
        .collect();
    let response = |(place, call): (usize, &ExampleCall)| {
        let response = json!({ "result": result_of(case, call)? });
        Some(json!({ "id": name(place), "name": call.function, "response": response }))
    };
    let responses: Vec<_> = calls().filter_map(response).collect();
    json!({
        "eval_id": id,
        "conversation": [{
            "invocation_id": id,
            "user_content": { "role": "user", "parts": [{ "text": case.last_words() }] },
            "intermediate_data": { "tool_uses": uses, "tool_responses": responses },
        }],
        "session_input": { "app_name": "agent", "user_id": "person", "state": { "case": id } },
    })
}

fn result_of(case: &Case, call: &ExampleCall) -> Option<Value> {
    case.answer_of(&call.function, &call.arguments).map(|answer| match answer {
        Answer::Returned(value) => value.clone(),
        Answer::Failed(message) => json!(format!("Error: {message}")),
    })
}
