//! Support for tests: conversations that read like conversations, an application in a folder of its own, and drivers
//! for a real browser and a real window.

#![allow(
    clippy::expect_used,
    clippy::print_stderr,
    clippy::wildcard_enum_match_arm,
    reason = "what tests stand on fails loudly"
)]

pub mod app;
pub mod binding;
pub mod canary;
pub mod captured;
pub mod collector;
pub mod conversation;
pub mod counterparts;
pub mod crowd;
pub mod disk;
pub mod display;
pub mod events;
pub mod hostile;
pub mod http;
pub mod keychain;
pub mod lanes;
pub mod person;
pub mod played;
pub mod process;
pub mod scenes;
pub mod speaker;
pub mod stage;
pub mod tiny;
pub mod webdriver;

pub use conversations::told;
pub use loopback::{provider, registry};
