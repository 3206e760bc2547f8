//! Functions as sessions, turns and the runs of cases see them.

use crate::attached::Attached;
use crate::configuration::functions_of;
use crate::lane_results::LaneResults;
use crate::ledger::Ledger;
use crate::locking::lock;
use content::SessionId;
use functions::{Consents, FunctionSettings, Library, Recordings, Searchable, SessionFunctions};
use invocation::SelectionPlan;
use ports::{Catalogue, Function};
use selection::RankedSelector;
use sessions::StoreError;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

pub(crate) struct FunctionViews {
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) library: Arc<Library>,
    pub(crate) recordings: Recordings,
    pub(crate) consents: Arc<Consents>,
    pub(crate) lane_results: Arc<LaneResults>,
    pub(crate) attached: Arc<Attached>,
    pub(crate) selector: Arc<RankedSelector>,
    pub(crate) kept: Views,
}

impl FunctionViews {
    /// The functions of a session, as its log tells.
    pub(crate) async fn of(&self, session: &SessionId) -> Result<Arc<SessionFunctions>, StoreError> {
        if let Some(view) = self.kept.find(session) {
            return Ok(view);
        }
        let settings = functions_of(&self.ledger, session).await?;
        Ok(self.kept.find_or_keep(session, || {
            let functions = self.with(settings);
            functions.run_by(self.attached.runner(session));
            functions
        }))
    }

    /// Functions under settings that no session need have.
    pub(crate) fn with(&self, settings: FunctionSettings) -> SessionFunctions {
        let (library, recordings) = (Arc::clone(&self.library), self.recordings.clone());
        let others = Arc::<LaneResults>::clone(&self.lane_results);
        SessionFunctions::new(library, recordings, Arc::clone(&self.consents), settings, others)
    }

    /// No program runs the functions of a session any more.
    pub(crate) fn runs_itself(&self, session: &SessionId) {
        if let Some(functions) = self.kept.find(session) {
            functions.run_by(None);
        }
    }

    /// The functions of a session for a turn with this plan: a model can search in them.
    pub(crate) async fn catalogue(
        &self,
        session: &SessionId,
        plan: &SelectionPlan,
    ) -> Result<Arc<dyn Catalogue>, StoreError> {
        Ok(self.searchable(self.of(session).await?, plan))
    }

    /// Functions that no session has: definitions that somebody answers, and functions that are live.
    pub(crate) fn defined(
        &self,
        settings: FunctionSettings,
        live: &[Arc<dyn Function>],
        plan: &SelectionPlan,
    ) -> Arc<dyn Catalogue> {
        self.searchable(Arc::new(self.with(settings).alone(live)), plan)
    }

    fn searchable(&self, functions: Arc<SessionFunctions>, plan: &SelectionPlan) -> Arc<dyn Catalogue> {
        let selector = Arc::<RankedSelector>::clone(&self.selector);
        Arc::new(Searchable::new(functions, selector, plan.limit, plan.ranking))
    }
}

/// Keeps the functions of sessions ready. Beyond a number of sessions those are dropped that nobody uses and that can be read
/// from the log again.
pub(crate) struct Views {
    most: usize,
    kept: Mutex<HashMap<SessionId, Arc<SessionFunctions>>>,
}

impl Views {
    pub(crate) fn within(most: usize) -> Self {
        Self { most, kept: Mutex::default() }
    }

    pub(crate) fn find(&self, session: &SessionId) -> Option<Arc<SessionFunctions>> {
        lock(&self.kept).get(session).cloned()
    }

    pub(crate) fn find_or_keep(
        &self,
        session: &SessionId,
        make: impl FnOnce() -> SessionFunctions,
    ) -> Arc<SessionFunctions> {
        let mut kept = lock(&self.kept);
        if let Some(found) = kept.get(session) {
            return Arc::clone(found);
        }
        if kept.len() >= self.most {
            kept.retain(|_, view| Arc::strong_count(view) > 1 || !view.is_as_logged());
        }
        let view = Arc::new(make());
        kept.insert(session.clone(), Arc::clone(&view));
        view
    }
}

#[cfg(test)]
mod tests {
    use super::Views;
    use content::SessionId;
    use functions::{
        AnsweredCalls, Consents, FunctionSettings, IsEnough, OtherSessions, Recordings, SessionFunctions,
    };
    use futures::future::BoxFuture;
    use std::path::PathBuf;
    use std::sync::Arc;

    struct Nobody;

    impl OtherSessions for Nobody {
        fn answered(&self, _: &SessionId) -> AnsweredCalls {
            AnsweredCalls::default()
        }

        fn until_enough<'a>(&'a self, _: &'a SessionId, _: IsEnough<'a>) -> BoxFuture<'a, ()> {
            Box::pin(async {})
        }
    }

    fn functions() -> SessionFunctions {
        let (nowhere, settings) = (PathBuf::from("nowhere"), FunctionSettings::live());
        let consents = Arc::new(Consents::open(nowhere.clone()));
        let recordings = Recordings::in_folder(nowhere);
        SessionFunctions::new(Arc::default(), recordings, consents, settings, Arc::new(Nobody))
    }

    #[test]
    fn the_functions_of_sessions_that_nobody_uses_are_dropped_beyond_the_limit() {
        let views = Views::within(3);
        let sessions = ["idle", "used", "also idle", "new"].map(SessionId::new);
        let [idle, used, also_idle, new] = &sessions;
        drop(views.find_or_keep(idle, functions));
        let in_use = views.find_or_keep(used, functions);
        drop(views.find_or_keep(also_idle, functions));
        drop(views.find_or_keep(new, functions));
        let kept = sessions.iter().filter(|session| views.find(session).is_some());
        assert_eq!(kept.collect::<Vec<_>>(), [used, new]);
        assert!(Arc::ptr_eq(&in_use, &views.find_or_keep(used, functions)));
    }
}
