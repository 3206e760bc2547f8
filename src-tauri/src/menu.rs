//! The menu of the system, with the keys of the page. What is chosen is done by the page, as when its key is pressed,
//! and the words are the page's too, in the language a person chose.

mod layout;
mod words;

pub(crate) use layout::Layout;
pub(crate) use words::Words;

use crate::window;
use layout::{Does, Line, Native, Submenu};
use std::sync::{Mutex, PoisonError};
use tauri::menu::{IsMenuItem, Menu, MenuBuilder, MenuItemBuilder, MenuItemKind, SubmenuBuilder};
use tauri::menu::{PredefinedMenuItem, Submenu as BuiltSubmenu};
use tauri::{App, AppHandle, Manager, Runtime};

/// The menu as it is now.
struct Now {
    /// Nothing where the system has no menu.
    layout: Option<Layout>,
    words: Mutex<Words>,
}

/// Puts the menu where the system has one. It stands in English until the page has spoken, because on macOS nothing can
/// be copied or pasted by keys without it.
pub(crate) fn set<R: Runtime>(shell: &App<R>, layout: Option<Layout>) -> tauri::Result<()> {
    let words = Words::default();
    if let Some(layout) = layout {
        shell.set_menu(menu(shell.handle(), layout, &words)?)?;
        shell.on_menu_event(|shell, event| chosen(shell, event.id().as_ref()));
    }
    shell.manage(Now { layout, words: Mutex::new(words) });
    Ok(())
}

/// Makes the menu anew with the words of the page, if it has others.
pub(crate) fn name<R: Runtime>(shell: &AppHandle<R>, words: Words) -> tauri::Result<()> {
    let now = shell.state::<Now>();
    if *now.words.lock().unwrap_or_else(PoisonError::into_inner) == words {
        return Ok(());
    }
    if let Some(layout) = now.layout {
        shell.set_menu(menu(shell, layout, &words)?)?;
    }
    tracing::debug!(?words, "the menu has words");
    *now.words.lock().unwrap_or_else(PoisonError::into_inner) = words;
    Ok(())
}

fn chosen<R: Runtime>(shell: &AppHandle<R>, id: &str) {
    if let Some(line) = layout::lines().find(|line| line.title.id == id) {
        window::tell_chosen(shell, line.title.id);
    }
}

fn menu<R: Runtime>(shell: &AppHandle<R>, layout: Layout, words: &Words) -> tauri::Result<Menu<R>> {
    let mut menu = MenuBuilder::new(shell);
    for part in layout.menus() {
        menu = menu.item(&submenu(shell, part, words)?);
    }
    menu.build()
}

fn submenu<R: Runtime>(
    shell: &AppHandle<R>,
    Submenu { title, groups }: &Submenu,
    words: &Words,
) -> tauri::Result<BuiltSubmenu<R>> {
    let mut menu = SubmenuBuilder::new(shell, title.map_or("Callwright", |title| words.of(title)));
    for (place, group) in groups.iter().enumerate() {
        if place > 0 {
            menu = menu.separator();
        }
        for line in *group {
            menu = menu.item(&item(shell, line, words)?);
        }
    }
    menu.build()
}

fn item<R: Runtime>(
    shell: &AppHandle<R>,
    &Line { title, does }: &Line,
    words: &Words,
) -> tauri::Result<MenuItemKind<R>> {
    let text = words.of(title);
    match does {
        Does::Page { key } => {
            let key = key.replace("Ctrl", "CmdOrCtrl");
            Ok(MenuItemBuilder::with_id(title.id, text).accelerator(key).build(shell)?.kind())
        }
        Does::System(native) => Ok(predefined(shell, native, Some(text))?.kind()),
    }
}

fn predefined<R: Runtime>(
    shell: &AppHandle<R>,
    native: Native,
    text: Option<&str>,
) -> tauri::Result<PredefinedMenuItem<R>> {
    match native {
        Native::About => PredefinedMenuItem::about(shell, text, None),
        Native::Services => PredefinedMenuItem::services(shell, text),
        Native::Hide => PredefinedMenuItem::hide(shell, text),
        Native::HideOthers => PredefinedMenuItem::hide_others(shell, text),
        Native::ShowAll => PredefinedMenuItem::show_all(shell, text),
        Native::Quit => PredefinedMenuItem::quit(shell, text),
        Native::CloseWindow => PredefinedMenuItem::close_window(shell, text),
        Native::Undo => PredefinedMenuItem::undo(shell, text),
        Native::Redo => PredefinedMenuItem::redo(shell, text),
        Native::Cut => PredefinedMenuItem::cut(shell, text),
        Native::Copy => PredefinedMenuItem::copy(shell, text),
        Native::Paste => PredefinedMenuItem::paste(shell, text),
        Native::SelectAll => PredefinedMenuItem::select_all(shell, text),
        Native::FullScreen => PredefinedMenuItem::fullscreen(shell, text),
        Native::Minimise => PredefinedMenuItem::minimize(shell, text),
        Native::Maximise => PredefinedMenuItem::maximize(shell, text),
    }
}

#[cfg(test)]
mod tests;
