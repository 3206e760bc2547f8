//! Made-up calls and what expectations say of them as a file, for judges that are not written in Rust.

use super::{Expectations, Matching};
use crate::import::{Source, SourceFile, import_set};
use crate::{Ending, MadeCall, Transcript};
use content::CallArguments;
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::PathBuf;
use std::sync::Arc;

/// The function of a call, and its arguments.
type Call = (String, Value);

/// Of each kind, the same each time.
const LINES: usize = 3_000;

/// Values that languages take for the same, or that people do.
fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(1)),
        Just(json!(1.0)),
        Just(json!(true)),
        Just(json!(2.5)),
        Just(json!(null)),
        Just(json!("Oslo")),
        Just(json!("oslo, ")),
    ];
    leaf.prop_recursive(2, 4, 2, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 1..3).prop_map(Value::from),
            proptest::collection::btree_map("a|b", inner, 1..3).prop_map(|fields| json!(fields)),
        ]
    })
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let arguments = proptest::collection::btree_map("a|b", value(), 0..3).prop_map(|fields| json!(fields));
    proptest::collection::vec(("f|g", arguments), 0..4)
}

/// Expected calls, and those made: the same in another order, with one changed, or any.
fn pair() -> impl Strategy<Value = (Vec<Call>, Vec<Call>)> {
    let like = calls().prop_flat_map(|calls| {
        let other = (0..4_usize, value());
        (Just(calls.clone()), Just(calls).prop_shuffle(), other).prop_map(
            |(wanted, mut made, (place, value))| {
                if let Some((_, arguments)) = made.get_mut(place) {
                    arguments["a"] = value;
                }
                (wanted, made)
            },
        )
    });
    prop_oneof![like, (calls(), calls())]
}

fn made(calls: &[Call]) -> Transcript {
    let call = |(function, arguments): &Call| {
        Arc::new(MadeCall {
            function: function.clone(),
            arguments: CallArguments::read(arguments.to_string()),
            round: None,
        })
    };
    Transcript { rounds: 2, calls: calls.iter().map(call).collect(), text: None, ending: Ending::Finished }
}

/// Exact calls, or such that may have more arguments.
fn trajectory(wanted: &[Call], calls: &[Call], matching: Matching, is_open: bool) -> Value {
    let list = wanted.iter().map(|(function, arguments)| {
        let rules: serde_json::Map<_, _> = arguments
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, value)| (name.clone(), json!({ "equals": value })))
            .collect();
        json!({ "function": function, "arguments": rules, "others": if is_open { "ignored" } else { "refused" } })
    });
    let expect = json!({ "calls": { "match": matching, "list": list.collect::<Vec<_>>() } });
    let expect: Expectations = serde_json::from_value(expect).expect("expectations");
    json!({ "kind": "trajectory", "match": matching, "isOpen": is_open, "wanted": wanted, "made": calls,
        "ours": expect.faults(&made(calls)).is_empty() })
}

const TYPES: [&str; 5] = ["string", "integer", "float", "boolean", "array"];

fn typed(of: &str) -> BoxedStrategy<Value> {
    let texts = || prop_oneof![Just(json!("New York, NY")), Just(json!("new york ny")), Just(json!("Oslo"))];
    match of {
        "string" => texts().boxed(),
        "integer" => prop_oneof![Just(json!(1)), Just(json!(2)), Just(json!(1.0))].boxed(),
        "float" => prop_oneof![Just(json!(1)), Just(json!(1.0)), Just(json!(2.5))].boxed(),
        "boolean" => any::<bool>().prop_map(Value::from).boxed(),
        _ => proptest::collection::vec(texts(), 1..3).prop_map(Value::from).boxed(),
    }
}

/// A question with possible answers, and calls that were made.
fn question() -> impl Strategy<Value = (Value, Vec<Call>)> {
    let parameter = (0..TYPES.len(), any::<bool>()).prop_flat_map(|(of, is_required)| {
        let values = proptest::collection::vec(typed(TYPES[of]), 1..3);
        (Just(TYPES[of]), Just(is_required), values, any::<bool>())
    });
    let function = ("f|m.g", proptest::collection::btree_map("a|b|c", parameter, 0..3));
    (proptest::collection::vec(function, 1..4), any::<u8>()).prop_flat_map(|(functions, chance)| {
        let mut definitions: std::collections::BTreeMap<String, Value> = std::collections::BTreeMap::new();
        let (mut answers, mut calls) = (Vec::new(), Vec::new());
        for (name, parameters) in &functions {
            let mut properties = serde_json::Map::new();
            let (mut required, mut possible, mut strategies) =
                (Vec::new(), serde_json::Map::new(), Vec::new());
            let known = definitions.contains_key(name);
            for (parameter, (of, is_required, values, can_be_absent)) in parameters {
                properties.insert(parameter.clone(), json!({ "type": of, "items": { "type": "string" } }));
                required.extend(is_required.then(|| parameter.clone()));
                let mut values = values.clone();
                values.extend(can_be_absent.then(|| json!("")));
                let accepted = values.iter().filter(|value| **value != "").cloned().collect::<Vec<_>>();
                possible.insert(parameter.clone(), json!(values));
                let one = prop_oneof![
                    6 => proptest::sample::select(accepted).prop_map(Some),
                    1 => typed(of).prop_map(Some),
                    1 => Just(None),
                ];
                strategies.push(one.prop_map({
                    let parameter = parameter.clone();
                    move |value| value.map(|value| (parameter.clone(), value))
                }));
            }
            if known {
                continue;
            }
            definitions.insert(
                name.clone(),
                json!({ "name": name, "description": "",
                "parameters": { "type": "dict", "properties": properties, "required": required } }),
            );
            for _ in 0..=usize::from(chance % 3 == 0) {
                answers.push(json!({ name.as_str(): possible }));
                let function = name.clone();
                let arguments = strategies.clone().prop_map(move |fields| {
                    let fields: serde_json::Map<String, Value> = fields.into_iter().flatten().collect();
                    (function.clone(), Value::Object(fields))
                });
                calls.push(arguments);
            }
        }
        let definitions: Vec<_> = definitions.into_values().collect();
        let category = match (answers.len(), definitions.len()) {
            (1, 1) => "simple_python",
            (1, _) => "multiple",
            (_, 1) => "parallel",
            (_, _) => "parallel_multiple",
        };
        let line = json!({ "id": format!("{category}_0"), "function": definitions, "ground_truth": answers,
            "question": [[{ "role": "user", "content": "Please." }]] });
        (Just(line), calls.prop_shuffle())
    })
}

fn leaderboard(line: &Value, calls: &[Call]) -> Value {
    let text = line.to_string();
    let set = import_set(Source::Bfcl, &[SourceFile { name: "made-up", text: &text, beside: &|_| None }]);
    let case = set.cases.first().expect("a case");
    json!({ "kind": "leaderboard", "line": line, "made": calls, "ours": case.expect.faults(&made(calls)).is_empty() })
}

#[test]
fn made_up_calls_are_written_with_what_expectations_say_of_them() {
    let folder = tempfile::tempdir().expect("a folder");
    let asked_for = std::env::var_os("CALLWRIGHT_MATCHING").map(PathBuf::from);
    let path = asked_for.unwrap_or_else(|| folder.path().join("matching.jsonl"));
    let mut file = BufWriter::new(File::create(&path).expect("the file is made"));
    let mut runner = TestRunner::deterministic();
    let kinds =
        [Matching::Exactly, Matching::InOrder, Matching::AnyOrder, Matching::Superset, Matching::Subset];
    let (pairs, questions) = (pair(), question());
    for number in 0..LINES {
        let (wanted, calls) = pairs.new_tree(&mut runner).expect("a pair").current();
        let matching = kinds[number % kinds.len()];
        let is_open = matching == Matching::Superset && number % 2 == 0;
        let line = trajectory(&wanted, &calls, matching, is_open);
        writeln!(file, "{line}").expect("it is written");
        let (line, calls) = questions.new_tree(&mut runner).expect("a question").current();
        writeln!(file, "{}", leaderboard(&line, &calls)).expect("it is written");
    }
    file.flush().expect("it is written");
    assert_eq!(std::fs::read_to_string(&path).expect("the file").lines().count(), 2 * LINES);
}
