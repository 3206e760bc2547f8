//! A model that can't be asked as things stand and answers each request with the reason.

use futures::{StreamExt, stream};
use ports::{CallScope, CompletionRequest, Connector, ConnectorError, ConnectorProfile, EventStream};

/// Stays in the list, so that a session with it explains itself.
#[derive(Clone, Debug)]
pub struct Unavailable {
    pub profile: ConnectorProfile,
    pub error: ConnectorError,
}

impl Connector for Unavailable {
    fn profile(&self) -> &ConnectorProfile {
        &self.profile
    }

    fn stream(&self, _request: CompletionRequest, _scope: &CallScope) -> EventStream {
        let error = self.error.clone();
        stream::once(async { Err(error) }).boxed()
    }
}
