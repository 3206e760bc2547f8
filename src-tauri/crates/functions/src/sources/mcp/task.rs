//! A call that its server goes on with as a task of its own: it is asked for until it has ended.

use super::call::{Call, Unanswered};
use super::result::{output_of, words_of_error};
use content::{JsonObject, Output};
use ports::{FunctionError, Progress};
use rmcp::model::{
    CancelTaskParams, CancelTaskRequest, ClientRequest, GetTaskParams, GetTaskRequest, UpdateTaskParams,
    UpdateTaskRequest,
};
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashSet;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// How often a task is asked for whose server does not say.
const DEFAULT_POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Bounds for what a server wishes: no flood of requests, and no end that is noticed minutes later.
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(50);
const MAX_POLL_INTERVAL: Duration = Duration::from_secs(30);
/// A task outlives a connection, so one failed request is no failure of the task. This many in a row are.
const MAX_FAILED_POLLS: u32 = 3;
/// How long a server may take to hear that a task is not wanted any more.
const CANCEL_TIMEOUT: Duration = Duration::from_secs(5);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Task {
    task_id: String,
    status: Status,
    status_message: Option<String>,
    poll_interval_ms: Option<u64>,
    #[serde(default)]
    input_requests: JsonObject,
    #[serde(default)]
    result: Value,
    #[serde(default)]
    error: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Working,
    InputRequired,
    Completed,
    Failed,
    Cancelled,
    /// One of a later time, after which the task goes on.
    #[serde(other)]
    Unknown,
}

/// What became of a task.
enum End {
    /// The server says so.
    Reached(Result<Output, FunctionError>),
    /// We do not wait any longer.
    GivenUp(FunctionError),
}

impl Call {
    /// Waits for the result of a task.
    pub(super) async fn follow(&self, task: Value) -> Result<Output, FunctionError> {
        let task = read(task)?;
        let id = task.task_id.clone();
        match self.watch(task).await {
            End::Reached(result) => result,
            End::GivenUp(error) => {
                // A server that can't be told any more need not be.
                let _ = timeout(CANCEL_TIMEOUT, self.cancel_task(id)).await;
                Err(error)
            }
        }
    }

    async fn watch(&self, mut task: Task) -> End {
        let (mut said, mut answered) = (None, HashSet::new());
        loop {
            if task.status_message != said {
                said.clone_from(&task.status_message);
                self.caller.progressed(Progress::Steps { done: 0.0, total: None, message: said.clone() });
            }
            match task.status {
                Status::Completed => return End::Reached(output_of(task.result)),
                Status::Failed => return End::Reached(Err(crate::report(message_of(&task.error)))),
                Status::Cancelled => {
                    return End::Reached(Err(crate::report("The server called the task off.")));
                }
                Status::InputRequired => {
                    // What was answered may be asked for until the answer has come through.
                    task.input_requests.retain(|key, _| !answered.contains(key));
                    answered.extend(task.input_requests.keys().cloned());
                    if let Err(error) = self.update(&task.task_id, task.input_requests).await {
                        return End::GivenUp(error);
                    }
                }
                Status::Working | Status::Unknown => {}
            }
            let pause = task
                .poll_interval_ms
                .map_or(DEFAULT_POLL_INTERVAL, Duration::from_millis)
                .clamp(MIN_POLL_INTERVAL, MAX_POLL_INTERVAL);
            task = match self.poll(&task.task_id, pause).await {
                Ok(task) => task,
                Err(error) => return End::GivenUp(error),
            };
        }
    }

    /// The task as it is after a pause.
    async fn poll(&self, id: &str, pause: Duration) -> Result<Task, FunctionError> {
        let mut missed = 0;
        loop {
            tokio::select! {
                biased;
                () = self.cancel.cancelled() => return Err(FunctionError::Cancelled),
                () = sleep(pause) => {}
            }
            let request = ClientRequest::GetTaskRequest(GetTaskRequest::new(GetTaskParams::new(id)));
            let error = match self.send(request).await {
                Ok(task) => return read(task),
                Err(Unanswered::Failed(FunctionError::Cancelled)) => return Err(FunctionError::Cancelled),
                Err(refused @ Unanswered::Refused(_)) => return Err(refused.into()),
                Err(Unanswered::Failed(error)) => error,
            };
            missed += 1;
            if missed == MAX_FAILED_POLLS {
                return Err(error);
            }
        }
    }

    /// Sends the answers to what is newly asked for, if anything is.
    async fn update(&self, id: &str, requests: JsonObject) -> Result<(), FunctionError> {
        if requests.is_empty() {
            return Ok(());
        }
        let handler = self.connection().await?.handler;
        let answers = self.answers(&handler, Value::Object(requests)).await?;
        let params = UpdateTaskParams::new(id, answers);
        self.send(ClientRequest::UpdateTaskRequest(UpdateTaskRequest::new(params))).await?;
        Ok(())
    }

    async fn send(&self, request: ClientRequest) -> Result<Value, Unanswered> {
        let connection = self.connection().await.map_err(Unanswered::Failed)?;
        let (result, _) = self.ask(&connection, request).await?;
        Ok(result)
    }

    async fn cancel_task(&self, id: String) {
        let request = ClientRequest::CancelTaskRequest(CancelTaskRequest::new(CancelTaskParams::new(id)));
        if let Ok(connection) = self.server.ready().await {
            // Whether it stops is up to the server.
            let _ = connection.peer.send_request(request).await;
        }
    }
}

fn read(task: Value) -> Result<Task, FunctionError> {
    serde_json::from_value(task)
        .map_err(|error| crate::report(format!("The server goes on with a task that can't be read: {error}")))
}

fn message_of(error: &Value) -> String {
    let message = error.get("message").and_then(Value::as_str).filter(|message| !message.trim().is_empty());
    let message = message.unwrap_or("The tool failed and did not say why.");
    words_of_error(message, error.get("code").and_then(Value::as_i64), error.get("data"))
}
