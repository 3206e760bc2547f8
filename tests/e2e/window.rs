//! In the real desktop window, driven through WebKit.

use crate::walk;
use anyhow::Result;
use support::stage::Surface;

#[tokio::test]
async fn the_slice_is_walked_and_survives_a_kill_at_the_pause() -> Result<()> {
    walk::slice(Surface::Window).await
}

#[tokio::test]
async fn a_store_that_can_not_be_opened_is_explained_and_tried_again() -> Result<()> {
    walk::damaged_store(Surface::Window).await
}

#[tokio::test]
async fn a_conversation_from_elsewhere_is_taken_in_and_mended() -> Result<()> {
    walk::import_and_mend(Surface::Window).await
}
