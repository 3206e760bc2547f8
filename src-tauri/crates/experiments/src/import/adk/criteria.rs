//! How runs are held against an eval set.

use crate::expectation::{Expectations, Matching, Others};
use crate::import::ImportLoss;
use serde_json::Value;

/// The file of the criteria, beside the eval sets.
pub(crate) const FILE: &str = "test_config.json";

const TRAJECTORY: &str = "tool_trajectory_avg_score";
const RESPONSE: &str = "response_match_score";

/// What a criterion of trajectories says. Without a file, calls are compared exactly.
pub(super) struct Criteria {
    matching: Option<Matching>,
    ignores_arguments: bool,
}

impl Criteria {
    pub(super) fn read(text: Option<&str>, losses: &mut Vec<ImportLoss>) -> Self {
        let exact = Self { matching: Some(Matching::Exactly), ignores_arguments: false };
        let file: Value = text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
        let Some(criteria) = file.get("criteria").and_then(Value::as_object) else { return exact };
        // Words are compared by how many they share, which is lost of each case that has an answer.
        let others = criteria.keys().filter(|name| ![TRAJECTORY, RESPONSE].contains(&name.as_str()));
        losses.extend(others.map(|name| ImportLoss::Assertion { kind: name.clone() }));
        match criteria.get(TRAJECTORY) {
            None => Self { matching: None, ..exact },
            Some(criterion) => {
                let threshold = criterion.as_f64().or_else(|| criterion.get("threshold")?.as_f64());
                if threshold.is_some_and(|threshold| threshold < 1.0) {
                    losses.push(ImportLoss::Field { name: "threshold".to_owned() });
                }
                let named = |name: &str, alias: &str| super::field(criterion, name, alias);
                Self {
                    matching: Some(named("match_type", "matchType").map_or(Matching::Exactly, matching)),
                    ignores_arguments: named("ignore_args", "ignoreArgs") == Some(&Value::Bool(true)),
                }
            }
        }
    }

    pub(super) fn apply(&self, expect: &mut Expectations) {
        let Some(matching) = self.matching else {
            expect.calls = None;
            return;
        };
        let Some(calls) = &mut expect.calls else { return };
        calls.matching = matching;
        if self.ignores_arguments {
            for call in &mut calls.list {
                call.arguments.clear();
                call.others = Others::Ignored;
            }
        }
    }
}

/// By name, or by the number that stands for it. In any order, other calls may be made too.
fn matching(of: &Value) -> Matching {
    match (of.as_str(), of.as_u64()) {
        (Some("IN_ORDER"), _) | (_, Some(1)) => Matching::InOrder,
        (Some("ANY_ORDER"), _) | (_, Some(2)) => Matching::Superset,
        (Some(_) | None, _) => Matching::Exactly,
    }
}
