//! The orderly end of the window, on every way out that the process can still act on.

use crate::window::Kept;
use server::running::Announced;
use std::sync::{Arc, Mutex, PoisonError};
use telemetry::Telemetry;
use workbench::Workbench;

/// What is open. It is closed with this value.
pub(crate) struct Open {
    pub(crate) app: Arc<Workbench>,
    pub(crate) kept: Arc<Kept>,
    pub(crate) announced: Option<Announced>,
    pub(crate) telemetry: Telemetry,
}

impl Drop for Open {
    /// Called outside of asynchronous tasks, because it waits.
    fn drop(&mut self) {
        self.kept.write();
        tauri::async_runtime::block_on(self.app.close());
        drop(self.announced.take());
        self.telemetry.close();
    }
}

/// Closes once, whoever asks first: the event loop as it ends, or an installer that replaces this program.
pub(crate) struct Closing(Mutex<Option<Open>>);

impl Closing {
    pub(crate) fn of(open: Open) -> Self {
        Self(Mutex::new(Some(open)))
    }

    /// Returns when everything is closed, also where somebody else closes it.
    pub(crate) fn close(&self) {
        let mut open = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        drop(open.take());
    }

    #[cfg(feature = "updater")]
    pub(crate) fn is_closed(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::{Closing, Open};
    use crate::reachable;
    use crate::window::Kept;
    use std::path::Path;
    use std::sync::Arc;
    use std::time::{Duration, Instant};
    use tauri::async_runtime::block_on;
    use telemetry::Telemetry;
    use workbench::contract::Nothing;
    use workbench::{Config, Extent, KeychainChoice, System, Workbench};

    /// How long the thread that has the sessions may take to let go of them.
    const PATIENCE: Duration = Duration::from_secs(10);

    fn application(home: &Path) -> Arc<Workbench> {
        let config = Config {
            home: home.to_owned(),
            functions: home.join("functions"),
            models: home.join("models"),
            keychain: KeychainChoice::None,
            extent: Extent::Sessions,
        };
        Arc::new(Workbench::new(config, System::real()))
    }

    fn opened(home: &Path) -> Closing {
        let app = application(home);
        block_on(app.overview(Nothing {})).expect("the sessions are open");
        let announced = block_on(reachable::begin(&app, home));
        assert!(home.join("running.json").exists());
        let kept = Arc::new(Kept::read(home.join("window.json")));
        Closing::of(Open { app, kept, announced, telemetry: Telemetry::default() })
    }

    #[track_caller]
    fn check_closed(home: &Path) {
        assert!(home.join("window.json").exists(), "the place of the window is kept");
        assert!(!home.join("running.json").exists(), "commands find no window any more");
        let (next, begun) = (application(home), Instant::now());
        while let Err(error) = block_on(next.overview(Nothing {})) {
            assert!(begun.elapsed() < PATIENCE, "the sessions are still held: {error:?}");
            std::thread::yield_now();
        }
        block_on(next.close());
    }

    #[test]
    fn an_installer_finds_everything_closed_and_the_end_afterwards_closes_nothing_twice() {
        let folder = tempfile::tempdir().expect("a folder");
        let closing = opened(folder.path());
        closing.close();
        check_closed(folder.path());
        closing.close();
    }

    #[test]
    fn a_start_that_fails_closes_what_it_had_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        drop(opened(folder.path()));
        check_closed(folder.path());
    }
}
