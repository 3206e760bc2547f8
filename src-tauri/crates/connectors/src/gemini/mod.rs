//! Gemini's `generateContent`, from Google's own service and from Vertex.
//!
//! An answer is a list of parts, and any part may carry a signature of the thoughts behind it, which must be sent back
//! on that very part. Parts are not numbered and calls arrive complete. The two services don't accept each other's
//! signatures.

mod hosted;
mod partial;
mod request;
mod stream;
#[cfg(test)]
mod tests;
mod thinking;
mod wire;

pub use request::Host;
pub(crate) use request::{says_nothing, small_seed};

use crate::limits::Limits;
use crate::models::{ListedModel, Sayable};
use crate::names::NameRule;
use crate::outgoing::Encoded;
use crate::remote::{self, Asked, Protocol, Sent, Streaming};
use crate::transport::{Framing, Header, Reader};
use crate::ways::Ways;
use crate::{KindFacts, Service, SetupFault};
use reqwest::Url;
use stream::Mapper;

pub(crate) struct GenerateContent(pub(crate) Host);

impl Protocol for GenerateContent {
    type Body = wire::Request;
    type Models = wire::Models;

    const NAMES: NameRule = NameRule { begins_with_letter: true, ..NameRule::COMMON };
    const ARGUMENTS: &'static str = "args";

    const STREAM: Framing = Framing::Events;

    fn limits(&self) -> Limits {
        let ways = Ways { hosted: true, allowed: true, ..Ways::NONE };
        Limits { functions: Some(512), stops: Some(5), ways, ..Limits::NONE }
    }

    fn sayable(&self, _model: &str) -> Sayable {
        thinking::WORDS
    }

    fn encode(&self, asked: &Asked<'_>) -> Encoded<wire::Request> {
        request::encode(self.0, asked)
    }

    fn address(&self, service: &Service, model: &str, streaming: Streaming) -> Result<Url, SetupFault> {
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

    fn headers(&self, service: &Service, _sent: &Sent<'_>) -> Result<Vec<Header>, SetupFault> {
        match self.0 {
            Host::Gemini => service.key_header("x-goog-api-key", ""),
            Host::Vertex => service.key_header("authorization", "Bearer "),
        }
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Mapper::new(self.0.provider()))
    }

    fn list_address(&self, service: &Service) -> Result<Url, SetupFault> {
        let mut url = list_address(self.0, &service.address)?;
        url.query_pairs_mut().append_pair("pageSize", "1000");
        Ok(url)
    }

    fn listed(models: wire::Models) -> Vec<ListedModel> {
        let answering = models.models.into_iter().filter(wire::Model::answers);
        answering
            .map(|model| ListedModel { name: short(&model.name).to_owned(), told: model.facts() })
            .collect()
    }
}

/// Vertex lists the models of a maker outside of projects, while requests name a project.
fn list_address(host: Host, address: &str) -> Result<Url, SetupFault> {
    let outside = match host {
        Host::Gemini => None,
        Host::Vertex => address.split_once("/projects/").and_then(|(before, project)| {
            let (_, maker) = project.split_once("/publishers/")?;
            Some(format!("{before}/publishers/{maker}"))
        }),
    };
    remote::joined(outside.as_deref().unwrap_or(address), "models")
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
            // The address names a project and a location: `…/v1beta1/projects/P/locations/L/publishers/google`.
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

/// The lists of models prefix a name with `models/`, and Vertex with its maker before that.
fn short(name: &str) -> &str {
    name.rsplit_once("models/").map_or(name, |(_, name)| name)
}
