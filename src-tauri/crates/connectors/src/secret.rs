//! A key, kept from everything but the wire.

use serde::{Deserialize, Deserializer};
use std::fmt;
use zeroize::Zeroizing;

/// Can be sent to the service it belongs to, and neither printed, nor written, nor shown. It has no `Serialize`.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Nothing but blanks is no secret. Blanks around one come from copying it.
    pub fn new(raw: &str) -> Option<Self> {
        let trimmed = raw.trim();
        (!trimmed.is_empty()).then(|| Self(Zeroizing::new(trimmed.to_owned())))
    }

    /// The secret itself, for a header or a keychain.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret")
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Zeroizing::new(String::deserialize(deserializer)?);
        Self::new(&raw).ok_or_else(|| serde::de::Error::custom("a key is not blank"))
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn a_secret_is_not_printed_and_loses_the_blanks_around_it() {
        let secret = Secret::new(" sk-12345678\n").expect("a secret");
        assert_eq!(secret.expose(), "sk-12345678");
        assert_eq!(format!("{:?}", Some(&secret)), "Some(Secret)");
        assert_eq!(Secret::new(" \n"), None);
    }
}
