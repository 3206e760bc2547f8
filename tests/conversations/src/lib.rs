//! Turns told as conversations: the loop and real functions, with models and a selection that live in memory.
//!
//! A test says what the person and the models say and what the person decides at each stop, and looks at what came of
//! it. Nothing here knows the application, a protocol or an index, so that tests of the loop link none of them; a test
//! that wants the real ones puts them in. Start reading at [`conversation`].

#![allow(clippy::expect_used, clippy::wildcard_enum_match_arm, reason = "what tests stand on fails loudly")]

pub mod cast;
pub mod conversation;
pub mod made;
pub mod script;
pub mod selector;
pub mod speech;
pub mod told;
