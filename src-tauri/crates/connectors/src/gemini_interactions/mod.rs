//! Gemini's Interactions, with nothing stored at the provider: each request contains the whole history as steps.
//!
//! An answer is a list of numbered steps. A thought is a signed step of its own, followed by the calls it led to. A
//! turn is sent back step by step as it was received.

mod request;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

use crate::gemini::{self, GenerateContent};
use crate::limits::Limits;
use crate::models::{ListedModel, Sayable};
use crate::names::NameRule;
use crate::outgoing::Encoded;
use crate::remote::{self, Asked, Protocol, Sent, Streaming};
use crate::transport::{Framing, Header, Reader};
use crate::{KindFacts, Service, SetupFault};
use reqwest::Url;
use stream::Mapper;

/// The name under which this protocol's state is kept.
const PROVIDER: &str = "gemini-interactions";

pub(crate) const FACTS: KindFacts = KindFacts {
    id: PROVIDER,
    title: "Google Gemini (Interactions)",
    address: "https://generativelanguage.googleapis.com/v1beta",
    needs_key: true,
    key_variable: "GEMINI_API_KEY",
};

/// The same models as with `generateContent`, listed at the same address.
const CONTENTS: GenerateContent = GenerateContent(gemini::Host::Gemini);

pub(crate) struct Interactions;

impl Protocol for Interactions {
    type Body = wire::Request;
    type Models = <GenerateContent as Protocol>::Models;

    const NAMES: NameRule = GenerateContent::NAMES;
    const STREAM: Framing = Framing::Events;

    fn limits(&self) -> Limits {
        CONTENTS.limits()
    }

    fn sayable(&self, _model: &str) -> Sayable {
        Sayable { effort: true, display: true, ..Sayable::NOTHING }
    }

    fn encode(&self, asked: &Asked<'_>) -> Encoded<wire::Request> {
        request::encode(asked)
    }

    fn address(&self, service: &Service, _model: &str, _streaming: Streaming) -> Result<Url, SetupFault> {
        remote::joined(&service.address, "interactions")
    }

    fn headers(&self, service: &Service, sent: &Sent<'_>) -> Result<Vec<Header>, SetupFault> {
        CONTENTS.headers(service, sent)
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Mapper::default())
    }

    fn list_address(&self, service: &Service) -> Result<Url, SetupFault> {
        CONTENTS.list_address(service)
    }

    fn listed(models: Self::Models) -> Vec<ListedModel> {
        GenerateContent::listed(models)
    }
}
