//! What a person puts beside the history: tags, names of branches, notes on messages, pins. The history stays what it is.

use crate::Workbench;
use crate::configuration::title_from;
use crate::contract::{CommandError, NameBranch, NamedMessage, Note, Nothing, RemarkMessage, TagSession};
use crate::session_error::SessionError;
use content::{MessageId, SessionId};
use sessions::SessionEvent;
use std::collections::BTreeSet;

/// A note is a note and not a file.
const LONGEST_NOTE: usize = 20_000;

/// A tag is a word or two.
const LONGEST_TAG: usize = 40;
const MOST_TAGS: usize = 20;

impl Workbench {
    pub async fn session_tag(&self, args: TagSession) -> Result<Nothing, CommandError> {
        let TagSession { session, tags } = args;
        let tags = in_order(&tags);
        if tags.len() > MOST_TAGS {
            return Err(SessionError::TooManyTags { most: MOST_TAGS }.into());
        }
        let length = tags.iter().map(|tag| tag.chars().count()).max().unwrap_or(0);
        if length > LONGEST_TAG {
            return Err(SessionError::TagTooLong { most: LONGEST_TAG, length }.into());
        }
        self.note(session, vec![SessionEvent::Tagged { tags }]).await
    }

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
        let has = self.ledger()?.with(move |ledger| ledger.store().has_message(&id, &wanted)).await?;
        if has {
            return Ok(());
        }
        Err(SessionError::NoMessage { message: message.clone() }.into())
    }
}

/// Gives an imported session its tags, as far as a person could have set them.
pub(crate) fn tagged(tags: &[String]) -> Option<SessionEvent<Note>> {
    let fits = |tag: &String| tag.chars().count() <= LONGEST_TAG;
    let tags: Vec<_> = in_order(tags).into_iter().filter(fits).take(MOST_TAGS).collect();
    (!tags.is_empty()).then_some(SessionEvent::Tagged { tags })
}

/// Each tag once, in one line and without blanks around it.
fn in_order(tags: &[String]) -> Vec<String> {
    let words = tags.iter().map(|tag| tag.split_whitespace().collect::<Vec<_>>().join(" "));
    words.filter(|tag| !tag.is_empty()).collect::<BTreeSet<_>>().into_iter().collect()
}
