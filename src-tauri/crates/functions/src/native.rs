//! Functions written in Rust: typed inside, and like any other function from outside.

use crate::broken::Broken;
use crate::schema::schema_of;
use content::{Failure, FailureKind, FunctionName, JsonObject, Output};
use notices::Describe;
use ports::{CallScope, Consent, Effect, Function, FunctionError, FunctionSpec, Invoked};
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// A function with typed arguments. Its schema comes from the type, descriptions from the doc comments.
pub trait NativeFunction: Send + Sync + 'static {
    type Arguments: DeserializeOwned + JsonSchema + Send;
    type Output: Serialize;
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
    const EFFECT: Effect;

    fn run(
        &self,
        arguments: Self::Arguments,
        scope: &CallScope,
    ) -> impl Future<Output = Result<Self::Output, FunctionError>> + Send;
}

/// Tells the model what was wrong, in a sentence it can act on.
pub fn report(message: impl Into<String>) -> FunctionError {
    FunctionError::Report(Failure { kind: FailureKind::Reported, message: message.into() })
}

/// A native function in the form everyone else calls.
pub(crate) struct Erased<F> {
    spec: FunctionSpec,
    consent: Option<Consent>,
    function: F,
}

impl<F: NativeFunction> Erased<F> {
    /// A function that asks before it runs, where there is something to agree to.
    pub(crate) fn asking(name: FunctionName, function: F, consent: Option<Consent>) -> Self {
        let spec = FunctionSpec::plain(name, F::DESCRIPTION, schema_of::<F::Arguments>(), F::EFFECT);
        Self { spec, consent, function }
    }
}

impl<F: NativeFunction> Function for Erased<F> {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn consent(&self) -> Option<&Consent> {
        self.consent.as_ref()
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move {
            let arguments = serde_json::from_value(Value::Object(arguments.clone())).map_err(|error| {
                let message = format!("the arguments do not fit: {error}");
                FunctionError::Report(Failure { kind: FailureKind::InvalidArguments, message })
            })?;
            let output = self.function.run(arguments, scope).await?;
            let value = serde_json::to_value(output)
                .map_err(|error| FunctionError::broken(&Broken::OutputNotJson { error: error.notice() }))?;
            Ok(Output::from(value))
        })
    }
}
