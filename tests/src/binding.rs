//! A server that checks kept thinking as Anthropic documents it, written from the documentation and not from the connector.
//!
//! It signs each thinking block it hands out over the model and the request before it, and holds every block that comes
//! back against what was signed. Start reading at [`prefix`], which is the rule, then at [`check`], which applies it.
//! Documentation: "Preserved thinking", "Prefix checks on thinking blocks", "Mid-conversation system messages and tool
//! changes", "Prompt caching" and the types of the official Python library 2.12.0.

pub mod answer;
pub mod asked;
pub mod cache;
pub mod check;
pub mod form;
pub mod ledger;
pub mod models;
pub mod prefix;
pub mod refusal;
pub mod script;
pub mod server;
pub mod settings;
pub mod stream;
pub mod tools;
