//! One invocation: a person's words, the calls with their responses, and the answer. Either in lists of their own, or as
//! events in their order.

use super::field;
use crate::case::{CaseFunction, Said, SaidCall, SaidResult};
use crate::import::fields::{function_of, name_of};
use crate::import::{ImportLoss, ImportProblem};
use serde_json::{Value, json};

pub(super) struct Invocation {
    /// A person's words first.
    pub(super) said: Vec<Said>,
    pub(super) functions: Vec<CaseFunction>,
    pub(super) instructions: Option<String>,
    pub(super) losses: Vec<ImportLoss>,
}

impl Invocation {
    pub(super) fn read(value: &Value) -> Result<Self, ImportProblem> {
        let mut losses = Vec::new();
        let asked = field(value, "user_content", "userContent");
        let asked = text_of(asked.ok_or(ImportProblem::Missing { name: "user_content" })?, &mut losses);
        let mut said = vec![Said::User { text: asked }];
        let data = field(value, "intermediate_data", "intermediateData");
        let events = data.and_then(|data| field(data, "invocation_events", "invocationEvents"));
        match (data, events.and_then(Value::as_array)) {
            (_, Some(events)) => said.extend(of_events(events, &mut losses)?),
            (Some(data), None) => said.extend(of_lists(data, &mut losses)?),
            (None, None) => {}
        }
        if let Some(answer) = field(value, "final_response", "finalResponse") {
            let answer = text_of(answer, &mut losses);
            said.push(Said::Assistant { text: answer, calls: Vec::new() });
        }
        if field(value, "rubrics", "rubrics").is_some() {
            losses.push(ImportLoss::Field { name: "rubrics".to_owned() });
        }
        let (functions, instructions) = declared(value, &mut losses)?;
        Ok(Self { said, functions, instructions, losses })
    }
}

/// The text of a content. Its other parts are lost.
pub(super) fn text_of(content: &Value, losses: &mut Vec<ImportLoss>) -> String {
    let mut texts = Vec::new();
    for part in content.get("parts").and_then(Value::as_array).into_iter().flatten() {
        let is_thought = part.get("thought") == Some(&Value::Bool(true));
        match part.get("text").and_then(Value::as_str) {
            Some(_) if is_thought => losses.push(ImportLoss::Content { kind: "thought".to_owned() }),
            Some(text) => texts.push(text),
            None => {
                let mut kinds = part.as_object().into_iter().flatten();
                let kind = kinds.find(|(_, value)| !value.is_null()).map(|(name, _)| name.clone());
                losses.extend(kind.map(|kind| ImportLoss::Content { kind }));
            }
        }
    }
    texts.join("\n")
}

/// Calls and responses in lists. Nothing says which calls were made at once.
fn of_lists(data: &Value, losses: &mut Vec<ImportLoss>) -> Result<Vec<Said>, ImportProblem> {
    let list = |name: &str, alias: &str| field(data, name, alias).and_then(Value::as_array);
    let uses = list("tool_uses", "toolUses").map(Vec::as_slice).unwrap_or_default();
    let mut calls = uses.iter().map(call).collect::<Result<Vec<_>, _>>()?;
    for response in list("tool_responses", "toolResponses").into_iter().flatten() {
        answer(&mut calls.iter_mut().collect::<Vec<_>>(), response)?;
    }
    if list("intermediate_responses", "intermediateResponses").is_some_and(|list| !list.is_empty()) {
        losses.push(ImportLoss::Field { name: "intermediate_responses".to_owned() });
    }
    let alone = |(_, call)| Said::Assistant { text: String::new(), calls: vec![call] };
    Ok(calls.into_iter().map(alone).collect())
}

/// Each event is a message of the agent, or the responses to its calls.
fn of_events(events: &[Value], losses: &mut Vec<ImportLoss>) -> Result<Vec<Said>, ImportProblem> {
    let mut messages: Vec<(String, Vec<(String, SaidCall)>)> = Vec::new();
    for event in events {
        let Some(content) = field(event, "content", "content") else { continue };
        let parts = content.get("parts").and_then(Value::as_array).into_iter().flatten();
        let (mut calls, mut others) = (Vec::new(), Vec::new());
        for part in parts {
            if let Some(made) = field(part, "function_call", "functionCall") {
                calls.push(call(made)?);
            } else if let Some(response) = field(part, "function_response", "functionResponse") {
                let mut open: Vec<_> = messages.iter_mut().flat_map(|(_, calls)| calls).collect();
                answer(&mut open, response)?;
            } else {
                others.push(part.clone());
            }
        }
        let text = text_of(&json!({ "parts": others }), losses);
        if !calls.is_empty() || !text.is_empty() {
            messages.push((text, calls));
        }
    }
    let message = |(text, calls): (String, Vec<(String, SaidCall)>)| Said::Assistant {
        text,
        calls: calls.into_iter().map(|(_, call)| call).collect(),
    };
    Ok(messages.into_iter().map(message).collect())
}

/// A call with its id.
fn call(call: &Value) -> Result<(String, SaidCall), ImportProblem> {
    let function = name_of(call, "the name of a call")?;
    let arguments = call.get("args").filter(|args| !args.is_null()).cloned().unwrap_or_else(|| json!({}));
    let id = call.get("id").and_then(Value::as_str).unwrap_or_default();
    Ok((id.to_owned(), SaidCall { function, arguments, result: None }))
}

/// Puts a response beside its call: by its id, or else by its name.
fn answer(calls: &mut [&mut (String, SaidCall)], response: &Value) -> Result<(), ImportProblem> {
    let id = response.get("id").and_then(Value::as_str).unwrap_or_default();
    let name = response.get("name").and_then(Value::as_str).unwrap_or_default();
    let is_open = |(own, call): &(String, SaidCall)| {
        call.result.is_none() && if id.is_empty() { call.function == name } else { own == id }
    };
    let open = calls.iter_mut().find(|call| is_open(call));
    let (_, call) = open.ok_or(ImportProblem::Unfit { name: "tool_responses" })?;
    let returned = response.get("response").cloned().unwrap_or_default();
    call.result = Some(SaidResult::Returned(returned));
    Ok(())
}

/// The functions and instructions of the agents, where they are there.
fn declared(
    value: &Value,
    losses: &mut Vec<ImportLoss>,
) -> Result<(Vec<CaseFunction>, Option<String>), ImportProblem> {
    let details = field(value, "app_details", "appDetails");
    let agents = details.and_then(|details| field(details, "agent_details", "agentDetails"));
    let agents: Vec<_> =
        agents.and_then(Value::as_object).into_iter().flatten().map(|(_, agent)| agent).collect();
    let mut functions = Vec::new();
    for tool in agents
        .iter()
        .filter_map(|agent| field(agent, "tool_declarations", "toolDeclarations"))
        .flat_map(|tools| tools.as_array().map(Vec::as_slice).unwrap_or_default())
    {
        let declarations =
            field(tool, "function_declarations", "functionDeclarations").and_then(Value::as_array);
        let Some(declarations) = declarations else {
            losses.push(ImportLoss::Tool { kind: "hosted".to_owned() });
            continue;
        };
        for declaration in declarations {
            let schema = field(declaration, "parameters_json_schema", "parametersJsonSchema");
            let schema = schema.or_else(|| declaration.get("parameters")).filter(|schema| schema.is_object());
            let parameters = schema.map_or_else(|| json!({ "type": "object" }), small_types);
            functions.push(function_of(declaration, parameters)?);
        }
    }
    let instructions: Vec<_> = agents
        .iter()
        .filter_map(|agent| agent.get("instructions")?.as_str())
        .filter(|text| !text.is_empty())
        .collect();
    Ok((functions, (!instructions.is_empty()).then(|| instructions.join("\n\n"))))
}

/// Types in small letters, where Gemini's schemas have them in large ones. What has no value is left out.
fn small_types(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| match (name.as_str(), value) {
                ("type", Value::String(of_gemini)) => (name.clone(), json!(of_gemini.to_lowercase())),
                (_, value) => (name.clone(), small_types(value)),
            })
            .collect(),
        Value::Array(elements) => elements.iter().map(small_types).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => schema.clone(),
    }
}
