//! Exports that are written from messages: of a session in any form, of a comparison in those for people.

use super::ExportError;
use crate::Workbench;
use crate::comparisons::lanes_of;
use crate::contract::CommandError;
use crate::ledger::Ledger;
use crate::models::AllModels;
use content::{Message, SessionId};
use formats::{Document, Exported, Format, Heading, Lane, ModelNames, Streamed, Writer};
use notices::Describe;
use ports::ConnectorProfile;
use sessions::{End, SessionSummary, StoreError};
use std::collections::HashMap;
use std::fmt;
use std::io::Write;

/// A form that is written from messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spoken {
    Format(Format),
    Document(Document),
}

impl fmt::Display for Spoken {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Format(format) => format.fmt(formatter),
            Self::Document(form) => form.fmt(formatter),
        }
    }
}

impl Spoken {
    /// The form as one that is written a message at a time, if it is one.
    pub(super) fn streamed(self) -> Option<Streamed> {
        match self {
            Self::Format(format) => format.streamed(),
            Self::Document(_) => None,
        }
    }
}

/// A session, and the instructions that stand before its history.
pub(super) struct Told {
    pub(super) session: SessionId,
    pub(super) first: Option<Message>,
}

/// The names in an export for people.
pub(super) struct Naming {
    pub(super) title: String,
    pub(super) tags: Vec<String>,
    models: ModelNames,
}

/// Models by their titles. Two services can name a model alike, so equal titles name their services too.
fn model_names(models: &AllModels) -> ModelNames {
    let models = models.all();
    let mut uses: HashMap<&str, usize> = HashMap::new();
    for model in &models {
        *uses.entry(&model.profile().title).or_default() += 1;
    }
    let names = models.iter().map(|model| {
        let ConnectorProfile { model, title, service } = model.profile();
        let is_unique = uses.get(title.as_str()) == Some(&1);
        (model.clone(), if is_unique { title.clone() } else { format!("{title}, {service}") })
    });
    names.collect()
}

/// An export that has not been written yet.
pub(super) enum Export {
    Session { told: Told, form: Spoken },
    Lanes { lanes: Vec<(String, Told)>, form: Document },
}

impl Export {
    pub(super) fn form(&self) -> Spoken {
        match self {
            Self::Session { form, .. } => *form,
            Self::Lanes { form, .. } => Spoken::Document(*form),
        }
    }

    /// The whole text, if no more bytes than these were said.
    pub(super) fn write(
        self,
        ledger: &Ledger,
        Naming { title, tags, models }: &Naming,
        most: usize,
    ) -> Result<Option<Exported>, StoreError> {
        let mut left = most;
        let heading = Heading { title, tags };
        match self {
            Self::Session { told, form } => {
                let Some(said) = said_within(ledger, told, &mut left)? else { return Ok(None) };
                Ok(Some(match form {
                    Spoken::Format(Format::Own) if !tags.is_empty() => tagged(&said, tags)?,
                    Spoken::Format(format) => formats::export(format, &said),
                    Spoken::Document(form) => formats::document(form, heading, &said, models),
                }))
            }
            Self::Lanes { lanes, form } => {
                let mut read = Vec::with_capacity(lanes.len());
                for (name, told) in lanes {
                    let Some(messages) = said_within(ledger, told, &mut left)? else { return Ok(None) };
                    read.push(Lane { name, messages });
                }
                Ok(Some(formats::document_of_lanes(form, heading, &read, models)))
            }
        }
    }
}

impl Workbench {
    pub(super) async fn naming(&self, session: &SessionId) -> Result<Naming, CommandError> {
        let session = session.clone();
        let SessionSummary { title, tags, .. } =
            self.ledger()?.with(move |ledger| ledger.store().summary(&session)).await?;
        Ok(Naming { title, tags, models: model_names(&*self.models()?) })
    }

    /// What an export is written from. Turns that the end of the application cut off are taken up first.
    pub(super) async fn export_of(&self, session: SessionId, form: Spoken) -> Result<Export, CommandError> {
        let id = session.clone();
        let Some(lanes) = self.ledger()?.with(move |ledger| lanes_of(ledger.store(), &id)).await? else {
            return Ok(Export::Session { told: self.exported_session(session).await?, form });
        };
        let form = match form {
            Spoken::Document(form) => form,
            Spoken::Format(format) => {
                return Err(CommandError::of(&ExportError::SeveralConversations { format }));
            }
        };
        let mut told = Vec::with_capacity(lanes.len());
        for lane in lanes {
            told.push((lane.name, self.exported_session(lane.session).await?));
        }
        Ok(Export::Lanes { lanes: told, form })
    }

    /// What an answer had said when the application ended belongs to the history once its turn is taken up. Where that
    /// can't be written, as on a full disk, the rest is given out all the same.
    async fn exported_session(&self, session: SessionId) -> Result<Told, CommandError> {
        if let Err(error) = self.turns()?.under_way(&session).await {
            tracing::warn!(%session, error = %error.message, "its turns can't be taken up");
        }
        let first = self.turn_parts()?.leading_message(&session).await?;
        Ok(Told { session, first })
    }
}

/// Our own form, with the tags of the session beside its messages.
fn tagged(said: &[Message], tags: &[String]) -> Result<Exported, StoreError> {
    let write = || {
        let mut text = Vec::new();
        let mut writer = Writer::begin(Streamed::Own, &mut text)?;
        writer.tags(tags);
        said.iter().try_for_each(|message| writer.message(message))?;
        let losses = writer.end()?;
        Ok(Exported { text: String::from_utf8_lossy(&text).into_owned(), losses })
    };
    write().map_err(|error: std::io::Error| StoreError::Failed { reason: error.notice() })
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

/// What was said, if it has no more bytes than are left, which it takes up.
fn said_within(
    ledger: &Ledger,
    Told { session, first }: Told,
    left: &mut usize,
) -> Result<Option<Vec<Message>>, StoreError> {
    let mut said = Vec::from_iter(first);
    let store = ledger.store();
    let read = store.each_said_shown(&session, End::Head, |message, large| {
        let mut bytes = size_of(&message).map_err(|error| StoreError::Failed { reason: error.notice() })?;
        bytes +=
            large.iter().map(|value| usize::try_from(value.size).unwrap_or(usize::MAX / 8)).sum::<usize>();
        *left = left.checked_sub(bytes).ok_or(Stopped::TooMuch)?;
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
