//! Estimates how much of a request its functions are.

use crate::RequestLoad;
use content::{Item, Message, MessageId, Outcome, Output};
use ports::FunctionSpec;
use std::collections::HashMap;
use std::sync::Arc;

/// Letters per token, a rule of thumb.
const LETTERS_PER_TOKEN: usize = 4;
/// The tokens of functions below which messages are not counted.
const WORTH_COUNTING: usize = 1_000;

/// Earlier counts. A message never changes, so none is counted twice.
#[derive(Debug, Default)]
pub(super) struct Scales(HashMap<MessageId, usize>);

impl Scales {
    pub(super) fn load_of(
        &mut self,
        functions: &[Arc<FunctionSpec>],
        messages: &[Arc<Message>],
    ) -> RequestLoad {
        let functions = functions.iter().map(|spec| letters_of(spec)).sum::<usize>() / LETTERS_PER_TOKEN;
        if functions < WORTH_COUNTING {
            return RequestLoad { functions, messages: 0 };
        }
        let counted = messages.iter().map(|message| self.letters_of(message));
        RequestLoad { functions, messages: counted.sum::<usize>() / LETTERS_PER_TOKEN }
    }

    fn letters_of(&mut self, message: &Message) -> usize {
        if let Some(letters) = self.0.get(&message.id) {
            return *letters;
        }
        let letters = message.items.iter().map(letters_in).sum();
        self.0.insert(message.id.clone(), letters);
        letters
    }
}

fn letters_of(spec: &FunctionSpec) -> usize {
    spec.name.function.len() + spec.description.len() + spec.parameters.to_string().len()
}

fn letters_in(item: &Item) -> usize {
    match item {
        Item::Text { text } | Item::Reasoning { text, .. } => text.len(),
        Item::FunctionCall { call } => call.arguments.raw().len(),
        Item::FunctionResult { result } => match &result.outcome {
            Outcome::Returned { output } => letters_in_output(output),
            Outcome::Failed { failure } => failure.message.len(),
            Outcome::Declined { reason, .. } => reason.len(),
        },
        Item::Media { .. } | Item::Unknown { .. } => 0,
    }
}

fn letters_in_output(output: &Output) -> usize {
    match output {
        Output::Text { text } => text.len(),
        Output::Json { value } => value.to_string().len(),
        Output::Nothing | Output::Media { .. } => 0,
        Output::Several { parts } => parts.iter().map(letters_in_output).sum(),
    }
}
