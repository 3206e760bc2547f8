//! The sections of a document and what stands in them, the same for every language.

use super::ModelNames;
use crate::conversation::is_named;
use crate::loss::Losses;
use crate::lost::Lost;
use crate::segments::place_of;
use content::{
    Author, FunctionCall, FunctionResult, Item, Media, MediaSource, Message, ModelId, Origin, Outcome,
    Output, Role,
};
use serde_json::Value;

/// One conversation.
pub(super) struct Column<'a> {
    /// The name of the lane, where there are several.
    pub name: Option<&'a str>,
    pub sections: Vec<Section>,
}

/// One message.
pub(super) struct Section {
    pub role: &'static str,
    /// The model or the participant that wrote it.
    pub author: Option<String>,
    /// Where another model answers than before.
    pub change: Option<ModelChange>,
    pub origin: Option<&'static str>,
    pub parts: Vec<Part>,
}

/// From which model to which.
pub(super) struct ModelChange {
    pub from: String,
    pub to: String,
}

/// One item of a message.
pub(super) struct Part {
    /// What it is, if it is not plain text.
    pub kind: Option<&'static str>,
    /// The function it is of, and the id of the call.
    pub names: Vec<String>,
    pub origin: Option<&'static str>,
    pub text: String,
}

impl Part {
    fn of(kind: &'static str, text: String) -> Self {
        Self { kind: Some(kind), names: Vec::new(), origin: None, text }
    }
}

/// `within` is the place of the conversation in the document.
pub(super) fn outline(
    messages: &[Message],
    names: &ModelNames,
    within: &str,
    losses: &mut Losses,
) -> Vec<Section> {
    let mut before = None;
    let sections = messages.iter().enumerate().map(|(index, message)| {
        let place = format!("{within}{}", place_of(index));
        Section {
            role: role(message.role),
            author: author(&message.author, names),
            change: change(&mut before, &message.author, names),
            origin: message_origin(message),
            parts: message.items.iter().map(|item| part(item, &place, losses)).collect(),
        }
    });
    sections.collect()
}

/// The application collects the results of a round, which needs no remark.
fn message_origin(message: &Message) -> Option<&'static str> {
    let is_collected = message.role == Role::Function && message.origin == Origin::Application;
    if is_collected { None } else { origin(message.origin) }
}

fn role(role: Role) -> &'static str {
    match role {
        Role::System => "System",
        Role::User => "User",
        Role::Assistant => "Assistant",
        Role::Function => "Function",
    }
}

fn author(author: &Author, names: &ModelNames) -> Option<String> {
    match author {
        Author::Model { model } => is_named(model).then(|| names.of(model).to_owned()),
        Author::Participant { name, model } if is_named(model) => {
            Some(format!("{name} ({})", names.of(model)))
        }
        Author::Participant { name, .. } => Some(name.clone()),
        Author::Person | Author::Application => None,
    }
}

/// Remembers the model that answered last, and says where it is another. What was written by nobody known changes nothing.
fn change<'a>(
    before: &mut Option<&'a ModelId>,
    author: &'a Author,
    names: &ModelNames,
) -> Option<ModelChange> {
    let (Author::Model { model } | Author::Participant { model, .. }) = author else {
        return None;
    };
    if !is_named(model) {
        return None;
    }
    let from = before.replace(model).filter(|from| *from != model)?;
    Some(ModelChange { from: names.of(from).to_owned(), to: names.of(model).to_owned() })
}

/// Says where something comes from, unless it comes from where a reader expects.
fn origin(origin: Origin) -> Option<&'static str> {
    match origin {
        Origin::Model | Origin::Person | Origin::Function => None,
        Origin::Application => Some("written by the application"),
        Origin::Simulated => Some("written by hand"),
        Origin::StandIn => Some("from a stand-in"),
        Origin::Fault => Some("injected failure"),
        Origin::Edited => Some("edited"),
        Origin::Recorded => Some("replayed"),
        Origin::Informational => Some("for information, not run"),
    }
}

/// Where something comes from, behind what it is.
pub(super) fn remark(origin: Option<&str>) -> String {
    origin.map_or_else(String::new, |origin| format!(" ({origin})"))
}

fn part(item: &Item, place: &str, losses: &mut Losses) -> Part {
    match item {
        Item::Text { text } => Part { kind: None, names: Vec::new(), origin: None, text: text.clone() },
        Item::Reasoning { text, .. } => Part::of("Reasoning", text.clone()),
        Item::Media { media } => Part::of("Media", describe_media(media, place, losses)),
        Item::FunctionCall { call } => call_part(call),
        Item::FunctionResult { result } => result_part(result, place, losses),
        Item::Unknown { value } => Part::of("Unknown item", pretty(value)),
    }
}

fn call_part(call: &FunctionCall) -> Part {
    Part {
        kind: Some("Function call"),
        names: vec![call.function.to_string(), call.id.as_str().to_owned()],
        origin: origin(call.origin),
        text: call.arguments.raw().to_owned(),
    }
}

fn result_part(result: &FunctionResult, place: &str, losses: &mut Losses) -> Part {
    let (kind, text) = match &result.outcome {
        Outcome::Returned { output } => {
            let parts = output.parts().iter().map(|output| output_text(output, place, losses));
            ("Result", parts.collect::<Vec<_>>().join("\n\n"))
        }
        Outcome::Failed { failure } => ("Failure", failure.message.clone()),
        Outcome::Declined { reason, by } => ("Declined", by.words(reason)),
    };
    Part {
        kind: Some(kind),
        names: vec![result.function.to_string(), result.call_id.as_str().to_owned()],
        origin: origin(result.origin),
        text,
    }
}

fn output_text(output: &Output, place: &str, losses: &mut Losses) -> String {
    match output {
        Output::Nothing => "(no output)".to_owned(),
        Output::Text { text } => text.clone(),
        Output::Json { value } => pretty(value),
        Output::Media { media } => describe_media(media, place, losses),
        Output::Several { parts } => {
            let texts = parts.iter().map(|part| output_text(part, place, losses));
            texts.collect::<Vec<_>>().join("\n\n")
        }
    }
}

/// A picture is described and not shown: what decodes it would be at the mercy of who sent it.
fn describe_media(media: &Media, place: &str, losses: &mut Losses) -> String {
    match &media.source {
        MediaSource::Inline { base64 } => {
            losses.add(place, Lost::MediaNamed);
            format!("{}, {} characters of Base64", media.mime_type, base64.len())
        }
        MediaSource::Address { uri } => format!("{}, {uri}", media.mime_type),
    }
}

fn pretty(value: &Value) -> String {
    format!("{value:#}")
}
