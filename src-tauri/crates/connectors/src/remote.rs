//! A model behind a wire: what all protocols do alike when they ask.

use crate::assembler::Assembler;
use crate::binding::Binding;
use crate::limits::{Limits, fit};
use crate::models::{Functions, ListedModel, ModelFacts, Sayable, settle};
use crate::more::lay_over;
use crate::names::{NameRule, WireNames};
use crate::outgoing::{Encoded, ExactArguments, Restored};
use crate::setup_fault::misconfigured;
use crate::transport::{Framing, Header, Reader, Wire, WireRequest};
use crate::{Service, SetupFault};
use content::{JsonObject, ModelId};
use futures::{StreamExt, stream as futures_stream};
use notices::Describe;
use ports::{
    Adaptation, CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, EventStream,
    OfferedNames, Preview,
};
use reqwest::{Method, Url};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// What tells one protocol from another. All of it is pure.
pub(crate) trait Protocol: Send + Sync + 'static {
    type Body: Serialize;

    /// The list of models a service has.
    type Models: DeserializeOwned;

    const NAMES: NameRule;

    /// What a service counts before it reads a request.
    fn limits(&self) -> Limits {
        Limits::NONE
    }

    /// What it has words for when it comes to thinking.
    fn sayable(&self, _model: &str) -> Sayable {
        Sayable::NOTHING
    }

    /// The kind of service that answers at the same address over Responses.
    fn over_responses(&self) -> Option<&'static str> {
        None
    }

    /// Whether it can be told how much a model reads at once.
    const SETS_CONTEXT: bool = false;

    /// What holds the arguments of a call, where they are an object.
    const ARGUMENTS: &'static str = "arguments";

    /// How an answer is cut that is streamed.
    const STREAM: Framing;

    /// Headers that are lists. What a person sets for the service is added to them.
    const LISTS: &'static [&'static str] = &[];

    fn encode(&self, asked: &Asked<'_>) -> Encoded<Self::Body>;

    fn address(&self, service: &Service, model: &str, streaming: Streaming) -> Result<Url, SetupFault>;

    /// The headers of this protocol, with the one that says who asks: mostly the bearer of the key.
    fn headers(&self, service: &Service, _sent: &Sent<'_>) -> Result<Vec<Header>, SetupFault> {
        service.key_header("authorization", "Bearer ")
    }

    fn reader(&self) -> Box<dyn Reader>;

    /// Where a service lists its models.
    fn list_address(&self, service: &Service) -> Result<Url, SetupFault> {
        joined(&service.address, "models")
    }

    /// Those that can be talked to, with what is told of them.
    fn listed(models: Self::Models) -> Vec<ListedModel>;
}

/// A request, and how it is asked.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    /// What the service calls the model.
    pub(crate) model: &'a str,
    pub(crate) request: &'a CompletionRequest,
    pub(crate) names: &'a WireNames,
    pub(crate) streaming: Streaming,
    /// The model as the application lists it: whose state goes back, and whose does not.
    pub(crate) maker: &'a ModelId,
    pub(crate) facts: &'a ModelFacts,
}

/// What goes out, for headers that depend on it.
pub(crate) struct Sent<'a> {
    pub(crate) method: &'a Method,
    pub(crate) url: &'a Url,
    pub(crate) body: &'a str,
    pub(crate) facts: &'a ModelFacts,
}

/// Whether an answer comes in pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Streaming {
    #[default]
    Streamed,
    Whole,
}

/// What a person wants of every request to a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelOptions {
    pub streaming: Streaming,
    /// Put into the body, over what stands there.
    pub more: JsonObject,
    /// What the model accepts, where that is known better than from the table that ships.
    pub facts: Option<Arc<ModelFacts>>,
}

/// One model of one service.
struct RemoteModel<P> {
    model: Named,
    wire: Arc<Wire>,
    protocol: P,
}

/// A model of a service, before it is said which protocol is spoken with it.
pub(crate) struct Named {
    pub(crate) profile: ConnectorProfile,
    /// What the service calls the model.
    pub(crate) name: String,
    pub(crate) service: Arc<Service>,
    pub(crate) options: ModelOptions,
    pub(crate) facts: Arc<ModelFacts>,
}

impl Named {
    pub(crate) fn over(self, protocol: impl Protocol) -> Result<Arc<dyn Connector>, ConnectorError> {
        let wire = Arc::new(Wire::new(&self.service)?);
        Ok(Arc::new(RemoteModel { model: self, wire, protocol }))
    }
}

impl<P: Protocol> RemoteModel<P> {
    fn names(request: &CompletionRequest) -> WireNames {
        WireNames::of(P::NAMES, request)
    }

    /// What goes out for a request. A body that was written by hand takes the place of the one that would be.
    fn request(
        &self,
        asked: &CompletionRequest,
        names: &WireNames,
        by_hand: Option<String>,
    ) -> Result<(WireRequest, Option<Binding>), ConnectorError> {
        let Self { model: Named { profile, name, service, options, facts }, protocol, .. } = self;
        if facts.functions == Functions::Refused && !asked.functions.is_empty() && by_hand.is_none() {
            let (service, model) = (service.title.clone(), name.clone());
            let over = protocol.over_responses();
            return Err(ConnectorError::FunctionsRefused { service, model, over });
        }
        let streaming = options.streaming_of(asked);
        let misconfigured = |fault| misconfigured(&service.title, &fault);
        let mut fitted = fit(asked, &protocol.limits().of_model(facts));
        settle(&mut fitted, facts);
        fitted.say_thinking(protocol.sayable(name));
        if !P::SETS_CONTEXT {
            fitted.leave_out_context();
        }
        let maker = &profile.model;
        let within = Asked { model: name, request: &fitted.request, names, streaming, maker, facts };
        let Encoded { body, adaptations, binding, exact } = protocol.encode(&within);
        let mut adaptations = fitted.with(adaptations);
        let is_by_hand = by_hand.is_some();
        let body = match by_hand {
            Some(body) => body,
            None => {
                let unwritable = |error: serde_json::Error| ConnectorError::NotPossible {
                    service: service.title.clone(),
                    reason: error.notice(),
                };
                let (body, laid) =
                    written(&body, [&options.more, &asked.settings.more], P::ARGUMENTS, &exact)
                        .map_err(unwritable)?;
                adaptations.extend(laid);
                body
            }
        };
        let url = protocol.address(service, name, streaming).map_err(misconfigured)?;
        let sent = Sent { method: &Method::POST, url: &url, body: &body, facts };
        let own = protocol.headers(service, &sent);
        let headers = headers(service, own, P::LISTS).map_err(misconfigured)?;
        let framing = match streaming {
            Streaming::Streamed => P::STREAM,
            Streaming::Whole => Framing::Whole,
        };
        // What was written by hand is not what was compared.
        let binding = binding.filter(|_| !is_by_hand);
        Ok((WireRequest { method: Method::POST, url, headers, body, framing, adaptations }, binding))
    }

    fn send(&self, request: &CompletionRequest, by_hand: Option<String>, scope: &CallScope) -> EventStream {
        let names = Self::names(request);
        match self.request(request, &names, by_hand) {
            Ok((wired, binding)) => {
                let assembler = Assembler::answering(request, names).made_by(&self.model.profile.model);
                let answer = (self.protocol.reader(), assembler.bound_by(binding));
                self.wire.stream(wired, answer, scope)
            }
            Err(error) => futures_stream::once(async { Err(error) }).boxed(),
        }
    }
}

impl ModelOptions {
    /// What a request says for itself counts for more.
    fn streaming_of(&self, asked: &CompletionRequest) -> Streaming {
        match asked.settings.streaming {
            Some(true) => Streaming::Streamed,
            Some(false) => Streaming::Whole,
            None => self.streaming,
        }
    }
}

impl<P: Protocol> Connector for RemoteModel<P> {
    fn profile(&self) -> &ConnectorProfile {
        &self.model.profile
    }

    fn stream(&self, request: CompletionRequest, scope: &CallScope) -> EventStream {
        self.send(&request, None, scope)
    }

    fn stream_body(&self, request: CompletionRequest, body: String, scope: &CallScope) -> EventStream {
        self.send(&request, Some(body), scope)
    }

    fn names(&self, request: &CompletionRequest) -> OfferedNames {
        Self::names(request).offered()
    }

    fn preview(&self, request: &CompletionRequest) -> Result<Option<Preview>, ConnectorError> {
        let (wired, _) = self.request(request, &Self::names(request), None)?;
        Ok(Some(self.wire.preview(&wired)))
    }
}

/// The models a service lists and that can be talked to.
pub(crate) async fn models<P: Protocol>(
    protocol: P,
    service: &Service,
    scope: &CallScope,
) -> Result<Vec<ListedModel>, ConnectorError> {
    let misconfigured = |fault| misconfigured(&service.title, &fault);
    let url = protocol.list_address(service).map_err(misconfigured)?;
    let facts = ModelFacts::default();
    let own = protocol.headers(service, &Sent { method: &Method::GET, url: &url, body: "", facts: &facts });
    let headers = headers(service, own, P::LISTS).map_err(misconfigured)?;
    let request = WireRequest {
        method: Method::GET,
        url,
        headers,
        body: String::new(),
        framing: Framing::Whole,
        adaptations: Vec::new(),
    };
    let text = Wire::new(service)?.fetch(&request, scope).await?;
    let models = serde_json::from_str(&text).map_err(|error| ConnectorError::Unreadable {
        service: service.title.clone(),
        reason: error.notice(),
    })?;
    Ok(P::listed(models))
}

/// The headers of a protocol, and over them those of a service. Lists are joined.
fn headers(
    service: &Service,
    own: Result<Vec<Header>, SetupFault>,
    lists: &[&str],
) -> Result<Vec<Header>, SetupFault> {
    let mut headers = vec![Header::plain("content-type", "application/json")];
    headers.extend(own?);
    for (name, value) in &service.headers {
        let is_list = lists.iter().any(|list| name.eq_ignore_ascii_case(list));
        match headers.iter_mut().find(|header| is_list && header.is_named(name)) {
            Some(begun) => *begun = begun.joined(value.expose())?,
            None => headers.push(Header::secret(name, "", value)?),
        }
    }
    Ok(headers)
}

/// A path added to an address, whose query stays.
pub(crate) fn joined(address: &str, path: &str) -> Result<Url, SetupFault> {
    let mut url = Url::parse(address).map_err(|_| SetupFault::address(address))?;
    let whole = format!("{}/{path}", url.path().trim_end_matches('/'));
    url.set_path(&whole);
    Ok(url)
}

/// The body with further fields and all digits of its arguments, and what the fields change in it.
fn written(
    body: &impl Serialize,
    more: [&JsonObject; 2],
    key: &'static str,
    exact: &[ExactArguments],
) -> Result<(String, Vec<Adaptation>), serde_json::Error> {
    if more.iter().all(|more| more.is_empty()) && exact.is_empty() {
        return Ok((serde_json::to_string(body)?, Vec::new()));
    }
    let mut body = serde_json::to_value(body)?;
    let told = more.iter().flat_map(|more| lay_over(&mut body, more)).collect();
    Ok((serde_json::to_string(&Restored { body: &body, key, exact })?, told))
}

#[cfg(test)]
mod tests {
    use super::{headers, written};
    use crate::transport::{Header, Network};
    use crate::{Secret, Service};
    use content::JsonObject;
    use serde_json::{Value, json};

    #[test]
    fn what_a_person_adds_is_laid_over_the_body_and_leaves_the_rest() {
        let more = json!({ "options": { "num_ctx": 8192 }, "think": true, "stream": false });
        let more: JsonObject = more.as_object().cloned().expect("an object");
        let body = json!({ "model": "m", "options": { "seed": 1 }, "stream": true });
        let last: JsonObject = json!({ "think": "high" }).as_object().cloned().expect("an object");
        let expected = json!({ "model": "m", "options": { "seed": 1, "num_ctx": 8192 }, "stream": false, "think": "high" });
        let (written, _) = written(&body, [&more, &last], "arguments", &[]).expect("JSON");
        assert_eq!(serde_json::from_str::<Value>(&written).expect("JSON"), expected);
    }

    #[test]
    fn a_list_a_person_sets_is_added_to_the_one_of_the_protocol() {
        let service = Service {
            title: "S".to_owned(),
            address: String::new(),
            key: None,
            headers: vec![("Anthropic-Beta".to_owned(), Secret::new("own-2026-01-01, b").expect("a secret"))],
            network: Network::USUAL,
        };
        let values = |own: Vec<Header>, lists: &[&str]| -> Vec<String> {
            let headers = headers(&service, Ok(own), lists).expect("headers");
            headers.iter().filter_map(|header| header.text_of("anthropic-beta")).collect()
        };
        let own = || vec![Header::written("anthropic-beta", "a,b").expect("a header")];
        assert_eq!(values(own(), &["anthropic-beta"]), ["a,b,own-2026-01-01"]);
        assert_eq!(values(Vec::new(), &["anthropic-beta"]), ["own-2026-01-01, b"]);
        assert_eq!(values(own(), &[]), ["a,b", "own-2026-01-01, b"]);
    }
}
