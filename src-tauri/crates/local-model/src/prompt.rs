//! A request as the text a model goes on with.

mod brief;
mod chat;
mod ids;
pub(crate) mod python_json;
mod single;
mod template;
#[cfg(test)]
mod tests;
mod today;

pub(crate) use template::{Template, TemplateError};

use crate::difference::{Difference, Reason};
use crate::grammar::{can_call, required};
use crate::names::Names;
use chat::Chat;
use content::JsonObject;
use ports::{Adaptation, AdaptationKind, CompletionRequest};

/// What a person adds for the template goes under this name, as with other engines.
const FOR_TEMPLATE: &str = "chat_template_kwargs";

/// What a model is told, and what was changed for it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Prompt {
    pub(crate) text: String,
    pub(crate) adaptations: Vec<Adaptation>,
}

impl Prompt {
    pub(crate) fn of(
        request: &CompletionRequest,
        template: &Template,
        names: &Names,
    ) -> Result<Self, TemplateError> {
        // A small model that sees functions calls one even where it must not.
        let is_led = request.calls.only_new == Some(true) || request.calls.retell == Some(true);
        let is_silent = is_led && !request.functions.is_empty() && !can_call(request);
        let functions: Vec<_> = match required(request) {
            _ if is_silent => Vec::new(),
            Some(required) if is_led => required.into_iter().cloned().collect(),
            Some(_) | None => request.functions.clone(),
        };
        let mut chat = Chat::new(&request.messages, &functions, names, template.places);
        if !is_silent && functions.len() < request.functions.len() {
            let what = Difference::UncallableUndescribed;
            chat.note(AdaptationKind::LeftOut, &what, Reason::EachTokenRead, "/functions");
        }
        if is_silent {
            let what = Difference::FunctionsUndescribed;
            chat.note(AdaptationKind::LeftOut, &what, Reason::NoneCallable, "/functions");
        }
        let more = request.settings.more.get(FOR_TEMPLATE).and_then(|more| more.as_object());
        let none = JsonObject::new();
        let render = |chat: &Chat| template.render(&chat.messages, &chat.tools, more.unwrap_or(&none));
        if request.calls.retell == Some(true) {
            let asking = chat.asking_for_results();
            // Some templates refuse two user messages in a row.
            if let Ok(text) = render(&asking) {
                return Ok(Self { text, adaptations: asking.adaptations });
            }
        }
        let text = render(&chat)?;
        Ok(Self { text, adaptations: chat.adaptations })
    }
}
