//! Documents for people: a conversation to read and to pass on, as HTML, as Markdown or as a picture.
//!
//! A document is not a [`crate::Format`]: nothing reads it back. Everything in a conversation is hostile text here, so each
//! writer has one place where text enters the document.

mod hidden;
mod html;
mod lines;
mod markdown;
mod outline;
mod page;
mod picture;
#[cfg(test)]
mod tests;

use crate::Exported;
use crate::loss::Losses;
use content::{Message, ModelId};
use outline::{Column, outline};
pub use page::{Page, text_in_markup};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fmt;
use ts_rs::TS;

/// The languages a document is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub enum Document {
    /// One file that opens in any browser, without scripts and without anything loaded.
    Html,
    /// Markdown in which everything that was said stands in fenced blocks.
    Markdown,
    /// One SVG picture, which a page or a document of text shows.
    Picture,
}

/// For people, in the middle of a sentence.
impl fmt::Display for Document {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Html => "HTML",
            Self::Markdown => "Markdown",
            Self::Picture => "SVG",
        })
    }
}

/// What stands at the top of a document.
#[derive(Clone, Copy, Debug)]
pub struct Heading<'a> {
    pub title: &'a str,
    pub tags: &'a [String],
}

/// One of several conversations in a document.
#[derive(Clone, Debug)]
pub struct Lane {
    pub name: String,
    pub messages: Vec<Message>,
}

/// The names of models for people. A model without a name is called by its id.
#[derive(Clone, Debug, Default)]
pub struct ModelNames(HashMap<ModelId, String>);

impl ModelNames {
    pub fn of<'a>(&'a self, model: &'a ModelId) -> &'a str {
        self.0.get(model).map_or(model.as_str(), String::as_str)
    }
}

impl FromIterator<(ModelId, String)> for ModelNames {
    fn from_iter<I: IntoIterator<Item = (ModelId, String)>>(names: I) -> Self {
        Self(names.into_iter().collect())
    }
}

/// Writes the messages for people. Reports what a reader of the document can't see.
pub fn document(form: Document, heading: Heading<'_>, messages: &[Message], names: &ModelNames) -> Exported {
    let mut losses = Losses::default();
    let sections = outline(messages, names, "", &mut losses);
    written(form, heading, &[Column { name: None, sections }], losses)
}

/// Writes several conversations for people: side by side in HTML, one after the other in Markdown.
pub fn document_of_lanes(
    form: Document,
    heading: Heading<'_>,
    lanes: &[Lane],
    names: &ModelNames,
) -> Exported {
    let mut losses = Losses::default();
    let columns = lanes.iter().enumerate().map(|(index, Lane { name, messages })| {
        let sections = outline(messages, names, &format!("/lanes/{index}"), &mut losses);
        Column { name: Some(name), sections }
    });
    let columns: Vec<_> = columns.collect();
    written(form, heading, &columns, losses)
}

fn written(form: Document, heading: Heading<'_>, columns: &[Column<'_>], mut losses: Losses) -> Exported {
    let text = match form {
        Document::Html => html::write(heading, columns),
        Document::Markdown => markdown::write(heading, columns),
        Document::Picture => picture::write(heading.title, columns, &mut losses),
    };
    Exported { text, losses: losses.into_list() }
}
