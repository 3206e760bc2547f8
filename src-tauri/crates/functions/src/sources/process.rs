//! Functions that are programs: the arguments go in as JSON on standard input, the result comes back as JSON on
//! standard output. What a program says on standard error is kept for the person.

mod run;
mod script;
mod told;

pub use script::{Script, ScriptEnd, ScriptError, run_script};

use super::cleaned::{cleaned, secret_in};
use crate::broken::Broken;
use crate::manifest::{ProcessFunction, ProcessTable, object_schema};
use crate::native::report;
use content::{FunctionName, JsonObject, PluginName};
use limits::{PLUGIN_OUTPUT, PLUGIN_TIME};
use ports::{CallScope, Consent, Function, FunctionError, FunctionSpec, Invoked};
use redaction::Redactor;
use run::{End, Program, Ran};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// One function of a plugin whose functions are programs.
pub(crate) struct ProcessCall {
    spec: FunctionSpec,
    consent: Consent,
    program: Arc<Program>,
    /// What is added to the command for this function.
    arguments: Vec<String>,
    /// What its last run said on standard error.
    said: Mutex<Option<String>>,
}

/// A plugin of programs, with its program found.
pub(crate) struct Programs<'a> {
    pub(crate) plugin: &'a PluginName,
    pub(crate) table: &'a ProcessTable,
    pub(crate) folder: &'a Path,
    /// Where the program is.
    pub(crate) program: PathBuf,
    pub(crate) consent: Consent,
}

impl Programs<'_> {
    pub(crate) fn functions(&self) -> Vec<Arc<dyn Function>> {
        let Self { table, .. } = self;
        let program = Arc::new(Program {
            path: self.program.clone(),
            arguments: table.command.iter().skip(1).cloned().collect(),
            folder: self.folder.to_owned(),
            seen: table.environment.clone(),
            variables: table.variables.clone().into_iter().collect(),
            time: Duration::from_secs(table.seconds).min(PLUGIN_TIME.time()),
            output_bytes: table.output_bytes.min(PLUGIN_OUTPUT.size()),
        });
        table.functions.iter().map(|function| self.function(function, &program)).collect()
    }

    fn function(&self, declared: &ProcessFunction, program: &Arc<Program>) -> Arc<dyn Function> {
        let name = FunctionName { plugin: Some(self.plugin.clone()), function: declared.name.to_string() };
        let parameters = object_schema(&declared.parameters);
        let arguments = declared.arguments.clone().unwrap_or_else(|| vec![declared.name.to_string()]);
        Arc::new(ProcessCall {
            spec: FunctionSpec::plain(name, &declared.description, parameters, declared.effect.into()),
            consent: self.consent.clone(),
            program: Arc::clone(program),
            arguments,
            said: Mutex::default(),
        })
    }
}

impl Function for ProcessCall {
    fn spec(&self) -> &FunctionSpec {
        &self.spec
    }

    fn invoke<'a>(&'a self, arguments: &'a JsonObject, scope: &'a CallScope) -> Invoked<'a> {
        Box::pin(async move {
            let input = serde_json::to_vec(&scope.digits.object(arguments))
                .map_err(|error| FunctionError::broken(&error))?;
            let Ran { end, output, said } = self.program.run(&self.arguments, input, scope).await;
            let redactor = self.redactor();
            // Before anything is cut.
            let output = match std::str::from_utf8(&output).map(|text| redactor.clean(text)) {
                Ok(Cow::Owned(cleaned)) => cleaned.into_bytes(),
                Ok(Cow::Borrowed(_)) | Err(_) => output,
            };
            *self.said.lock().unwrap_or_else(PoisonError::into_inner) =
                Some(redactor.clean(&said).into_owned()).filter(|said| !said.is_empty());
            let told = match end {
                End::Exited(status) if status.success() => told::result(&output),
                End::Exited(status) => Err(report(told::failure(status, &output))),
                End::TimedOut(time) => {
                    Err(report(format!("it took longer than {} s and was ended", time.as_secs_f32())))
                }
                End::TooMuch => {
                    Err(FunctionError::broken(&Broken::TooMuch { bytes: self.program.output_bytes }))
                }
                End::NotStarted(reason) => Err(FunctionError::broken(&Broken::NotStarted { reason })),
                End::Cancelled => Err(FunctionError::Cancelled),
            };
            cleaned(told, &redactor)
        })
    }

    fn keeps_digits(&self, _number: &str) -> bool {
        true
    }

    fn consent(&self) -> Option<&Consent> {
        Some(&self.consent)
    }

    fn last_diagnostics(&self) -> Option<String> {
        self.said.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl ProcessCall {
    /// Knows the keys among the variables the program sees.
    fn redactor(&self) -> Redactor {
        let seen =
            self.program.seen.iter().filter_map(|name| Some((name.clone(), std::env::var(name).ok()?)));
        let variables: Vec<_> = seen.chain(self.program.variables.iter().cloned()).collect();
        Redactor::new(variables.iter().filter_map(|(name, value)| secret_in(name, value)))
    }
}

#[cfg(all(test, unix))]
mod tests;
