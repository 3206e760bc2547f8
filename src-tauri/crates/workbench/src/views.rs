//! The functions of each session that is in use.

use content::SessionId;
use functions::SessionFunctions;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
        self.kept().get(session).cloned()
    }

    pub(crate) fn find_or_keep(
        &self,
        session: &SessionId,
        make: impl FnOnce() -> SessionFunctions,
    ) -> Arc<SessionFunctions> {
        let mut kept = self.kept();
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

    fn kept(&self) -> MutexGuard<'_, HashMap<SessionId, Arc<SessionFunctions>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
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
