//! What a person puts beside the history: names of branches, notes on messages, pins. The history stays what it is.

use crate::Workbench;
use crate::configuration::title_from;
use crate::contract::{CommandError, NameBranch, NamedMessage, Nothing, RemarkMessage};
use content::{MessageId, SessionId};
use sessions::SessionEvent;

/// A note is a note and not a file.
const LONGEST_NOTE: usize = 20_000;

impl Workbench {
    pub async fn branch_name(&self, args: NameBranch) -> Result<Nothing, CommandError> {
        let NameBranch { session, message, name } = args;
        self.check_message(&session, &message).await?;
        let name = match name {
            Some(name) => Some(title_from(&name).ok_or_else(|| {
                CommandError::failed("a branch can't have an empty name", "Write at least one letter.")
            })?),
            None => None,
        };
        self.note(session, vec![SessionEvent::BranchNamed { message, name }]).await
    }

    pub async fn message_remark(&self, args: RemarkMessage) -> Result<Nothing, CommandError> {
        let RemarkMessage { session, message, text } = args;
        self.check_message(&session, &message).await?;
        let length = text.as_deref().map_or(0, |text| text.chars().count());
        if length > LONGEST_NOTE {
            let what =
                format!("a note can't be longer than {LONGEST_NOTE} characters, this one has {length}");
            return Err(CommandError::failed(what, "Shorten it, or split it."));
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
        let what = format!("there is no message {message} in this session");
        Err(CommandError::failed(what, "Reload the page to see the messages there are."))
    }
}
