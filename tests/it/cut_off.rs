//! Turns that are cut off: stopped by a person or left by the application, wherever they may be. Nothing is left behind,
//! and what was begun is answered or taken up again.

mod entries;
mod outside;
mod polls;

use std::time::Duration;
use tokio::runtime::Handle;

/// Every how many places a cut is tried: in the usual run a sixth of them, in the long run all.
pub(super) fn stride() -> usize {
    if std::env::var_os("CALLWRIGHT_LONG").is_some() { 1 } else { 6 }
}

/// How many tasks live now.
fn tasks() -> usize {
    Handle::current().metrics().num_alive_tasks()
}

/// Waits until no more tasks live than these. A task that holds a socket ends when the other side lets go of it.
async fn until_only(allowed: usize, when: &str) {
    let gone = async {
        while tasks() > allowed {
            tokio::task::yield_now().await;
        }
    };
    let waited = tokio::time::timeout(Duration::from_secs(20), gone).await;
    assert!(waited.is_ok(), "{when}: {} tasks are left, {allowed} were there before", tasks());
}
