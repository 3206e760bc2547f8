//! Models in GGUF files on this computer, behind the port of connectors.
//!
//! A file is checked before it is loaded, its own template renders the prompt, and the output is parsed into text, thoughts
//! and calls. All of that is plain Rust and always compiled; the engine, llama.cpp, needs the feature `llama`. Nothing here may
//! download anything. Start reading at [`LocalModel`], then at `engine`.

mod answer;
mod asked;
mod body;
mod calls;
mod connector;
mod difference;
mod engine;
mod facts;
mod flaw;
mod gguf;
mod grammar;
mod names;
mod notation;
mod notation_of;
mod notice_list;
mod prompt;
mod restated;
mod speed;
#[cfg(test)]
mod testing;
#[cfg(any(test, feature = "tiny"))]
pub mod tiny;

pub use connector::LocalModel;
pub use engine::{HAS_ENGINE, free_memory};
pub use flaw::{FileFlaw, SERVICE};
pub use gguf::GgufError;
pub use notice_list::NOTICES;
pub use speed::Speed;
