//! The ways in from the page. The two to the application know no command by name; the others are for what the shell
//! alone has, its menu and the system's window for choosing a file.

use crate::choosing::{self, Wanted};
use crate::menu::{self, Words};
use serde_json::Value;
use std::path::PathBuf;
use std::sync::Arc;
use tauri::ipc::Channel;
use tauri::{AppHandle, Runtime, State, Webview, WebviewWindow};
use workbench::contract::{CommandError, CommandName, FeedItem, Follow, dispatch};
use workbench::{Viewer, Workbench};

#[tauri::command]
pub(crate) async fn call(
    app: State<'_, Arc<Workbench>>,
    command: CommandName,
    args: Value,
) -> Result<Value, CommandError> {
    dispatch(&app, command, args).await
}

#[tauri::command]
pub(crate) async fn follow(
    app: State<'_, Arc<Workbench>>,
    view: Webview,
    follow: Follow,
    beside: Vec<String>,
    feed: Channel<FeedItem>,
) -> Result<(), CommandError> {
    let viewer = Viewer::named(view.label(), beside);
    app.follow(Some(viewer), follow).await?.run(move |item| std::future::ready(feed.send(item).is_ok())).await
}

/// Says what stands in the menu of the system, in the language of the page.
#[tauri::command]
pub(crate) fn name_menu<R: Runtime>(shell: AppHandle<R>, words: Words) -> tauri::Result<()> {
    menu::name(&shell, words)
}

/// Lets a person choose a file, whose path the page may then name. Nothing of it is read here.
#[tauri::command]
pub(crate) async fn choose_file(window: WebviewWindow, wanted: Wanted) -> tauri::Result<Option<PathBuf>> {
    choosing::choose(&window, wanted).await
}
