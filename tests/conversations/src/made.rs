//! Functions made for one test.

use content::{FunctionName, JsonObject, Output};
use futures::future::{BoxFuture, ready};
use ports::{CallScope, Effect, Function, FunctionError, FunctionInput, FunctionSpec};
use std::sync::Arc;

struct Made<F> {
    spec: FunctionSpec,
    run: F,
}

impl<F> Function for Made<F>
where
    F: Fn(&JsonObject) -> Result<Output, FunctionError> + Send + Sync,
{
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(
        &'a self,
        arguments: &'a JsonObject,
        _scope: &'a CallScope,
    ) -> BoxFuture<'a, Result<Output, FunctionError>> {
        Box::pin(ready((self.run)(arguments)))
    }
}

/// A function of the plugin `test`, as a closure.
pub fn function<F>(name: &str, run: F) -> Arc<dyn Function>
where
    F: Fn(&JsonObject) -> Result<Output, FunctionError> + Send + Sync + 'static,
{
    Arc::new(Made { spec: spec(name), run })
}

/// What a model is told of a function of the plugin `test`.
pub fn spec(name: &str) -> FunctionSpec {
    FunctionSpec {
        name: FunctionName::new("test", name),
        description: format!("Does what {name} does."),
        parameters: serde_json::json!({ "type": "object" }),
        effect: Effect::ReadsOnly,
        input: FunctionInput::default(),
        returns: None,
    }
}
