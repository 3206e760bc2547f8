//! macOS and Windows: by `rfd`.

use super::Wanted;
use rfd::AsyncFileDialog;
use std::path::PathBuf;
use tauri::WebviewWindow;

pub(super) fn open(
    window: &WebviewWindow,
    wanted: Wanted,
    tell: impl FnOnce(tauri::Result<Option<PathBuf>>) + Send + 'static,
) {
    let Wanted { title, kind, ending } = wanted;
    let asked = AsyncFileDialog::new().set_title(title).add_filter(kind, &[ending]).set_parent(window);
    let chosen = asked.pick_file();
    tauri::async_runtime::spawn(async move {
        tell(Ok(chosen.await.map(|file| file.path().to_owned())));
    });
}
