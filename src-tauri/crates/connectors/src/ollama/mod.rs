//! Ollama's own chat protocol.
//!
//! JSON lines, complete calls, arguments as objects. It demands little of a history. It can't require a call, and the
//! only way to prevent calls is to offer no functions.

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
const PROVIDER: &str = "ollama";

/// Only the cloud service asks for a key.
pub(crate) const FACTS: KindFacts = KindFacts {
    id: "ollama",
    title: "Ollama",
    address: "http://localhost:11434/api",
    needs_key: false,
    key_variable: "",
};

pub(crate) struct Chat;

impl Protocol for Chat {
    type Body = wire::Request;
    type Models = wire::Models;

    const NAMES: NameRule = NameRule::COMMON;
    const STREAM: Framing = Framing::Lines;

    const SETS_CONTEXT: bool = true;

    fn sayable(&self, _model: &str) -> Sayable {
        Sayable::EFFORTS
    }

    fn encode(&self, asked: &Asked<'_>) -> Encoded<wire::Request> {
        request::encode(asked)
    }

    fn address(&self, service: &Service, _model: &str, _streaming: Streaming) -> Result<Url, SetupFault> {
        remote::joined(&service.address, "chat")
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Mapper::default())
    }

    fn list_address(&self, service: &Service) -> Result<Url, SetupFault> {
        remote::joined(&service.address, "tags")
    }

    fn listed(models: wire::Models) -> Vec<ListedModel> {
        models.models.into_iter().map(|model| ListedModel::named(model.name)).collect()
    }
}
