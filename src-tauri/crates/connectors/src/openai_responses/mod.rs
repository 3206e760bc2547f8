//! OpenAI's Responses, with nothing stored at the provider: each request contains the whole history, including the
//! encrypted thoughts of the model.

mod request;
mod search;
mod stream;
#[cfg(test)]
mod tests;
mod tools;
mod wire;

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

/// The name under which this provider's state is kept.
const PROVIDER: &str = "openai-responses";

/// The service that hosts the protocol. They differ in how a key is sent.
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
}

pub(crate) struct Responses(pub(crate) Host);

impl Protocol for Responses {
    type Body = wire::Request;
    type Models = wire::Models;

    const NAMES: NameRule = NameRule { longest: 128, ..NameRule::COMMON };
    const STREAM: Framing = Framing::Events;

    fn limits(&self) -> Limits {
        let ways = Ways { hosted: true, allowed: true, deferred: true, from_code: true, ..Ways::NONE };
        match self.0 {
            Host::OpenAi | Host::Azure => Limits { functions: Some(128), ways, ..Limits::NONE },
            Host::Compatible => Limits { ways, ..Limits::NONE },
        }
    }

    /// Summaries are shown only on request, so hiding them can be expressed too.
    fn sayable(&self, _model: &str) -> Sayable {
        Sayable { display: true, detailed: true, ..Sayable::EFFORTS }
    }

    fn encode(&self, asked: &Asked<'_>) -> Encoded<wire::Request> {
        request::encode(asked, self.0)
    }

    fn address(&self, service: &Service, _model: &str, _streaming: Streaming) -> Result<Url, SetupFault> {
        remote::joined(&service.address, "responses")
    }

    fn headers(&self, service: &Service, _sent: &Sent<'_>) -> Result<Vec<Header>, SetupFault> {
        match self.0 {
            Host::OpenAi | Host::Compatible => service.key_header("authorization", "Bearer "),
            Host::Azure => service.key_header("api-key", ""),
        }
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Mapper::default())
    }

    fn listed(models: wire::Models) -> Vec<ListedModel> {
        models.data.into_iter().map(|model| ListedModel::named(model.id)).collect()
    }
}
