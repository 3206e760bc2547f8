//! Reads responses to requests that somebody else made, as an attached program does.
//!
//! The bytes go on to the client. Here only their meaning is read, with the same mappers that read our own responses.

use crate::assembler::Assembler;
use crate::names::{NameRule, WireNames};
use crate::remote::Protocol;
use crate::transport::{Complaint, Fault, Frame, Hearing, Reader};
use crate::{
    Kind, anthropic, bedrock, gemini, gemini_interactions, mistral, ollama, openai_chat, openai_responses,
};
use content::ModelId;
use ports::{CompletionRequest, ConnectorError, StreamEvent, WireObserver};
use redaction::Redactor;

/// One response while it passes.
pub struct Overheard {
    hearing: Hearing,
    service: String,
}

impl Kind {
    /// Listens to the response to a request that is not ours. Names of functions are taken as they stand on the wire.
    pub fn overhear(self, request: &CompletionRequest, maker: &ModelId, redactor: Redactor) -> Overheard {
        let names = WireNames::of(NameRule::ANY, request);
        let assembler = Assembler::answering(request, names).made_by(maker);
        let hearing = Hearing::new(self.reader(), assembler, redactor);
        Overheard { hearing, service: self.facts().title.to_owned() }
    }

    fn reader(self) -> Box<dyn Reader> {
        match self {
            Self::OpenAiChat(accent) => openai_chat::ChatCompletions(accent).reader(),
            Self::OpenAiResponses(host) => openai_responses::Responses(host).reader(),
            Self::Anthropic => anthropic::Messages.reader(),
            Self::Gemini(host) => gemini::GenerateContent(host).reader(),
            Self::GeminiInteractions => gemini_interactions::Interactions.reader(),
            Self::Mistral => mistral::Chat.reader(),
            Self::Ollama => ollama::Chat.reader(),
            Self::Bedrock => bedrock::Converse.reader(),
        }
    }
}

impl Overheard {
    /// Takes one frame: its text as it came, the name of its event, its data. Returns whether the response is over.
    pub fn frame(
        &mut self,
        [raw, event, data]: [&str; 3],
        observer: &dyn WireObserver,
        hand_on: impl FnMut(StreamEvent),
    ) -> Result<bool, ConnectorError> {
        self.hearing.read(Frame { raw, event, data }, observer, hand_on).map_err(|fault| self.error(fault))
    }

    /// Takes a whole response that was not streamed.
    pub fn whole(
        &mut self,
        body: &str,
        observer: &dyn WireObserver,
        mut hand_on: impl FnMut(StreamEvent),
    ) -> Result<(), ConnectorError> {
        if !self.frame([body, "", body], observer, &mut hand_on)? {
            self.end(observer, hand_on)?;
        }
        Ok(())
    }

    /// The response has no more frames.
    pub fn end(
        &mut self,
        observer: &dyn WireObserver,
        hand_on: impl FnMut(StreamEvent),
    ) -> Result<(), ConnectorError> {
        self.hearing.end(observer, hand_on).map_err(|fault| self.error(fault))
    }

    fn error(&self, fault: Fault) -> ConnectorError {
        let service = self.service.clone();
        match fault {
            Fault::Complained(complaint) => ConnectorError::Refused(Box::new(complaint.refusal(service))),
            Fault::Unreadable { reason } => ConnectorError::Unreadable { service, reason },
            Fault::BrokenOff => ConnectorError::BrokenOff,
            Fault::Failed(error) => error,
        }
    }
}

/// The refusal in the body of a response whose status says that it is an error.
pub fn refusal_in(service: &str, status: u16, body: &str) -> ConnectorError {
    ConnectorError::Refused(Box::new(Complaint::read(status, body).refusal(service.to_owned())))
}
