//! The one window.

use std::sync::Arc;
use tauri::{App, Manager, WebviewUrl, WebviewWindowBuilder};
use workbench::Workbench;

/// Tells on standard output when the page can be used. For measuring the start.
const REPORT_READY: &str = "CALLWRIGHT_REPORT_READY";

pub(crate) fn open(shell: &App) -> tauri::Result<()> {
    WebviewWindowBuilder::new(shell, "main", WebviewUrl::default())
        .title("Callwright")
        .inner_size(1440.0, 900.0)
        .min_inner_size(900.0, 600.0)
        // A file that is dropped goes to the page, which imports it.
        .disable_drag_drop_handler()
        .on_navigation(|target| {
            tauri::is_dev() || target.scheme() == "tauri" || target.host_str() == Some("tauri.localhost")
        })
        .build()?;
    if std::env::var_os(REPORT_READY).is_some() {
        let app = Arc::clone(&shell.state::<Arc<Workbench>>());
        tauri::async_runtime::spawn(async move {
            app.until_ready().await;
            report_ready();
        });
    }
    Ok(())
}

#[allow(clippy::print_stdout, reason = "whoever measures the start reads it there")]
fn report_ready() {
    println!("ready");
}
