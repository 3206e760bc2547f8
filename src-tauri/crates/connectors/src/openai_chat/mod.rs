//! OpenAI's chat completions and the dialects of compatible services.
//!
//! A dialect is a row of data in `profiles.rs`; nothing else here knows a service by name.

mod details;
mod list;
mod profiles;
mod request;
mod stream;
mod tagged;
#[cfg(test)]
mod tests;
mod thinking;
mod tools;
mod wire;
mod words;

pub use profiles::{PROFILES, Profile};

use crate::limits::Limits;
use crate::models::{ListedModel, Sayable};
use crate::names::NameRule;
use crate::outgoing::Encoded;
use crate::remote::{Asked, Protocol, Sent, Streaming};
use crate::transport::{Framing, Header, Reader};
use crate::ways::Ways;
use crate::{Service, SetupFault};
use reqwest::Url;
use stream::Mapper;

pub(crate) struct ChatCompletions(pub(crate) &'static Profile);

impl Protocol for ChatCompletions {
    type Body = wire::Request;
    type Models = wire::Models;

    const NAMES: NameRule = NameRule::COMMON;
    const STREAM: Framing = Framing::Events;

    fn limits(&self) -> Limits {
        let ways = Ways { hosted: true, allowed: self.0.allows_some, ..Ways::NONE };
        Limits { ways, ..self.0.limits }
    }

    fn over_responses(&self) -> Option<&'static str> {
        self.0.over_responses
    }

    fn sayable(&self, _model: &str) -> Sayable {
        self.0.thinking.sayable()
    }

    fn encode(&self, asked: &Asked<'_>) -> Encoded<wire::Request> {
        request::encode(asked, self.0)
    }

    fn address(&self, service: &Service, model: &str, _streaming: Streaming) -> Result<Url, SetupFault> {
        self.0.url(&service.address, model)
    }

    fn headers(&self, service: &Service, _sent: &Sent<'_>) -> Result<Vec<Header>, SetupFault> {
        service.key_header(self.0.key_header, self.0.key_scheme)
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Mapper::new(self.0))
    }

    fn listed(models: wire::Models) -> Vec<ListedModel> {
        models.into_listed()
    }
}
