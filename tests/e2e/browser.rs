//! In Chromium, over loopback HTTP.

use crate::walk;
use anyhow::Result;
use support::stage::Surface;

#[tokio::test]
async fn the_slice_is_walked_and_survives_a_kill_at_the_pause() -> Result<()> {
    walk::slice(Surface::Browser).await
}

#[tokio::test]
async fn a_newcomer_reaches_the_first_stop_with_one_click() -> Result<()> {
    walk::first_run(Surface::Browser).await
}

#[tokio::test]
async fn a_store_that_can_not_be_opened_is_explained_and_tried_again() -> Result<()> {
    walk::damaged_store(Surface::Browser).await
}

#[tokio::test]
async fn arguments_that_are_no_json_are_kept_and_can_not_be_sent() -> Result<()> {
    walk::invalid_arguments(Surface::Browser).await
}

#[tokio::test]
async fn a_word_that_was_said_is_found_and_shown() -> Result<()> {
    walk::search(Surface::Browser).await
}

#[tokio::test]
async fn a_conversation_from_elsewhere_is_taken_in_and_repaired() -> Result<()> {
    walk::import_and_repair(Surface::Browser).await
}
