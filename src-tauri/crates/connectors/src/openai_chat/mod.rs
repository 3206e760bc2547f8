//! OpenAI's chat completions, and everybody who speaks them with an accent.
//!
//! The accents are rows of data in `profiles.rs`; nothing else here knows a service by name.

mod profiles;
mod request;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

pub use profiles::{PROFILES, Profile};

use crate::Service;
use crate::assembler::Assembler;
use crate::names::{NameRule, WireNames};
use crate::outgoing::Encoded;
use crate::remote::{self, ModelOptions, Protocol, RemoteModel, Streaming};
use crate::transport::{Framing, Header, Reader};
use ports::{CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile};
use reqwest::Url;
use std::sync::Arc;
use stream::Mapper;

struct ChatCompletions(&'static Profile);

pub fn connect(
    accent: &'static Profile,
    profile: ConnectorProfile,
    name: String,
    service: Arc<Service>,
    options: ModelOptions,
) -> Result<Arc<dyn Connector>, ConnectorError> {
    RemoteModel::connect(ChatCompletions(accent), profile, name, service, options)
}

/// The names of the models the service lists.
pub async fn models(
    accent: &'static Profile,
    service: &Service,
    scope: &CallScope,
) -> Result<Vec<String>, ConnectorError> {
    let url = remote::joined(&service.address, "models");
    let read = |text: &str| serde_json::from_str::<wire::Models>(text);
    let models = remote::fetch(service, url, |_| accent.headers(service), read, scope).await?;
    Ok(models.into_names())
}

impl Protocol for ChatCompletions {
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
        request::encode(model, request, names, self.0, streaming)
    }

    fn address(&self, service: &Service, model: &str, _streaming: Streaming) -> Result<Url, String> {
        self.0.url(&service.address, model)
    }

    fn headers(&self, service: &Service, _url: &Url, _body: &str) -> Result<Vec<Header>, String> {
        self.0.headers(service)
    }

    fn reader(&self, assembler: Assembler) -> Box<dyn Reader> {
        Box::new(Mapper::new(assembler, self.0))
    }
}
