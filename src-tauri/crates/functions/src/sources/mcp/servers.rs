//! All servers, as they are set up now.

use super::host::McpHost;
use super::server::Server;
use super::settings::{McpSecrets, McpServer};
use super::state::McpState;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::timeout;

/// Longer than any server has to end by itself and to be killed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(8);

/// The servers that are set up, each with the task that keeps it running.
pub struct McpServers {
    host: McpHost,
    servers: Mutex<BTreeMap<String, Arc<Server>>>,
}

impl McpServers {
    pub fn new(host: McpHost) -> Self {
        Self { host, servers: Mutex::default() }
    }

    /// Starts a server, in the place of the one that had its id.
    pub fn put(&self, settings: McpServer, secrets: McpSecrets) {
        let id = settings.id.clone();
        let is_enabled = settings.is_enabled;
        let server = Server::new(settings, secrets, self.host.clone());
        let before = self.lock().insert(id, Arc::clone(&server));
        if let Some(before) = before {
            before.closing.cancel();
        }
        if is_enabled {
            let tasks = server.tasks.clone();
            tasks.spawn(server.run());
        }
        self.host.tell();
    }

    pub fn remove(&self, id: &str) {
        if let Some(server) = self.lock().remove(id) {
            server.let_go();
            self.host.tell();
        }
    }

    /// Starts a server afresh. Tells whether there is such a server.
    pub fn restart(&self, id: &str) -> bool {
        self.find(id).inspect(|server| server.again.notify_one()).is_some()
    }

    /// Leads the person through a login. Tells whether there is such a server.
    pub fn log_in(&self, id: &str) -> bool {
        self.find(id).inspect(Server::log_in).is_some()
    }

    pub fn states(&self) -> Vec<McpState> {
        self.lock().values().map(|server| server.state()).collect()
    }

    /// Ends all of them, and everything they have started.
    pub async fn close(&self) {
        let servers = std::mem::take(&mut *self.lock());
        for server in servers.values() {
            server.closing.cancel();
            server.tasks.close();
        }
        let ended = futures::future::join_all(servers.values().map(|server| server.tasks.wait()));
        // What is still there then is killed with the task that keeps it.
        let _ = timeout(CLOSE_TIMEOUT, ended).await;
    }

    fn find(&self, id: &str) -> Option<Arc<Server>> {
        self.lock().get(id).cloned()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Server>>> {
        self.servers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
