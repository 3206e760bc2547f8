//! What the tests of this crate ask with.

use content::{Author, FunctionName, Item, Message, MessageId, Origin, Role};
use ports::{
    CallOptions, CompletionRequest, Effect, FunctionChoice, FunctionInput, FunctionSpec, NameStyle,
    RequestSettings,
};
use serde_json::Value;
use std::sync::Arc;

pub(crate) fn said(role: Role, text: &str) -> Arc<Message> {
    said_items(role, vec![Item::Text { text: text.to_owned() }])
}

pub(crate) fn said_items(role: Role, items: Vec<Item>) -> Arc<Message> {
    let id = MessageId::new("m");
    Arc::new(Message { id, parent: None, role, items, author: Author::Person, origin: Origin::Person })
}

pub(crate) fn function(name: FunctionName, description: &str, parameters: Value) -> Arc<FunctionSpec> {
    let (description, effect) = (description.to_owned(), Effect::ReadsOnly);
    Arc::new(FunctionSpec {
        name,
        description,
        parameters,
        effect,
        input: FunctionInput::default(),
        returns: None,
    })
}

pub(crate) fn asked(messages: Vec<Arc<Message>>) -> CompletionRequest {
    CompletionRequest {
        known: Vec::new(),
        messages,
        functions: Vec::new(),
        choice: FunctionChoice::Auto,
        calls: CallOptions::default(),
        settings: RequestSettings::default(),
        names: NameStyle::default(),
    }
}
