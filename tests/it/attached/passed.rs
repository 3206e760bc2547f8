//! Programs with official libraries that ask aimock through the application. `tests/judges/attached/passed.py` compares the bytes on
//! both sides of it.

use super::python::{LIBRARIES, runs};
use support::counterparts::Aimock;

/// Programs, each streamed and whole.
const CASES: usize = 3 * 2;

#[tokio::test]
async fn bodies_pass_between_official_libraries_and_a_server_by_others_byte_by_byte() {
    let aimock = Aimock::start().await;
    let printed = runs(LIBRARIES, "passed.py", &[&aimock.at("")]).await;
    assert_eq!(printed.lines().filter(|line| line.starts_with("ok ")).count(), CASES, "{printed}");
}
