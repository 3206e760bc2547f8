//! What the application gives to its servers.

use super::login::McpVault;
use super::requests::Requests;
use crate::Library;
use ports::Clock;
use std::sync::Arc;
use tokio::sync::watch;

/// What all servers share.
#[derive(Clone)]
pub struct McpHost {
    /// Where they put their functions.
    pub library: Arc<Library>,
    pub requests: Arc<Requests>,
    pub vault: Arc<dyn McpVault>,
    pub clock: Arc<dyn Clock>,
    /// Counts up whenever there is something new to see.
    pub news: watch::Sender<u64>,
}

impl McpHost {
    pub(super) fn tell(&self) {
        self.news.send_modify(|count| *count += 1);
    }
}
