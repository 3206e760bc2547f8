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
const PROVIDER: &str = "mistral";

pub(crate) const FACTS: KindFacts = KindFacts {
    id: "mistral",
    title: "Mistral",
    address: "https://api.mistral.ai/v1",
    needs_key: true,
    key_variable: "MISTRAL_API_KEY",
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

/// The names of the models the service lists and that can be talked to.
pub async fn models(service: &Service, scope: &CallScope) -> Result<Vec<String>, ConnectorError> {
    let url = remote::joined(&service.address, "models");
    let read = |text: &str| serde_json::from_str::<wire::Models>(text);
    let models = remote::fetch(service, url, |_| headers(service), read, scope).await?;
    Ok(models.data.into_iter().filter(wire::Model::chats).map(|model| model.id).collect())
}

impl Protocol for Chat {
    type Body = wire::Request;

    const NAMES: NameRule = NameRule::COMMON;
    const STREAM: Framing = Framing::Events;

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
        remote::joined(&service.address, "chat/completions")
    }

    fn headers(&self, service: &Service, _url: &Url, _body: &str) -> Result<Vec<Header>, String> {
        headers(service)
    }

    fn reader(&self, assembler: Assembler) -> Box<dyn Reader> {
        Box::new(Mapper::new(assembler))
    }
}

fn headers(service: &Service) -> Result<Vec<Header>, String> {
    let key = service.key.as_ref().map(|key| Header::secret("authorization", "Bearer ", key));
    Ok(key.transpose()?.into_iter().collect())
}
