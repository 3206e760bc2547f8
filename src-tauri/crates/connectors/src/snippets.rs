//! A request as a program that sends it: what a person pastes into a terminal or a file to ask the same again.
//!
//! The body goes out byte for byte as it is shown. A key is never written: the program reads it from the environment.
//! No program follows a redirect, which would take the key along. What a model or a function said stands in the body,
//! so every text is quoted by the rules of the language it is put into, in `quoting.rs`.

mod csharp;
mod curl;
mod parts;
mod python;
mod quoting;
mod rust;
#[cfg(test)]
mod tests;
mod typescript;

use parts::RequestParts;
use ports::WireHeader;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is to be sent, as people see it: secrets are taken out.
#[derive(Clone, Debug)]
pub struct ShownRequest {
    pub method: String,
    pub url: String,
    pub headers: Vec<WireHeader>,
    pub body: String,
    /// The environment variable the key is read from.
    pub key_variable: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Language {
    Curl,
    Python,
    TypeScript,
    CSharp,
    Rust,
}

pub fn snippet(request: &ShownRequest, language: Language) -> String {
    let parts = RequestParts::of(request, language == Language::Curl);
    match language {
        Language::Curl => curl::write(&parts),
        Language::Python => python::write(&parts),
        Language::TypeScript => typescript::write(&parts),
        Language::CSharp => csharp::write(&parts),
        Language::Rust => rust::write(&parts),
    }
}
