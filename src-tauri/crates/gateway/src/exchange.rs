//! One request of a program with its response: passed on, held, changed, answered by somebody else.

mod ahead;
mod alive;
mod further;
mod gathered;
mod headers;
mod held;
mod holding;
mod mark;
mod mishaps;
mod outlet;
mod passage;
mod passing;
mod retries;
mod secrets;
mod translating;

pub use alive::{ALIVE_EVERY, HEAD_AFTER};
pub use headers::NO_KEY;
pub use held::HoldRules;
pub use mark::ResponseMark;
pub use outlet::{Delivery, Ending, Outlet, ResponseHead};
pub(crate) use passage::{BrokeOff, PassError, ask, deliver, refuse_in_form};
pub use passage::{kept_back, nowhere, pass_through, unavailable};
pub use secrets::Secrets;

use crate::dialects::{Unwritable, are_kept};
use crate::route::framing;
use crate::streams::{Ends, Framing, as_elements, as_text};
use crate::{Complaint, Head, Incoming, ProgramRequest, Protocol, Provider, WantedCall, upstream};
use ahead::{Ahead, Between};
use bytes::Bytes;
use connectors::transport::{Network, bare_client};
use connectors::{PassedRequest, SetupFault};
use content::FunctionCall;
use held::{Delivered, Form, Held};
use http::header::{CACHE_CONTROL, CONTENT_TYPE, RETRY_AFTER};
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use ports::{Adaptation, ConnectorError, Preview};
use redaction::Redactor;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::Instant;
use tokio_util::task::TaskTracker;

/// A request of a program as it arrived.
#[derive(Debug)]
pub struct Arrived {
    pub provider: Provider,
    pub method: Method,
    /// The path behind the provider, with its query.
    pub target: String,
    pub headers: HeaderMap,
    pub body: Bytes,
    pub request: ProgramRequest,
}

/// Where the requests of a program go on to.
#[derive(Clone, Debug)]
pub struct Upstream {
    /// The address as it would stand in the program's own variable.
    pub base: String,
    pub client: reqwest::Client,
    /// The keys of the program whose requests go there.
    pub secrets: Secrets,
}

impl Upstream {
    pub fn of(base: String, secrets: Secrets) -> Result<Self, SetupFault> {
        let address = reqwest::Url::parse(&base).map_err(|_| SetupFault::address(&base))?;
        let client = bare_client(&Network::USUAL, &address)?;
        Ok(Self { base, client, secrets })
    }
}

/// One request of a program with its response.
pub struct Exchange {
    arrived: Arrived,
    upstream: Upstream,
    outlet: Outlet,
    redactor: Redactor,
    state: Mutex<State>,
    /// What passes bytes on, which outlives the turn that reads along.
    tasks: TaskTracker,
    /// Names responses that are written here.
    head: Head,
    mark: Arc<ResponseMark>,
    since: Instant,
}

#[derive(Default)]
struct State {
    held: Option<Held>,
    ahead: Ahead,
    framing: Framing,
    /// Whether the array has elements by now, where the stream is one.
    has_elements: bool,
    /// The calls of the response, as its provider wrote them. Of one that goes on, those of the last.
    calls: Vec<FunctionCall>,
    /// Something of the response itself was delivered.
    has_said: bool,
    /// A response that goes on behind the held one is being read since then.
    further_since: Option<Instant>,
    /// A person or a breakpoint keeps the program waiting since then.
    waiting_since: Option<Instant>,
    last_piece: Option<Instant>,
}

impl Exchange {
    pub fn new(mut arrived: Arrived, upstream: Upstream, head: Head, tasks: TaskTracker) -> Arc<Self> {
        let redactor = upstream.secrets.redactor(&arrived.headers, &arrived.target);
        arrived.request.clean(&arrived.body, &redactor);
        let state = State { framing: framing(&arrived.target), ..State::default() };
        let exchange = Arc::new(Self {
            arrived,
            upstream,
            outlet: Outlet::default(),
            redactor,
            state: Mutex::new(state),
            tasks,
            head,
            mark: Arc::default(),
            since: Instant::now(),
        });
        if exchange.arrived.request.streams {
            exchange.tasks.spawn(alive::stay_alive(Arc::downgrade(&exchange), exchange.outlet.clone()));
        }
        exchange
    }

    pub fn request(&self) -> &ProgramRequest {
        &self.arrived.request
    }

    /// Knows the keys of the program.
    pub fn redactor(&self) -> &Redactor {
        &self.redactor
    }

    pub fn arrived(&self) -> &Arrived {
        &self.arrived
    }

    /// What a later request names its response by.
    pub fn mark(&self) -> &Arc<ResponseMark> {
        &self.mark
    }

    pub fn protocol(&self) -> Protocol {
        self.arrived.request.protocol
    }

    /// Whether its person has no key, so that no provider would answer.
    pub fn has_no_key(&self) -> bool {
        headers::has_no_key(&self.arrived.headers, &self.arrived.target)
    }

    /// The response for one connection. `None` if its beginning is no longer kept.
    pub fn deliver(&self) -> Option<Delivery> {
        self.outlet.deliver()
    }

    /// Whether the program has all of its response.
    pub fn is_over(&self) -> bool {
        self.outlet.has_ended()
    }

    /// Whether a connection of the program waits for the response.
    pub fn is_read(&self) -> bool {
        self.outlet.is_read()
    }

    /// How long the program has been waiting for its response.
    pub fn age(&self) -> Duration {
        self.since.elapsed()
    }

    /// Whether something of the response itself was delivered.
    pub fn has_said(&self) -> bool {
        self.state().has_said
    }

    /// Whether it waits for a decision.
    pub fn waits(&self) -> bool {
        self.state().waiting_since.is_some()
    }

    /// Completes once the program reads no longer.
    pub async fn left(&self) {
        self.outlet.left().await;
    }

    /// The calls of the response, as the provider wrote them. Of one that goes on, those of the last.
    pub fn calls(&self) -> Vec<FunctionCall> {
        self.state().calls.clone()
    }

    /// Whether the end of a response is held back.
    pub fn holds(&self) -> bool {
        self.state().held.is_some()
    }

    /// Says that the program waits for a decision from now on, or that it waits no longer.
    pub fn wait(&self, waits: Waits) {
        let mut state = self.state();
        state.waiting_since = match waits {
            // What goes ahead waits for nobody.
            Waits::ForDecision if !state.ahead.has_gone => {
                Some(state.waiting_since.unwrap_or_else(Instant::now))
            }
            Waits::ForDecision | Waits::No => None,
        };
    }

    /// Delivers what is held as the provider wrote it, and ends the response. One that goes on has the calls of its last.
    pub fn release(&self) {
        self.read_no_more();
        let held = self.state().held.take();
        match held {
            Some(Held::Refused { head, body }) if self.outlet.has_begun() => {
                let message = self.redactor.clean(&as_text(&body)).into_owned();
                self.fail(&Complaint { status: head.status.as_u16(), message }, None);
            }
            Some(held) => self.deliver_held(held.unchanged(self.protocol())),
            None => {}
        }
    }

    /// Delivers what is held with these calls in place of those of the response, and ends it.
    pub fn release_with(&self, calls: &[WantedCall]) {
        if are_kept(calls, &self.calls(), is_as_made) {
            return self.release();
        }
        let held = self.state().held.take();
        if let Some(held) = held {
            self.mark.make_ours();
            self.deliver_held(held.with_calls(self.protocol(), calls));
        }
    }

    /// Gives the program an error in place of the rest of its response.
    pub fn fail(&self, complaint: &Complaint, retry_after: Option<u64>) {
        if self.outlet.has_ended() {
            return;
        }
        let dialect = self.protocol().dialect();
        let ends = self.read_no_more();
        self.state().held = None;
        self.outlet.fails();
        if self.outlet.has_begun() {
            if self.arrived.request.streams && ends == Between::Events {
                self.outlet.push(self.framed(&dialect.broken_off(complaint), Ends::Yes));
                self.outlet.end(Ending::Complete);
            } else {
                self.outlet.end(Ending::Broken);
            }
            return;
        }
        let mut headers = json_headers();
        if let Some(seconds) = retry_after {
            headers.insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        let status = StatusCode::from_u16(complaint.status).unwrap_or(StatusCode::BAD_GATEWAY);
        self.outlet.begin(ResponseHead { status, headers });
        self.outlet.push(dialect.refusal(complaint).into());
        self.outlet.end(Ending::Complete);
    }

    /// Passes the request and its response on, and reads nothing of them.
    pub fn pass_unwatched(self: &Arc<Self>) {
        let exchange = Arc::clone(self);
        self.tasks.spawn(async move {
            let Arrived { provider, method, target, headers, body, .. } = &exchange.arrived;
            let incoming = Incoming {
                secret: String::new(),
                method: method.clone(),
                target: target.clone(),
                headers: headers.clone(),
                body: body.clone(),
            };
            let (to, redactor) = (&exchange.upstream, &exchange.redactor);
            let passed = passage::pass(*provider, to, incoming, &exchange.outlet, redactor).await;
            if let Err(error) = passed {
                exchange.fail(&Complaint { status: 502, message: error.to_string() }, None);
            }
        });
    }

    /// The request with this body, as its thoughts are held against what was said before them.
    pub fn passed<'a>(&'a self, body: &'a [u8]) -> PassedRequest<'a> {
        let Arrived { body: received, request, .. } = &self.arrived;
        PassedRequest { kind: self.protocol().kind(), model: &request.model, received, body }
    }

    /// The request as it would go on with this body, for people.
    pub fn preview(&self, body: &[u8], adaptations: Vec<Adaptation>) -> Preview {
        let arrived = &self.arrived;
        let url = upstream(arrived.provider, &self.upstream.base, &arrived.target);
        let url = url.unwrap_or_else(|_| arrived.target.clone());
        Preview {
            method: arrived.method.to_string(),
            url: self.redactor.clean(&url).into_owned(),
            headers: headers::shown(&headers::to_provider(&arrived.headers), &self.redactor),
            body: self.redactor.clean(&as_text(body)).into_owned(),
            adaptations,
        }
    }

    fn deliver_held(&self, delivered: Result<Delivered, Unwritable>) {
        let delivered = match delivered {
            Ok(delivered) => delivered,
            Err(reason) => {
                let message = format!("Callwright could not change the calls of this response: {reason}");
                return self.fail(&Complaint { status: 502, message }, None);
            }
        };
        if let Some(head) = delivered.head {
            self.name_by(&as_text(&delivered.bytes));
            self.outlet.begin(head);
        }
        self.outlet.push(match delivered.form {
            Form::Received => delivered.bytes,
            Form::Events => self.framed(&delivered.bytes, Ends::Yes),
        });
        self.outlet.end(Ending::Complete);
    }

    fn framing(&self) -> Framing {
        self.state().framing
    }

    /// Events in the form of the stream that the program asked for.
    fn framed(&self, events: &[u8], ends: Ends) -> Bytes {
        let mut state = self.state();
        match state.framing {
            Framing::Events => Bytes::copy_from_slice(events),
            Framing::Array => as_elements(events, &mut state.has_elements, ends).into(),
        }
    }

    /// A response did not come. The program is told, unless errors are held. What is held stays held then.
    fn failed(&self, error: &ConnectorError, round: Round, rules: HoldRules) {
        self.state().further_since = None;
        let is_delivered = self.state().ahead.has_gone;
        let is_kept = is_delivered || (round == Round::First && self.holds());
        if !rules.errors && !is_kept && !matches!(error, ConnectorError::Cancelled) {
            self.fail(&Complaint::of(error), None);
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Exchange {
    /// Whoever was to answer is gone, so the program does not wait for it.
    fn drop(&mut self) {
        self.outlet.end(Ending::Broken);
    }
}

/// Whether a program waits for a person or a breakpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    ForDecision,
    No,
}

/// Which response of its request this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Round {
    First,
    /// One that goes on behind another, which is held.
    Further,
}

/// Whether a call is the one of the response, letter by letter.
fn is_as_made(made: &FunctionCall, wanted: &WantedCall) -> bool {
    wanted.arguments == made.arguments.raw() && wanted.name == crate::written_name(&made.function)
}

fn json_headers() -> HeaderMap {
    HeaderMap::from_iter([(CONTENT_TYPE, HeaderValue::from_static("application/json"))])
}

fn stream_headers(framing: Framing) -> HeaderMap {
    let kind = match framing {
        Framing::Events => "text/event-stream; charset=utf-8",
        Framing::Array => "application/json; charset=UTF-8",
    };
    HeaderMap::from_iter([
        (CONTENT_TYPE, HeaderValue::from_static(kind)),
        (CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ])
}
