//! A request of a program with what was edited, and every other byte as the program sent it.

mod alignment;
mod array;
mod history;
mod leaves;
mod mapping;
mod meaning;
mod offers;
mod patch;
mod verify;
mod writing;

pub(super) use mapping::system_names;

use crate::request::asked::{self, Asked};
use crate::{ProgramRequest, Protocol, json};
use content::{FunctionName, Message};
use formats::{Format, Loss};
use notices::Describe;
use ports::{CallOptions, FunctionChoice, RequestSettings};
use redaction::Redactor;
use std::sync::Arc;

/// A request as it is to reach the provider. What is `None` stays as the program sent it.
#[derive(Clone, Copy, Debug)]
pub struct Wanted<'a> {
    pub messages: &'a [Arc<Message>],
    /// The functions that are still offered, by the names the program gave them.
    pub functions: Option<&'a [FunctionName]>,
    pub settings: Option<&'a RequestSettings>,
    pub choice: Option<&'a FunctionChoice>,
    pub calls: Option<&'a CallOptions>,
    pub model: Option<&'a str>,
    /// Knows the secrets that the messages of the request were read without.
    pub redactor: Option<&'a Redactor>,
}

impl<'a> Wanted<'a> {
    /// These messages, and everything else as it came.
    pub fn of(messages: &'a [Arc<Message>]) -> Self {
        Self {
            messages,
            functions: None,
            settings: None,
            choice: None,
            calls: None,
            model: None,
            redactor: None,
        }
    }
}

/// A body to send in place of the program's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    pub body: Vec<u8>,
    /// In the order in which it was changed. Empty if the body is the program's.
    pub changed: Vec<Change>,
    /// What was wanted and has no place in the protocol.
    pub losses: Vec<Loss>,
    /// The model for the path, where the path names the model: see [`with_model`](crate::with_model).
    pub model_in_path: Option<String>,
}

notices::declare! {
    /// A place in a request that differs from what the program sent.
    pub enum Change: "gateway-change" {
        Result { function: String, call: String } = "the result of {function} (call {call})",
        Call { function: String, call: String } = "the call of {function} (call {call})",
        Text { number: u64 } = "the text of message {number}",
        System = "the system message",
        /// Written anew.
        Message { number: u64 } = "message {number}",
        Added { number: u64, count: u64 } = "{count} added at message {number}",
        Removed { number: u64, count: u64 } = "{count} left out from message {number} on",
        History { from: String } = "all that was said before, because the provider does not have it under {from} as it is here",
        Functions { names: String } = "no longer offered: {names}",
        Setting { name: String } = "the setting {name}",
        Model { model: String } = "the model {model}",
    }
}

/// The reason why an edit can't be written into a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "gateway-rewrite")]
pub enum RewriteFault {
    #[error("the messages can't be found again in the body of the request")]
    #[advice("Let the request go on as it is, and edit the next one, or report this with its body.")]
    NotFound,
    #[error("the body of the request is not text")]
    #[advice("Turn compression of requests off in the program, so that its requests can be edited.")]
    NotText,
}

/// What is collected while a request is rewritten.
#[derive(Default)]
pub(crate) struct Report {
    changed: Vec<Change>,
    losses: Vec<Loss>,
}

impl Report {
    fn change(&mut self, change: Change) {
        if !self.changed.contains(&change) {
            self.changed.push(change);
        }
    }

    fn lose(&mut self, loss: Loss) {
        if !self.losses.contains(&loss) {
            self.losses.push(loss);
        }
    }
}

/// Writes what is wanted into the body that the request was read from. If nothing differs, the body is the same.
pub fn rewritten(
    request: &ProgramRequest,
    body: &[u8],
    wanted: &Wanted<'_>,
) -> Result<Rewritten, RewriteFault> {
    let mut report = Report::default();
    let mut text = std::str::from_utf8(body).map_err(|_| RewriteFault::NotText)?.to_owned();
    if let Some(written) = history::with_messages(request, &text, wanted, &mut report)? {
        text = written;
    }
    let received =
        Asked { settings: request.settings.clone(), choice: request.choice.clone(), calls: request.calls };
    let mut asked = Asked {
        settings: wanted.settings.unwrap_or(&received.settings).clone(),
        choice: wanted.choice.unwrap_or(&received.choice).clone(),
        calls: *wanted.calls.unwrap_or(&received.calls),
    };
    let removed = offers::removed(request, wanted.functions);
    let mut offers_any = true;
    if !removed.is_empty() {
        asked.choice = asked::limited(&asked.choice, wanted.functions.unwrap_or_default());
        (text, offers_any) = offers::without(request.protocol, &text, &removed);
        report.change(Change::Functions { names: removed.join(", ") });
    }
    if asked != received {
        text = with_settings(request.protocol, &text, &received, &asked, &mut report);
    }
    if !offers_any {
        text = asked::without_functions(request.protocol, &text);
    }
    let mut model_in_path = None;
    if let Some(model) = wanted.model.filter(|model| *model != request.model) {
        match request.protocol {
            Protocol::Gemini => model_in_path = Some(model.to_owned()),
            Protocol::OpenAiChat | Protocol::OpenAiResponses | Protocol::Anthropic => {
                text = json::with(&text, &["model"], Some(&json::quoted(model)));
            }
        }
        report.change(Change::Model { model: model.to_owned() });
    }
    Ok(Rewritten { body: text.into_bytes(), changed: report.changed, losses: report.losses, model_in_path })
}

/// What of a wish the body of a program has no place for.
#[derive(Clone, Debug, Describe)]
#[notice(prefix = "unwritten")]
pub(crate) enum Unwritten {
    #[notice("the setting {name} has no place in {protocol}")]
    Setting {
        name: String,
        #[notice(text)]
        protocol: Format,
    },
    #[notice("a message that was edited reads back with other parts than it has here")]
    Message,
}

fn with_settings(protocol: Protocol, text: &str, from: &Asked, to: &Asked, report: &mut Report) -> String {
    let written = asked::write(protocol, text, from, to);
    for name in written.changed {
        report.change(Change::Setting { name: name.to_owned() });
    }
    for name in written.left_out {
        let what = Unwritten::Setting { name: name.to_owned(), protocol: protocol.format() }.notice();
        report.lose(Loss { place: String::new(), what });
    }
    written.text
}

/// The number of a message for people, who count from one.
fn ordinal(index: usize) -> u64 {
    number(index.saturating_add(1))
}

fn number(count: usize) -> u64 {
    u64::try_from(count).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests;
