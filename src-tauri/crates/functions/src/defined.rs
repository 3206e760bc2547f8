//! Functions that a session defines itself, because the program or the document it comes from defined them.

use crate::sources::pasted::Hollow;
use crate::{Registry, RegistryError};
use content::{CallArguments, CalledFunction, FunctionCall, FunctionName, JsonObject};
use ports::{Bound, CallScope, Effect, Function, FunctionSpec, Invoked, Resolution};
use std::sync::Arc;

/// Runs the functions that a session defines, outside this application.
pub trait Runner: Send + Sync {
    /// Waits for the result of a call. [`ports::Caller::call`] of the scope names it.
    fn run<'a>(
        &'a self,
        function: &'a FunctionSpec,
        arguments: &'a JsonObject,
        scope: &'a CallScope,
    ) -> Invoked<'a>;
}

/// The functions as definitions that a person or a stand-in answers, apart from those that are live. One whose schema can't be used
/// takes any arguments.
pub(crate) fn registry_of(specs: &[FunctionSpec], live: &[Arc<dyn Function>]) -> Registry {
    let mut registry = Registry::default();
    let made = |spec: FunctionSpec| -> Arc<dyn Function> {
        match live.iter().find(|live| live.spec().name == spec.name) {
            Some(live) => Arc::new(Redefined { spec, live: Arc::clone(live) }),
            None => Arc::new(Hollow::of_spec(spec)),
        }
    };
    for spec in specs {
        let added = registry.add_function(made(spec.clone()));
        if let Err(RegistryError::Schema { .. }) = added {
            let parameters = serde_json::json!({ "type": "object" });
            let any = FunctionSpec { parameters, ..spec.clone() };
            // The name is free: the one with the schema was not added.
            let _ = registry.add_function(made(any));
        }
    }
    registry
}

/// A function that runs as it is, and is described in other words. A person has agreed to it.
struct Redefined {
    spec: FunctionSpec,
    live: Arc<dyn Function>,
}

impl Function for Redefined {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        self.live.invoke(arguments, scope)
    }

    fn keeps_digits(&self, number: &str) -> bool {
        self.live.keeps_digits(number)
    }
}

/// A function that runs outside this application.
pub(crate) struct RunElsewhere {
    pub(crate) spec: FunctionSpec,
    pub(crate) runner: Arc<dyn Runner>,
}

impl RunElsewhere {
    /// A function that was called and never defined. Its runner says what is wrong.
    pub(crate) fn undefined(name: &FunctionName, runner: Arc<dyn Runner>) -> Self {
        let parameters = serde_json::json!({ "type": "object" });
        Self { spec: FunctionSpec::plain(name.clone(), "", parameters, Effect::Changes), runner }
    }
}

impl Function for RunElsewhere {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        self.runner.run(&self.spec, arguments, scope)
    }

    fn keeps_digits(&self, _number: &str) -> bool {
        true
    }
}

/// The program that runs the loop receives every call, also one that nothing here would run. What is wrong with it stays a finding.
pub(crate) fn run_as_written(call: &FunctionCall, resolution: Resolution) -> Resolution {
    let findings = match resolution {
        Resolution::Runnable { findings, .. } | Resolution::Refused { findings, .. } => findings,
    };
    let name = match &call.function {
        CalledFunction::Known { name } => name.clone(),
        CalledFunction::Unknown { raw } => FunctionName::without_plugin(raw),
    };
    let bound = match &call.arguments {
        CallArguments::Parsed { .. } => None,
        CallArguments::Malformed { .. } => {
            Some(Box::new(Bound { arguments: JsonObject::new(), changes: Vec::new() }))
        }
    };
    Resolution::Runnable { name, findings, bound, repair: None, asks: Vec::new() }
}
