//! What was said, given out in the form another program reads: as a text where it is short, to a file however long it is.

use crate::Workbench;
use crate::assembly::Parts;
use crate::configuration::title_of;
use crate::contract::{CommandError, ExportSession, ExportedSession, SavedFile, SavedSession};
use crate::exports::{ExportFile, NotWritten};
use crate::instructions::leading_message;
use crate::ledger::Ledger;
use content::{Message, SessionId};
use formats::{Apart, ApartKind, Format, Loss, Streamed, Writer, stays_apart};
use notices::Describe;
use sessions::{End, LargeKind, LargeValue, StoreError};
use std::io::Write;
use std::path::Path;
use std::sync::Arc;

/// How much may have been said, in bytes, where a page is to show the text.
const SHOWN: usize = 1 << 20;

/// How much may have been said, in bytes, for a form that needs all of it at once.
const AT_ONCE: usize = 32 << 20;

/// Why a session was not written to a file.
enum NotSaved {
    Unwritten(NotWritten),
    /// The form can't be written a message at a time.
    TooMuch {
        format: Format,
    },
}

impl From<NotWritten> for NotSaved {
    fn from(error: NotWritten) -> Self {
        Self::Unwritten(error)
    }
}

impl From<StoreError> for NotSaved {
    fn from(error: StoreError) -> Self {
        Self::Unwritten(error.into())
    }
}

impl From<NotSaved> for CommandError {
    fn from(error: NotSaved) -> Self {
        match error {
            NotSaved::Unwritten(error) => error.into(),
            NotSaved::TooMuch { format } => {
                let most = AT_ONCE >> 20;
                Self::failed(
                    format!("more than {most} MB were said, which is too much for the form {format}"),
                    format!("The forms {} and {} hold any session.", Format::Own, Format::JsonLines),
                )
            }
        }
    }
}

impl Workbench {
    pub async fn session_export(&self, args: ExportSession) -> Result<ExportedSession, CommandError> {
        let ExportSession { session, format } = args;
        let parts = self.parts()?;
        self.take_up(&parts, &session).await;
        let file_name = file_name(&title_of(&parts, &session).await?, format);
        let first = leading_message(&parts, &session).await?;
        let said = parts.ledger.with(move |ledger| said_within(ledger, &session, first, SHOWN)).await?;
        let Some(said) = said else {
            return Ok(ExportedSession { text: None, file_name, losses: Vec::new() });
        };
        let written = tokio::task::spawn_blocking(move || formats::export(format, &said));
        let written = written.await.map_err(|error| CommandError::failed(error.to_string(), "Try again."))?;
        Ok(ExportedSession { text: Some(written.text), file_name, losses: written.losses })
    }

    pub async fn session_save(&self, args: ExportSession) -> Result<SavedSession, CommandError> {
        let ExportSession { session, format } = args;
        let parts = self.parts()?;
        self.take_up(&parts, &session).await;
        let folder = self.config().exports();
        let name = file_name(&title_of(&parts, &session).await?, format);
        let first = leading_message(&parts, &session).await?;
        let saved = tokio::task::spawn_blocking(move || {
            let place = Place { folder: &folder, name: &name };
            let told = Told { session: &session, first };
            match format.streamed() {
                Some(form) => save_streamed(&parts.ledger, told, form, &place),
                None => save_whole(&parts.ledger, told, format, &place),
            }
        });
        let saved = saved.await.map_err(|error| CommandError::failed(error.to_string(), "Try again."))?;
        let (file, losses) = saved?;
        Ok(SavedSession { file, losses })
    }

    /// What an answer had said when the application ended belongs to the history once its turn is taken up. Where that
    /// can't be written, as on a full disk, the rest is given out all the same.
    async fn take_up(&self, parts: &Arc<Parts>, session: &SessionId) {
        if let Err(error) = self.turns().under_way(parts, session).await {
            tracing::warn!(%session, error = %error.message, "its turns can't be taken up");
        }
    }
}

/// A session, and the instructions that stand before its history.
struct Told<'a> {
    session: &'a SessionId,
    first: Option<Message>,
}

/// Where a file is to be.
struct Place<'a> {
    folder: &'a Path,
    name: &'a str,
}

/// One message after the other, so that only one is in memory, and of that one no more than is shown.
fn save_streamed(
    ledger: &Ledger,
    Told { session, first }: Told<'_>,
    form: Streamed,
    place: &Place<'_>,
) -> Result<(SavedFile, Vec<Loss>), NotSaved> {
    let mut file = ExportFile::create(place.folder, place.name)?;
    let not_written = file.not_written();
    let mut writer = Writer::begin(form, &mut file).map_err(&not_written)?;
    let store = ledger.store();
    if let Some(first) = &first {
        writer.message(first).map_err(&not_written)?;
    }
    store.each_said_shown::<NotWritten>(session, End::Head, |message, large| {
        let (apart, within): (Vec<_>, Vec<_>) =
            large.into_iter().partition(|value| stays_apart(&value.place));
        let message = store.put_back(message, &within)?;
        let places: Vec<_> = apart.iter().map(place_of).collect();
        let written = writer.message_around(&message, &places, &mut |number, take| {
            let Some(value) = apart.get(number) else { return Ok(()) };
            let each = store.each_passage::<Ended>(session, value.body, |text| Ok(take(text)?));
            each.map_err(|Ended(error)| error)
        });
        written.map_err(&not_written)
    })?;
    let losses = writer.end().map_err(&not_written)?;
    Ok((file.finish()?, losses))
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

/// For the forms in which a message depends on the others.
fn save_whole(
    ledger: &Ledger,
    Told { session, first }: Told<'_>,
    format: Format,
    place: &Place<'_>,
) -> Result<(SavedFile, Vec<Loss>), NotSaved> {
    let said = said_within(ledger, session, first, AT_ONCE)?.ok_or(NotSaved::TooMuch { format })?;
    let written = formats::export(format, &said);
    let mut file = ExportFile::create(place.folder, place.name)?;
    let not_written = file.not_written();
    file.write_all(written.text.as_bytes()).map_err(&not_written)?;
    Ok((file.finish()?, written.losses))
}

/// Why reading stopped before the end.
enum Stopped {
    Store(StoreError),
    TooMuch,
}

impl From<StoreError> for Stopped {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// What was said, if it has no more bytes than these.
fn said_within(
    ledger: &Ledger,
    session: &SessionId,
    first: Option<Message>,
    most: usize,
) -> Result<Option<Vec<Message>>, StoreError> {
    let (mut said, mut bytes) = (Vec::from_iter(first), 0);
    let store = ledger.store();
    let read = store.each_said_shown(session, End::Head, |message, large| {
        bytes += size_of(&message).map_err(|error| StoreError::Failed { reason: error.notice() })?;
        bytes += large.iter().map(|value| usize::try_from(value.size).unwrap_or(most)).sum::<usize>();
        if bytes > most {
            return Err(Stopped::TooMuch);
        }
        said.push(store.put_back(message, &large)?);
        Ok(())
    });
    match read {
        Ok(()) => Ok(Some(said)),
        Err(Stopped::TooMuch) => Ok(None),
        Err(Stopped::Store(error)) => Err(error),
    }
}

/// How long a message is as JSON, without writing it anywhere.
fn size_of(message: &Message) -> serde_json::Result<usize> {
    struct Counted(usize);
    impl Write for Counted {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            Ok(bytes.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut counted = Counted(0);
    serde_json::to_writer(&mut counted, message)?;
    Ok(counted.0)
}

/// A name that every file system takes.
fn file_name(title: &str, format: Format) -> String {
    let kept = title.chars().map(|letter| if letter.is_alphanumeric() { letter } else { ' ' });
    let words: String = kept.collect();
    let name = words.split_whitespace().collect::<Vec<_>>().join("-").to_lowercase();
    let name = if name.is_empty() { "session" } else { &name };
    let ending = match format {
        Format::JsonLines => "jsonl",
        Format::Own
        | Format::SemanticKernel
        | Format::ExtensionsAi
        | Format::OpenAiChat
        | Format::OpenAiResponses
        | Format::Anthropic
        | Format::Gemini
        | Format::OpenTelemetry => "json",
    };
    format!("{name}.{ending}")
}

#[cfg(test)]
mod tests {
    use super::file_name;
    use formats::Format;

    #[test]
    fn a_file_is_named_after_the_title() {
        let check = |title: &str, format, expected: &str| assert_eq!(file_name(title, format), expected);
        check("What is the weather in Boston?", Format::Own, "what-is-the-weather-in-boston.json");
        check("../../etc", Format::JsonLines, "etc.jsonl");
        check("…", Format::Gemini, "session.json");
    }
}
