//! Mistral's chat completions.
//!
//! They resemble OpenAI's and are stricter: ids have nine letters and digits, a user message may not follow results
//! directly, unknown fields are refused. Thoughts are parts of the content and are sent back as they were received.

mod request;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

use crate::models::{ListedModel, Sayable};
use crate::names::NameRule;
use crate::outgoing::Encoded;
use crate::remote::{self, Asked, Protocol, Streaming};
use crate::transport::{Framing, Reader};
use crate::{KindFacts, Service, SetupFault};
use reqwest::Url;
use stream::Mapper;

/// The name under which this provider's state is kept.
const PROVIDER: &str = "mistral";

pub(crate) const FACTS: KindFacts = KindFacts {
    id: "mistral",
    title: "Mistral",
    address: "https://api.mistral.ai/v1",
    needs_key: true,
    key_variable: "MISTRAL_API_KEY",
};

pub(crate) struct Chat;

impl Protocol for Chat {
    type Body = wire::Request;
    type Models = wire::Models;

    const NAMES: NameRule = NameRule::COMMON;
    const STREAM: Framing = Framing::Events;

    fn sayable(&self, _model: &str) -> Sayable {
        Sayable::EFFORTS
    }

    fn encode(&self, asked: &Asked<'_>) -> Encoded<wire::Request> {
        request::encode(asked)
    }

    fn address(&self, service: &Service, _model: &str, _streaming: Streaming) -> Result<Url, SetupFault> {
        remote::joined(&service.address, "chat/completions")
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Mapper::default())
    }

    fn listed(models: wire::Models) -> Vec<ListedModel> {
        models.data.into_iter().filter(wire::Model::chats).map(|model| ListedModel::named(model.id)).collect()
    }
}
