//! Conversations with the application's own parts: models that read a script, and ranked functions as in a session.

use connectors::scripted::{Scripted, Source};
use content::ModelId;
pub use conversations::conversation::*;
use conversations::script::Line;
use ports::Connector;
use selection::RankedSelector;
use serde_json::{Value, json};
use std::sync::Arc;

pub fn with_real_parts() -> Conversation {
    Conversation::new().models(scripted).selector(Arc::new(RankedSelector::default()))
}

fn scripted(model: ModelId, script: &[Line]) -> Arc<dyn Connector> {
    let head = json!({ "format": 1, "title": "A test" });
    let lines = script.iter().map(|line| serde_json::to_value(line).expect("a line is JSON"));
    let lines: Vec<_> = std::iter::once(head).chain(lines).map(|line: Value| line.to_string()).collect();
    // A script is either a file or a part of the program; this one lasts as long as the tests.
    let source = Source::BuiltIn { name: "a test", text: lines.join("\n").leak() };
    Arc::new(Scripted::new(model, "A test".to_owned(), "Tests".to_owned(), source))
}
