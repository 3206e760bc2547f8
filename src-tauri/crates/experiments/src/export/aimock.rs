//! Fixtures of aimock: to the last words of each case, the server answers with the calls that are expected, and then with words.

use super::example::Example;
use super::portable::sent;
use super::{ExportLoss, ExportedFile, pretty};
use crate::case::Case;
use crate::expectation::ExpectedText;
use serde_json::{Value, json};

/// The words of a model where a case expects none in particular.
const WORDS: &str = "Done.";

pub(super) fn file(cases: &[Case], losses: &mut Vec<ExportLoss>) -> ExportedFile {
    let mut fixtures = Vec::new();
    for (place, case) in cases.iter().enumerate() {
        let asked = case.last_words();
        let is_same =
            |other: &&Case| other.last_words().contains(asked) || asked.contains(other.last_words());
        if let Some(other) = cases[..place].iter().find(is_same) {
            losses.push(ExportLoss::SameWords { case: case.id.clone(), other: other.id.clone() });
        }
        let example = Example::of(&case.expect);
        if case.expect.calls.is_some() && !example.is_exact {
            losses.push(ExportLoss::Example { case: case.id.clone() });
        }
        if !example.calls.is_empty() {
            let calls = example.calls.iter();
            let calls: Vec<_> = calls
                .map(|call| json!({ "name": sent(&call.function), "arguments": call.arguments }))
                .collect();
            fixtures.push(fixture(asked, Some(false), &json!({ "toolCalls": calls })));
        }
        let answer = answer(case, losses);
        let behind = (!example.calls.is_empty()).then_some(true);
        fixtures.push(fixture(asked, behind, &json!({ "content": answer })));
    }
    ExportedFile { path: "fixtures.json".to_owned(), text: pretty(&json!({ "fixtures": fixtures })) }
}

fn fixture(asked: &str, has_result: Option<bool>, response: &Value) -> Value {
    let mut matching = json!({ "userMessage": asked });
    if let Some(has_result) = has_result {
        matching["hasToolResult"] = json!(has_result);
    }
    json!({ "match": matching, "response": response })
}

/// Words that are as expected, as far as they can be made up.
fn answer(case: &Case, losses: &mut Vec<ExportLoss>) -> String {
    let mut words = Vec::new();
    for expected in &case.expect.says {
        match expected {
            ExpectedText::Something => {}
            ExpectedText::Nothing => return String::new(),
            ExpectedText::Contains(part) => words.push(part.clone()),
            ExpectedText::Pattern(_) => {
                losses.push(ExportLoss::Part { case: case.id.clone(), name: "says".to_owned() });
            }
        }
    }
    if words.is_empty() { WORDS.to_owned() } else { words.join(" ") }
}
