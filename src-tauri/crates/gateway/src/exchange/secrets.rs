//! The keys of a program, which are found wherever they come back.

use super::headers;
use http::HeaderMap;
use redaction::Redactor;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// The latest keys that are known of a program: one of each provider, and those before a token was renewed.
const MAX_KEYS: usize = 32;

/// The keys that a program has sent so far, to whichever provider. They are in memory alone.
#[derive(Clone, Default)]
pub struct Secrets(Arc<Mutex<Known>>);

#[derive(Default)]
struct Known {
    keys: VecDeque<String>,
    redactor: Redactor,
}

impl Secrets {
    /// Takes note of the keys of a request, and finds those of all before it as well: its history may repeat them.
    pub(crate) fn redactor(&self, headers: &HeaderMap, target: &str) -> Redactor {
        let query = target.split_once('?').map_or("", |(_, query)| query);
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let fresh: Vec<_> = headers::keys(headers, query)
            .filter(|key| known.keys.iter().all(|known| known != key))
            .map(str::to_owned)
            .collect();
        if !fresh.is_empty() {
            known.keys.extend(fresh);
            let surplus = known.keys.len().saturating_sub(MAX_KEYS);
            known.keys.drain(..surplus);
            known.redactor = Redactor::new(known.keys.iter().map(String::as_str));
        }
        known.redactor.clone()
    }
}

impl fmt::Debug for Secrets {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secrets")
    }
}

#[cfg(test)]
mod tests {
    use super::Secrets;
    use http::HeaderMap;

    fn sent(key: &str) -> HeaderMap {
        HeaderMap::from_iter([(http::header::AUTHORIZATION, key.parse().expect("a value"))])
    }

    #[test]
    fn keys_of_earlier_requests_are_found_too() {
        let secrets = Secrets::default();
        secrets.redactor(&sent("Bearer sk-first-0123456789"), "/v1/models");
        let redactor =
            secrets.redactor(&sent("Bearer sk-second-0123456789"), "/v1/models?key=AIza-0123456789");
        let told =
            redactor.clean("sk-first-0123456789 sk-second-0123456789 AIza-0123456789 sk-third-0123456789");
        assert_eq!(told, "••• ••• ••• sk-third-0123456789");
    }
}
