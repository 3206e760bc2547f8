//! How the page is drawn. On Linux WebKit draws by way of the graphics card, and where there is none, by way of one that
//! is made of software, which takes several times as long as drawing without.

use std::path::Path;
use tauri::WebviewWindow;
use webkit2gtk::{HardwareAccelerationPolicy, SettingsExt, WebViewExt};

/// Where the system lists what can draw.
const CARDS: &str = "/dev/dri";

/// Draws without a graphics card where there is none.
pub(super) fn fit(window: &WebviewWindow) -> tauri::Result<()> {
    if has_card(Path::new(CARDS)) {
        return Ok(());
    }
    tracing::info!("there is no graphics card, so the page is drawn without");
    window.with_webview(|view| {
        if let Some(settings) = view.inner().settings() {
            settings.set_hardware_acceleration_policy(HardwareAccelerationPolicy::Never);
        }
    })
}

fn has_card(folder: &Path) -> bool {
    let listed = std::fs::read_dir(folder).into_iter().flatten().flatten();
    listed.into_iter().any(|entry| entry.file_name().to_string_lossy().starts_with("render"))
}

#[cfg(test)]
mod tests {
    use super::has_card;
    use std::fs;

    #[test]
    fn a_screen_alone_is_no_card_that_draws() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(!has_card(&folder.path().join("dri")));
        fs::write(folder.path().join("card0"), "").expect("written");
        assert!(!has_card(folder.path()));
        fs::write(folder.path().join("renderD128"), "").expect("written");
        assert!(has_card(folder.path()));
    }
}
