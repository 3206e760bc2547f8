//! Anthropic's Messages.
//!
//! An answer is a list of blocks, and is sent back block by block as it was received, above all thoughts with their
//! signatures, because the provider refuses a call without the thoughts that led to it.

pub(crate) mod betas;
mod bound;
mod caching;
mod compaction;
mod hosted;
mod list;
mod passed;
mod request;
mod stream;
#[cfg(test)]
mod tests;
pub(crate) mod thinking;
mod tools;
mod wire;

pub(crate) use bound::is_thought;
pub(crate) use passed::passed;

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
const PROVIDER: &str = "anthropic";

pub(crate) const FACTS: KindFacts = KindFacts {
    id: "anthropic",
    title: "Anthropic",
    address: "https://api.anthropic.com",
    needs_key: true,
    key_variable: "ANTHROPIC_API_KEY",
};

pub(crate) struct Messages;

impl Protocol for Messages {
    type Body = wire::Request;
    type Models = wire::Models;

    const NAMES: NameRule = NameRule { longest: 128, plain_keys: true, ..NameRule::COMMON };
    const ARGUMENTS: &'static str = "input";

    const STREAM: Framing = Framing::Events;
    const LISTS: &'static [&'static str] = &[betas::HEADER];

    fn limits(&self) -> Limits {
        let ways = Ways { hosted: true, deferred: true, eager: true, from_code: true, ..Ways::NONE };
        Limits { refuses_blank_stops: true, ways, ..Limits::NONE }
    }

    fn sayable(&self, _model: &str) -> Sayable {
        thinking::WORDS
    }

    fn encode(&self, asked: &Asked<'_>) -> Encoded<wire::Request> {
        request::encode(asked)
    }

    fn address(&self, service: &Service, _model: &str, _streaming: Streaming) -> Result<Url, SetupFault> {
        remote::joined(&service.address, "v1/messages")
    }

    fn headers(&self, service: &Service, sent: &Sent<'_>) -> Result<Vec<Header>, SetupFault> {
        let mut headers = vec![Header::plain("anthropic-version", request::VERSION)];
        headers.extend(service.key_header("x-api-key", "")?);
        let betas = betas::needed(sent.body, sent.facts);
        if !betas.is_empty() {
            headers.push(Header::written(betas::HEADER, &betas.join(","))?);
        }
        Ok(headers)
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Mapper::default())
    }

    fn list_address(&self, service: &Service) -> Result<Url, SetupFault> {
        let mut url = remote::joined(&service.address, "v1/models")?;
        url.query_pairs_mut().append_pair("limit", "1000");
        Ok(url)
    }

    fn listed(models: wire::Models) -> Vec<ListedModel> {
        models.data.into_iter().map(wire::Model::into_listed).collect()
    }
}
