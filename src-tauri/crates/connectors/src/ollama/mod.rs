//! Ollama's own chat protocol.
//!
//! Lines of JSON, calls that come whole, arguments that are objects. It demands little of a history and has no way to
//! make a model call a function, or to keep it from calling one but by offering none.

mod request;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

/// Under which name this provider's state is kept.
const PROVIDER: &str = "ollama";
