//! Amazon Bedrock's Converse, for models of many makers.
//!
//! The blocks resemble Anthropic's under other names, and frames are binary. The deviations of a family of models are
//! in `family.rs`.

mod address;
mod bound;
mod caching;
mod family;
mod key;
mod media;
mod request;
mod signing;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

use crate::limits::Limits;
use crate::models::{ListedModel, Sayable};
use crate::names::NameRule;
use crate::outgoing::Encoded;
use crate::remote::{self, Asked, Protocol, Sent, Streaming};
use crate::transport::{Framing, Header, Reader};
use crate::{KindFacts, Service, SetupFault};
use reqwest::Url;
use stream::Mapper;

pub(crate) use key::key_fault;

/// The name under which this provider's state is kept.
const PROVIDER: &str = "bedrock";

/// The address contains the region. A key is one for Bedrock alone, or an account's as `id:key` or `id:key:session`.
pub(crate) const FACTS: KindFacts = KindFacts {
    id: "bedrock",
    title: "Amazon Bedrock",
    address: "https://bedrock-runtime.us-east-1.amazonaws.com",
    needs_key: true,
    key_variable: "AWS_BEARER_TOKEN_BEDROCK",
};

pub(crate) struct Converse;

impl Protocol for Converse {
    type Body = wire::Request;
    type Models = wire::Models;

    /// Claude accepts only plain keys, and not every id reveals the maker of a model.
    const NAMES: NameRule = NameRule { plain_keys: true, ..NameRule::COMMON };
    const ARGUMENTS: &'static str = "input";

    const STREAM: Framing = Framing::AwsEvents;

    fn limits(&self) -> Limits {
        Limits { refuses_blank_stops: true, ..Limits::NONE }
    }

    fn sayable(&self, model: &str) -> Sayable {
        family::Family::of(model).sayable()
    }

    fn encode(&self, asked: &Asked<'_>) -> Encoded<wire::Request> {
        request::encode(asked)
    }

    fn address(&self, service: &Service, model: &str, streaming: Streaming) -> Result<Url, SetupFault> {
        let action = match streaming {
            Streaming::Streamed => "converse-stream",
            Streaming::Whole => "converse",
        };
        remote::joined(&service.address, &format!("model/{}/{action}", address::in_path(model)))
    }

    fn headers(&self, service: &Service, sent: &Sent<'_>) -> Result<Vec<Header>, SetupFault> {
        signing::headers(service, sent.method.as_str(), sent.url, sent.body)
    }

    fn reader(&self) -> Box<dyn Reader> {
        Box::new(Mapper::default())
    }

    /// The models of a region are listed at another address.
    fn list_address(&self, service: &Service) -> Result<Url, SetupFault> {
        remote::joined(&address::control(&service.address), "foundation-models")
    }

    fn listed(models: wire::Models) -> Vec<ListedModel> {
        models
            .model_summaries
            .into_iter()
            .filter(wire::Model::answers)
            .map(|model| ListedModel::named(model.model_id))
            .collect()
    }
}
