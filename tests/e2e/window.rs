//! In the real desktop window, driven through WebKit.

use crate::walk;
use anyhow::{Result, ensure};
use support::stage::{Stage, Surface};

#[tokio::test]
async fn the_slice_is_walked_and_survives_a_kill_at_the_pause() -> Result<()> {
    walk::slice(Surface::Window).await
}

#[tokio::test]
async fn a_store_that_can_not_be_opened_is_explained_and_tried_again() -> Result<()> {
    walk::damaged_store(Surface::Window).await
}

#[tokio::test]
async fn a_conversation_from_elsewhere_is_taken_in_and_repaired() -> Result<()> {
    walk::import_and_repair(Surface::Window).await
}

/// There is no menu on Linux, but the shell takes its words all the same.
#[tokio::test]
async fn the_window_tells_its_shell_the_words_of_the_menu_in_the_language_of_the_page() -> Result<()> {
    let mut stage = Stage::open(Surface::Window).await?;
    stage.page.button("Try the example").await?;
    stage.page.press("EN · Language").await?;
    stage.page.click(&stage.page.find_text("//*[@role='menuitemradio']", "中文").await?).await?;
    stage.until_told(r#""newSession": "新会话""#).await?;
    stage.page.press("中 · 语言").await?;
    stage.page.click(&stage.page.find_text("//*[@role='menuitemradio']", "English").await?).await?;
    // English is what the shell says by itself.
    stage.until_told("the menu has words words=Words({})").await?;
    let refused = "return window.__TAURI_INTERNALS__.invoke('name_menu', { words: { erase: 'Erase' } })\
        .then(() => 'taken', (reason) => String(reason))";
    let refused = stage.page.run(refused).await?;
    let reason = refused.as_str().unwrap_or_default();
    ensure!(reason.contains("the menu has nothing called `erase`"), "{reason}");
    stage.page.close().await
}
