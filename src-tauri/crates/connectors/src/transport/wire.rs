//! One service's wire: requests go out, attempt by attempt, until one is answered.

use super::answer_fault::AnswerFault;
use super::client::{Proxying, client};
use super::complaint::{Complaint, LONGEST_ID};
use super::limits::Limits;
use super::request::{Framing, WireRequest, shown};
use super::retry;
use super::slots::Slots;
use crate::setup_fault::misconfigured;
use crate::{Secret, Service, SetupFault};
use futures::future::Either;
use notices::{Describe, Notice};
use ports::{CallScope, ConnectorError, Preview, Refusal, WaitStep, WireEvent, WireFrame};
use redaction::{Redactor, describe_error, password_of, without_passwords};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderMap, LOCATION};
use reqwest::{Client, Response, StatusCode, Url};
use std::time::{Duration, SystemTime};
use tokio::time::Instant;

/// The most that is read of an answer that is only an error.
const MAX_ERROR_BYTES: usize = 256 << 10;

/// What services call the number of a request.
const REQUEST_IDS: [&str; 5] =
    ["x-request-id", "request-id", "apim-request-id", "x-amzn-requestid", "x-goog-request-id"];

/// The way to one service.
pub(crate) struct Wire {
    pub(super) service: String,
    pub(super) limits: Limits,
    pub(super) redactor: Redactor,
    pub(super) slots: Option<Slots>,
    client: Client,
}

/// An attempt that came to nothing.
struct Failed {
    error: ConnectorError,
    /// How long the service asks to wait.
    asked: Option<Duration>,
    may_retry: bool,
}

impl From<ConnectorError> for Failed {
    fn from(error: ConnectorError) -> Self {
        Self { may_retry: error.is_retryable(), asked: None, error }
    }
}

impl Wire {
    pub(crate) fn new(service: &Service) -> Result<Self, ConnectorError> {
        let address =
            Url::parse(&service.address).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let client = address
            .ok_or_else(|| SetupFault::address(&service.address))
            .and_then(|address| client(&service.network, &address));
        let secrets = service.key.iter().chain(service.headers.iter().map(|(_, value)| value));
        let proxy = match &service.network.proxy {
            Proxying::Through(proxy) => password_of(proxy),
            Proxying::Usual | Proxying::Direct => None,
        };
        let secrets = secrets.map(Secret::expose).chain(password_of(&service.address)).chain(proxy);
        Ok(Self {
            service: service.title.clone(),
            limits: service.network.limits,
            redactor: Redactor::new(secrets),
            slots: service.network.slots.clone(),
            client: client.map_err(|fault| misconfigured(&service.title, &fault))?,
        })
    }

    /// A request as people see it before it is sent.
    pub(crate) fn preview(&self, request: &WireRequest) -> Preview {
        Preview {
            method: request.method.to_string(),
            url: request.shown_url(&self.redactor),
            headers: request.shown_headers(&self.redactor),
            body: self.redactor.clean(&request.body).into_owned(),
            adaptations: request.adaptations.clone(),
        }
    }

    /// Sends a request and reads the whole answer, which is not streamed: a list of models.
    pub(crate) async fn fetch(
        &self,
        request: &WireRequest,
        scope: &CallScope,
    ) -> Result<String, ConnectorError> {
        self.announce(request, scope);
        let mut response = self.begin(request, scope).await?;
        let limit = self.limits.frame;
        let until = Instant::now() + self.limits.first_byte;
        let body = self.body(&mut response, limit, until, scope).await?;
        if body.len() >= limit {
            return Err(self.unreadable(AnswerFault::TooLong { limit }.notice()));
        }
        let text = self.redactor.clean(&String::from_utf8_lossy(&body)).into_owned();
        scope.observer.saw(WireEvent::Frame(WireFrame::understood(text.clone())));
        Ok(text)
    }

    /// Shows what is about to be sent.
    pub(super) fn announce(&self, request: &WireRequest, scope: &CallScope) {
        scope.observer.sent(&self.redactor.clean(&request.body));
        for adaptation in &request.adaptations {
            scope.observer.saw(WireEvent::Adapted { adaptation: adaptation.clone() });
        }
    }

    /// Sends a request until an answer begins, or until it makes no sense to try again.
    pub(super) async fn begin(
        &self,
        request: &WireRequest,
        scope: &CallScope,
    ) -> Result<Response, ConnectorError> {
        let mut number = 1;
        loop {
            let failed = match self.attempt(request, number, scope).await {
                Ok(response) => return Ok(response),
                Err(failed) => failed,
            };
            let reason = failed.error.notice();
            let wait = self.limits.retry.wait(number, failed.asked, fastrand::f64());
            let Some(wait) = wait.filter(|_| failed.may_retry) else {
                scope.observer.saw(WireEvent::Failed { reason });
                return Err(failed.error);
            };
            let millis = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
            // Listened for before the wait is told, since it may be ended as soon as it is seen.
            let asked = scope.retry_now.asked();
            scope.observer.saw(WireEvent::Retrying { reason, wait: millis });
            let waited = async {
                tokio::select! {
                    () = asked => {}
                    () = tokio::time::sleep(wait) => {}
                }
            };
            self.within(Instant::now() + self.limits.whole, WaitStep::Begin, scope, waited).await?;
            number += 1;
        }
    }

    async fn attempt(
        &self,
        request: &WireRequest,
        number: u32,
        scope: &CallScope,
    ) -> Result<Response, Failed> {
        scope.observer.saw(WireEvent::Attempt {
            number,
            method: request.method.to_string(),
            url: request.shown_url(&self.redactor),
            headers: request.shown_headers(&self.redactor),
        });
        let posted = self.client.request(request.method.clone(), request.url.clone());
        let posted = posted.headers(request.header_map()).body(request.body.clone());
        let until = Instant::now() + self.limits.first_byte;
        let sent = self.within(until, WaitStep::Begin, scope, posted.send()).await?;
        let response = sent.map_err(|error| self.unreachable(&error))?;
        scope.observer.saw(WireEvent::Answered {
            status: response.status().as_u16(),
            version: format!("{:?}", response.version()),
            headers: shown(response.headers(), &self.redactor),
        });
        if response.status().is_redirection() {
            return Err(self.redirected(request, &response).into());
        }
        if !response.status().is_success() {
            return Err(self.refused(response, scope).await);
        }
        if matches!(response.status(), StatusCode::NO_CONTENT | StatusCode::RESET_CONTENT) {
            return Err(self.unreadable(AnswerFault::Empty.notice()).into());
        }
        self.check_head(response.headers())?;
        Ok(response)
    }

    /// Reads what the service says against a request.
    async fn refused(&self, mut response: Response, scope: &CallScope) -> Failed {
        let status = response.status().as_u16();
        let headers = response.headers().clone();
        let until = Instant::now() + self.limits.idle;
        let body = match self.body(&mut response, MAX_ERROR_BYTES, until, scope).await {
            Ok(body) => body,
            Err(ConnectorError::Cancelled) => return ConnectorError::Cancelled.into(),
            // The status says enough.
            Err(_) => Vec::new(),
        };
        let text = self.redactor.clean(&String::from_utf8_lossy(&body)).into_owned();
        let complaint = Complaint::read(status, &text).named(&headers);
        scope.observer.saw(WireEvent::Frame(WireFrame::understood(text)));
        let asked = retry::asked(&headers, SystemTime::now()).or(complaint.retry_after);
        let refusal = Refusal { retry_after: asked, ..self.refusal(complaint, request_id(&headers)) };
        // Some problems are only told by their words: an account without credit is limited for good.
        let may_retry = retry::is_worth_it(status, &headers)
            && (refusal.kind.is_retryable() || headers.contains_key("x-should-retry"));
        Failed { error: ConnectorError::Refused(Box::new(refusal)), asked, may_retry }
    }

    /// Reads a body up to a limit and leaves the rest of it alone.
    async fn body(
        &self,
        response: &mut Response,
        limit: usize,
        until: Instant,
        scope: &CallScope,
    ) -> Result<Vec<u8>, ConnectorError> {
        let mut body = Vec::new();
        while body.len() < limit {
            let chunk = self.within(until, WaitStep::Finish, scope, response.chunk()).await?;
            let Some(chunk) = chunk.map_err(|_| ConnectorError::BrokenOff)? else { break };
            body.extend_from_slice(&chunk);
        }
        body.truncate(limit);
        Ok(body)
    }

    /// Waits for something that can last, until it is called off or takes too long.
    pub(super) async fn within<T>(
        &self,
        until: Instant,
        step: WaitStep,
        scope: &CallScope,
        work: impl Future<Output = T>,
    ) -> Result<T, ConnectorError> {
        let began = Instant::now();
        let until = scope.deadline.map_or(until, |deadline| until.min(Instant::from_std(deadline)));
        let ended = std::pin::pin!(async {
            tokio::select! {
                biased;
                () = scope.cancel.cancelled() => ConnectorError::Cancelled,
                () = tokio::time::sleep_until(until) => {
                    let seconds = (Instant::now() - began).as_secs();
                    ConnectorError::TimedOut { service: self.service.clone(), step, seconds }
                }
            }
        });
        match futures::future::select(ended, std::pin::pin!(work)).await {
            Either::Left((error, _)) => Err(error),
            Either::Right((done, _)) => Ok(done),
        }
    }

    fn check_head(&self, headers: &HeaderMap) -> Result<(), ConnectorError> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        // We ask for no compression, so that an answer is as large as it says, and is kept as it came.
        let encoding = text(CONTENT_ENCODING);
        if !matches!(encoding, "" | "identity") {
            let fault = AnswerFault::Compressed { encoding: encoding.to_owned() };
            return Err(self.unreadable(fault.notice()));
        }
        if text(CONTENT_TYPE).starts_with("text/html") {
            return Err(self.unreadable(AnswerFault::WebPage.notice()));
        }
        Ok(())
    }

    fn redirected(&self, request: &WireRequest, response: &Response) -> ConnectorError {
        let to = response.headers().get(LOCATION).and_then(|to| to.to_str().ok()).unwrap_or_default();
        let to = request.url.join(to).map_or_else(
            |_| to.to_owned(),
            |mut to| {
                to.set_query(None);
                to.to_string()
            },
        );
        ConnectorError::Redirected {
            service: self.service.clone(),
            to: self.redactor.clean(&without_passwords(&to)).into_owned(),
        }
    }

    fn unreachable(&self, error: &reqwest::Error) -> ConnectorError {
        let reason = notices::said(&self.redactor.clean(&describe_error(error)));
        ConnectorError::Unreachable { service: self.service.clone(), reason }
    }

    pub(super) fn unreadable(&self, reason: Notice) -> ConnectorError {
        let reason = reason.map_texts(&|text| self.redactor.clean(text).into_owned());
        ConnectorError::Unreadable { service: self.service.clone(), reason }
    }

    pub(super) fn refusal(&self, complaint: Complaint, request_id: Option<String>) -> Refusal {
        let clean = |text: &str| self.redactor.clean(text).into_owned();
        let refusal = complaint.refusal(self.service.clone());
        Refusal {
            message: refusal.message.map_texts(&clean),
            code: refusal.code.as_deref().map(clean),
            request_id: refusal.request_id.or(request_id).as_deref().map(clean),
            ..refusal
        }
    }
}

pub(super) fn request_id(headers: &HeaderMap) -> Option<String> {
    let id = REQUEST_IDS.iter().find_map(|name| headers.get(*name))?.to_str().ok()?;
    (id.len() <= LONGEST_ID).then(|| id.to_owned())
}

/// How the answer is cut. A service that does not stream although it was asked to says so by its type.
pub(super) fn framing(asked: Framing, headers: &HeaderMap) -> Framing {
    let kind = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    match kind.split(';').next().unwrap_or_default().trim() {
        "text/event-stream" => Framing::Events,
        "application/x-ndjson" | "application/jsonl" => Framing::Lines,
        "application/vnd.amazon.eventstream" => Framing::AwsEvents,
        "application/json" if matches!(asked, Framing::Events | Framing::AwsEvents) => Framing::Whole,
        _ => asked,
    }
}
