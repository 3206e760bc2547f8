//! Histories of every sort, asked of every connector, and each request held against its provider's rules.
//!
//! A history may come from any provider, from a file, or from a person's hand, and any model may have to go on with it.

mod any_history;
mod blocks;
mod chat;
mod functions;
mod gemini;
mod histories;
mod interactions;
mod responses;
mod run;
mod states;
mod written;

pub(crate) use run::{all_histories, request_with};
