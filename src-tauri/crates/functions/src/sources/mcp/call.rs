//! One call of a tool, from the request to its result.

use super::asking::{elicited, sampled, sampling_of};
use super::greeting::Era;
use super::handler::{Handler, Watching};
use super::requests::{Asks, PersonAnswer, Unasked};
use super::result::{output_of, words_of_error};
use super::server::{Connection, Server};
use super::service_error::describe_service_error;
use super::session::list;
use super::wire::NO_CODE;
use content::{Digits, JsonObject, Output};
use limits::MCP_ROUNDS;
use ports::{CallScope, Caller, FunctionError};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, ErrorCode, ErrorData, InputResponses,
    RequestMetaObject,
};
use rmcp::service::{PeerRequestOptions, ServiceError};
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// The call goes on in a task of its server, so that the server hears of it when the caller goes away.
pub(super) async fn call(
    server: Arc<Server>,
    tool: &str,
    arguments: JsonObject,
    scope: &CallScope,
) -> Result<Output, FunctionError> {
    let cancel = scope.cancel.child_token();
    let _called_off = cancel.clone().drop_guard();
    let (reply, answered) = oneshot::channel();
    let params = CallToolRequestParams::new(tool.to_owned()).with_arguments(arguments);
    let (caller, digits) = (Arc::clone(&scope.caller), scope.digits.clone());
    let tasks = server.tasks.clone();
    tasks.spawn(async move {
        let questions = report_questions(Arc::clone(&server), Arc::clone(&caller));
        let call = Call { server, caller, cancel };
        let result = tokio::select! {
            biased;
            never = questions => match never {},
            result = call.run(params, &digits) => result,
        };
        // Whoever called may be gone, and then nobody wants to know.
        let _ = reply.send(result);
    });
    answered.await.unwrap_or_else(|_| Err(FunctionError::Cancelled))
}

/// Tells the caller when its call begins and ends to wait for the person. In a session a question does not name its call,
/// so it counts for each that is under way.
async fn report_questions(server: Arc<Server>, caller: Arc<dyn Caller>) -> Infallible {
    let mut news = server.host.news.subscribe();
    loop {
        // The server has news as long as it is there, so neither wait fails.
        let _ = news.wait_for(|_| server.is_asking()).await;
        caller.person_asked();
        let _ = news.wait_for(|_| !server.is_asking()).await;
        caller.person_answered();
    }
}

pub(super) struct Call {
    pub(super) server: Arc<Server>,
    pub(super) caller: Arc<dyn Caller>,
    pub(super) cancel: CancellationToken,
}

/// Why a request has no result.
pub(super) enum Unanswered {
    Refused(ErrorData),
    Failed(FunctionError),
}

impl From<Unanswered> for FunctionError {
    fn from(unanswered: Unanswered) -> Self {
        match unanswered {
            Unanswered::Refused(ErrorData { code, message, data, .. }) => {
                let code = Some(code).filter(|code| *code != NO_CODE);
                crate::report(words_of_error(&message, code.map(|code| code.0.into()), data.as_ref()))
            }
            Unanswered::Failed(error) => error,
        }
    }
}

impl Call {
    async fn run(self, mut params: CallToolRequestParams, digits: &Digits) -> Result<Output, FunctionError> {
        let connection = self.connection().await?;
        if self.server.is_stale() {
            connection.handler.tools_changed.notify_one();
        }
        let mut has_reloaded = false;
        for _ in 0..MCP_ROUNDS.most {
            let mut request = CallToolRequest::new(params.clone());
            request.extensions.insert(digits.clone());
            let request = ClientRequest::CallToolRequest(request);
            let (mut result, _watching) = match self.ask(&connection, request).await {
                Err(Unanswered::Refused(error))
                    if error.code == ErrorCode::HEADER_MISMATCH && !has_reloaded =>
                {
                    // It wants other headers than its list said, and nothing was done yet.
                    has_reloaded = true;
                    self.reload(&connection).await?;
                    continue;
                }
                Err(Unanswered::Refused(error)) if error.code == ErrorCode::UNSUPPORTED_PROTOCOL_VERSION => {
                    self.server.greet_afresh();
                    return Err(crate::report(
                        "The server speaks another version of the protocol by now and is greeted afresh. Nothing was done.",
                    ));
                }
                answered => answered?,
            };
            match result.get("resultType").and_then(Value::as_str) {
                Some("task") => return self.follow(result).await,
                Some("input_required") if is_question(&result) => {}
                _ => return output_of(result),
            }
            let responses = self.answers(&connection.handler, result["inputRequests"].take()).await?;
            params.input_responses = (!responses.is_empty()).then_some(responses);
            params.request_state = result["requestState"].as_str().map(str::to_owned);
        }
        Err(crate::report(format!(
            "The server asked {MCP_ROUNDS} for this call, which is the most, and gave no result. Call it in another way."
        )))
    }

    pub(super) async fn connection(&self) -> Result<Connection, FunctionError> {
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(FunctionError::Cancelled),
            ready = self.server.ready() => ready.map_err(|reason| {
                crate::report(format!("The server {} {reason}.", self.server.settings.title))
            }),
        }
    }

    async fn reload(&self, connection: &Connection) -> Result<(), FunctionError> {
        tokio::select! {
            biased;
            () = self.cancel.cancelled() => Err(FunctionError::Cancelled),
            listed = list(&self.server, &connection.peer, connection.handler.era) => {
                listed.map_err(|error| crate::report(error.to_string()))
            }
        }
    }

    /// Sends one request and waits for its result as long as there are signs of life. Whoever keeps what watches over it
    /// hears how far it is beyond that.
    pub(super) async fn ask(
        &self,
        connection: &Connection,
        request: ClientRequest,
    ) -> Result<(Value, Watching), Unanswered> {
        let options = options(connection.handler.era);
        let sent = connection.peer.send_cancellable_request(request, options).await;
        let mut handle = sent.map_err(|error| self.failed(&error))?;
        let watchers = &connection.handler.watchers;
        let watching = watchers.watch(handle.progress_token.clone(), Arc::clone(&self.caller));
        let limit = Duration::from_secs(u64::from(self.server.settings.seconds.max(1)));
        loop {
            tokio::select! {
                biased;
                answer = &mut handle.rx => {
                    let answer = answer.unwrap_or(Err(ServiceError::TransportClosed));
                    let result = answer.map_err(|error| self.failed(&error))?;
                    let result = serde_json::to_value(result).map_err(|error| crate::report(error.to_string()));
                    return Ok((result.map_err(Unanswered::Failed)?, watching));
                }
                () = self.cancel.cancelled() => {
                    // A server that can't be told any more need not be.
                    let _ = handle.cancel(Some("the call was stopped".to_owned())).await;
                    return Err(Unanswered::Failed(FunctionError::Cancelled));
                }
                () = watching.sign.notified() => {}
                // The person may take their time.
                () = sleep(limit), if !self.server.is_asking() => {
                    if self.server.is_asking() {
                        continue;
                    }
                    let _ = handle.cancel(Some("the call took too long".to_owned())).await;
                    let seconds = limit.as_secs();
                    let late = format!("The call took longer than {seconds} seconds and was given up.");
                    return Err(Unanswered::Failed(crate::report(late)));
                }
                () = self.server.asks_no_more(), if self.server.is_asking() => {}
            }
        }
    }

    /// What the person says to the questions that come in the place of a result.
    pub(super) async fn answers(
        &self,
        handler: &Handler,
        requests: Value,
    ) -> Result<InputResponses, FunctionError> {
        let mut responses = InputResponses::new();
        let Value::Object(requests) = requests else { return Ok(responses) };
        for (key, request) in requests {
            let answer = tokio::select! {
                biased;
                () = self.cancel.cancelled() => return Err(FunctionError::Cancelled),
                answer = answer(handler, request) => answer,
            };
            responses.insert(key, answer.map_err(|error| crate::report(error.to_string()))?);
        }
        Ok(responses)
    }

    fn failed(&self, error: &ServiceError) -> Unanswered {
        let title = &self.server.settings.title;
        if let ServiceError::McpError(error) = error {
            return Unanswered::Refused(error.clone());
        }
        Unanswered::Failed(crate::report(if let ServiceError::TransportClosed = error {
            format!("The server {title} ended before it answered.")
        } else {
            format!("The server {title} gave no answer: {}", describe_service_error(error))
        }))
    }
}

/// Where each request stands by itself, it says whether its server may write to the log.
#[allow(
    deprecated,
    reason = "logging is on its way out of the protocol, and in use by the servers there are"
)]
fn options(era: Era) -> PeerRequestOptions {
    match era {
        Era::Stateless => {
            let mut meta = RequestMetaObject::new();
            meta.set_log_level(rmcp::model::LoggingLevel::Info);
            PeerRequestOptions::no_options().with_meta(meta)
        }
        Era::Session | Era::Events => PeerRequestOptions::no_options(),
    }
}

/// Whether a result asks for something, or at least for another try.
fn is_question(result: &Value) -> bool {
    result["inputRequests"].is_object() || result["requestState"].is_string()
}

async fn answer(handler: &Handler, request: Value) -> Result<Value, QuestionError> {
    let said = match asked_by(request)? {
        // No folder is shown to any server.
        Asked::Roots => return Ok(json!({ "roots": [] })),
        Asked::Elicitation(asks) => serde_json::to_value(elicited(ask(handler, asks).await?)),
        Asked::Sampling(asks) => {
            let sampled = sampled(ask(handler, asks).await?);
            serde_json::to_value(sampled.ok_or(QuestionError::Declined)?)
        }
    };
    said.map_err(QuestionError::Unwritable)
}

async fn ask(handler: &Handler, asks: Asks) -> Result<PersonAnswer, QuestionError> {
    handler.ask(asks).await.map_err(QuestionError::Unasked)
}

/// A question of a server that is not answered, for the model that called.
#[derive(Debug, thiserror::Error)]
enum QuestionError {
    #[error("the person declined the request")]
    Declined,
    #[error("The server asks a person, and can't: {0}.")]
    Unasked(#[source] Unasked),
    #[error("The server asks for what can't be read: {0}")]
    Unreadable(#[source] serde_json::Error),
    #[error("The server asks for something that is not known here.")]
    Unknown,
    #[error(transparent)]
    Unwritable(serde_json::Error),
}

/// What stands in the place of a result.
enum Asked {
    Elicitation(Asks),
    Sampling(Asks),
    Roots,
}

/// Reads a request by its fields, so that a form may have any schema.
fn asked_by(mut request: Value) -> Result<Asked, QuestionError> {
    let mut params = request["params"].take();
    let text = |name: &str| params[name].as_str().unwrap_or_default().to_owned();
    match request["method"].as_str() {
        Some("elicitation/create") if params["mode"] == "url" => {
            Ok(Asked::Elicitation(Asks::Visit { message: text("message"), address: text("url") }))
        }
        Some("elicitation/create") => {
            let message = text("message");
            Ok(Asked::Elicitation(Asks::Form { message, schema: params["requestedSchema"].take() }))
        }
        Some("sampling/createMessage") => {
            let params = serde_json::from_value(params).map_err(QuestionError::Unreadable)?;
            Ok(Asked::Sampling(Asks::Sample { sampling: sampling_of(params) }))
        }
        Some("roots/list") => Ok(Asked::Roots),
        Some(_) | None => Err(QuestionError::Unknown),
    }
}
