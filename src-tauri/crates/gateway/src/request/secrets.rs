//! What a program says, without its own keys: a tool that prints its environment has them in its result.

use content::{Item, Message};
use formats::ImportedFunction;
use redaction::{REDACTED, Redactor};

/// A message without secrets. The secrets are known, so nothing else is changed.
pub(crate) fn without_secrets(message: Message, redactor: &Redactor) -> Message {
    let cleaned = serde_json::to_value(&message).and_then(|mut value| {
        redactor.clean_value(&mut value);
        serde_json::from_value(value)
    });
    // What can't be read any more is not kept.
    cleaned.unwrap_or_else(|_| Message { items: vec![Item::Text { text: REDACTED.to_owned() }], ..message })
}

/// A name with a secret in it stays, because calls refer to it.
pub(super) fn clean_function(function: &mut ImportedFunction, redactor: &Redactor) {
    function.description = redactor.clean(&function.description).into_owned();
    let values = function.examples.iter_mut().chain(&mut function.text).chain([&mut function.parameters]);
    values.for_each(|value| redactor.clean_value(value));
}
