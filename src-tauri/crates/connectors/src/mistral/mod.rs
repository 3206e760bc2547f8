//! Mistral's chat completions.
//!
//! They look like OpenAI's and are stricter: ids are nine letters and digits, a person may not speak right behind
//! results, fields nobody knows are refused. Thoughts are parts of the content and go back as they came.

mod request;
mod stream;
#[cfg(test)]
mod tests;
mod wire;

/// Under which name this provider's state is kept.
const PROVIDER: &str = "mistral";
