//! The two ways in from the page. Neither knows a command by name.

use serde_json::Value;
use std::sync::Arc;
use tauri::ipc::Channel;
use tauri::{State, Webview};
use workbench::Workbench;
use workbench::contract::{CommandError, CommandName, FeedItem, Follow, dispatch};

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
    feed: Channel<FeedItem>,
) -> Result<(), CommandError> {
    app.follow(Some(view.label()), follow).await?.run(move |item| feed.send(item).is_ok()).await
}
