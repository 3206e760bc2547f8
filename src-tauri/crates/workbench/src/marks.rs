//! What a person puts beside the history: names of branches, notes on messages, pins. The history stays what it is.

use crate::Workbench;
use crate::configuration::title_from;
use crate::contract::{CommandError, NameBranch, NamedMessage, Nothing, RemarkMessage};
use crate::session_error::SessionError;
use content::{MessageId, SessionId};
use sessions::SessionEvent;

/// A note is a note and not a file.
const LONGEST_NOTE: usize = 20_000;

impl Workbench {
    pub async fn branch_name(&self, args: NameBranch) -> Result<Nothing, CommandError> {
        let NameBranch { session, message, name } = args;
        self.check_message(&session, &message).await?;
        let name = match name {
            Some(name) => Some(title_from(&name).ok_or(SessionError::NoBranchName)?),
            None => None,
        };
        self.note(session, vec![SessionEvent::BranchNamed { message, name }]).await
    }

    pub async fn message_remark(&self, args: RemarkMessage) -> Result<Nothing, CommandError> {
        let RemarkMessage { session, message, text } = args;
        self.check_message(&session, &message).await?;
        let length = text.as_deref().map_or(0, |text| text.chars().count());
        if length > LONGEST_NOTE {
            return Err(SessionError::NoteTooLong { most: LONGEST_NOTE, length }.into());
        }
        let text = text.filter(|text| !text.trim().is_empty());
        self.note(session, vec![SessionEvent::MessageRemarked { message, text }]).await
    }

    pub async fn message_pin(&self, args: NamedMessage) -> Result<Nothing, CommandError> {
        let NamedMessage { session, message } = args;
        self.check_message(&session, &message).await?;
        self.note(session, vec![SessionEvent::MessagePinned { message }]).await
    }

    pub async fn message_unpin(&self, args: NamedMessage) -> Result<Nothing, CommandError> {
        let NamedMessage { session, message } = args;
        self.check_message(&session, &message).await?;
        self.note(session, vec![SessionEvent::MessageUnpinned { message }]).await
    }

    pub(crate) async fn check_message(
        &self,
        session: &SessionId,
        message: &MessageId,
    ) -> Result<(), CommandError> {
        let (id, wanted) = (session.clone(), message.clone());
        let has = self.parts()?.ledger.with(move |ledger| ledger.store().has_message(&id, &wanted)).await?;
        if has {
            return Ok(());
        }
        Err(SessionError::NoMessage { message: message.clone() }.into())
    }
}
