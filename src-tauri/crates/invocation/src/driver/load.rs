//! How much of a request its functions are, by rule of thumb.

use crate::RequestLoad;
use content::{Item, Message, Outcome, Output};
use ports::FunctionSpec;
use std::sync::Arc;

/// About so many letters make a token.
const LETTERS: usize = 4;
/// Fewer tokens of functions are not worth counting the messages for.
const WORTH_COUNTING: usize = 1_000;

pub(super) fn load_of(functions: &[Arc<FunctionSpec>], messages: &[Arc<Message>]) -> RequestLoad {
    let functions = functions.iter().map(|spec| letters_of(spec)).sum::<usize>() / LETTERS;
    if functions < WORTH_COUNTING {
        return RequestLoad { functions, messages: 0 };
    }
    let items = messages.iter().flat_map(|message| &message.items);
    RequestLoad { functions, messages: items.map(letters_in).sum::<usize>() / LETTERS }
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
            Outcome::Declined { reason } => reason.len(),
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
