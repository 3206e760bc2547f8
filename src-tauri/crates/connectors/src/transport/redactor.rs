//! Takes secrets out of whatever is shown or kept.

use crate::Secret;
use memchr::memmem::Finder;
use std::borrow::Cow;

/// What stands in the place of a secret.
pub(crate) const REDACTED: &str = "•••";

/// A shorter secret is not looked for: it would be found in everything. Where it is sent it is left out all the same.
const SHORTEST: usize = 8;

/// Knows the secrets of one service.
#[derive(Clone)]
pub(crate) struct Redactor(Vec<Finder<'static>>);

impl Redactor {
    pub(crate) fn new<'a>(secrets: impl IntoIterator<Item = &'a Secret>) -> Self {
        let known = secrets.into_iter().map(Secret::expose).filter(|secret| secret.len() >= SHORTEST);
        let mut known: Vec<_> = known.map(str::to_owned).collect();
        // The longer one first, so that nothing of it is left where it begins with another.
        known.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        Self(known.iter().map(|secret| Finder::new(secret).into_owned()).collect())
    }

    /// The text without secrets. It costs nothing but the search where there are none.
    pub(crate) fn clean<'a>(&self, text: &'a str) -> Cow<'a, str> {
        let mut cleaned = Cow::Borrowed(text);
        for finder in &self.0 {
            if finder.find(cleaned.as_bytes()).is_some()
                && let Ok(secret) = std::str::from_utf8(finder.needle())
            {
                cleaned = Cow::Owned(cleaned.replace(secret, REDACTED));
            }
        }
        cleaned
    }
}

/// Whether a header, or a part of a query, is a secret by its name.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words = ["authorization", "key", "token", "secret", "password", "cookie", "credential", "signature"];
    words.iter().any(|word| name.contains(word))
}

#[cfg(test)]
mod tests {
    use super::{Redactor, is_secret_name};
    use crate::Secret;
    use std::borrow::Cow;

    #[test]
    fn secrets_are_replaced_wherever_they_stand() {
        let secrets = ["sk-12345678", "sk-12345678-long", "x"].map(|raw| Secret::new(raw).expect("a secret"));
        let redactor = Redactor::new(&secrets);
        assert_eq!(redactor.clean("a sk-12345678-long, sk-12345678! x"), "a •••, •••! x");
        assert!(matches!(redactor.clean("nothing here"), Cow::Borrowed(_)));
    }

    #[test]
    fn headers_that_hold_secrets_are_known_by_name() {
        for name in
            ["Authorization", "x-api-key", "X-Goog-Api-Key", "api-key", "Cookie", "CF-Access-Client-Secret"]
        {
            assert!(is_secret_name(name), "{name}");
        }
        assert!(!is_secret_name("content-type"));
    }
}
