//! The bin: sessions on their way out, and back. A comparison takes along what was made for it.

use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, NamedSession, Nothing};
use crate::ledger::Ledger;
use content::SessionId;
use sessions::StoreError;

impl Workbench {
    pub async fn session_discard(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        let together = self.together(&args.session).await?;
        for session in &together {
            self.check_rests(session).await?;
        }
        self.discard_all(together).await
    }

    pub(crate) async fn discard_all(&self, sessions: Vec<SessionId>) -> Result<Nothing, CommandError> {
        let discard = move |ledger: &Ledger| {
            sessions.iter().try_for_each(|session| ledger.store().discard(session, ledger.now()))
        };
        self.ledger()?.with(discard).await?;
        Ok(Nothing {})
    }

    pub async fn session_restore(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        let together = self.together(&args.session).await?;
        let restore =
            move |ledger: &Ledger| together.iter().try_for_each(|session| ledger.store().restore(session));
        self.ledger()?.with(restore).await?;
        Ok(Nothing {})
    }

    pub async fn session_erase(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        for session in self.together(&args.session).await? {
            let (indexer, id) = (self.indexer()?, session.clone());
            let erased = self.ledger()?.with(move |ledger| ledger.store().erase(&session)).await;
            match erased {
                // A lane that was erased or restored by itself is not in the bin.
                Err(StoreError::NoSession { .. }) if id != args.session => continue,
                erased => erased?,
            }
            blocking(move || indexer.erase(id)).await?;
        }
        Ok(Nothing {})
    }
}
