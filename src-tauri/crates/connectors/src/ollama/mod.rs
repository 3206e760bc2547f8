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
use crate::names::{NameRule, WireNames};
use crate::outgoing::Encoded;
use crate::remote::{self, ModelOptions, Protocol, RemoteModel, Streaming};
use crate::transport::{Framing, Header, Reader};
use crate::{KindFacts, Service};
use ports::{CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile};
use reqwest::Url;
use std::sync::Arc;
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

struct Chat;

pub fn connect(
    profile: ConnectorProfile,
    name: String,
    service: Arc<Service>,
    options: ModelOptions,
) -> Result<Arc<dyn Connector>, ConnectorError> {
    RemoteModel::connect(Chat, profile, name, service, options)
}

/// The names of the models that were fetched.
pub async fn models(service: &Service, scope: &CallScope) -> Result<Vec<String>, ConnectorError> {
    let url = remote::joined(&service.address, "tags");
    let read = |text: &str| serde_json::from_str::<wire::Models>(text);
    let models = remote::fetch(service, url, |_| headers(service), read, scope).await?;
    Ok(models.models.into_iter().map(|model| model.name).collect())
}

impl Protocol for Chat {
    type Body = wire::Request;

    const NAMES: NameRule = NameRule::COMMON;
    const STREAM: Framing = Framing::Lines;

    fn encode(
        &self,
        model: &str,
        request: &CompletionRequest,
        names: &WireNames,
        streaming: Streaming,
    ) -> Encoded<wire::Request> {
        request::encode(model, request, names, streaming)
    }

    fn address(&self, service: &Service, _model: &str, _streaming: Streaming) -> Result<Url, String> {
        remote::joined(&service.address, "chat")
    }

    fn headers(&self, service: &Service, _url: &Url, _body: &str) -> Result<Vec<Header>, String> {
        headers(service)
    }

    fn reader(&self, assembler: Assembler) -> Box<dyn Reader> {
        Box::new(Mapper::new(assembler))
    }
}

/// Only the service in the cloud asks for a key.
fn headers(service: &Service) -> Result<Vec<Header>, String> {
    let key = service.key.as_ref().map(|key| Header::secret("authorization", "Bearer ", key));
    Ok(key.transpose()?.into_iter().collect())
}
