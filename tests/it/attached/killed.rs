//! The application killed at any moment. `tests/judges/attached/killed.py` has the programs and what must be left.

use super::python::{LIBRARIES, runs};

/// The moments at which it is killed.
const MOMENTS: usize = 4;

#[tokio::test]
async fn what_was_shown_of_attached_conversations_outlives_a_kill_and_no_program_waits_on() {
    let printed = runs(LIBRARIES, "killed.py", &[]).await;
    assert_eq!(printed.lines().filter(|line| line.starts_with("ok ")).count(), MOMENTS, "{printed}");
}
