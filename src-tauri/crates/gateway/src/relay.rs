//! An address in front of that of a program, in a process that outlives the application.
//!
//! A request goes to the gateway of the application as long as it is there, and to its provider once it has gone. Nothing goes to
//! the gateway's port from then on, because another program may have taken it. Bytes pass verbatim both ways. What the
//! application does on purpose, a connection that it cuts too, passes like anything else.

use crate::exchange::{BrokeOff, PassError, ask, deliver, refuse_in_form};
use crate::{
    Complaint, Delivery, Ending, Gateway, GatewayError, Incoming, Outlet, Programs, Protocol, Provider,
    Route, Secrets, Upstream, is_same_secret, nowhere,
};
use connectors::SetupFault;
use futures::future::{BoxFuture, FutureExt};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio_util::sync::{CancellationToken, DropGuard};
use tokio_util::task::TaskTracker;

/// The address that requests to a provider go on to without the application. `None` where they are not to reach it.
pub type Alone = Arc<dyn Fn(Provider) -> Option<String> + Send + Sync>;

/// Answers in place of a program's gateway until it is dropped.
pub struct Relay {
    root: String,
    _closing: DropGuard,
}

/// Reasons why nothing can stand in front of a gateway.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    #[error(transparent)]
    Port(#[from] GatewayError),
    #[error(transparent)]
    Address(#[from] SetupFault),
}

impl Relay {
    /// Stands in front of the gateway of a program, whose address up to the provider is `root`.
    pub async fn before(root: &str, alone: Alone) -> Result<Self, RelayError> {
        let (origin, secret) =
            root.trim_end_matches('/').rsplit_once('/').ok_or_else(|| SetupFault::address(root))?;
        let ways = Way::all(origin, secret, &alone)?;
        let gateway = Gateway::bind(0).await?;
        let root = format!("http://{}/{secret}", gateway.address());
        let (closing, tasks) = (CancellationToken::new(), TaskTracker::new());
        let programs = Arc::new(Ways { secret: secret.to_owned(), ways, tasks: tasks.clone() });
        tasks.spawn(gateway.serve(programs, closing.clone(), tasks.clone()));
        Ok(Self { root, _closing: closing.drop_guard() })
    }

    /// What stands in place of the root of the gateway's addresses.
    pub fn root(&self) -> &str {
        &self.root
    }
}

/// The providers of one program.
struct Ways {
    secret: String,
    ways: Vec<Arc<Way>>,
    tasks: TaskTracker,
}

/// The two ways to a provider.
struct Way {
    provider: Provider,
    /// Where the gateway listens.
    origin: String,
    through: Upstream,
    alone: Alone,
    /// Whether the gateway was not there once, for all providers.
    is_gone: Arc<AtomicBool>,
}

impl Programs for Ways {
    fn knows(&self, secret: &str) -> bool {
        is_same_secret(&self.secret, secret)
    }

    fn answer(&self, incoming: Incoming) -> BoxFuture<'static, Delivery> {
        let (provider, protocol) = match Route::of(incoming.method.as_str(), &incoming.target) {
            Route::Generate { provider, protocol, .. } => (provider, Some(protocol)),
            Route::PassUnwatched { provider, .. } | Route::Pass { provider } => (provider, None),
            Route::Nowhere => return futures::future::ready(nowhere()).boxed(),
        };
        let Some(way) = self.ways.iter().find(|way| way.provider == provider).map(Arc::clone) else {
            return futures::future::ready(nowhere()).boxed();
        };
        let outlet = Outlet::default();
        let delivery = outlet.deliver_new();
        self.tasks.spawn(async move {
            tokio::select! {
                // Whoever holds the request has to know that its program has left.
                () = outlet.left() => {}
                () = way.carry(incoming, protocol, &outlet) => {}
            }
        });
        futures::future::ready(delivery).boxed()
    }
}

impl Way {
    fn all(origin: &str, secret: &str, alone: &Alone) -> Result<Vec<Arc<Self>>, SetupFault> {
        let gateway = Upstream::of(origin.to_owned(), Secrets::default())?;
        let is_gone = Arc::new(AtomicBool::new(false));
        let way = |provider: Provider| {
            let through = format!("{origin}/{secret}/{}", provider.base_path());
            Arc::new(Self {
                provider,
                origin: origin.to_owned(),
                through: Upstream { base: through, ..gateway.clone() },
                alone: Arc::clone(alone),
                is_gone: Arc::clone(&is_gone),
            })
        };
        Ok(Provider::ALL.into_iter().map(way).collect())
    }

    async fn carry(&self, incoming: Incoming, protocol: Option<Protocol>, outlet: &Outlet) {
        let redactor = self.through.secrets.redactor(&incoming.headers, &incoming.target);
        if !self.is_gone.load(Ordering::Relaxed) {
            match ask(self.provider, &self.through, incoming.clone(), &redactor).await {
                Ok(response) => return self.deliver(response, protocol, outlet).await,
                Err(error @ PassError::Address(_)) => {
                    return self.refuse(protocol, error.to_string(), outlet);
                }
                Err(PassError::Unreachable { .. }) if !self.has_gone().await => {
                    return outlet.end(Ending::Broken);
                }
                Err(PassError::Unreachable { .. }) => {}
            }
        }
        let message = match self.upstream() {
            Ok(None) => NOT_ITS_PROVIDER.to_owned(),
            Ok(Some(upstream)) => match ask(self.provider, &upstream, incoming, &redactor).await {
                Ok(response) => return self.deliver(response, protocol, outlet).await,
                Err(error) => error.to_string(),
            },
            Err(error) => error.to_string(),
        };
        self.refuse(protocol, message, outlet);
    }

    fn refuse(&self, protocol: Option<Protocol>, message: String, outlet: &Outlet) {
        let protocol = protocol.unwrap_or(self.provider.protocol());
        refuse_in_form(outlet, protocol, &Complaint { status: 502, message });
    }

    /// The provider, where requests may go there without the application.
    fn upstream(&self) -> Result<Option<Upstream>, SetupFault> {
        let base = (self.alone)(self.provider);
        base.map(|base| Upstream::of(base, self.through.secrets.clone())).transpose()
    }

    /// Delivers a response, or says within its stream why it breaks off.
    async fn deliver(&self, response: reqwest::Response, protocol: Option<Protocol>, outlet: &Outlet) {
        let ending = match (deliver(response, outlet).await, protocol) {
            (Ok(()), _) => Ending::Complete,
            (Err(BrokeOff { is_between_events: true }), Some(protocol)) if self.has_gone().await => {
                outlet.push(protocol.dialect().broken_off(&gone()).into());
                Ending::Complete
            }
            (Err(BrokeOff { .. }), _) => Ending::Broken,
        };
        outlet.end(ending);
    }

    /// Whether the gateway is there no more. It answers any request, whoever asks.
    async fn has_gone(&self) -> bool {
        let is_gone = self.through.client.get(&self.origin).send().await.is_err();
        self.is_gone.fetch_or(is_gone, Ordering::Relaxed) || is_gone
    }
}

const NOT_ITS_PROVIDER: &str = "Callwright has ended. Another model or a session answered this program there, so its requests are not sent to \
     its provider. Start Callwright and the program again.";

fn gone() -> Complaint {
    let message = "Callwright has ended in the middle of this response. Send the request again: it goes to its provider.";
    Complaint { status: 502, message: message.to_owned() }
}

#[cfg(test)]
mod tests;
