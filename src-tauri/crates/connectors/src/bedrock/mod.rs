//! Amazon Bedrock's Converse, for models of many makers.
//!
//! Blocks as Anthropic has them, in other words, and frames that are binary. What a family of models takes beyond the
//! protocol, or short of it, stands in `family.rs`.

mod family;
mod media;
mod request;
mod signing;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

/// Under which name this provider's state is kept.
const PROVIDER: &str = "bedrock";
