//! What a server may say to us without being asked.

// Sampling and logging are on their way out of the protocol, and in use by the servers there are.
#![allow(deprecated)]

use super::asking::{elicited, sampled, sampling_of};
use super::greeting::Era;
use super::requests::{Asks, PersonAnswer, Unasked};
use super::server::Server;
use limits::MCP_PROGRESS;
use ports::{Caller, Progress};
use rmcp::model::{
    ClientCapabilities, ClientConfig, CreateMessageRequestParams, CreateMessageResult, ElicitRequestParams,
    ElicitResult, ElicitationCapability, ExtensionCapabilities, FormElicitationCapability, Implementation,
    JsonObject, LoggingMessageNotificationParam, ProgressNotificationParam, ProgressToken, ProtocolVersion,
    SamplingCapability, TASKS_EXTENSION_ID, UrlElicitationCapability,
};
use rmcp::service::{NotificationContext, RequestContext};
use rmcp::{ClientHandler, ErrorData, RoleClient};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::Notify;
use tokio::time::sleep;
use tokio_util::task::TaskTracker;

/// The interval between two reports of progress: about as long as a picture is seen.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(30);

/// Our side of one connection.
#[derive(Clone)]
pub(super) struct Handler {
    pub(super) server: Arc<Server>,
    pub(super) era: Era,
    pub(super) watchers: Arc<Watchers>,
    /// Told when the server has other tools than before.
    pub(super) tools_changed: Arc<Notify>,
    /// Told when the stream is lost on which a web service says something by itself.
    pub(super) stream_lost: Arc<Notify>,
}

impl Handler {
    pub(super) fn new(server: Arc<Server>, era: Era, stream_lost: Arc<Notify>) -> Self {
        Self { server, era, watchers: Arc::default(), tools_changed: Arc::default(), stream_lost }
    }

    /// Asks the person, on behalf of the server.
    pub(super) async fn ask(&self, asks: Asks) -> Result<PersonAnswer, Unasked> {
        let server = &self.server;
        server.host.requests.ask(&server.settings.id, &server.settings.title, asks).await
    }

    async fn elicit(&self, params: ElicitRequestParams) -> Result<ElicitResult, ErrorData> {
        let asks = match &params {
            ElicitRequestParams::FormElicitationParams { message, requested_schema, .. } => {
                let schema = serde_json::to_value(requested_schema).map_err(unreadable)?;
                Asks::Form { message: message.clone(), schema }
            }
            ElicitRequestParams::UrlElicitationParams { message, url, .. } => {
                Asks::Visit { message: message.clone(), address: url.clone() }
            }
            _ => return Err(ErrorData::invalid_params("this kind of elicitation is not known", None)),
        };
        Ok(elicited(self.ask(asks).await.map_err(unasked)?))
    }

    async fn sample(&self, params: CreateMessageRequestParams) -> Result<CreateMessageResult, ErrorData> {
        let asks = Asks::Sample { sampling: sampling_of(params) };
        sampled(self.ask(asks).await.map_err(unasked)?)
            .ok_or_else(|| ErrorData::new(REFUSED, "the person declined the request", None))
    }
}

/// What the specification has for a request that a person turned down.
const REFUSED: rmcp::model::ErrorCode = rmcp::model::ErrorCode(-1);

fn unasked(reason: Unasked) -> ErrorData {
    ErrorData::invalid_request(reason.to_string(), None)
}

fn unreadable(error: serde_json::Error) -> ErrorData {
    ErrorData::invalid_params(error.to_string(), None)
}

/// Who we are and what we can do. A session knows of no extensions.
pub(super) fn client(era: Era) -> ClientConfig {
    let elicitation = ElicitationCapability::new()
        .with_form(FormElicitationCapability::default())
        .with_url(UrlElicitationCapability::default());
    let mut capabilities = ClientCapabilities::default();
    capabilities.sampling = Some(SamplingCapability::default());
    capabilities.elicitation = Some(elicitation);
    if era == Era::Stateless {
        let tasks = (TASKS_EXTENSION_ID.to_owned(), JsonObject::new());
        capabilities.extensions = Some(ExtensionCapabilities::from([tasks]));
    }
    let about = Implementation::new("callwright", env!("CARGO_PKG_VERSION")).with_title("Callwright");
    ClientConfig::new(capabilities, about).with_protocol_version(ProtocolVersion::LATEST_WITH_INITIALIZE)
}

impl ClientHandler for Handler {
    fn get_info(&self) -> ClientConfig {
        client(self.era)
    }

    async fn create_elicitation(
        &self,
        request: ElicitRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<ElicitResult, ErrorData> {
        tokio::select! {
            biased;
            () = context.ct.cancelled() => Err(ErrorData::invalid_request("the request was taken back", None)),
            answer = self.elicit(request) => answer,
        }
    }

    async fn create_message(
        &self,
        params: CreateMessageRequestParams,
        context: RequestContext<RoleClient>,
    ) -> Result<CreateMessageResult, ErrorData> {
        tokio::select! {
            biased;
            () = context.ct.cancelled() => Err(ErrorData::invalid_request("the request was taken back", None)),
            answer = self.sample(params) => answer,
        }
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.watchers.tell(params, &self.server.tasks);
    }

    async fn on_logging_message(
        &self,
        params: LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.server.log(&params);
    }

    async fn on_tool_list_changed(&self, _: NotificationContext<RoleClient>) {
        self.tools_changed.notify_one();
    }
}

/// Who waits for which call to go on.
#[derive(Default)]
pub(super) struct Watchers(Mutex<HashMap<ProgressToken, Watcher>>);

#[derive(Clone)]
struct Watcher {
    caller: Arc<dyn Caller>,
    sign: Arc<Notify>,
    told: Arc<Told>,
}

/// What was told of one call. Word that comes sooner than somebody could see it waits, and the last one counts.
#[derive(Default)]
struct Told {
    waiting: Mutex<Option<Progress>>,
}

impl Told {
    fn tell(self: &Arc<Self>, caller: &Arc<dyn Caller>, tasks: &TaskTracker, progress: Progress) {
        let mut waiting = self.lock();
        let is_expected = waiting.replace(progress).is_some();
        drop(waiting);
        if !is_expected {
            let (told, caller) = (Arc::clone(self), Arc::clone(caller));
            tasks.spawn(async move {
                sleep(PROGRESS_INTERVAL).await;
                if let Some(progress) = told.lock().take() {
                    caller.progressed(progress);
                }
            });
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Progress>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Watches one call, until it is dropped.
pub(super) struct Watching {
    watchers: Arc<Watchers>,
    token: ProgressToken,
    /// Told of each sign of life.
    pub(super) sign: Arc<Notify>,
}

impl Watchers {
    pub(super) fn watch(self: &Arc<Self>, token: ProgressToken, caller: Arc<dyn Caller>) -> Watching {
        let sign = Arc::new(Notify::new());
        self.lock().insert(token.clone(), Watcher { caller, sign: Arc::clone(&sign), told: Arc::default() });
        Watching { watchers: Arc::clone(self), token, sign }
    }

    fn tell(&self, params: ProgressNotificationParam, tasks: &TaskTracker) {
        let Some(watcher) = self.lock().get(&params.progress_token).cloned() else { return };
        watcher.sign.notify_one();
        let ProgressNotificationParam { progress: done, total, message, .. } = params;
        let message = message.map(|message| message.chars().take(MCP_PROGRESS.size()).collect());
        watcher.told.tell(&watcher.caller, tasks, Progress::Steps { done, total, message });
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<ProgressToken, Watcher>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        if let Some(watcher) = self.watchers.lock().remove(&self.token) {
            let last = watcher.told.lock().take();
            last.into_iter().for_each(|progress| watcher.caller.progressed(progress));
        }
    }
}
