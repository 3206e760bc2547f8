//! Amazon Bedrock's Converse, for models of many makers.
//!
//! Blocks as Anthropic has them, in other words, and frames that are binary. What a family of models takes beyond the
//! protocol, or short of it, stands in `family.rs`.

mod address;
mod family;
mod key;
mod media;
mod request;
mod signing;
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

pub(crate) use key::{KEY_FORM, key_fault};

/// Under which name this provider's state is kept.
const PROVIDER: &str = "bedrock";

/// The region stands in the address. A key is one for Bedrock alone, or those of an account as `id:key` or `id:key:session`.
pub(crate) const FACTS: KindFacts = KindFacts {
    id: "bedrock",
    title: "Amazon Bedrock",
    address: "https://bedrock-runtime.us-east-1.amazonaws.com",
    needs_key: true,
    key_variable: "AWS_BEARER_TOKEN_BEDROCK",
};

struct Converse;

pub fn connect(
    profile: ConnectorProfile,
    name: String,
    service: Arc<Service>,
    options: ModelOptions,
) -> Result<Arc<dyn Connector>, ConnectorError> {
    RemoteModel::connect(Converse, profile, name, service, options)
}

/// The names of the models of the region that answer in words. They are listed at another address.
pub async fn models(service: &Service, scope: &CallScope) -> Result<Vec<String>, ConnectorError> {
    let url = remote::joined(&address::control(&service.address), "foundation-models");
    let read = |text: &str| serde_json::from_str::<wire::Models>(text);
    let own = |url: &Url| signing::headers(service, "GET", url, "");
    let models = remote::fetch(service, url, own, read, scope).await?;
    Ok(models.model_summaries.into_iter().filter(wire::Model::answers).map(|model| model.model_id).collect())
}

impl Protocol for Converse {
    type Body = wire::Request;

    const NAMES: NameRule = NameRule::COMMON;
    const STREAM: Framing = Framing::AwsEvents;

    fn encode(
        &self,
        model: &str,
        request: &CompletionRequest,
        names: &WireNames,
        _streaming: Streaming,
    ) -> Encoded<wire::Request> {
        request::encode(model, request, names)
    }

    fn address(&self, service: &Service, model: &str, streaming: Streaming) -> Result<Url, String> {
        let action = match streaming {
            Streaming::Streamed => "converse-stream",
            Streaming::Whole => "converse",
        };
        remote::joined(&service.address, &format!("model/{}/{action}", address::in_path(model)))
    }

    fn headers(&self, service: &Service, url: &Url, body: &str) -> Result<Vec<Header>, String> {
        signing::headers(service, "POST", url, body)
    }

    fn reader(&self, assembler: Assembler) -> Box<dyn Reader> {
        Box::new(Mapper::new(assembler))
    }
}
