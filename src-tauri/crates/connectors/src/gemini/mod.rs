//! Gemini's `generateContent`, from Google's own service and from Vertex.
//!
//! An answer is a list of parts, and any part may bear a signature of the thoughts behind it, which has to go back on
//! that very part. Parts are not numbered and calls come whole. The two services don't take each other's signatures.

mod partial;
mod request;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

pub use request::Host;

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

struct GenerateContent(Host);

pub fn connect(
    host: Host,
    profile: ConnectorProfile,
    name: String,
    service: Arc<Service>,
    options: ModelOptions,
) -> Result<Arc<dyn Connector>, ConnectorError> {
    RemoteModel::connect(GenerateContent(host), profile, name, service, options)
}

/// The names of the models the service lists and that answer in words.
pub async fn models(host: Host, service: &Service, scope: &CallScope) -> Result<Vec<String>, ConnectorError> {
    let url = list_address(host, &service.address).map(|mut url| {
        url.query_pairs_mut().append_pair("pageSize", "1000");
        url
    });
    let read = |text: &str| serde_json::from_str::<wire::Models>(text);
    let models = remote::fetch(service, url, |_| headers(host, service), read, scope).await?;
    Ok(models
        .models
        .into_iter()
        .filter(wire::Model::answers)
        .map(|model| short(&model.name).to_owned())
        .collect())
}

/// Vertex lists the models of a maker beside all projects, where requests name one.
fn list_address(host: Host, address: &str) -> Result<Url, String> {
    let outside = match host {
        Host::Gemini => None,
        Host::Vertex => address.split_once("/projects/").and_then(|(before, project)| {
            let (_, maker) = project.split_once("/publishers/")?;
            Some(format!("{before}/publishers/{maker}"))
        }),
    };
    remote::joined(outside.as_deref().unwrap_or(address), "models")
}

impl Protocol for GenerateContent {
    type Body = wire::Request;

    const NAMES: NameRule = NameRule { begins_with_letter: true, ..NameRule::COMMON };
    const STREAM: Framing = Framing::Events;

    fn encode(
        &self,
        model: &str,
        request: &CompletionRequest,
        names: &WireNames,
        _streaming: Streaming,
    ) -> Encoded<wire::Request> {
        request::encode(self.0, model, request, names)
    }

    fn address(&self, service: &Service, model: &str, streaming: Streaming) -> Result<Url, String> {
        let model = short(model);
        match streaming {
            Streaming::Whole => remote::joined(&service.address, &format!("models/{model}:generateContent")),
            Streaming::Streamed => {
                let mut url =
                    remote::joined(&service.address, &format!("models/{model}:streamGenerateContent"))?;
                url.query_pairs_mut().append_pair("alt", "sse");
                Ok(url)
            }
        }
    }

    fn headers(&self, service: &Service, _url: &Url, _body: &str) -> Result<Vec<Header>, String> {
        headers(self.0, service)
    }

    fn reader(&self, assembler: Assembler) -> Box<dyn Reader> {
        Box::new(Mapper::new(self.0.provider(), assembler))
    }
}

impl Host {
    pub(crate) fn facts(self) -> KindFacts {
        match self {
            Self::Gemini => KindFacts {
                id: "gemini",
                title: "Google Gemini",
                address: "https://generativelanguage.googleapis.com/v1beta",
                needs_key: true,
                key_variable: "GEMINI_API_KEY",
            },
            // The address names a project and a place: `…/v1beta1/projects/P/locations/L/publishers/google`.
            Self::Vertex => KindFacts {
                id: "vertex",
                title: "Google Vertex AI",
                address: "",
                needs_key: true,
                key_variable: "",
            },
        }
    }
}

fn headers(host: Host, service: &Service) -> Result<Vec<Header>, String> {
    let header = service.key.as_ref().map(|key| match host {
        Host::Gemini => Header::secret("x-goog-api-key", "", key),
        Host::Vertex => Header::secret("authorization", "Bearer ", key),
    });
    Ok(header.transpose()?.into_iter().collect())
}

/// The lists of models write `models/` before a name, and Vertex its maker before that.
fn short(name: &str) -> &str {
    name.rsplit_once("models/").map_or(name, |(_, name)| name)
}
