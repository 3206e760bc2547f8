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

/// Describes the answer of a model that was asked for words and wrote none.
pub fn wordless(calls: &[FunctionCall], stop: &StopReason) -> String {
    let names = OfferedNames::default();
    let called: Vec<_> = calls.iter().map(|call| names.called(&call.function)).collect();
    if !called.is_empty() {
        let called = called.join(", ");
        return format!("the model called {called} instead of answering, and it was offered no function");
    }
    let (why, said) = match stop {
        StopReason::Length => ("the model reached the limit of its answer before it wrote a word", None),
        StopReason::Filtered { said } => {
            ("a filter of its provider held the answer of the model back", said.as_deref())
        }
        StopReason::Refused { said } => ("the model would not answer", said.as_deref()),
        StopReason::Complete
        | StopReason::Calls
        | StopReason::Paused
        | StopReason::Unstated
        | StopReason::Other { .. } => ("the model answered without a word", None),
    };
    said.map_or_else(|| why.to_owned(), |said| format!("{why}: {said}"))
}
