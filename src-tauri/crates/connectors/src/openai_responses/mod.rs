//! OpenAI's Responses, without anything kept at the provider: each request brings the whole history, with the encrypted
//! thoughts of the model among it.

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
const PROVIDER: &str = "openai-responses";

/// Who serves the protocol. They differ in how a key is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Host {
    OpenAi,
    Azure,
    Compatible,
}

impl Host {
    pub const ALL: [Self; 3] = [Self::OpenAi, Self::Azure, Self::Compatible];

    pub(crate) fn facts(self) -> KindFacts {
        match self {
            Self::OpenAi => KindFacts {
                id: "openai-responses",
                title: "OpenAI (Responses)",
                address: "https://api.openai.com/v1",
                needs_key: true,
                key_variable: "OPENAI_API_KEY",
            },
            Self::Azure => KindFacts {
                id: "azure-openai-responses",
                title: "Azure OpenAI (Responses)",
                address: "",
                needs_key: true,
                key_variable: "AZURE_OPENAI_API_KEY",
            },
            Self::Compatible => KindFacts {
                id: "openai-responses-compatible",
                title: "OpenAI-compatible (Responses)",
                address: "",
                needs_key: false,
                key_variable: "",
            },
        }
    }

    fn headers(self, service: &Service) -> Result<Vec<Header>, String> {
        let (name, scheme) = match self {
            Self::OpenAi | Self::Compatible => ("authorization", "Bearer "),
            Self::Azure => ("api-key", ""),
        };
        service.key.as_ref().map(|key| Header::secret(name, scheme, key)).into_iter().collect()
    }
}

struct Responses(Host);

pub fn connect(
    host: Host,
    profile: ConnectorProfile,
    name: String,
    service: Arc<Service>,
    options: ModelOptions,
) -> Result<Arc<dyn Connector>, ConnectorError> {
    RemoteModel::connect(Responses(host), profile, name, service, options)
}

/// The names of the models the service lists.
pub async fn models(host: Host, service: &Service, scope: &CallScope) -> Result<Vec<String>, ConnectorError> {
    let url = remote::joined(&service.address, "models");
    let read = |text: &str| serde_json::from_str::<wire::Models>(text);
    let models = remote::fetch(service, url, |_| host.headers(service), read, scope).await?;
    Ok(models.data.into_iter().map(|model| model.id).collect())
}

impl Protocol for Responses {
    type Body = wire::Request;

    const NAMES: NameRule = NameRule { longest: 128, ..NameRule::COMMON };
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
        remote::joined(&service.address, "responses")
    }

    fn headers(&self, service: &Service, _url: &Url, _body: &str) -> Result<Vec<Header>, String> {
        self.0.headers(service)
    }

    fn reader(&self, assembler: Assembler) -> Box<dyn Reader> {
        Box::new(Mapper::new(assembler))
    }
}
