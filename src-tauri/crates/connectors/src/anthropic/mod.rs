//! Anthropic's Messages.
//!
//! An answer is a list of blocks, and goes back block by block as it came: thoughts with their signatures first of
//! all, because the provider refuses a call without the thoughts that led to it.

mod request;
mod stream;
#[cfg(test)]
mod tests;

mod wire;

/// Under which name this provider's state is kept.
const PROVIDER: &str = "anthropic";
