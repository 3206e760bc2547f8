//! Checks a conversation in a file. It needs no data folder, and keeps nothing.

use crate::contract::CommandError;
use crate::histories::INSPECTION;
use crate::imports::{PieceError, TextPieces, format_of};
use content::{Message, MessageId};
use formats::{Format, ImportError, Incoming, Loss, Reader};
use notices::{Describe, Notice};
use std::cell::Cell;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use upkeep::Finding;

/// A file that was read, and what is wrong with the conversation in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedFile {
    pub format: Format,
    /// The messages up to the last one, in order.
    pub messages: Vec<MessageId>,
    pub findings: Vec<Finding>,
    pub losses: Vec<Loss>,
}

/// A file that can't be checked.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "checked-file")]
pub(crate) enum FileFault {
    #[error("{path} can't be read: {source}")]
    #[advice("Check the path, and that you may read the file.")]
    Unreadable { path: PathBuf, source: io::Error },
    #[error("{path}: {reason}")]
    #[advice("Give a conversation in one of the forms that can be imported.")]
    Foreign {
        path: PathBuf,
        #[notice(cause)]
        reason: Notice,
    },
}

/// Checks the branch of the last message.
pub fn check_file(path: &Path) -> Result<CheckedFile, CommandError> {
    let unreadable = |source| CommandError::of(&FileFault::Unreadable { path: path.to_owned(), source });
    let not_imported = |reason: ImportError| {
        CommandError::of(&FileFault::Foreign { path: path.to_owned(), reason: reason.notice() })
    };
    let file = disk::open(path).map_err(unreadable)?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    let mut reader = Reader::begin(name.as_deref().and_then(format_of));
    let count = Cell::new(0);
    let ids = || {
        count.set(count.get() + 1);
        MessageId::new(format!("message-{}", count.get()))
    };
    let mut said = Vec::new();
    let mut keep = |messages: Vec<Incoming>| {
        // Of a long history not more is in memory than is looked at.
        said.extend(messages.into_iter().map(|incoming| upkeep::essence(incoming.message)));
    };
    for piece in TextPieces::of(file) {
        let text = piece.map_err(|error| match error {
            PieceError::File(error) => unreadable(error),
            PieceError::NotText => {
                let (path, reason) = (path.to_owned(), PieceError::NotText.notice());
                CommandError::of(&FileFault::Foreign { path, reason })
            }
        })?;
        keep(reader.take(&text, &ids).map_err(not_imported)?);
    }
    let rest = reader.end(&ids).map_err(not_imported)?;
    keep(rest.messages);
    let said = branch_of_last(said);
    let findings = upkeep::check(&said, &INSPECTION);
    let messages = said.into_iter().map(|message| message.id).collect();
    Ok(CheckedFile { format: rest.format, messages, findings, losses: rest.losses })
}

/// The messages from the first to the last one, along their parents.
fn branch_of_last(said: Vec<Message>) -> Vec<Message> {
    let mut next = said.last().map(|message| message.id.clone());
    let mut by_id: HashMap<_, _> = said.into_iter().map(|message| (message.id.clone(), message)).collect();
    let mut branch = Vec::new();
    // A message is taken out, so a circle of parents ends.
    while let Some(message) = next.and_then(|id| by_id.remove(&id)) {
        next = message.parent.clone();
        branch.push(message);
    }
    branch.reverse();
    branch
}
