//! Ollama's own chat protocol.
//!
//! Lines of JSON, calls that come whole, arguments that are objects. It demands little of a history and has no way to
//! make a model call a function, or to keep it from calling one but by offering none.

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
const PROVIDER: &str = "ollama";

/// Only the service in the cloud asks for a key.
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

    fn address(&self, service: &Service, _model: &str, _streaming: Streaming) -> Result<Url, String> {
        remote::joined(&service.address, "chat")
    }

    fn reader(&self, assembler: Assembler) -> Box<dyn Reader> {
        Box::new(Mapper::new(assembler))
    }

    fn list_address(&self, service: &Service) -> Result<Url, String> {
        remote::joined(&service.address, "tags")
    }

    fn listed(models: wire::Models) -> Vec<ListedModel> {
        models.models.into_iter().map(|model| ListedModel::named(model.name)).collect()
    }
}
