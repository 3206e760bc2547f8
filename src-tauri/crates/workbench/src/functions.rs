//! Functions, as a page looks at them and sets them up.

use crate::Workbench;
use crate::contract::{
    CommandError, ConfigureFunctions, FunctionFacts, NamedFunction, Note, Nothing, ProviderSchema,
};
use connectors::schemas::{Projected, SchemaRules, project};
use content::FunctionName;
use functions::RecordingError;
use ports::Catalogue;
use serde_json::Value;
use sessions::SessionEvent;

impl Workbench {
    pub async fn functions_configure(&self, args: ConfigureFunctions) -> Result<Nothing, CommandError> {
        let ConfigureFunctions { session, settings } = args;
        settings.check().map_err(|reason| CommandError::failed(reason, "Mend it and try again."))?;
        let parts = self.parts()?;
        let functions = parts.functions(&session).await?;
        let set = SessionEvent::Noted { note: Note::Functions { settings: settings.clone() } };
        self.note(session, vec![set]).await?;
        functions.configure(settings);
        Ok(Nothing {})
    }

    pub async fn function_facts(&self, args: NamedFunction) -> Result<FunctionFacts, CommandError> {
        let parts = self.parts()?;
        let found = parts.library.current().function(&args.function);
        let function = found.ok_or_else(|| gone(&args.function))?;
        let recordings = parts.recordings.of(&args.function).map_err(recording)?.len();
        let schema = &function.spec().parameters;
        let projections = SchemaRules::ALL.iter().map(|rules| projected(schema, rules)).collect();
        Ok(FunctionFacts { projections, recordings })
    }

    /// Throws away what was recorded of a function.
    pub async fn recordings_forget(&self, args: NamedFunction) -> Result<Nothing, CommandError> {
        self.parts()?.recordings.forget(&args.function).map_err(recording)?;
        Ok(Nothing {})
    }
}

fn projected(schema: &Value, rules: &SchemaRules) -> ProviderSchema {
    let provider = rules.provider.to_owned();
    match project(schema, rules) {
        Ok(Projected { schema, changes }) => ProviderSchema { provider, schema, changes, obstacle: None },
        Err(unfit) => {
            let (schema, obstacle) = (schema.clone(), Some(unfit.to_string()));
            ProviderSchema { provider, schema, changes: Vec::new(), obstacle }
        }
    }
}

fn gone(function: &FunctionName) -> CommandError {
    CommandError::failed(format!("there is no function {function} any more"), "Look at its plugin.")
}

fn recording(error: RecordingError) -> CommandError {
    CommandError::failed(error.to_string(), "Mend the file or remove it, then try again.")
}
