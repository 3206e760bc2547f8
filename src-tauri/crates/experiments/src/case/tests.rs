use super::{Case, messages_of};
use content::{CallArguments, Outcome, Output, Role};
use serde_json::{Value, json};

fn whole() -> Value {
    json!({
        "format": 1,
        "id": "two-cities",
        "title": "Asks for both",
        "history": [
            { "role": "user", "text": "Oslo?" },
            { "role": "assistant", "calls": [
                { "function": "weather.get_forecast", "arguments": { "city": "Oslo" }, "result": { "returned": { "degrees": 3 } } },
                { "function": "weather.get_forecast", "arguments": "{", "result": { "failed": "no JSON" } }
            ] },
            { "role": "user", "text": "And Bergen?" }
        ],
        "functions": [
            { "name": "weather.get_forecast", "description": "The weather.", "parameters": { "type": "object" } }
        ],
        "results": [
            { "function": "weather.get_forecast", "arguments": { "city": "Bergen" }, "answer": { "returned": "rain" } }
        ],
        "settings": { "instructions": "Be brief.", "rounds": 4, "request": { "temperature": 0.5 } },
        "expect": {
            "calls": { "match": "inOrder", "list": [
                { "function": "weather.get_forecast", "arguments": {
                    "city": { "equals": "Bergen" }, "day": { "optional": { "oneOf": [0, 1] } }, "/at/hour": "ignored"
                }, "others": "ignored" }
            ] },
            "says": ["something", { "pattern": "(?i)rain" }],
            "rounds": 2
        }
    })
}

fn with(change: impl FnOnce(&mut Value)) -> String {
    let mut value = whole();
    change(&mut value);
    value.to_string()
}

#[track_caller]
fn check_refused(text: &str, expected: &str) {
    let error = Case::read(text).expect_err("it is refused");
    let causes = std::iter::successors(Some(&error as &dyn std::error::Error), |error| error.source());
    let chain = causes.map(ToString::to_string).collect::<Vec<_>>().join(": ");
    assert!(chain.contains(expected), "{chain}");
}

#[test]
fn nothing_of_a_case_is_lost_when_it_is_read() {
    let case = Case::read(&whole().to_string()).expect("a case");
    assert_eq!(serde_json::to_value(&case).expect("JSON"), whole());
}

#[test]
fn a_newer_file_is_refused_with_its_version_and_a_wrong_one_with_its_fault() {
    check_refused(&with(|case| case["format"] = json!(2)), "it has format 2, and this version reads up to 1");
    check_refused("{}", "it has no `\"format\": 1`");
    check_refused("{", "it is not JSON");
    check_refused(&with(|case| case["expcet"] = json!({})), "unknown field `expcet`");
    check_refused(
        &with(|case| case["expect"]["calls"]["list"][0]["arguments"]["city"] = json!({ "is": 1 })),
        "unknown variant `is`",
    );
    check_refused(&with(|case| case["id"] = json!("../x")), "the id \"../x\" has other letters");
    check_refused(&with(|case| case["expect"] = json!({})), "it expects nothing");
    check_refused(
        &with(|case| case["expect"]["never"] = json!(["mail.send"])),
        "\"mail.send\", which is not among",
    );
    check_refused(&with(|case| case["expect"]["says"] = json!([{ "pattern": "(" }])), "unclosed group");
    check_refused(&with(|case| case["history"] = json!([])), "the history has nothing to answer");
    let mixed = json!({ "function": "weather.get_forecast", "answer": { "failed": "no" } });
    let add = |case: &mut Value| case["results"].as_array_mut().expect("a list").push(mixed);
    check_refused(&with(add), "has answers with arguments and one without");
    check_refused(
        &with(|case| case["functions"][0]["live"] = json!(true)),
        "\"weather.get_forecast\" is answered in two ways",
    );
}

#[test]
fn a_stand_in_is_read_and_answers_in_the_place_of_results() {
    let stand_ins = [
        json!({ "template": "{{ city }} is dry." }),
        json!({ "sequence": { "answers": [{ "returned": 1 }, { "failed": "no" }], "startsAgain": true } }),
    ];
    for stand_in in stand_ins {
        let answered = |case: &mut Value| case["functions"][0]["standIn"] = stand_in.clone();
        check_refused(&with(answered), "\"weather.get_forecast\" is answered in two ways");
        let alone = with(|case| {
            answered(case);
            case.as_object_mut().expect("an object").remove("results");
        });
        let case = Case::read(&alone).expect("a case");
        let written = serde_json::to_value(&case).expect("JSON");
        assert_eq!(written["functions"][0]["standIn"], stand_in);
        assert!(!case.asks_the_same(&Case::read(&whole().to_string()).expect("a case")));
    }
    // Results answer where nothing was recorded.
    let recorded = with(|case| case["functions"][0]["standIn"] = json!("recorded"));
    assert!(Case::read(&recorded).expect("a case").uses_recordings());
    let both = with(|case| {
        case["functions"][0]["standIn"] = json!("recorded");
        case["functions"][0]["live"] = json!(true);
    });
    check_refused(&both, "is answered in two ways");
}

#[test]
fn a_history_becomes_messages_with_a_result_for_every_call() {
    let case = Case::read(&whole().to_string()).expect("a case");
    let (before, text) = case.opening();
    assert_eq!(text, Some("And Bergen?"));
    let messages = messages_of(before);
    let roles: Vec<_> = messages.iter().map(|message| message.role).collect();
    assert_eq!(roles, [Role::User, Role::Assistant, Role::Function]);
    let calls: Vec<_> = messages[1].calls().collect();
    let results: Vec<_> = messages[2].results().collect();
    assert_eq!(calls[0].id, results[0].call_id);
    assert!(matches!(calls[1].arguments, CallArguments::Malformed { .. }));
    assert_eq!(
        results[0].outcome,
        Outcome::Returned { output: Output::Json { value: json!({ "degrees": 3 }) } }
    );
    assert_eq!(messages[2].parent.as_ref(), Some(&messages[1].id));
}
