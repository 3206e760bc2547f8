//! What a server was given and must not come back from it.

use super::settings::{McpSecrets, McpServer, McpTransport};
use crate::sources::cleaned::secret_in;
use redaction::{Redactor, is_secret_name, password_of};
use std::sync::{Mutex, PoisonError};
use url::Url;

/// The secrets of one server. The pass that a login gives is renewed while the server runs.
pub(super) struct Hidden {
    known: Vec<String>,
    state: Mutex<State>,
}

struct State {
    pass: Option<String>,
    redactor: Redactor,
}

impl Hidden {
    pub(super) fn of(settings: &McpServer, secrets: &McpSecrets) -> Self {
        let typed = secrets.variables.iter().chain(&secrets.headers);
        let secret = |(name, value): (&String, &String)| secret_in(name, value).map(str::to_owned);
        let mut known: Vec<String> = typed.filter_map(secret).collect();
        match &settings.transport {
            McpTransport::Command { inherited, .. } => {
                let inherited = inherited.iter().filter_map(|name| Some((name, std::env::var(name).ok()?)));
                known.extend(inherited.filter_map(|(name, value)| secret((name, &value))));
            }
            McpTransport::Http { address, .. } => {
                known.extend(password_of(address).map(str::to_owned));
                let address = Url::parse(address).ok();
                let queries = address.iter().flat_map(Url::query_pairs);
                let queries = queries.filter(|(name, _)| is_secret_name(name));
                known.extend(queries.map(|(_, value)| value.into_owned()));
            }
        }
        let redactor = redactor(&known, None);
        Self { known, state: Mutex::new(State { pass: None, redactor }) }
    }

    pub(super) fn redactor(&self) -> Redactor {
        self.state.lock().unwrap_or_else(PoisonError::into_inner).redactor.clone()
    }

    /// Takes note of the pass that goes out with a request.
    pub(super) fn add_pass(&self, pass: &str) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.pass.as_deref() != Some(pass) {
            *state = State { pass: Some(pass.to_owned()), redactor: redactor(&self.known, Some(pass)) };
        }
    }
}

fn redactor(known: &[String], pass: Option<&str>) -> Redactor {
    Redactor::new(known.iter().map(String::as_str).chain(pass))
}
