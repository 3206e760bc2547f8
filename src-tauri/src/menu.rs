//! The menu of the system, with the keys of the page. What is chosen is done by the page, as when its key is pressed.

use crate::window;
use tauri::menu::{Menu, MenuBuilder, MenuItemBuilder, SubmenuBuilder};
use tauri::{App, AppHandle, Wry};

/// What the page does, as it calls it, with its title and its key.
struct Entry {
    does: &'static str,
    title: &'static str,
    key: &'static str,
}

const fn entry(does: &'static str, title: &'static str, key: &'static str) -> Entry {
    Entry { does, title, key }
}

const FILE: [Entry; 2] =
    [entry("newSession", "New Session", "Ctrl+Shift+O"), entry("settings", "Session Settings", "Ctrl+,")];

const VIEW: [Entry; 4] = [
    entry("palette", "Commands…", "Ctrl+K"),
    entry("search", "Search", "Ctrl+Shift+F"),
    entry("leftRail", "Left Side", "Ctrl+B"),
    entry("rightRail", "Inspector", "Ctrl+I"),
];

const RUN: [Entry; 7] = [
    entry("continue", "Continue", "F5"),
    entry("step", "Step", "F10"),
    entry("stepOver", "Step Over", "Ctrl+F10"),
    entry("toCall", "Run to the Next Call", "Ctrl+F8"),
    entry("pause", "Pause", "F6"),
    entry("stop", "Stop", "Shift+F5"),
    entry("breakpoint", "Breakpoint", "F9"),
];

/// Puts the menu where the system has one. On Linux there is none: desktops there have no menu of programs, a bar of
/// GTK takes F10, which steps, and copying and pasting need no menu.
pub(crate) fn set(shell: &App) -> tauri::Result<()> {
    if cfg!(target_os = "linux") {
        return Ok(());
    }
    shell.set_menu(menu(shell)?)?;
    shell.on_menu_event(|shell, event| chosen(shell, event.id().as_ref()));
    Ok(())
}

fn chosen(shell: &AppHandle, id: &str) {
    if let Some(entry) = FILE.iter().chain(&VIEW).chain(&RUN).find(|entry| entry.does == id) {
        window::tell_chosen(shell, entry.does);
    }
}

fn menu(shell: &App) -> tauri::Result<Menu<Wry>> {
    let mut menu = MenuBuilder::new(shell);
    if cfg!(target_os = "macos") {
        let own = SubmenuBuilder::new(shell, "Callwright").about(None).separator().services().separator();
        menu = menu.item(&own.hide().hide_others().show_all().separator().quit().build()?);
    }
    let file = with(shell, SubmenuBuilder::new(shell, "File"), &FILE)?.separator();
    let file = if cfg!(target_os = "macos") { file.close_window() } else { file.quit() };
    // Without these, nothing can be copied or pasted by keys on macOS.
    let edit = SubmenuBuilder::new(shell, "Edit").undo().redo().separator().cut().copy().paste();
    let view = with(shell, SubmenuBuilder::new(shell, "View"), &VIEW)?;
    let view = if cfg!(target_os = "macos") { view.separator().fullscreen() } else { view };
    let run = with(shell, SubmenuBuilder::new(shell, "Run"), &RUN)?;
    let window = SubmenuBuilder::new(shell, "Window").minimize().maximize();
    menu.item(&file.build()?)
        .item(&edit.select_all().build()?)
        .item(&view.build()?)
        .item(&run.build()?)
        .item(&window.build()?)
        .build()
}

type Submenu<'a> = SubmenuBuilder<'a, Wry, App>;

fn with<'a>(shell: &'a App, menu: Submenu<'a>, entries: &[Entry]) -> tauri::Result<Submenu<'a>> {
    entries.iter().try_fold(menu, |menu, Entry { does, title, key }| {
        let key = key.replace("Ctrl", "CmdOrCtrl");
        Ok(menu.item(&MenuItemBuilder::with_id(*does, *title).accelerator(key).build(shell)?))
    })
}

#[cfg(test)]
mod tests {
    use super::{FILE, RUN, VIEW};

    #[test]
    fn each_entry_is_something_the_page_does_and_has_its_key() {
        let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../ui/src/state/shortcuts.ts");
        let page = std::fs::read_to_string(page).expect("the keys of the page");
        for entry in FILE.iter().chain(&VIEW).chain(&RUN) {
            let line = format!("{}: \"{}\",", entry.does, entry.key);
            assert!(page.contains(&line), "{line}");
        }
    }
}
