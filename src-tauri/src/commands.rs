//! The ways in from the page. The two to the application know no command by name; the third is for the shell's own menu.

use crate::menu::{self, Words};
use serde_json::Value;
use std::sync::Arc;
use tauri::ipc::Channel;
use tauri::{AppHandle, Runtime, State, Webview};
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
    app.follow(Some(viewer), follow).await?.run(move |item| feed.send(item).is_ok()).await
}

/// Says what stands in the menu of the system, in the language of the page.
#[tauri::command]
pub(crate) fn name_menu<R: Runtime>(shell: AppHandle<R>, words: Words) -> tauri::Result<()> {
    menu::name(&shell, words)
}
