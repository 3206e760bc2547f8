//! Functions that run in the runs of a set. None does unless a person has allowed it for this set.

use super::CasesError;
use crate::views::FunctionViews;
use experiments::{Case, Plan, function_name};
use functions::{Consents, Terms};
use ports::{Catalogue, Function};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Which functions a person has allowed to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllowedFunctions {
    All,
    These(Vec<String>),
}

impl AllowedFunctions {
    fn allows(&self, function: &str) -> bool {
        match self {
            Self::All => true,
            Self::These(those) => those.iter().any(|known| known == function),
        }
    }
}

/// The functions of a plan that run, by the names in its cases.
pub(super) struct LiveFunctions(BTreeMap<String, Arc<dyn Function>>);

impl LiveFunctions {
    /// Nobody is there to answer while a set runs, so whatever would be asked is asked for before.
    pub(super) fn of(
        views: &FunctionViews,
        plan: &Plan,
        allowed: &AllowedFunctions,
    ) -> Result<Self, CasesError> {
        let registry = views.library.current();
        let mut live = BTreeMap::new();
        for case in &plan.cases {
            for name in case.live() {
                let (case, function) = (case.id.as_str().to_owned(), name.to_owned());
                if !allowed.allows(name) {
                    return Err(CasesError::LiveNotAllowed { case, function });
                }
                let found = registry.function(&function_name(name)).filter(|found| found.asks().is_none());
                let Some(found) = found else { return Err(CasesError::NothingLive { case, function }) };
                if !is_agreed_to(&views.consents, found.as_ref()) {
                    return Err(CasesError::NoConsent { case, function });
                }
                live.insert(function, found);
            }
        }
        Ok(Self(live))
    }

    /// Those of one case.
    pub(super) fn of_case(&self, case: &Case) -> Vec<Arc<dyn Function>> {
        case.live().filter_map(|name| self.0.get(name).cloned()).collect()
    }
}

/// Whether a function asks for no consent, or has it for any arguments.
fn is_agreed_to(consents: &Consents, function: &dyn Function) -> bool {
    let name = &function.spec().name;
    Terms::of(function).is_none_or(|terms| consents.covers_all_calls(name, &terms.fingerprint()))
}
