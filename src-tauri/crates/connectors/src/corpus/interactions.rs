//! What Gemini's Interactions refuse.

use super::blocks::{fits, is, list, unique};
use serde_json::Value;
use std::collections::BTreeSet;

pub(super) fn steps(body: &Value) -> Result<(), String> {
    is(body["store"] == false && body.get("previous_interaction_id").is_none(), "something is stored")?;
    let tools = body.get("tools").map(list);
    is(tools.is_none_or(|tools| !tools.is_empty()), "an empty list of tools")?;
    let choice = body.pointer("/generation_config/tool_choice");
    is(tools.is_some() || choice.is_none(), "a choice without functions")?;
    is(body.get("tool_choice").is_none(), "a choice beside the generation_config")?;
    let functions = tools.into_iter().flatten().filter(|tool| tool["type"] == "function");
    unique(functions.map(|tool| &tool["name"]))?;

    let steps = list(&body["input"]);
    is(steps.first().is_some_and(|first| side(first) == Side::Person), "the first step is not a person's")?;
    is(steps.last().is_some_and(|last| side(last) != Side::Model), "the last step is the model's")?;
    let mut ids = BTreeSet::new();
    let mut open: Vec<(Value, Value)> = Vec::new();
    for turn in steps.chunk_by(|one, next| side(one) == side(next)) {
        let of = |kind: &str, id: &str| {
            let found = turn.iter().filter(|step| step["type"] == kind);
            found.map(|step| (step[id].clone(), step["name"].clone())).collect::<Vec<_>>()
        };
        is(of("function_result", "call_id") == open, "calls and results right behind them are not the same")?;
        open = of("function_call", "id");
        is(open.iter().all(|(id, _)| ids.insert(id.to_string())), "an id comes twice")?;
        signed(turn)?;
        turn.iter().try_for_each(check_step)?;
    }
    is(open.is_empty(), "calls are left open")
}

#[derive(PartialEq)]
enum Side {
    Person,
    Model,
    Results,
}

fn side(step: &Value) -> Side {
    match step["type"].as_str() {
        Some("user_input") => Side::Person,
        Some("function_result") => Side::Results,
        Some(_) | None => Side::Model,
    }
}

/// A turn that thought, called or showed something begins with what is signed.
fn signed(turn: &[Value]) -> Result<(), String> {
    let is_signed = |step: &Value| step["signature"].as_str().is_some_and(|signature| !signature.is_empty());
    let shows = |step: &Value| {
        side(step) == Side::Model && list(&step["content"]).iter().any(|part| part["type"] != "text")
    };
    let needs =
        |step: &Value| matches!(step["type"].as_str(), Some("function_call" | "thought")) || shows(step);
    is(!turn.iter().any(needs) || turn.first().is_some_and(is_signed), "a turn begins without a signature")
}

fn check_step(step: &Value) -> Result<(), String> {
    let is_name = |name: &Value| {
        let name = name.as_str().unwrap_or_default();
        fits(name, "_-", 64) && !name.starts_with(|first: char| first.is_ascii_digit() || first == '-')
    };
    let is_blank = |part: &Value| part["type"] == "text" && part["text"].as_str().is_none_or(str::is_empty);
    match step["type"].as_str().unwrap_or_default() {
        "user_input" | "model_output" => {
            let parts = list(&step["content"]);
            is(!parts.is_empty() && !parts.iter().any(is_blank), "a step says nothing")
        }
        "thought" => is(step["signature"].is_string(), "a thought is not signed"),
        "function_call" => {
            is(step["arguments"].is_object(), "arguments are no object")?;
            is(is_name(&step["name"]), "a name is of another form")
        }
        "function_result" => {
            is(is_name(&step["name"]), "a result does not name its function")?;
            let said = step["result"].as_str().map(|text| !text.is_empty());
            let shown = !list(&step["result"]).is_empty() && !list(&step["result"]).iter().any(is_blank);
            is(said.unwrap_or(shown), "a result says nothing")
        }
        "google_search_call" | "google_search_result" => Ok(()),
        other => Err(format!("{other} is no step")),
    }
}
