//! The reader and the player of scripts.

use super::hunt::Answer;
use connectors::scripted::{Scripted, Source};
use content::{Author, Item, Message, MessageId, ModelId, Origin, Role};
use futures::StreamExt;
use ports::{
    CallOptions, CallScope, CompletionRequest, Connector, FunctionChoice, NameStyle, RequestSettings,
    StreamEvent,
};
use std::path::Path;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

/// Reads a script and plays its first replies, without waiting where it says to.
pub async fn try_on(input: &[u8], scratch: &Path) -> Answer {
    let path = scratch.join("script.jsonl");
    std::fs::write(&path, input).expect("the script is written");
    let model = ModelId::new("script:hostile");
    let script = Scripted::new(model, "Hostile".to_owned(), "Tests".to_owned(), Source::File(path));
    let mut answer = Answer::default();
    if let Err(error) = script.check() {
        answer.add(&error.to_string().replace(&scratch.display().to_string(), ""));
        return answer;
    }
    for replies in 0..3 {
        let request = request_after(replies);
        let scope = CallScope::unobserved(CancellationToken::new());
        let events: Vec<_> = script.stream(request, &scope).collect().await;
        let ends =
            events.iter().filter(|event| matches!(event, Ok(StreamEvent::Finished(_)) | Err(_))).count();
        assert!(ends <= 1, "an answer ends once");
        events.iter().for_each(|event| match event {
            Ok(event) => answer.add(kind_of(event)),
            Err(error) => answer.add(&error.to_string()),
        });
    }
    answer
}

/// A person asked, and the model has answered this often since.
fn request_after(replies: usize) -> CompletionRequest {
    let message = |role| {
        Arc::new(Message {
            id: MessageId::new("m"),
            parent: None,
            role,
            items: vec![Item::Text { text: "Hello".to_owned() }],
            author: Author::Person,
            origin: Origin::Person,
        })
    };
    let mut messages = vec![message(Role::User)];
    messages.extend(std::iter::repeat_n(message(Role::Assistant), replies));
    CompletionRequest {
        known: Vec::new(),
        messages,
        functions: Vec::new(),
        choice: FunctionChoice::Auto,
        names: NameStyle::default(),
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
    }
}

pub(super) fn kind_of(event: &StreamEvent) -> &'static str {
    match event {
        StreamEvent::ItemStarted { .. } => "started",
        StreamEvent::TextDelta { .. } => "text",
        StreamEvent::ReasoningDelta { .. } => "reasoning",
        StreamEvent::ArgumentsDelta { .. } => "arguments",
        StreamEvent::ItemFinished { .. } => "item",
        StreamEvent::Usage(_) => "usage",
        StreamEvent::Adapted(_) => "adapted",
        StreamEvent::Odd { .. } => "odd",
        StreamEvent::Replaced(_) => "replaced",
        StreamEvent::Others { .. } => "others",
        StreamEvent::Finished(_) => "finished",
    }
}
