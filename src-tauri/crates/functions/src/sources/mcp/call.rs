//! One call of a tool, from the request to its result.

use super::handler::Handler;
use super::result::output_of;
use super::server::{Connection, Server};
use content::{JsonObject, Output};
use ports::{CallScope, Caller, FunctionError};
use rmcp::model::{
    CallToolRequest, CallToolRequestParams, ClientRequest, InputRequest, InputRequiredResult, InputResponses,
    ServerResult,
};
use rmcp::service::{PeerRequestOptions, ServiceError};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

/// A server that asks more often for one call has lost its way.
const QUESTIONS: usize = 16;

/// The call goes on in a task of its server, so that the server hears of it when whoever called goes away.
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
    let caller = Arc::clone(&scope.caller);
    let tasks = server.tasks.clone();
    tasks.spawn(async move {
        // Whoever called may be gone, and then nobody wants to know.
        let _ = reply.send(Call { server, caller, cancel }.run(params).await);
    });
    answered.await.unwrap_or_else(|_| Err(FunctionError::Cancelled))
}

struct Call {
    server: Arc<Server>,
    caller: Arc<dyn Caller>,
    cancel: CancellationToken,
}

impl Call {
    async fn run(self, mut params: CallToolRequestParams) -> Result<Output, FunctionError> {
        let connection = tokio::select! {
            biased;
            () = self.cancel.cancelled() => return Err(FunctionError::Cancelled),
            ready = self.server.ready() => ready.map_err(crate::report)?,
        };
        for _ in 0..QUESTIONS {
            let answer = self.ask(&connection, params.clone()).await?;
            let ServerResult::InputRequiredResult(result) = answer else { return output_of(&answer) };
            let (responses, state) = self.answers(&connection.handler, result).await?;
            (params.input_responses, params.request_state) = (responses, state);
        }
        Err(crate::report("The server asked for more and more and gave no result."))
    }

    async fn ask(
        &self,
        connection: &Connection,
        params: CallToolRequestParams,
    ) -> Result<ServerResult, FunctionError> {
        let request = ClientRequest::CallToolRequest(CallToolRequest::new(params));
        let options = PeerRequestOptions::no_options();
        let sent = connection.peer.send_cancellable_request(request, options).await;
        let mut handle = sent.map_err(|error| self.failed(&error))?;
        let watchers = &connection.handler.watchers;
        let watching = watchers.watch(handle.progress_token.clone(), Arc::clone(&self.caller));
        let limit = Duration::from_secs(u64::from(self.server.settings.seconds.max(1)));
        loop {
            tokio::select! {
                biased;
                answer = &mut handle.rx => return match answer {
                    Ok(answer) => answer.map_err(|error| self.failed(&error)),
                    Err(_) => Err(self.failed(&ServiceError::TransportClosed)),
                },
                () = self.cancel.cancelled() => {
                    // A server that can't be told any more need not be.
                    let _ = handle.cancel(Some("the call was stopped".to_owned())).await;
                    return Err(FunctionError::Cancelled);
                }
                () = watching.sign.notified() => {}
                // The person may take their time.
                () = sleep(limit), if !self.server.is_asking() => {
                    if self.server.is_asking() {
                        continue;
                    }
                    let _ = handle.cancel(Some("the call took too long".to_owned())).await;
                    let seconds = limit.as_secs();
                    return Err(crate::report(format!("The call took longer than {seconds} seconds and was given up.")));
                }
                () = self.server.asks_no_more(), if self.server.is_asking() => {}
            }
        }
    }

    /// What the person says to the questions that come in the place of a result.
    async fn answers(
        &self,
        handler: &Handler,
        result: InputRequiredResult,
    ) -> Result<(Option<InputResponses>, Option<String>), FunctionError> {
        let mut responses = InputResponses::new();
        for (key, request) in result.input_requests.unwrap_or_default() {
            let answer = tokio::select! {
                biased;
                () = self.cancel.cancelled() => return Err(FunctionError::Cancelled),
                answer = answer(handler, request) => answer,
            };
            responses.insert(key, answer.map_err(crate::report)?);
        }
        Ok(((!responses.is_empty()).then_some(responses), result.request_state))
    }

    fn failed(&self, error: &ServiceError) -> FunctionError {
        let title = &self.server.settings.title;
        if let ServiceError::McpError(error) = error {
            return crate::report(error.message.to_string());
        }
        crate::report(if let ServiceError::TransportClosed = error {
            format!("The server {title} ended before it answered.")
        } else {
            format!("The server {title} gave no answer: {}", super::connect::told(error))
        })
    }
}

async fn answer(handler: &Handler, request: InputRequest) -> Result<serde_json::Value, String> {
    let answered = if let InputRequest::Elicitation(request) = request {
        handler.elicit(request.params).await.map(serde_json::to_value)
    } else if let InputRequest::CreateMessage(request) = request {
        handler.sample(request.params).await.map(serde_json::to_value)
    } else {
        return Err("The server asks for something that is not known here.".to_owned());
    };
    let value = answered.map_err(|error| error.message.to_string())?;
    value.map_err(|error| error.to_string())
}
