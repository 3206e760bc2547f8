//! Functions, as a page looks at them and sets them up.

use crate::Workbench;
use crate::contract::{
    Agreement, CommandError, ConfigureFunctions, FunctionConsent, FunctionFacts, FunctionOf, GiveConsent,
    GiveConsents, Lasting, NamedFunction, NamedFunctions, Note, Nothing, ProviderSchema, SeenFunction,
};
use connectors::schemas::{Projected, SchemaRules, project};
use content::FunctionName;
use functions::{Allowed, RunBy, Terms};
use notices::Describe;
use ports::Catalogue;
use serde_json::Value;
use sessions::SessionEvent;

/// Reasons why nothing can be done with a function.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, Describe)]
#[notice(prefix = "function-command")]
pub(crate) enum FunctionError {
    #[error("the function {function} no longer exists")]
    #[advice("Look at its plugin.")]
    Gone {
        #[notice(text)]
        function: FunctionName,
    },
    #[error("{function} needs no consent")]
    #[advice("Run it.")]
    AsksNothing {
        #[notice(text)]
        function: FunctionName,
    },
    #[error("{function} was changed since you looked at it")]
    #[advice("Look at what is different, and decide again.")]
    Changed {
        #[notice(text)]
        function: FunctionName,
    },
    #[error("no session is open")]
    #[advice("Allow it always, or once.")]
    NoSession,
}

impl Workbench {
    pub async fn functions_configure(&self, args: ConfigureFunctions) -> Result<Nothing, CommandError> {
        let ConfigureFunctions { session, settings } = args;
        settings.check()?;
        let functions = self.functions()?.of(&session).await?;
        let set = SessionEvent::Noted { note: Note::Functions { settings: settings.clone() } };
        self.note(session, vec![set]).await?;
        functions.configure(settings);
        Ok(Nothing {})
    }

    pub async fn function_facts(&self, args: FunctionOf) -> Result<FunctionFacts, CommandError> {
        let found = match args.session {
            Some(session) => self.functions()?.of(&session).await?.itself(&args.function),
            None => self.library()?.current().function(&args.function).map(|found| {
                let run_by = RunBy::of(found.as_ref());
                (found, run_by)
            }),
        };
        let (function, run_by) =
            found.ok_or_else(|| FunctionError::Gone { function: args.function.clone() })?;
        let recordings = self.functions()?.recordings.of(&args.function)?.len();
        let schema = &function.spec().parameters;
        let projections = SchemaRules::ALL.iter().map(|rules| projected(schema, rules)).collect();
        let needs = function.consent().map_or_else(Vec::new, |consent| consent.to.clone());
        let agreement =
            Terms::of(function.as_ref()).map(|terms| Agreement { fingerprint: terms.fingerprint(), terms });
        let allowed = self.consents()?.of(&args.function);
        Ok(FunctionFacts {
            run_by,
            projections,
            recordings,
            needs,
            agreement,
            allowed,
            said: function.last_diagnostics(),
        })
    }

    pub async fn consent_give(&self, args: GiveConsent) -> Result<Nothing, CommandError> {
        let GiveConsent { session, function, fingerprint, arguments, lasting } = args;
        let found = self
            .library()?
            .current()
            .function(&function)
            .ok_or_else(|| FunctionError::Gone { function: function.clone() })?;
        let Some(terms) = Terms::of(found.as_ref()) else {
            return Err(FunctionError::AsksNothing { function }.into());
        };
        if terms.fingerprint() != fingerprint {
            return Err(FunctionError::Changed { function }.into());
        }
        let allowed = Allowed { function, fingerprint, terms: Some(terms), arguments };
        match lasting {
            Lasting::Always => self.consents()?.allow(allowed)?,
            Lasting::Session => {
                let Some(session) = session else {
                    return Err(FunctionError::NoSession.into());
                };
                let mut settings = self.functions()?.of(&session).await?.settings().as_ref().clone();
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
        self.consents()?.forget(&[args.function])?;
        Ok(Nothing {})
    }

    pub async fn consents_read(&self, args: NamedFunctions) -> Result<Vec<FunctionConsent>, CommandError> {
        let (registry, consents) = (self.library()?.current(), self.consents()?);
        let found = args.functions.into_iter().filter_map(|name| Some((registry.function(&name)?, name)));
        let shown = found.map(|(function, name)| {
            let needs = function.consent().map_or_else(Vec::new, |consent| consent.to.clone());
            let fingerprint = Terms::of(function.as_ref()).map(|terms| terms.fingerprint());
            let is_allowed =
                fingerprint.as_ref().is_some_and(|fingerprint| consents.covers_all_calls(&name, fingerprint));
            FunctionConsent { function: name, needs, fingerprint, is_allowed }
        });
        Ok(shown.collect())
    }

    /// One that was changed meanwhile is not agreed to, and keeps none of the others from being.
    pub async fn consents_give(&self, args: GiveConsents) -> Result<Nothing, CommandError> {
        let (registry, consents) = (self.library()?.current(), self.consents()?);
        let (mut given, mut changed) = (Vec::with_capacity(args.consents.len()), None);
        for SeenFunction { function, fingerprint } in args.consents {
            let terms = registry.function(&function).and_then(|found| Terms::of(found.as_ref()));
            match terms.filter(|terms| terms.fingerprint() == fingerprint) {
                Some(terms) => {
                    given.push(Allowed { function, fingerprint, terms: Some(terms), arguments: None });
                }
                None => changed = changed.or(Some(function)),
            }
        }
        consents.allow_all(given)?;
        match changed {
            Some(function) => Err(FunctionError::Changed { function }.into()),
            None => Ok(Nothing {}),
        }
    }

    pub async fn consents_forget(&self, args: NamedFunctions) -> Result<Nothing, CommandError> {
        self.consents()?.forget(&args.functions)?;
        Ok(Nothing {})
    }

    /// Throws away what was recorded of a function.
    pub async fn recordings_forget(&self, args: NamedFunction) -> Result<Nothing, CommandError> {
        self.functions()?.recordings.forget(&args.function)?;
        Ok(Nothing {})
    }
}

fn projected(schema: &Value, rules: &SchemaRules) -> ProviderSchema {
    let provider = rules.provider.notice();
    match project(schema, rules) {
        Ok(Projected { schema, changes, .. }) => ProviderSchema { provider, schema, changes, obstacle: None },
        Err(unfit) => {
            let (schema, obstacle) = (schema.clone(), Some(unfit.notice()));
            ProviderSchema { provider, schema, changes: Vec::new(), obstacle }
        }
    }
}
