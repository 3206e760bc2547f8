//! Files as their sources write them: the shapes are those of the packages `bfcl-eval`, `google-adk` and `promptfoo`, and of
//! OpenAI's files.

use super::{ImportLoss, ImportedSet, LossCount, Source, SourceFile, import_set};
use crate::Case;
use serde_json::{Value, json};

fn import(source: Source, name: &str, text: &str, others: &[(&str, &str)]) -> ImportedSet {
    let beside = |path: &str| others.iter().find(|(own, _)| *own == path).map(|(_, text)| (*text).to_owned());
    let set = import_set(source, &[SourceFile { name, text, beside: &beside }]);
    for case in &set.cases {
        let written = serde_json::to_string(case).expect("JSON");
        assert_eq!(&Case::read(&written).expect("a case"), case);
    }
    set
}

#[track_caller]
fn only(set: &ImportedSet) -> Value {
    let words: Vec<_> = set.unread.iter().map(ToString::to_string).collect();
    assert_eq!((set.cases.len(), words), (1, Vec::<String>::new()));
    serde_json::to_value(&set.cases[0]).expect("JSON")
}

fn losses(set: &ImportedSet) -> Vec<(usize, ImportLoss)> {
    set.losses.iter().map(|LossCount { loss, count, .. }| (*count, loss.clone())).collect()
}

fn field(name: &str) -> ImportLoss {
    ImportLoss::Field { name: name.to_owned() }
}

/// A line of the leaderboard with one function that takes anything.
fn question(id: &str, parameters: &Value) -> String {
    json!({ "id": id, "question": [[{ "role": "user", "content": "Please." }]],
        "function": [{ "name": "maps.route", "description": "A route.", "parameters": parameters }] })
    .to_string()
}

fn answer(id: &str, possible: &Value) -> String {
    json!({ "id": id, "ground_truth": [{ "maps.route": possible }] }).to_string()
}

#[test]
fn possible_answers_are_values_that_texts_may_be_alike_to() {
    let schema = json!({ "type": "dict", "required": ["to"], "properties": {
        "to": { "type": "string" }, "stops": { "type": "tuple", "items": { "type": "float" } }, "how": { "type": "any" } } });
    let possible = json!({ "to": ["Oslo", "Oslo, Norway"], "stops": [[1.5, 2], ""], "how": ["car", ""] });
    let answers = answer("simple_python_7", &possible);
    let set = import(
        Source::Bfcl,
        "BFCL_v4_simple_python.json",
        &question("simple_python_7", &schema),
        &[("possible_answer/BFCL_v4_simple_python.json", &answers)],
    );
    let case = only(&set);
    assert_eq!((&case["id"], &case["settings"]["rounds"]), (&json!("simple_python_7"), &json!(2)));
    let parameters = json!({ "type": "object", "required": ["to"], "properties": {
        "to": { "type": "string" }, "stops": { "type": "array", "items": { "type": "number" } },
        "how": { "type": "string" } } });
    assert_eq!(case["functions"][0]["parameters"], parameters);
    let arguments = json!({ "to": { "alike": ["Oslo", "Oslo, Norway"] },
        "stops": { "optional": { "alike": [[1.5, 2]] } }, "how": { "optional": { "alike": ["car", ""] } } });
    let list = json!([{ "function": "maps.route", "arguments": arguments }]);
    assert_eq!(case["expect"], json!({ "calls": { "match": "exactly", "list": list } }));
    assert_eq!(losses(&set), []);
}

#[test]
fn fields_of_an_object_have_possible_answers_of_their_own() {
    let schema = json!({ "type": "dict", "required": ["to", "via"], "properties": {} });
    let arguments = |possible: &Value| {
        let line = question("multiple_1", &schema);
        let mut line: Value = serde_json::from_str(&line).expect("JSON");
        line["ground_truth"] = json!([{ "maps.route": possible }]);
        only(&import(Source::Bfcl, "mine.json", &line.to_string(), &[]))["expect"]["calls"]["list"][0]["arguments"].clone()
    };
    let one = json!({ "to": [{ "city": ["Oslo", "Moss"], "street": ["", "Storgata"] }] });
    let by_path = json!({ "/to/city": { "alike": ["Oslo", "Moss"] }, "/to/street": { "optional": { "alike": ["", "Storgata"] } } });
    assert_eq!(arguments(&one), by_path);
    let several = json!({ "via": [[{ "city": ["Oslo", "Moss"], "zip": [1, ""] }]] });
    let written_out = json!([[{ "city": "Oslo", "zip": 1 }], [{ "city": "Oslo" }], [{ "city": "Moss", "zip": 1 }], [{ "city": "Moss" }]]);
    assert_eq!(arguments(&several), json!({ "via": { "alike": written_out } }));
    // A parameter that the schema requires may not be left out, whatever the answers say.
    assert_eq!(arguments(&json!({ "to": [3, ""] })), json!({ "to": { "alike": [3] } }));
    // What may only be absent is not named, so that it is refused.
    let list = json!({ "id": "simple_1", "question": [[{ "role": "user", "content": "Please." }]],
        "function": { "name": "maps.route", "parameters": { "properties": { "stops": { "type": "array" } } } },
        "ground_truth": [{ "maps.route": { "stops": [""] } }] });
    let case = only(&import(Source::Bfcl, "mine.json", &list.to_string(), &[]));
    assert_eq!(case["expect"]["calls"]["list"], json!([{ "function": "maps.route" }]));
}

#[test]
fn a_line_that_cannot_be_read_is_named_and_the_rest_goes_on() {
    let schema = json!({ "type": "dict", "properties": {} });
    let lines = [
        question("simple_1", &schema),
        "{ no JSON".to_owned(),
        question("irrelevance_1", &schema),
        question("multi_turn_base_3", &schema),
        json!({ "id": "simple_2", "function": [] }).to_string(),
        question("parallel_1", &schema),
    ];
    let call = json!({ "maps.route": { "to": ["Oslo"] } });
    let answers = json!({ "id": "parallel_1", "ground_truth": [call, call] }).to_string();
    let set = import(Source::Bfcl, "all.json", &lines.join("\n"), &[("possible_answer/all.json", &answers)]);
    let read: Vec<_> = set.cases.iter().map(|case| case.id.as_str()).collect();
    assert_eq!(read, ["irrelevance_1", "parallel_1"]);
    let expect = |place: usize| serde_json::to_value(&set.cases[place].expect).expect("JSON");
    assert_eq!(expect(0), json!({ "calls": { "match": "exactly", "list": [] } }));
    assert_eq!(expect(1)["calls"]["match"], "anyOrder");
    let mut unread: Vec<_> = set.unread.iter().map(ToString::to_string).collect();
    assert!(unread.remove(0).starts_with("all.json, line 2: it is not JSON: key must be a string"));
    assert_eq!(
        unread,
        ["all.json, line 1: it has no possible answer", "all.json, line 5: question is missing"]
    );
    assert_eq!(losses(&set), [(1, ImportLoss::Category { name: "multi_turn".to_owned() })]);
}

#[test]
fn responses_that_were_recorded_become_frozen_results() {
    let call = |name: &str, query: &str| json!({ "name": name, "arguments": { "query": query } });
    let line = json!({ "id": "Car-1", "functions": [
        { "name": "Search", "description": "Finds.", "parameters": { "type": "object" } }, { "name": "Book" }],
        "conversations": [
        { "role": "user", "content": "Book a car." },
        { "role": "assistant", "function_call": [call("Search", "Oslo"), call("Search", "Moss")] },
        { "role": "observation", "content": [{ "cars": 2 }, { "cars": 0 }] },
        { "role": "assistant", "function_call": [call("Book", "Oslo")] },
        { "role": "observation", "content": ["booked"] },
        { "role": "assistant", "content": "It is booked." }] });
    let set = import(Source::ComplexFuncBench, "data.jsonl", &line.to_string(), &[]);
    let case = only(&set);
    assert_eq!(case["history"], json!([{ "role": "user", "text": "Book a car." }]));
    let result = |function: &str, query: &str, returned: &Value| json!({ "function": function, "arguments": { "query": query }, "answer": { "returned": returned } });
    let results = json!([
        result("Search", "Oslo", &json!({ "cars": 2 })),
        result("Search", "Moss", &json!({ "cars": 0 })),
        result("Book", "Oslo", &json!("booked"))
    ]);
    assert_eq!(case["results"], results);
    assert_eq!(case["expect"]["calls"]["match"], "anyOrder");
    assert_eq!(case["expect"]["calls"]["list"][2]["arguments"], json!({ "query": { "equals": "Oslo" } }));
    assert_eq!(losses(&set), [(1, ImportLoss::Answer), (1, ImportLoss::Judge), (1, ImportLoss::Order)]);
}

#[test]
fn each_invocation_of_an_eval_set_is_a_case_behind_those_before_it() {
    let text = |text: &str| json!({ "parts": [{ "text": text }] });
    let roll = |id: &str, sides: u32| json!({ "id": id, "name": "roll_die", "args": { "sides": sides } });
    let flat = json!({ "tool_uses": [roll("a", 6)], "tool_responses": [{ "id": "a", "name": "roll_die", "response": { "result": 4 } }] });
    let event = |part: Value| json!({ "author": "agent", "content": { "parts": [part] } });
    let events = json!({ "invocationEvents": [event(json!({ "functionCall": roll("b", 20) })),
        event(json!({ "functionResponse": { "id": "b", "name": "roll_die", "response": { "result": 9 } } }))] });
    let set = json!({ "eval_set_id": "dice", "eval_cases": [{ "eval_id": "two rolls", "conversation": [
        { "user_content": text("Roll a die."), "final_response": text("A four."), "intermediate_data": flat },
        { "userContent": text("With 20 sides."), "intermediateData": events }] }] });
    let config = json!({ "criteria": { "tool_trajectory_avg_score": { "threshold": 1.0, "match_type": "IN_ORDER" }, "safety_v1": 0.8 } });
    let set = import(
        Source::Adk,
        "dice.evalset.json",
        &set.to_string(),
        &[("test_config.json", &config.to_string())],
    );
    let cases: Vec<_> = set.cases.iter().map(|case| serde_json::to_value(case).expect("JSON")).collect();
    assert_eq!(cases.len(), 2);
    assert_eq!(cases[0]["expect"]["calls"]["match"], "inOrder");
    let schema = json!({ "type": "object", "properties": { "sides": { "type": "number" } } });
    assert_eq!(cases[0]["functions"], json!([{ "name": "roll_die", "parameters": schema }]));
    assert_eq!(cases[0]["results"][0]["answer"], json!({ "returned": { "result": 4 } }));
    assert_eq!(cases[1]["history"][1]["calls"][0]["result"], json!({ "returned": { "result": 4 } }));
    assert_eq!(cases[1]["history"][3], json!({ "role": "user", "text": "With 20 sides." }));
    assert_eq!(cases[1]["results"][0]["answer"], json!({ "returned": { "result": 9 } }));
    assert!(cases[1]["id"].as_str().expect("an id").starts_with("two-rolls.2-"), "{}", cases[1]["id"]);
    let assertion = ImportLoss::Assertion { kind: "safety_v1".to_owned() };
    assert_eq!(
        losses(&set),
        [(2, assertion), (1, ImportLoss::Answer), (2, ImportLoss::Schema), (2, ImportLoss::Id)]
    );
}

const PROMPTFOO: &str = r#"
description: Weather
prompts: ["What is the weather in {{ city }}?"]
providers:
  - id: openai:chat:gpt
    config:
      tools: [file://tools.yaml]
defaultTest:
  assert:
    - { type: is-valid-openai-tools-call }
tests:
  - description: one call
    vars: { city: Oslo }
    assert:
      - { type: tool-call-f1, value: [now] }
      - { type: "trajectory:tool-args-match", value: { name: now, args: { place: { city: "{{city}}" } } } }
      - { type: javascript, value: output.length > 3 }
  - vars: { city: Moss }
    assert:
      - { type: not-trajectory:tool-used, value: now }
      - { type: icontains, value: moss }
  - vars: { city: [Oslo, Moss] }
"#;

#[test]
fn assertions_of_promptfoo_become_one_expectation_and_the_others_are_counted() {
    let tools = "- type: function\n  function: { name: now, description: The weather now. }\n";
    let set = import(Source::Promptfoo, "promptfooconfig.yaml", PROMPTFOO, &[("tools.yaml", tools)]);
    let words: Vec<_> = set.unread.iter().map(ToString::to_string).collect();
    assert_eq!(words, ["promptfooconfig.yaml, line 3: city has several values"]);
    let cases: Vec<_> = set.cases.iter().map(|case| serde_json::to_value(case).expect("JSON")).collect();
    assert_eq!(cases[0]["history"], json!([{ "role": "user", "text": "What is the weather in Oslo?" }]));
    assert_eq!(cases[0]["title"], "one call");
    let call = json!({ "function": "now", "arguments": { "/place/city": { "equals": "Oslo" } }, "others": "ignored" });
    assert_eq!(cases[0]["expect"], json!({ "calls": { "match": "anyOrder", "list": [call] } }));
    let called = json!([{ "function": "now", "others": "ignored" }]);
    let expect = json!({ "calls": { "match": "superset", "list": called }, "never": ["now"], "says": [{ "pattern": "(?i)moss" }] });
    assert_eq!(cases[1]["expect"], expect);
    let assertion = |kind: &str| ImportLoss::Assertion { kind: kind.to_owned() };
    assert_eq!(
        losses(&set),
        [
            (2, assertion("is-valid-openai-tools-call")),
            (1, assertion("javascript")),
            (1, ImportLoss::Frequency)
        ]
    );
}

#[test]
fn the_last_answers_of_messages_are_the_good_run() {
    let call = |id: &str| json!({ "id": id, "type": "function", "function": { "name": "now", "arguments": "{\"city\": \"Oslo\"}" } });
    let line = json!({ "model": "gpt", "temperature": 0, "parallel_tool_calls": false,
        "tools": [{ "type": "function", "function": { "name": "now", "parameters": { "type": "object" } } }, { "type": "web_search" }],
        "messages": [
        { "role": "developer", "content": "Be brief." },
        { "role": "user", "content": [{ "type": "text", "text": "How is" }, { "type": "text", "text": "Oslo?" }, { "type": "image_url", "image_url": {} }] },
        { "role": "assistant", "tool_calls": [call("a")], "weight": 1 },
        { "role": "tool", "tool_call_id": "a", "content": "grey" },
        { "role": "assistant", "content": "Grey." }] });
    let text = format!("{line}\n\n{line}\n{}", json!({ "messages": [] }));
    let set = import(Source::OpenAi, "train.jsonl", &text, &[]);
    let words: Vec<_> = set.unread.iter().map(ToString::to_string).collect();
    assert_eq!(words, ["train.jsonl, line 4: nothing says what is expected"]);
    let case = serde_json::to_value(&set.cases[0]).expect("JSON");
    assert_eq!(case["history"][1]["text"], "How is\nOslo?");
    assert_eq!(case["settings"], json!({ "rounds": 8, "request": { "temperature": 0 } }));
    let list = json!([{ "function": "now", "arguments": { "city": { "equals": "Oslo" } } }]);
    assert_eq!(
        case["expect"],
        json!({ "calls": { "match": "exactly", "list": list }, "says": ["something"] })
    );
    assert_eq!(case["results"][0]["answer"], json!({ "returned": "grey" }));
    let lost = [
        (1, field("model")),
        (1, field("parallel_tool_calls")),
        (1, field("weight")),
        (1, ImportLoss::Content { kind: "image_url".to_owned() }),
        (1, ImportLoss::Tool { kind: "web_search".to_owned() }),
        (1, ImportLoss::Answer),
        (1, ImportLoss::Repeated),
    ];
    assert_eq!(losses(&set), lost);
}

#[test]
fn samples_of_evaluations_and_preferences_are_read() {
    let sample = json!({ "input": [{ "role": "user", "content": "2+2?" }], "ideal": ["4", "four."] });
    let preference = json!({ "input": { "messages": [{ "role": "user", "content": "Hi" }] },
        "preferred_output": [{ "role": "assistant", "content": "Hello" }], "non_preferred_output": [] });
    let set = import(Source::OpenAi, "evals.jsonl", &format!("{sample}\n{preference}"), &[]);
    let expects: Vec<_> =
        set.cases.iter().map(|case| serde_json::to_value(&case.expect).expect("JSON")).collect();
    assert_eq!(
        expects,
        [json!({ "says": [{ "pattern": "^(?:4|four\\.)" }] }), json!({ "says": ["something"] })]
    );
    assert_eq!(losses(&set), [(1, field("non_preferred_output")), (1, ImportLoss::Answer)]);
}

#[test]
fn an_id_stays_and_two_cases_never_share_one() {
    let line = |id: &str, text: &str| {
        json!({ "id": id, "input": [{ "role": "user", "content": text }], "ideal": "x" }).to_string()
    };
    let text = [line("a/b", "1"), line("a b", "1"), line("same", "1"), line("Same", "2")].join("\n");
    let ids = || -> Vec<String> {
        let set = import(Source::OpenAi, "ids.jsonl", &text, &[]);
        set.cases.iter().map(|case| case.id.as_str().to_owned()).collect()
    };
    assert_eq!(ids()[..3], ["a-b-e620c3190468cf61", "a-b-e63f991904833892", "same"]);
    assert!(ids()[3].starts_with("Same-") && ids() == ids(), "{:?}", ids());
}
