//! A request as the text a model goes on with.

mod chat;
mod ids;
pub(crate) mod python_json;
mod single;
mod template;
#[cfg(test)]
mod tests;
mod today;

pub(crate) use template::{Template, TemplateError};

use crate::names::Names;
use chat::Chat;
use content::JsonObject;
use ports::{Adaptation, CompletionRequest};

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
        let chat = Chat::new(&request.messages, &request.functions, names, template.places);
        let more = request.settings.more.get(FOR_TEMPLATE).and_then(|more| more.as_object());
        let text = template.render(&chat.messages, &chat.tools, more.unwrap_or(&JsonObject::new()))?;
        Ok(Self { text, adaptations: chat.adaptations })
    }
}
