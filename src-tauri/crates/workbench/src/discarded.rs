//! The bin: sessions on their way out, and back. A comparison takes along what was made for it.

use crate::Workbench;
use crate::blocking::blocking;
use crate::contract::{CommandError, NamedSession, Nothing};
use content::SessionId;
use sessions::StoreError;

impl Workbench {
    pub async fn session_discard(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        let parts = self.parts()?;
        let together = self.together(&parts, &args.session).await?;
        for session in &together {
            self.check_rests(session).await?;
        }
        let discard = |session: &SessionId, ledger: &crate::ledger::Ledger| {
            ledger.store().discard(session, ledger.now())
        };
        let all = move |ledger: &crate::ledger::Ledger| {
            together.iter().try_for_each(|session| discard(session, ledger))
        };
        parts.ledger.with(all).await?;
        Ok(Nothing {})
    }

    pub async fn session_restore(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        let parts = self.parts()?;
        let together = self.together(&parts, &args.session).await?;
        let all = move |ledger: &crate::ledger::Ledger| {
            together.iter().try_for_each(|session| ledger.store().restore(session))
        };
        parts.ledger.with(all).await?;
        Ok(Nothing {})
    }

    pub async fn session_erase(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        let parts = self.parts()?;
        for session in self.together(&parts, &args.session).await? {
            let (indexer, id) = (std::sync::Arc::clone(&parts), session.clone());
            let erased = parts.ledger.with(move |ledger| ledger.store().erase(&session)).await;
            match erased {
                // A lane that was erased or restored by itself is not in the bin.
                Err(StoreError::NoSession { .. }) if id != args.session => continue,
                erased => erased?,
            }
            blocking(move || indexer.indexer.erase(id)).await?;
        }
        Ok(Nothing {})
    }
}
