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
use crate::transport::{Framing, Header, Wire, WireRequest};
use futures::{StreamExt, stream as futures_stream};
use ports::{
    CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, EventStream, Preview,
};
use request::Encoded;
use reqwest::{Method, Url};
use std::sync::Arc;
use stream::Mapper;

/// One model of one service.
#[derive(Clone)]
pub struct OpenAiChat {
    profile: ConnectorProfile,
    accent: &'static Profile,
    /// What the service calls the model.
    name: String,
    service: Arc<Service>,
    wire: Arc<Wire>,
    is_streamed: bool,
}

impl OpenAiChat {
    pub fn new(
        profile: ConnectorProfile,
        name: String,
        accent: &'static Profile,
        service: Arc<Service>,
    ) -> Result<Self, ConnectorError> {
        let wire = Arc::new(Wire::new(&service)?);
        Ok(Self { profile, accent, name, service, wire, is_streamed: true })
    }

    /// Asks for whole answers instead of streams of them.
    pub fn without_streaming(self) -> Self {
        Self { is_streamed: false, ..self }
    }

    fn request(&self, asked: &CompletionRequest, names: &WireNames) -> Result<WireRequest, ConnectorError> {
        let Encoded { body, adaptations } =
            request::encode(asked, names, self.accent, &self.name, self.is_streamed);
        let body = serde_json::to_string(&body).map_err(|error| self.not_possible(&error.to_string()))?;
        Ok(WireRequest {
            method: Method::POST,
            url: self
                .accent
                .url(&self.service.address, &self.name)
                .map_err(|error| self.misconfigured(error))?,
            headers: self.headers()?,
            body,
            framing: if self.is_streamed { Framing::Events } else { Framing::Whole },
            adaptations,
        })
    }

    fn headers(&self) -> Result<Vec<Header>, ConnectorError> {
        self.accent.headers(&self.service).map_err(|reason| self.misconfigured(reason))
    }

    fn misconfigured(&self, reason: String) -> ConnectorError {
        ConnectorError::Misconfigured { service: self.service.title.clone(), reason }
    }

    fn not_possible(&self, reason: &str) -> ConnectorError {
        ConnectorError::NotPossible { service: self.service.title.clone(), reason: reason.to_owned() }
    }
}

impl Connector for OpenAiChat {
    fn profile(&self) -> &ConnectorProfile {
        &self.profile
    }

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream {
        let names = WireNames::of(NameRule::COMMON, &request.functions, &request.messages);
        match self.request(&request, &names) {
            Ok(wired) => {
                let taken =
                    request.messages.iter().flat_map(|message| message.calls()).map(|call| call.id.clone());
                let mapper = Mapper::new(Assembler::new(names, taken.collect()), self.accent);
                self.wire.stream(wired, Box::new(mapper), scope)
            }
            Err(error) => futures_stream::once(async { Err(error) }).boxed(),
        }
    }

    fn preview(&self, request: &CompletionRequest) -> Result<Option<Preview>, ConnectorError> {
        let names = WireNames::of(NameRule::COMMON, &request.functions, &request.messages);
        Ok(Some(self.wire.preview(&self.request(request, &names)?)))
    }
}

impl Profile {
    /// The models a service lists. Not every service does, and none says here what its models can do.
    pub async fn models(&self, service: &Service, scope: &CallScope) -> Result<Vec<String>, ConnectorError> {
        let misconfigured = |reason| ConnectorError::Misconfigured { service: service.title.clone(), reason };
        let request = WireRequest {
            method: Method::GET,
            url: joined(&service.address, "models").map_err(misconfigured)?,
            headers: self.headers(service).map_err(misconfigured)?,
            body: String::new(),
            framing: Framing::Whole,
            adaptations: Vec::new(),
        };
        let wire = Wire::new(service)?;
        let text = wire.fetch(&request, scope).await?;
        stream::models(&text)
            .map_err(|reason| ConnectorError::Unreadable { service: service.title.clone(), reason })
    }

    fn url(&self, address: &str, model: &str) -> Result<Url, String> {
        match self.deployments {
            true => joined(address, &format!("deployments/{model}/chat/completions")),
            false => joined(address, "chat/completions"),
        }
    }

    fn headers(&self, service: &Service) -> Result<Vec<Header>, String> {
        let mut headers = vec![Header::plain("content-type", "application/json")];
        if let Some(key) = &service.key {
            headers.push(Header::secret(self.key_header, self.key_scheme, key)?);
        }
        for (name, value) in &service.headers {
            headers.push(Header::secret(name, "", value)?);
        }
        Ok(headers)
    }
}

/// A path added to an address, whose query stays.
fn joined(address: &str, path: &str) -> Result<Url, String> {
    let mut url = Url::parse(address).map_err(|_| format!("{address} is no address"))?;
    let whole = format!("{}/{path}", url.path().trim_end_matches('/'));
    url.set_path(&whole);
    Ok(url)
}
