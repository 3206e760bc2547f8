use super::{Continuation, Outline, Relation, Shared, continues};
use content::{Message, MessageId};
use formats::{Format, ImportedFunction, import_as};
use serde_json::{Value, json};

fn imported(messages: Value) -> Vec<Message> {
    import_as(Format::OpenAiChat, &messages.to_string(), &|| MessageId::new("m")).expect("messages").messages
}

fn functions(names: &[&str]) -> Vec<ImportedFunction> {
    let tools: Vec<_> =
        names.iter().map(|name| json!({ "type": "function", "function": { "name": name } })).collect();
    let request = json!({ "messages": [{ "role": "user", "content": "-" }], "tools": tools });
    import_as(Format::OpenAiChat, &request.to_string(), &|| MessageId::new("m")).expect("a request").functions
}

fn outline(messages: Value) -> Outline {
    Outline::of(&imported(messages), &functions(&["tide"]))
}

#[track_caller]
fn check(known: Value, request: Value, relation: Relation, system_changed: bool) {
    let found = continues(&outline(known), &outline(request));
    assert_eq!(found, Continuation { relation, system_changed });
}

fn shared(known: usize, request: usize) -> Shared {
    Shared { known, request }
}

fn system(text: &str) -> Value {
    json!({ "role": "system", "content": text })
}

fn user(text: &str) -> Value {
    json!({ "role": "user", "content": text })
}

fn call(id: &str, arguments: &str) -> Value {
    let call =
        json!({ "id": id, "type": "function", "function": { "name": "tide", "arguments": arguments } });
    json!({ "role": "assistant", "content": "", "tool_calls": [call] })
}

fn result(id: &str, text: &str) -> Value {
    json!({ "role": "tool", "tool_call_id": id, "content": text })
}

#[test]
fn a_request_with_the_history_and_more_extends_it() {
    let known = json!([system("S"), user("U"), call("c", r#"{"port":"Lysvik","day":1}"#)]);
    let request = json!([
        system("S"),
        user("U"),
        call("c", r#"{ "day": 1.0, "port": "Lysvik" }"#),
        result("c", "12:40")
    ]);
    check(known, request, Relation::Extends { shared: shared(3, 3) }, false);
}

#[test]
fn a_retry_is_the_same() {
    let history = json!([system("S"), user("U"), call("c", "{}"), result("c", r#"{"a":1,"b":2}"#)]);
    check(history.clone(), history, Relation::Same, false);
    let (one, other) = (
        json!([user("U"), result("c", r#"{"a":1,"b":2}"#)]),
        json!([user("U"), result("c", r#"{"b":2, "a":1}"#)]),
    );
    check(one, other, Relation::Same, false);
}

#[test]
fn changing_system_text_does_not_break_recognition_and_is_told() {
    let known = json!([system("at 10:00"), system("reminder"), user("U"), call("c", "{}")]);
    let request =
        json!([system("at 10:01"), user("U"), call("c", "{}"), result("c", "r"), system("new"), user("V")]);
    check(known.clone(), request, Relation::Extends { shared: shared(4, 3) }, true);
    check(known, json!([system("at 10:01"), user("U")]), Relation::Branches { shared: shared(3, 2) }, true);
}

#[test]
fn a_system_message_that_is_added_behind_belongs_to_the_rest() {
    let known = json!([user("U"), call("c", "{}"), system("R")]);
    let request = json!([user("U"), call("c", "{}"), system("R"), user("V")]);
    check(known.clone(), request, Relation::Extends { shared: shared(3, 3) }, false);
    let other = json!([user("U"), call("c", "{}"), system("Q"), user("V")]);
    check(known, other, Relation::Extends { shared: shared(2, 2) }, true);
}

#[test]
fn another_text_call_or_result_branches() {
    let known = json!([user("U"), call("c", "{}"), result("c", "r")]);
    let other_result = json!([user("U"), call("c", "{}"), result("c", "r "), user("V")]);
    check(known.clone(), other_result, Relation::Branches { shared: shared(2, 2) }, false);
    let other_call = json!([user("U"), call("c", r#"{"a":1}"#)]);
    check(known.clone(), other_call, Relation::Branches { shared: shared(1, 1) }, false);
    check(known, json!([user("U")]), Relation::Branches { shared: shared(1, 1) }, false);
}

#[test]
fn agents_with_other_questions_do_not_mix() {
    check(json!([system("S"), user("U")]), json!([system("S"), user("V")]), Relation::Unrelated, false);
    check(json!([system("S")]), json!([system("S")]), Relation::Unrelated, false);
    check(json!([system("S"), user("U")]), json!([system("S")]), Relation::Unrelated, false);
}

#[test]
fn one_question_to_agents_with_other_instructions_and_functions_is_two_conversations() {
    let known = Outline::of(&imported(json!([system("Work."), user("U")])), &functions(&["tide", "berth"]));
    let title = Outline::of(&imported(json!([system("Name it."), user("U")])), &functions(&[]));
    assert_eq!(continues(&known, &title).relation, Relation::Unrelated);
    let later =
        Outline::of(&imported(json!([system("Work. Now."), user("U")])), &functions(&["berth", "tide"]));
    assert_eq!(continues(&known, &later).relation, Relation::Same);
    let history = json!([system("Work."), user("U"), call("c", "{}")]);
    let fewer = json!([system("Finish."), user("U"), call("c", "{}"), result("c", "r")]);
    let known = Outline::of(&imported(history), &functions(&["tide"]));
    let last = continues(&known, &Outline::of(&imported(fewer), &functions(&[])));
    assert_eq!(
        last,
        Continuation { relation: Relation::Extends { shared: shared(3, 3) }, system_changed: true }
    );
}

#[test]
fn thoughts_and_the_parts_of_a_text_make_no_difference() {
    let parts = json!([{ "type": "text", "text": "a" }, { "type": "text", "text": "b" }]);
    let known = json!([user("U"), { "role": "assistant", "content": parts, "reasoning_content": "hm" }]);
    check(known, json!([user("U"), { "role": "assistant", "content": "ab" }]), Relation::Same, false);
}

#[test]
fn functions_that_an_item_adds_are_not_what_was_said() {
    let read = |tools: Value| {
        let request = json!({ "input": [{ "type": "additional_tools", "role": "developer", "tools": tools }, user("U")] });
        let read = import_as(Format::OpenAiResponses, &request.to_string(), &|| MessageId::new("m"))
            .expect("a request");
        Outline::of(&read.messages, &read.functions)
    };
    let (one, other) = (read(json!([{ "type": "custom", "name": "exec" }])), read(json!([])));
    assert_eq!(continues(&one, &other).relation, Relation::Same);
}
