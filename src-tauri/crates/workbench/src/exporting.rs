//! What was said, given out in the form another program reads or a person does: as a text where it is short, to a file
//! however long it is.

mod ahead;
mod picture;
mod spoken;

pub(crate) use picture::decoded_png;

use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, ExportForm, ExportSession, ExportedSession, NextRequest, SavedSession};
use crate::exports::{ExportFile, NotWritten, clean_name};
use crate::ledger::Ledger;
use formats::{Apart, ApartKind, Document, Exported, Format, Streamed, Writer, stays_apart};
use notices::Describe;
use sessions::{End, LargeKind, LargeValue, StoreError};
use spoken::{Export, Naming, Spoken, Told};
use std::path::Path;

/// How much may have been said, in bytes, where a page is to show the text.
const MAX_SHOWN_BYTES: usize = 1 << 20;

/// How much may have been said, in MB, for a form that needs all of it at once.
const MAX_MEGABYTES: usize = 32;

/// Reasons why a session is not exported.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "export")]
pub(crate) enum ExportError {
    #[error("more than {MAX_MEGABYTES} MB were said, which is too much for the form {form}")]
    #[advice("The forms Callwright and JSON Lines hold any session.")]
    TooMuch {
        #[notice(text)]
        form: Spoken,
    },
    #[error("the picture is not a PNG file")]
    #[advice("Draw it again, or save it as SVG.")]
    NotPng,
    #[error("a comparison is several conversations, which the form {format} does not hold")]
    #[advice("Choose HTML, Markdown or a picture, or export one lane.")]
    SeveralConversations {
        #[notice(text)]
        format: Format,
    },
}

impl Workbench {
    pub async fn session_export(&self, args: ExportSession) -> Result<ExportedSession, CommandError> {
        let ExportSession { session, format } = args;
        let naming = self.naming(&session).await?;
        let file_name = file_name(&naming.title, format);
        let written = match spoken(format) {
            None => {
                Some(self.next_request(&session).await?).filter(|ahead| ahead.text.len() <= MAX_SHOWN_BYTES)
            }
            Some(form) => {
                let export = self.export_of(session, form).await?;
                let ledger = self.ledger()?;
                let write = move || export.write(&ledger, &naming, MAX_SHOWN_BYTES);
                blocking(write).await?
            }
        };
        let (text, losses) = written.map(|written| (written.text, written.losses)).unzip();
        Ok(ExportedSession { text, file_name, losses: losses.unwrap_or_default() })
    }

    pub async fn session_save(&self, args: ExportSession) -> Result<SavedSession, CommandError> {
        let ExportSession { session, format } = args;
        let folder = self.config().exports();
        let naming = self.naming(&session).await?;
        let name = file_name(&naming.title, format);
        let Some(form) = spoken(format) else {
            let written = self.next_request(&session).await?;
            let save = move || save_text(written, &Place { folder: &folder, name: &name });
            return blocking(save).await;
        };
        let export = self.export_of(session, form).await?;
        let ledger = self.ledger()?;
        let save = move || save(&ledger, &naming, export, &Place { folder: &folder, name: &name });
        blocking(save).await
    }
}

/// The form as one that is written from messages, if it is one.
fn spoken(form: ExportForm) -> Option<Spoken> {
    match form {
        ExportForm::Format(format) => Some(Spoken::Format(format)),
        ExportForm::Document(form) => Some(Spoken::Document(form)),
        ExportForm::Request(NextRequest::NextRequest) => None,
    }
}

/// Where a file is to be.
struct Place<'a> {
    folder: &'a Path,
    name: &'a str,
}

fn save(
    ledger: &Ledger,
    naming: &Naming,
    export: Export,
    place: &Place<'_>,
) -> Result<SavedSession, CommandError> {
    let form = export.form();
    match (export, form.streamed()) {
        (Export::Session { told, .. }, Some(form)) => {
            save_streamed(ledger, told, (form, &naming.tags), place)
        }
        (export, _) => {
            let written = export.write(ledger, naming, MAX_MEGABYTES << 20)?;
            let written = written.ok_or(ExportError::TooMuch { form })?;
            Ok(save_text(written, place)?)
        }
    }
}

fn save_text(Exported { text, losses }: Exported, place: &Place<'_>) -> Result<SavedSession, NotWritten> {
    Ok(SavedSession { file: ExportFile::write_all_of(place.folder, place.name, text.as_bytes())?, losses })
}

/// One message after the other, so that only one is in memory, and of that one no more than is shown.
fn save_streamed(
    ledger: &Ledger,
    Told { session, first }: Told,
    (form, tags): (Streamed, &[String]),
    place: &Place<'_>,
) -> Result<SavedSession, CommandError> {
    let mut file = ExportFile::create(place.folder, place.name)?;
    let not_written = file.not_written();
    let mut writer = Writer::begin(form, &mut file).map_err(&not_written)?;
    writer.tags(tags);
    let store = ledger.store();
    if let Some(first) = &first {
        writer.message(first).map_err(&not_written)?;
    }
    store.each_said_shown::<NotWritten>(&session, End::Head, |message, large| {
        let (apart, within): (Vec<_>, Vec<_>) =
            large.into_iter().partition(|value| stays_apart(&value.place));
        let message = store.put_back(message, &within)?;
        let places: Vec<_> = apart.iter().map(place_of).collect();
        let written = writer.message_around(&message, &places, &mut |number, take| {
            let Some(value) = apart.get(number) else { return Ok(()) };
            let each = store.each_passage::<Ended>(&session, value.body, |text| Ok(take(text)?));
            each.map_err(|Ended(error)| error)
        });
        written.map_err(&not_written)
    })?;
    let losses = writer.end().map_err(&not_written)?;
    Ok(SavedSession { file: file.finish()?, losses })
}

/// How passing on a body ended before its end.
struct Ended(std::io::Error);

impl From<std::io::Error> for Ended {
    fn from(error: std::io::Error) -> Self {
        Self(error)
    }
}

impl From<StoreError> for Ended {
    fn from(error: StoreError) -> Self {
        Self(std::io::Error::other(error))
    }
}

fn place_of(value: &LargeValue) -> Apart {
    let kind = match value.kind {
        LargeKind::Text => ApartKind::Text,
        LargeKind::Json => ApartKind::Json,
    };
    Apart { place: value.place.clone(), kind }
}

/// A name that every file system takes.
fn file_name(title: &str, form: ExportForm) -> String {
    let ending = match form {
        ExportForm::Format(Format::JsonLines) => "jsonl",
        ExportForm::Format(
            Format::Own
            | Format::SemanticKernel
            | Format::ExtensionsAi
            | Format::OpenAiChat
            | Format::OpenAiResponses
            | Format::Anthropic
            | Format::Gemini
            | Format::OpenTelemetry,
        ) => "json",
        ExportForm::Document(Document::Html) => "html",
        ExportForm::Document(Document::Markdown) => "md",
        ExportForm::Document(Document::Picture) => "svg",
        ExportForm::Request(NextRequest::NextRequest) => "request.json",
    };
    named(title, ending)
}

fn named(title: &str, ending: &str) -> String {
    let name = clean_name(title).to_lowercase();
    let name = if name.is_empty() { "session" } else { &name };
    format!("{name}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::file_name;
    use crate::contract::{ExportForm, NextRequest};
    use formats::{Document, Format};

    #[test]
    fn a_file_is_named_after_the_title() {
        #[track_caller]
        fn check(title: &str, form: impl Into<ExportForm>, expected: &str) {
            assert_eq!(file_name(title, form.into()), expected);
        }
        check("What is the weather in Boston?", Format::Own, "what-is-the-weather-in-boston.json");
        check("../../etc", Format::JsonLines, "etc.jsonl");
        check("…", Format::Gemini, "session.json");
        check("Refund", Document::Html, "refund.html");
        check("Refund", Document::Markdown, "refund.md");
        check("Refund", Document::Picture, "refund.svg");
        check("Refund", ExportForm::Request(NextRequest::NextRequest), "refund.request.json");
    }
}
