//! What a request is made of, whatever the protocol.

use crate::contract::{RequestPart, RequestPartKind};
use content::{CalledFunction, Item, Message, ModelId, Outcome, Output, Role};
use ports::{CompletionRequest, FunctionChoice, ResponseFormat};

/// A part is told in so many letters at most.
const LETTERS: usize = 280;

pub(super) fn of(request: &CompletionRequest, model: &ModelId) -> Vec<RequestPart> {
    let mut parts = vec![part(connectors::MODEL, RequestPartKind::Model, model.as_str())];
    for (index, message) in request.messages.iter().enumerate() {
        parts.push(part(format!("/messages/{index}"), kind_of(message), &message_text(message)));
    }
    for (index, spec) in request.functions.iter().enumerate() {
        let text = format!("{} · {}", spec.name, spec.description);
        parts.push(part(format!("/functions/{index}"), RequestPartKind::Function, &text));
    }
    parts.push(part("/choice", RequestPartKind::Choice, &choice(&request.choice)));
    parts.extend(calls(request));
    parts.extend(settings(request));
    parts.push(part(connectors::PROTOCOL, RequestPartKind::Protocol, ""));
    parts
}

fn part(place: impl Into<String>, kind: RequestPartKind, text: &str) -> RequestPart {
    RequestPart { place: place.into(), kind, text: clipped(text) }
}

fn clipped(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn kind_of(message: &Message) -> RequestPartKind {
    match message.role {
        Role::System => RequestPartKind::System,
        Role::User => RequestPartKind::Person,
        Role::Assistant => RequestPartKind::Assistant,
        Role::Function => RequestPartKind::Results,
    }
}

fn message_text(message: &Message) -> String {
    message.items.iter().map(item_text).collect::<Vec<_>>().join("\n")
}

fn item_text(item: &Item) -> String {
    match item {
        Item::Text { text } => clipped(text),
        Item::Reasoning { text, .. } if text.is_empty() => "(a thought that is not told)".to_owned(),
        Item::Reasoning { text, .. } => format!("(thought) {}", clipped(text)),
        Item::Media { media } => format!("({})", media.mime_type),
        Item::FunctionCall { call } => {
            format!("{}({})", name_of(&call.function), clipped(call.arguments.raw()))
        }
        Item::FunctionResult { result } => {
            format!("{} → {}", name_of(&result.function), outcome(&result.outcome))
        }
        Item::Unknown { value } => match connectors::summary(value) {
            Some(part) => format!("({}) {}", part.title, clipped(&part.detail)),
            None => "(something unknown)".to_owned(),
        },
    }
}

fn name_of(function: &CalledFunction) -> String {
    match function {
        CalledFunction::Known { name } => name.to_string(),
        CalledFunction::Unknown { raw } => raw.clone(),
    }
}

fn outcome(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returned { output } => returned(output),
        Outcome::Failed { failure } => format!("failed: {}", clipped(&failure.message)),
        Outcome::Declined { reason, .. } => format!("declined: {}", clipped(reason)),
    }
}

fn returned(output: &Output) -> String {
    match output {
        Output::Nothing => "nothing".to_owned(),
        Output::Text { text } => clipped(text),
        Output::Json { value } => clipped(&value.to_string()),
        Output::Media { media } => format!("({})", media.mime_type),
        Output::Several { parts } => parts.iter().map(returned).collect::<Vec<_>>().join(", "),
    }
}

fn choice(choice: &FunctionChoice) -> String {
    match choice {
        FunctionChoice::Auto => "may call".to_owned(),
        FunctionChoice::Required => "must call".to_owned(),
        FunctionChoice::None => "must not call".to_owned(),
        FunctionChoice::Function { name } => format!("must call {name}"),
        FunctionChoice::Allowed { functions, required } => {
            let names: Vec<_> = functions.iter().map(ToString::to_string).collect();
            let names = names.join(", ");
            if *required { format!("must call one of {names}") } else { format!("may call only {names}") }
        }
    }
}

fn calls(request: &CompletionRequest) -> Option<RequestPart> {
    let side_by_side = request.calls.parallel.map(|is_allowed| match is_allowed {
        true => "several calls at once",
        false => "one call at a time",
    });
    let strict = request.calls.strict.map(|is_strict| match is_strict {
        true => "arguments by their schema",
        false => "arguments as the model likes",
    });
    let told: Vec<_> = side_by_side.into_iter().chain(strict).collect();
    (!told.is_empty()).then(|| part("/calls", RequestPartKind::Calls, &told.join(", ")))
}

/// The settings that are set. The model's way of writing has to be named as adaptations name it.
fn settings(request: &CompletionRequest) -> Vec<RequestPart> {
    let settings = &request.settings;
    let format = settings.response_format.as_ref().map(|format| match format {
        ResponseFormat::Text => "text".to_owned(),
        ResponseFormat::Json => "any JSON".to_owned(),
        ResponseFormat::Schema { name, .. } => format!("JSON that fits {name}"),
    });
    let stop = (!settings.stop.is_empty()).then(|| settings.stop.join(", "));
    let set = [
        ("/temperature", "temperature", settings.temperature.map(|value| value.to_string())),
        ("/top_p", "top p", settings.top_p.map(|value| value.to_string())),
        ("/max_output_tokens", "output limit", settings.max_output_tokens.map(|value| value.to_string())),
        ("/seed", "seed", settings.seed.map(|value| value.to_string())),
        ("/stop", "stop sequences", stop),
        ("/response_format", "form of the answer", format),
    ];
    let setting = |(place, title, value): (&str, &str, Option<String>)| {
        value.map(|value| part(place, RequestPartKind::Setting, &format!("{title}: {value}")))
    };
    set.into_iter().filter_map(setting).collect()
}
