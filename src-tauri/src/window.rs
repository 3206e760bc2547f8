//! The one window. It comes back where it was.

#[cfg(target_os = "linux")]
mod drawing;
mod placement;

pub(crate) use placement::Kept;

use placement::{Placement, Screen};
use std::sync::Arc;
use tauri::{App, AppHandle, Manager, PhysicalPosition, Runtime};
use tauri::{WebviewUrl, WebviewWindow, WebviewWindowBuilder, WindowEvent};
use workbench::Workbench;

/// Tells on standard output when the page can be used. For measuring the start.
const REPORT_READY: &str = "CALLWRIGHT_REPORT_READY";

const LABEL: &str = "main";

pub(crate) fn open(shell: &App, kept: &Arc<Kept>) -> tauri::Result<()> {
    let Placement { place, size, is_maximised, .. } = kept.now().fitted(&screens(shell));
    let window = WebviewWindowBuilder::new(shell, LABEL, WebviewUrl::default())
        .title("Callwright")
        .inner_size(size.0, size.1)
        .min_inner_size(900.0, 600.0)
        .maximized(is_maximised)
        // A file that is dropped goes to the page, which imports it.
        .disable_drag_drop_handler()
        .on_navigation(|target| {
            tauri::is_dev() || target.scheme() == "tauri" || target.host_str() == Some("tauri.localhost")
        });
    #[cfg(feature = "updater")]
    let window = crate::updates::announce(shell, window);
    let window = window.build()?;
    #[cfg(target_os = "linux")]
    drawing::fit(&window)?;
    if let Some((x, y)) = place.filter(|_| !is_maximised) {
        window.set_position(PhysicalPosition::new(x, y))?;
    }
    follow(&window, kept);
    if std::env::var_os(REPORT_READY).is_some() {
        let app = Arc::clone(&shell.state::<Arc<Workbench>>());
        tauri::async_runtime::spawn(async move {
            app.until_ready().await;
            report_ready();
        });
    }
    Ok(())
}

/// Tells the page what was chosen in the menu. It is an event of the page's own, so that the page needs no leave to hear
/// of anything else.
pub(crate) fn tell_chosen<R: Runtime>(shell: &AppHandle<R>, chosen: &'static str) {
    let Some(window) = shell.get_webview_window(LABEL) else { return };
    let told = format!("window.dispatchEvent(new CustomEvent('menuchosen', {{ detail: '{chosen}' }}))");
    if let Err(error) = window.eval(told) {
        tracing::warn!(%error, chosen, "the page can't be told of the menu");
    }
}

/// Notes where the window goes, and writes it down whenever a person turns to something else.
fn follow(window: &WebviewWindow, kept: &Arc<Kept>) {
    let (kept, followed) = (Arc::clone(kept), window.clone());
    window.on_window_event(move |event| {
        if matches!(event, WindowEvent::Moved(_) | WindowEvent::Resized(_)) {
            // A window that is being closed can't say where it is any more.
            let _ = note(&followed, &kept);
        } else if matches!(event, WindowEvent::Focused(false) | WindowEvent::CloseRequested { .. }) {
            kept.write();
        }
    });
}

fn note(window: &WebviewWindow, kept: &Kept) -> tauri::Result<()> {
    let is_maximised = window.is_maximized()?;
    kept.change(|now| now.is_maximised = is_maximised);
    if is_maximised || window.is_minimized()? || window.is_fullscreen()? {
        return Ok(());
    }
    let (place, size) = (window.outer_position()?, window.inner_size()?);
    let size = size.to_logical::<f64>(window.scale_factor()?);
    if size.width > 0.0 && size.height > 0.0 {
        kept.change(|now| {
            now.place = Some((place.x, place.y));
            now.size = (size.width, size.height);
        });
    }
    Ok(())
}

/// The main one first.
fn screens(shell: &App) -> Vec<Screen> {
    let main = shell.primary_monitor().ok().flatten();
    let all = shell.available_monitors().unwrap_or_default();
    let screen = |monitor: tauri::Monitor| {
        let area = *monitor.work_area();
        Screen {
            place: (area.position.x, area.position.y),
            size: (area.size.width, area.size.height),
            scale: monitor.scale_factor(),
        }
    };
    main.into_iter().chain(all).map(screen).filter(|screen| screen.scale > 0.0).collect()
}

#[allow(clippy::print_stdout, reason = "whoever measures the start reads it there")]
fn report_ready() {
    println!("ready");
}
