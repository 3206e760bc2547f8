//! Lets commands of this computer use the sessions that the window has open, over the contract and without a page.

use server::running::{Announced, Claim, Front};
use server::{Options, Page, Server};
use std::path::Path;
use std::sync::Arc;
use workbench::Workbench;

/// Serves commands for as long as the window is open. The window opens all the same where that can't be had.
pub(crate) async fn begin(app: &Arc<Workbench>, home: &Path) -> Option<Announced> {
    let claim = match Claim::on(home).await {
        Ok(claim) => claim?,
        Err(error) => {
            tracing::warn!(%error, "commands won't find this window");
            return None;
        }
    };
    let server = match Server::bind(Arc::clone(app), Options { page: Page::Absent, port: 0 }).await {
        Ok(server) => server,
        Err(error) => {
            tracing::warn!(%error, "commands can't be served");
            return None;
        }
    };
    let announced = claim.announce(&server, Front::Window);
    let announced =
        announced.inspect_err(|error| tracing::warn!(%error, "commands won't find this window")).ok()?;
    // It ends with the process, as the window does.
    tauri::async_runtime::spawn(server.run(std::future::pending()));
    Some(announced)
}
