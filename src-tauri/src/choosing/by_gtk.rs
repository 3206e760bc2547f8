//! Linux: GTK's, in the thread that draws. `rfd` would begin a second thread there, which GTK does not allow.

use super::Wanted;
use gtk::glib::{MainContext, UserDirectory, home_dir, user_special_dir};
use gtk::prelude::{FileChooserExt, NativeDialogExt, NativeDialogExtManual};
use gtk::{FileChooserAction, FileChooserNative, FileFilter, ResponseType};
use std::path::PathBuf;
use tauri::WebviewWindow;

pub(super) fn open(
    window: &WebviewWindow,
    wanted: Wanted,
    tell: impl FnOnce(tauri::Result<Option<PathBuf>>) + 'static,
) {
    let Wanted { title, kind, ending } = wanted;
    let parent = match window.gtk_window() {
        Ok(parent) => parent,
        Err(error) => return tell(Err(error)),
    };
    let filter = FileFilter::new();
    filter.set_name(Some(&kind));
    filter.add_pattern(&format!("*.{ending}"));
    let asked = FileChooserNative::new(Some(&title), Some(&parent), FileChooserAction::Open, None, None);
    asked.add_filter(filter);
    asked.set_modal(true);
    // GTK would begin with what was opened of late, which is nothing for a newcomer.
    asked.set_current_folder(user_special_dir(UserDirectory::Downloads).unwrap_or_else(home_dir));
    MainContext::default().spawn_local(async move {
        let answer = asked.run_future().await;
        tell(Ok(asked.filename().filter(|_| answer == ResponseType::Accept)));
        asked.destroy();
    });
}
