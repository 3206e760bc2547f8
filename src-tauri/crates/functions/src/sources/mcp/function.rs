//! A tool of a server as a function like any other.

use super::call::call;
use super::server::Server;
use super::state::McpTool;
use content::{FunctionName, JsonObject, Output};
use futures::future::BoxFuture;
use ports::{CallScope, Consent, Effect, Function, FunctionError, FunctionSpec};
use rmcp::model::Tool;
use serde_json::Value;
use std::sync::{Arc, Weak};

struct McpFunction {
    spec: FunctionSpec,
    consent: Consent,
    tool: String,
    /// A function may be kept longer than its server.
    server: Weak<Server>,
}

pub(super) fn functions_of(server: &Arc<Server>, tools: &[Tool]) -> Vec<Arc<dyn Function>> {
    tools.iter().map(|tool| function_of(server, tool)).collect()
}

fn function_of(server: &Arc<Server>, tool: &Tool) -> Arc<dyn Function> {
    let is_read_only = tool.annotations.as_ref().and_then(|hints| hints.read_only_hint) == Some(true);
    Arc::new(McpFunction {
        spec: FunctionSpec {
            name: FunctionName::new(&server.settings.id, &tool.name),
            description: tool.description.as_deref().unwrap_or_default().to_owned(),
            parameters: Value::Object(tool.input_schema.as_ref().clone()),
            effect: if is_read_only { Effect::ReadsOnly } else { Effect::Changes },
        },
        consent: server.settings.consent(),
        tool: tool.name.clone().into_owned(),
        server: Arc::downgrade(server),
    })
}

pub(super) fn tool_of(tool: &Tool) -> McpTool {
    let hints = tool.annotations.as_ref();
    let said =
        |hint: Option<bool>, yes: &str, no: &str| hint.map(|is_so| if is_so { yes } else { no }.to_owned());
    let words = hints.map(|hints| {
        [
            said(hints.read_only_hint, "reads only", "changes things"),
            said(hints.destructive_hint, "may destroy", "only adds"),
            said(hints.idempotent_hint, "twice is as good as once", "each call counts"),
            said(hints.open_world_hint, "reaches the outside world", "stays within itself"),
        ]
    });
    McpTool {
        name: tool.name.clone().into_owned(),
        title: tool.title.clone().or_else(|| hints.and_then(|hints| hints.title.clone())),
        hints: words.into_iter().flatten().flatten().collect(),
        has_output_schema: tool.output_schema.is_some(),
    }
}

impl Function for McpFunction {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn consent(&self) -> Option<&Consent> {
        Some(&self.consent)
    }

    fn invoke<'a>(
        &'a self,
        arguments: &'a JsonObject,
        scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        Box::pin(async move {
            match self.server.upgrade() {
                Some(server) => call(server, &self.tool, arguments.clone(), scope).await,
                None => Err(crate::report(format!("The server of {} was removed.", self.spec.name))),
            }
        })
    }
}
