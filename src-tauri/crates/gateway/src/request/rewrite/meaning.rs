//! Whether two messages say the same, regardless of their authors and ids.

use crate::request::asked::wire_name;
use content::{
    CallArguments, CalledFunction, FunctionCall, FunctionResult, Item, Message, OpaquePart, ProviderState,
};
use serde_json::Value;

pub(super) fn same(one: &Message, other: &Message) -> bool {
    one.role == other.role
        && one.items.len() == other.items.len()
        && one.items.iter().zip(&other.items).all(|(one, other)| same_item(one, other))
}

pub(super) fn same_item(one: &Item, other: &Item) -> bool {
    match (one, other) {
        (Item::FunctionCall { call: one }, Item::FunctionCall { call: other }) => {
            same_target(one, other)
                && name_of(&one.function) == name_of(&other.function)
                && same_arguments(&one.arguments, &other.arguments)
        }
        (Item::FunctionResult { result: one }, Item::FunctionResult { result: other }) => {
            same_result(one, other)
        }
        (
            Item::Reasoning { text: one, provider_state: state },
            Item::Reasoning { text: other, provider_state: other_state },
        ) => one == other && state_of(state.as_ref()) == state_of(other_state.as_ref()),
        (Item::Unknown { value: one }, Item::Unknown { value: other }) => part_of(one) == part_of(other),
        (Item::Text { .. } | Item::Media { .. }, other) => one == other,
        (
            Item::FunctionCall { .. }
            | Item::FunctionResult { .. }
            | Item::Reasoning { .. }
            | Item::Unknown { .. },
            _,
        ) => false,
    }
}

/// Whether it is one call, however its name and arguments read.
pub(super) fn same_target(one: &FunctionCall, other: &FunctionCall) -> bool {
    one.id == other.id && state_of(one.provider_state.as_ref()) == state_of(other.provider_state.as_ref())
}

/// Whether arguments have the same value, however it is written.
pub(super) fn same_arguments(one: &CallArguments, other: &CallArguments) -> bool {
    match (one, other) {
        (CallArguments::Parsed { value, .. }, CallArguments::Parsed { value: other_value, .. }) => {
            value == other_value && one.is_text() == other.is_text() && one.digits() == other.digits()
        }
        (CallArguments::Malformed { raw, .. }, CallArguments::Malformed { raw: other, .. }) => raw == other,
        (CallArguments::Parsed { .. } | CallArguments::Malformed { .. }, _) => false,
    }
}

fn same_result(one: &FunctionResult, other: &FunctionResult) -> bool {
    one.call_id == other.call_id && one.outcome == other.outcome
}

pub(super) fn name_of(function: &CalledFunction) -> String {
    match function {
        CalledFunction::Known { name } => wire_name(name),
        CalledFunction::Unknown { raw } => raw.clone(),
    }
}

/// Who made it is added later.
fn state_of(state: Option<&ProviderState>) -> Option<(&str, &Value)> {
    state.map(|state| (state.provider.as_str(), &state.state))
}

fn part_of(value: &Value) -> &Value {
    OpaquePart::read(value).map_or(value, |part| part.part)
}
