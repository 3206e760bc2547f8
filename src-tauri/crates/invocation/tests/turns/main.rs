//! The loop, told as conversations.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::wildcard_enum_match_arm,
    reason = "these are tests"
)]

mod asked;
mod beside;
mod breakpoints;
mod changing;
mod choices;
mod cut;
mod digits;
mod filters;
mod found;
mod instructions;
mod interventions;
mod limits;
mod policies;
mod properties;
mod repair;
mod repeated;
mod resume;
mod selection;
mod stops;
mod told;

use content::{JsonObject, Output};
use conversations::conversation::Conversation;
use conversations::made::{function, spec};
use futures::future::BoxFuture;
use ports::{CallScope, Function, FunctionError, FunctionSpec};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

const FORECAST: &str = "weather-get_forecast";
const BOSTON: &str = r#"{"city": "Boston"}"#;
const OSLO: &str = r#"{"city": "Oslo"}"#;

/// One question, one call, one answer that quotes the result.
fn forecast() -> Conversation {
    Conversation::new()
        .user("How warm is Boston?")
        .model_calls("call-1", FORECAST, BOSTON)
        .model_says("It is {{call-1/temperature_c}} degrees.")
}

/// Two calls in one answer.
fn both() -> Conversation {
    Conversation::new()
        .user("Both, please.")
        .model_calls_all(&[("call-1", FORECAST, BOSTON), ("call-2", FORECAST, OSLO)])
        .model_says("Done.")
}

/// A function that takes as long as its arguments say, and knows how many of its calls run at the same time.
struct Lasting {
    spec: FunctionSpec,
    running: AtomicUsize,
    most: AtomicUsize,
}

impl Lasting {
    fn new() -> Arc<Self> {
        Arc::new(Self {
            spec: spec("lasting"),
            running: AtomicUsize::default(),
            most: AtomicUsize::default(),
        })
    }
}

impl Function for Lasting {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(
        &'a self,
        arguments: &'a JsonObject,
        _scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        let seconds = arguments.get("seconds").and_then(serde_json::Value::as_u64).unwrap_or_default();
        Box::pin(async move {
            let running = self.running.fetch_add(1, Ordering::SeqCst) + 1;
            self.most.fetch_max(running, Ordering::SeqCst);
            let _leaves = Leaves(&self.running);
            // The clock of these tests goes on by itself when nothing else can.
            let until = tokio::time::Instant::now() + Duration::from_secs(seconds);
            tokio::time::timeout_at(until, std::future::pending::<()>()).await.unwrap_or_default();
            Ok(Output::Nothing)
        })
    }
}

/// A call that is over, whether it came to its end or was dropped.
struct Leaves<'a>(&'a AtomicUsize);

impl Drop for Leaves<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}
