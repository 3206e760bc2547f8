//! Functions, as a page looks at them and sets them up.

use crate::Workbench;
use crate::contract::{
    Agreement, CommandError, ConfigureFunctions, FunctionFacts, GiveConsent, Lasting, NamedFunction, Note,
    Nothing, ProviderSchema,
};
use connectors::schemas::{Projected, SchemaRules, project};
use content::FunctionName;
use functions::{Allowed, ConsentError, RecordingError, Terms};
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
        let needs = function.consent().map_or_else(Vec::new, |consent| consent.to.clone());
        let agreement =
            Terms::of(function.as_ref()).map(|terms| Agreement { fingerprint: terms.fingerprint(), terms });
        let allowed = parts.consents.of(&args.function);
        Ok(FunctionFacts { projections, recordings, needs, agreement, allowed, said: function.said() })
    }

    pub async fn consent_give(&self, args: GiveConsent) -> Result<Nothing, CommandError> {
        let GiveConsent { session, function, fingerprint, arguments, lasting } = args;
        let parts = self.parts()?;
        let found = parts.library.current().function(&function).ok_or_else(|| gone(&function))?;
        let Some(terms) = Terms::of(found.as_ref()) else {
            return Err(CommandError::failed(format!("{function} asks for nothing"), "Let it run."));
        };
        if terms.fingerprint() != fingerprint {
            let changed = format!("{function} was changed since you looked at it");
            return Err(CommandError::failed(changed, "Look at what is different, and decide again."));
        }
        let allowed = Allowed { function, fingerprint, terms: Some(terms), arguments };
        match lasting {
            Lasting::Always => parts.consents.allow(allowed).map_err(consents)?,
            Lasting::Session => {
                let Some(session) = session else {
                    return Err(CommandError::failed("no session is open", "Allow it always, or once."));
                };
                let mut settings = parts.functions(&session).await?.settings();
                if !settings.allowed.contains(&allowed) {
                    settings.allowed.retain(|one| one.is_beside(&allowed));
                    settings.allowed.push(allowed);
                    self.functions_configure(ConfigureFunctions { session, settings }).await?;
                }
            }
        }
        Ok(Nothing {})
    }

    /// Takes back what was agreed to for good.
    pub async fn consent_forget(&self, args: NamedFunction) -> Result<Nothing, CommandError> {
        self.parts()?.consents.forget(&args.function).map_err(consents)?;
        Ok(Nothing {})
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
        Ok(Projected { schema, changes, .. }) => ProviderSchema { provider, schema, changes, obstacle: None },
        Err(unfit) => {
            let (schema, obstacle) = (schema.clone(), Some(unfit.to_string()));
            ProviderSchema { provider, schema, changes: Vec::new(), obstacle }
        }
    }
}

fn gone(function: &FunctionName) -> CommandError {
    CommandError::failed(format!("there is no function {function} any more"), "Look at its plugin.")
}

fn consents(error: ConsentError) -> CommandError {
    CommandError::failed(error.to_string(), "Mend the file or remove it, then try again.")
}

fn recording(error: RecordingError) -> CommandError {
    CommandError::failed(error.to_string(), "Mend the file or remove it, then try again.")
}
