//! The bin: sessions on their way out, and back.

use crate::Workbench;
use crate::contract::{CommandError, NamedSession, Nothing};

impl Workbench {
    pub async fn session_discard(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        self.check_rests(&args.session).await?;
        let parts = self.parts()?;
        parts.ledger.with(move |ledger| ledger.store().discard(&args.session, ledger.now())).await?;
        Ok(Nothing {})
    }

    pub async fn session_restore(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        let parts = self.parts()?;
        parts.ledger.with(move |ledger| ledger.store().restore(&args.session)).await?;
        Ok(Nothing {})
    }

    pub async fn session_erase(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        let parts = self.parts()?;
        let session = args.session.clone();
        parts.ledger.with(move |ledger| ledger.store().erase(&args.session)).await?;
        let erased = tokio::task::spawn_blocking(move || parts.indexer.erase(session)).await;
        erased.map_err(|error| CommandError::failed(error.to_string(), "Start Callwright again."))??;
        Ok(Nothing {})
    }
}
