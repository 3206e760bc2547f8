//! Who answers on this computer: models in GGUF files, behind the port of connectors.
//!
//! A file is looked at before it is loaded, a prompt is made by the template inside it, and what the model writes is read
//! as words, thoughts and calls. All of that is plain Rust and always there; the engine, llama.cpp, is there with the
//! feature `llama` alone. Nothing here downloads anything. Start reading at [`LocalModel`], then at `engine`.

mod answer;
mod asked;
mod body;
mod calls;
mod connector;
mod engine;
mod facts;
mod gguf;
mod grammar;
mod names;
mod notation;
mod notation_of;
mod prompt;
mod speed;
#[cfg(test)]
mod testing;
#[cfg(any(test, feature = "tiny"))]
pub mod tiny;

pub use connector::{LocalModel, SERVICE};
pub use engine::{HAS_ENGINE, free_memory};
pub use speed::Speed;
