//! A conversation while it is being read.

use crate::calls::Calls;
use crate::imported::ImportedFunction;
use crate::loss::Losses;
use crate::lost::Lost;
use crate::{Beside, Expected, Format, ImportError, Imported};
use content::{
    Author, CallArguments, CalledFunction, FunctionCall, FunctionResult, Item, JsonObject, Message,
    MessageId, ModelId, Origin, Outcome, ProviderState, Role,
};
use serde_json::Value;

/// What stands for a model no document names.
const UNNAMED_MODEL: &str = "unknown";

/// Gives names to the messages that are made. A closure will do.
pub trait MessageIds {
    fn next(&self) -> MessageId;
}

impl<F: Fn() -> MessageId> MessageIds for F {
    fn next(&self) -> MessageId {
        self()
    }
}

/// Everything a reader finds.
#[derive(Default)]
pub(crate) struct Conversation {
    pub(crate) losses: Losses,
    pub(crate) functions: Vec<ImportedFunction>,
    /// The model the document names, if it does.
    pub(crate) model: Option<ModelId>,
    /// Members of the document that are not part of the conversation.
    pub(crate) beside: JsonObject,
    /// The tags of the session, where the document is of our own form.
    pub(crate) tags: Vec<String>,
    calls: Calls,
    messages: Vec<Draft>,
    /// Whether the first of the messages was given away already.
    goes_on: bool,
}

/// A message before it has a name.
pub(crate) struct Draft {
    pub(crate) role: Role,
    pub(crate) items: Vec<Item>,
    pub(crate) author: Option<Author>,
    pub(crate) origin: Option<Origin>,
}

/// A call as a document writes it.
pub(crate) struct WrittenCall<'a> {
    pub(crate) id: Option<&'a str>,
    pub(crate) function: CalledFunction,
    pub(crate) arguments: CallArguments,
    pub(crate) provider_state: Option<ProviderState>,
}

impl Conversation {
    pub(crate) fn say(&mut self, role: Role, items: Vec<Item>) {
        self.add(Draft { role, items, author: None, origin: None });
    }

    /// Says results by the function side, and whatever stands beside them after them.
    pub(crate) fn say_apart(&mut self, role: Role, items: Vec<Item>) {
        let is_result = |item: &Item| matches!(item, Item::FunctionResult { .. });
        let (results, others): (Vec<_>, Vec<_>) = items.into_iter().partition(is_result);
        let has_results = !results.is_empty();
        if has_results {
            self.say(Role::Function, results);
        }
        if !has_results || !others.is_empty() {
            self.say(role, others);
        }
    }

    /// Reads each value of a list of which every one has to be of this form.
    pub(crate) fn read_each(
        &mut self,
        list: &[Value],
        place: &str,
        (format, expected): (Format, Expected),
        read: impl Fn(&Value, &str, &mut Self) -> Option<()>,
    ) -> Result<(), ImportError> {
        list.iter().enumerate().try_for_each(|(index, value)| {
            let place = format!("{place}/{index}");
            read(value, &place, self).ok_or_else(|| format.wrong(place, expected))
        })
    }

    /// Takes a function that a request offers. What is none is lost.
    pub(crate) fn offer(&mut self, function: Option<ImportedFunction>, place: &str, otherwise: Lost) {
        match function {
            Some(function) => self.functions.push(function),
            None => self.losses.add(place, otherwise),
        }
    }

    pub(crate) fn add(&mut self, draft: Draft) {
        self.messages.push(draft);
    }

    /// Says more in the same message, if the last one was said by that side; otherwise begins a new one.
    pub(crate) fn go_on(&mut self, role: Role, items: Vec<Item>) {
        match self.messages.last_mut() {
            Some(last) if last.role == role => last.items.extend(items),
            Some(_) | None => self.say(role, items),
        }
    }

    /// One more part of the last message of that side, if it has said anything.
    pub(crate) fn add_to_last(&mut self, role: Role, item: Item) {
        if let Some(last) = self.messages.iter_mut().rev().find(|message| message.role == role) {
            last.items.push(item);
        }
    }

    /// One more part of the last message.
    pub(crate) fn go_on_with(&mut self, item: Option<Item>) {
        if let Some(last) = self.messages.last_mut() {
            last.items.extend(item);
        }
    }

    /// How many messages there are that were not given away.
    pub(crate) fn count(&self) -> usize {
        self.messages.len()
    }

    /// Gives away the messages that nothing can be added to any more: all but the last.
    pub(crate) fn take_finished(&mut self) -> Vec<Draft> {
        self.messages.drain(..self.messages.len().saturating_sub(1)).collect()
    }

    /// Gives away all messages.
    pub(crate) fn take_all(&mut self) -> Vec<Draft> {
        std::mem::take(&mut self.messages)
    }

    /// Gives away what was read since the last time. Of its end only the side that spoke stays, which others go on from;
    /// whether that happened is told beside it.
    pub(crate) fn take_read(&mut self) -> (Vec<Draft>, bool) {
        let mut read = std::mem::take(&mut self.messages);
        if let Some(last) = read.last() {
            self.messages.push(Draft { role: last.role, items: Vec::new(), author: None, origin: None });
        }
        let went_on = self.goes_on && !read.is_empty() && !read.remove(0).items.is_empty();
        self.goes_on = !self.messages.is_empty();
        (read, went_on)
    }

    pub(crate) fn call(&mut self, role: Role, written: WrittenCall<'_>) -> Item {
        let id = self.calls.open(written.id, &written.function);
        let call = FunctionCall {
            id,
            function: written.function,
            arguments: written.arguments,
            origin: origin_of(role),
            provider_state: written.provider_state,
        };
        Item::FunctionCall { call }
    }

    pub(crate) fn result(
        &mut self,
        id: Option<&str>,
        function: Option<CalledFunction>,
        outcome: Outcome,
        place: &str,
    ) -> Item {
        let (call_id, function) = self.calls.answer(id, function.as_ref());
        if !self.calls.knows(&call_id) {
            self.losses.add(place, Lost::OrphanResult);
        }
        let function = function.unwrap_or(CalledFunction::Unknown { raw: String::new() });
        Item::FunctionResult {
            result: FunctionResult { call_id, function, outcome, origin: Origin::Function },
        }
    }

    /// The side a label means. A label nobody knows is heard as a person's, and said.
    pub(crate) fn role(&mut self, label: &str, place: &str) -> Role {
        let lower = label.to_ascii_lowercase();
        match lower.as_str() {
            "system" => Role::System,
            "developer" => {
                self.losses.add(place, Lost::Developer);
                Role::System
            }
            "user" | "human" => Role::User,
            "assistant" | "model" => Role::Assistant,
            "tool" | "function" => Role::Function,
            _ => {
                let shown = crate::value::shown(label);
                self.losses.add(place, Lost::UnknownRole { role: shown });
                Role::User
            }
        }
    }

    pub(crate) fn finish(self, format: Format, ids: &dyn MessageIds) -> Result<Imported, ImportError> {
        if self.messages.is_empty() {
            return Err(ImportError::NoMessages { format });
        }
        let named_model = self.model.as_ref().map(|model| model.as_str().to_owned());
        let beside = Beside { model: named_model, members: self.beside, tags: self.tags };
        let model = self.model.unwrap_or_else(unnamed);
        let messages = named(self.messages, &model, &mut None, ids);
        Ok(Imported { format, messages, functions: self.functions, beside, losses: self.losses.into_list() })
    }
}

/// The model no document names.
pub(crate) fn unnamed() -> ModelId {
    ModelId::new(UNNAMED_MODEL)
}

/// Messages with names, each behind the one before.
pub(crate) fn named(
    drafts: Vec<Draft>,
    model: &ModelId,
    before: &mut Option<MessageId>,
    ids: &dyn MessageIds,
) -> Vec<Message> {
    let drafts = drafts.into_iter();
    let named = drafts.map(|Draft { role, items, author, origin }| {
        let (author, origin) =
            (author.unwrap_or_else(|| author_of(role, model)), origin.unwrap_or_else(|| origin_of(role)));
        let id = ids.next();
        let parent = before.replace(id.clone());
        Message { id, parent, role, items, author, origin }
    });
    named.collect()
}

/// Whether a model is named, and not by us.
pub(crate) fn is_named(model: &ModelId) -> bool {
    model.as_str() != UNNAMED_MODEL
}

fn author_of(role: Role, model: &ModelId) -> Author {
    match role {
        Role::System | Role::User => Author::Person,
        Role::Assistant => Author::Model { model: model.clone() },
        Role::Function => Author::Application,
    }
}

/// Who speaks for a side where the document does not say.
pub(crate) fn origin_of(role: Role) -> Origin {
    match role {
        Role::System | Role::User => Origin::Person,
        Role::Assistant => Origin::Model,
        Role::Function => Origin::Function,
    }
}
