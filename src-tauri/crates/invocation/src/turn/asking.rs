//! The parts of a request.

use super::Turn;
use crate::policy::AfterRequired;
use crate::stage::{Asked, Stage, Stop};
use crate::{Lead, RequestEdit, RequestStep, RequestTerms};
use content::{Author, FunctionName, Item, Message, MessageId, ModelId, Origin, Role};
use ports::{FunctionChoice, Replacement};
use std::sync::Arc;

impl Turn {
    pub(super) fn begin_round(&mut self, round: u32) {
        self.round = round;
        self.stopped_by = None;
        if self.has_open_calls() {
            self.call_open();
        } else if self.is_last_round() || self.must_answer_in_words() {
            self.ask_with(Vec::new());
        } else {
            self.stage = Stage::Selecting;
        }
    }

    pub(super) fn ask_with(&mut self, mut offered: Vec<FunctionName>) {
        let wanted = match self.plan.choice.at(self.round) {
            Some(FunctionChoice::Function { name }) => std::slice::from_ref(name),
            Some(FunctionChoice::Allowed { functions, .. }) => functions,
            Some(FunctionChoice::Auto | FunctionChoice::Required | FunctionChoice::None) | None => &[],
        };
        for name in wanted.iter().filter(|_| !self.is_last_round()) {
            if !offered.contains(name) {
                offered.push(name.clone());
            }
        }
        self.stage = Stage::Asking { asked: Asked { offered, edit: None }, stop: Stop::Ahead };
    }

    /// Whether this round must end in words.
    pub(super) fn is_last_round(&self) -> bool {
        self.last_limit().is_some()
    }

    fn must_answer_in_words(&self) -> bool {
        self.plan.choice.at(self.round).is_none() && self.plan.policies.after_required == AfterRequired::Words
    }

    /// The request that the turn is about to send or is waiting for, if any.
    pub fn request_ahead(&self) -> Option<RequestStep> {
        self.asked().map(|asked| self.request(asked))
    }

    pub(super) fn asked(&self) -> Option<&Asked> {
        let (Stage::Asking { asked, .. } | Stage::Receiving { asked }) = &self.stage else { return None };
        Some(asked)
    }

    pub(super) fn request(&self, asked: &Asked) -> RequestStep {
        let edit = asked.edit.as_deref();
        let first = self.asked_instructions(edit).as_deref().map(instruction);
        let said: Vec<_> = match edit.and_then(|edit| edit.messages.as_ref()) {
            Some(messages) => messages.iter().cloned().map(Arc::new).collect(),
            None => self.history().to_vec(),
        };
        let messages = first.into_iter().chain(said).collect();
        RequestStep { messages, offered: asked.offered.clone(), terms: self.terms(asked, edit) }
    }

    pub(super) fn terms(&self, asked: &Asked, edit: Option<&RequestEdit>) -> RequestTerms {
        let wanted = self.wanted(edit);
        let settings = edit.and_then(|edit| edit.settings.clone());
        let settings = settings.unwrap_or_else(|| self.plan.settings.clone());
        let lead = self.lead(asked, edit);
        // Hosted tools may be used even if no function is offered.
        let choice = match (asked.offered.is_empty(), lead) {
            (true, _) if settings.hosted.is_empty() || wanted == FunctionChoice::None => FunctionChoice::None,
            (true, _) => FunctionChoice::Auto,
            (false, None | Some(Lead::FunctionMayFit)) => wanted,
            (false, Some(Lead::FunctionFits)) => self.led_choice(asked),
            (false, Some(Lead::NothingFits | Lead::AllAnswered | Lead::KeepsFailing)) => FunctionChoice::None,
        };
        let calls = edit.and_then(|edit| edit.calls).unwrap_or(self.plan.choice.calls);
        let calls = self.led_calls(lead, asked, calls);
        RequestTerms { model: self.asked_model(edit).clone(), choice, calls, settings, lead }
    }

    pub(super) fn wanted(&self, edit: Option<&RequestEdit>) -> FunctionChoice {
        let edited = edit.and_then(|edit| edit.choice.as_ref());
        edited.or(self.plan.choice.at(self.round)).cloned().unwrap_or_default()
    }

    fn asked_model<'a>(&'a self, edit: Option<&'a RequestEdit>) -> &'a ModelId {
        edit.and_then(|edit| edit.model.as_ref()).unwrap_or_else(|| self.plan.speaking_model())
    }

    /// A person's changes to the request ahead or under way.
    pub(super) fn edit(&self) -> Option<&RequestEdit> {
        self.asked()?.edit.as_deref()
    }

    /// The author of the model's answers.
    pub(super) fn speaker(&self) -> Author {
        let model = match &self.replaced_by {
            Some(Replacement::Model { model }) => model.clone(),
            Some(Replacement::Session { .. }) | None => self.asked_model(self.edit()).clone(),
        };
        match self.plan.speaking() {
            Some(participant) => Author::Participant { name: participant.name.clone(), model },
            None => Author::Model { model },
        }
    }

    /// The instructions of this request.
    pub(super) fn asked_instructions(&self, edit: Option<&RequestEdit>) -> Option<String> {
        match edit.and_then(|edit| edit.instructions.clone()) {
            Some(text) => (!text.trim().is_empty()).then_some(text),
            None => self.plan.spoken_instructions(),
        }
    }
}

/// It stands before the root and is only sent, so its id names nothing in the session.
fn instruction(text: &str) -> Arc<Message> {
    Arc::new(Message {
        id: MessageId::new("instructions"),
        parent: None,
        role: Role::System,
        items: vec![Item::Text { text: text.to_owned() }],
        author: Author::Person,
        origin: Origin::Person,
    })
}
