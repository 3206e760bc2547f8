//! An answer in words, and the reasons for its absence.

use crate::{OfferedNames, StopReason};
use content::{FunctionCall, Item};

/// The text and the calls of an answer, collected from its finished items.
#[derive(Debug, Default)]
pub struct Gathered {
    pub text: String,
    pub calls: Vec<FunctionCall>,
}

impl Gathered {
    pub fn take(&mut self, item: Item) {
        match item {
            Item::Text { text } => self.text.push_str(&text),
            Item::FunctionCall { call } => self.calls.push(call),
            Item::Reasoning { .. }
            | Item::FunctionResult { .. }
            | Item::Media { .. }
            | Item::Unknown { .. } => {}
        }
    }

    pub fn is_wordless(&self) -> bool {
        self.text.trim().is_empty()
    }
}

notices::declare! {
    /// Why a model that was asked for words wrote none.
    pub enum Wordless: "wordless" {
        Called { called: String } = "the model called {called} instead of answering, and it was offered no function",
        Length = "the model reached the limit of its answer before it wrote a word",
        Filtered { #[notice(cause)] said: Option<String> } = "a filter of its provider held the answer of the model back",
        Refused { #[notice(cause)] said: Option<String> } = "the model would not answer",
        Silent = "the model answered without a word",
    }
}

/// Describes the answer of a model that was asked for words and wrote none.
pub fn wordless(calls: &[FunctionCall], stop: &StopReason) -> Wordless {
    let names = OfferedNames::default();
    let called: Vec<_> = calls.iter().map(|call| names.called(&call.function)).collect();
    match stop {
        _ if !called.is_empty() => Wordless::Called { called: called.join(", ") },
        StopReason::Length => Wordless::Length,
        StopReason::Filtered { said } => Wordless::Filtered { said: said.clone() },
        StopReason::Refused { said } => Wordless::Refused { said: said.clone() },
        StopReason::Complete
        | StopReason::Calls
        | StopReason::Paused
        | StopReason::Unstated
        | StopReason::Other { .. } => Wordless::Silent,
    }
}
