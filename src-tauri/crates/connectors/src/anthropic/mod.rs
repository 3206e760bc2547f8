//! Anthropic's Messages.
//!
//! An answer is a list of blocks, and goes back block by block as it came: thoughts with their signatures first of
//! all, because the provider refuses a call without the thoughts that led to it.

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
const PROVIDER: &str = "anthropic";

pub(crate) const FACTS: KindFacts = KindFacts {
    id: "anthropic",
    title: "Anthropic",
    address: "https://api.anthropic.com",
    needs_key: true,
    key_variable: "ANTHROPIC_API_KEY",
};

struct Messages;

pub fn connect(
    profile: ConnectorProfile,
    name: String,
    service: Arc<Service>,
    options: ModelOptions,
) -> Result<Arc<dyn Connector>, ConnectorError> {
    RemoteModel::connect(Messages, profile, name, service, options)
}

/// The names of the models the service lists.
pub async fn models(service: &Service, scope: &CallScope) -> Result<Vec<String>, ConnectorError> {
    let url = remote::joined(&service.address, "v1/models").map(|mut url| {
        url.query_pairs_mut().append_pair("limit", "1000");
        url
    });
    let read = |text: &str| serde_json::from_str::<wire::Models>(text);
    let models = remote::fetch(service, url, |_| headers(service), read, scope).await?;
    Ok(models.data.into_iter().map(|model| model.id).collect())
}

impl Protocol for Messages {
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
        remote::joined(&service.address, "v1/messages")
    }

    fn headers(&self, service: &Service, _url: &Url, _body: &str) -> Result<Vec<Header>, String> {
        headers(service)
    }

    fn reader(&self, assembler: Assembler) -> Box<dyn Reader> {
        Box::new(Mapper::new(assembler))
    }
}

fn headers(service: &Service) -> Result<Vec<Header>, String> {
    let mut headers = vec![Header::plain("anthropic-version", request::VERSION)];
    if let Some(key) = &service.key {
        headers.push(Header::secret("x-api-key", "", key)?);
    }
    Ok(headers)
}
