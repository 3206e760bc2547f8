//! Documents for people: a conversation to read and to pass on, as HTML or as Markdown.
//!
//! A document is not a [`crate::Format`]: nothing reads it back. Everything in a conversation is hostile text here, so each
//! writer has one place where text enters the document.

mod hidden;
mod html;
mod markdown;
mod outline;
mod page;
#[cfg(test)]
mod tests;

use crate::Exported;
use crate::loss::Losses;
use content::Message;
use outline::outline;
pub use page::Page;

/// The languages a document is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Document {
    /// One file that opens in any browser, without scripts and without anything loaded.
    Html,
    /// Markdown in which everything that was said stands in fenced blocks.
    Markdown,
}

/// Writes the messages for people. Reports what a reader of the document can't see.
pub fn document(form: Document, title: &str, messages: &[Message]) -> Exported {
    let mut losses = Losses::default();
    let sections = outline(messages, &mut losses);
    let text = match form {
        Document::Html => html::write(title, &sections),
        Document::Markdown => markdown::write(title, &sections),
    };
    Exported { text, losses: losses.into_list() }
}
