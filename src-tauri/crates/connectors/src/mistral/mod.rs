//! Mistral's chat completions.
//!
//! They look like OpenAI's and are stricter: ids are nine letters and digits, a person may not speak right behind
//! results, fields nobody knows are refused. Thoughts are parts of the content and go back as they came.

mod request;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

use crate::assembler::Assembler;
use crate::models::{ListedModel, Sayable};
use crate::names::NameRule;
use crate::outgoing::Encoded;
use crate::remote::{self, Asked, Protocol, Streaming};
use crate::transport::{Framing, Reader};
use crate::{KindFacts, Service};
use reqwest::Url;
use stream::Mapper;

/// Under which name this provider's state is kept.
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

    fn address(&self, service: &Service, _model: &str, _streaming: Streaming) -> Result<Url, String> {
        remote::joined(&service.address, "chat/completions")
    }

    fn reader(&self, assembler: Assembler) -> Box<dyn Reader> {
        Box::new(Mapper::new(assembler))
    }

    fn listed(models: wire::Models) -> Vec<ListedModel> {
        models.data.into_iter().filter(wire::Model::chats).map(|model| ListedModel::named(model.id)).collect()
    }
}
