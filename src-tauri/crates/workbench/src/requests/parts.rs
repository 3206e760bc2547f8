//! What a request is made of, whatever the protocol.

use crate::contract::{RequestPart, RequestPartKind};
use content::{CalledFunction, FunctionName, Item, Message, ModelId, Outcome, Output, Role};
use notices::{Describe, Notice};
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
    parts.push(worded("/choice", RequestPartKind::Choice, &choice(&request.choice)));
    parts.extend(calls(request));
    parts.extend(settings(request));
    parts.push(part(connectors::PROTOCOL, RequestPartKind::Protocol, ""));
    parts
}

fn part(place: impl Into<String>, kind: RequestPartKind, text: &str) -> RequestPart {
    RequestPart { place: place.into(), kind, text: Notice::as_written(clipped(text)) }
}

fn worded(place: &str, kind: RequestPartKind, words: &Words) -> RequestPart {
    RequestPart { place: place.to_owned(), kind, text: words.notice() }
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

fn choice(choice: &FunctionChoice) -> Words {
    match choice {
        FunctionChoice::Auto => Words::MayCall,
        FunctionChoice::Required => Words::MustCall,
        FunctionChoice::None => Words::MustNotCall,
        FunctionChoice::Function { name } => Words::MustCallOne { name: name.clone() },
        FunctionChoice::Allowed { functions, required } => {
            let names = functions.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
            if *required { Words::MustCallAny { names } } else { Words::MayCallOnly { names } }
        }
    }
}

fn calls(request: &CompletionRequest) -> Option<RequestPart> {
    let side_by_side = request.calls.parallel.map(|is_allowed| match is_allowed {
        true => Words::SeveralAtOnce,
        false => Words::OneAtATime,
    });
    let strict = request.calls.strict.map(|is_strict| match is_strict {
        true => Words::BySchema,
        false => Words::AsLiked,
    });
    let words = match (side_by_side, strict) {
        (Some(first), Some(second)) => Some(Words::Both { first: Box::new(first), second: Box::new(second) }),
        (first, second) => first.or(second),
    };
    words.map(|words| worded("/calls", RequestPartKind::Calls, &words))
}

/// The settings that are set. The model's way of writing has to be named as adaptations name it.
fn settings(request: &CompletionRequest) -> Vec<RequestPart> {
    let settings = &request.settings;
    let format = settings.response_format.as_ref().map(|format| match format {
        ResponseFormat::Text => Words::FormText,
        ResponseFormat::Json => Words::FormJson,
        ResponseFormat::Schema { name, .. } => Words::FormSchema { name: name.clone() },
    });
    let stop = (!settings.stop.is_empty()).then(|| clipped(&settings.stop.join(", ")));
    let number = |value: &dyn ToString| value.to_string();
    let set = [
        ("/temperature", settings.temperature.map(|value| Words::Temperature { value: number(&value) })),
        ("/top_p", settings.top_p.map(|value| Words::TopP { value: number(&value) })),
        (
            "/max_output_tokens",
            settings.max_output_tokens.map(|value| Words::OutputLimit { value: number(&value) }),
        ),
        ("/seed", settings.seed.map(|value| Words::Seed { value: number(&value) })),
        ("/stop", stop.map(|values| Words::Stop { values })),
        ("/response_format", format),
    ];
    let setting =
        |(place, words): (&str, Option<Words>)| Some(worded(place, RequestPartKind::Setting, &words?));
    set.into_iter().filter_map(setting).collect()
}

notices::declare! {
    /// What a request asks for.
    pub(crate) enum Words: "request-part" {
        MayCall = "may call",
        MustCall = "must call",
        MustNotCall = "must not call",
        MustCallOne { #[notice(text)] name: FunctionName } = "must call {name}",
        MustCallAny { names: String } = "must call one of {names}",
        MayCallOnly { names: String } = "may call only {names}",
        SeveralAtOnce = "several calls at once",
        OneAtATime = "one call at a time",
        BySchema = "arguments by their schema",
        AsLiked = "arguments as the model likes",
        Both { first: Box<Words>, second: Box<Words> } = "{first}, {second}",
        Temperature { value: String } = "temperature: {value}",
        TopP { value: String } = "top p: {value}",
        OutputLimit { value: String } = "output limit: {value}",
        Seed { value: String } = "seed: {value}",
        Stop { values: String } = "stop sequences: {values}",
        FormText = "form of the answer: text",
        FormJson = "form of the answer: any JSON",
        FormSchema { name: String } = "form of the answer: JSON that fits {name}",
    }
}
