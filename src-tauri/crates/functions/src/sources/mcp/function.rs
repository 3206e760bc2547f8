//! A tool of a server as a function like any other.

use super::call::call;
use super::listing::ListedTool;
use super::server::Server;
use content::{FunctionName, JsonObject};
use ports::{CallScope, Consent, Function, FunctionSpec, Invoked};
use std::sync::{Arc, Weak};

struct McpFunction {
    spec: FunctionSpec,
    consent: Consent,
    tool: String,
    /// A function may be kept longer than its server.
    server: Weak<Server>,
}

pub(super) fn function_of(server: &Arc<Server>, listed: &ListedTool) -> Arc<dyn Function> {
    let tool = listed.tool.name.clone();
    let name = FunctionName::new(&server.settings.id, &tool);
    let spec = FunctionSpec::plain(name, &listed.description, listed.parameters.clone(), listed.effect);
    Arc::new(McpFunction {
        spec: FunctionSpec { returns: listed.returns.clone(), ..spec },
        consent: server.settings.consent(server.program()),
        tool,
        server: Arc::downgrade(server),
    })
}

impl Function for McpFunction {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn keeps_digits(&self, _number: &str) -> bool {
        true
    }

    fn consent(&self) -> Option<&Consent> {
        Some(&self.consent)
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move {
            match self.server.upgrade() {
                Some(server) => call(server, &self.tool, arguments.clone(), scope).await,
                None => Err(crate::report("The server of this function was removed.")),
            }
        })
    }
}
