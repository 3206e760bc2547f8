//! The form of Amazon's keys.

use crate::key_fault::KeyFault;

/// The prefixes of an account's key ids: long-lived ones, and those of a session.
pub(super) const LASTING: &str = "AKIA";
pub(super) const OF_A_SESSION: &str = "ASIA";

/// The length of an account's secret key, in letters.
const SECRET_LETTERS: usize = 40;

/// The reason why this can't be a key.
pub(crate) fn key_fault(raw: &str) -> Option<KeyFault> {
    let mut parts = raw.splitn(3, ':');
    let id = parts.next().unwrap_or_default();
    let (secret, session) = (parts.next(), parts.next().filter(|session| !session.is_empty()));
    let is_of_a_session = id.starts_with(OF_A_SESSION);
    if !is_of_a_session && !id.starts_with(LASTING) {
        // Only the secret of an account, or id and secret swapped.
        let has_id = raw.split(':').any(|part| part.starts_with(OF_A_SESSION) || part.starts_with(LASTING));
        return has_id.then_some(KeyFault::IdNotFirst);
    }
    let Some(secret) = secret else { return Some(KeyFault::NoSecret) };
    if secret.len() != SECRET_LETTERS {
        return Some(KeyFault::SecretLength { count: secret.len(), expected: SECRET_LETTERS });
    }
    (is_of_a_session && session.is_none()).then_some(KeyFault::NoSession)
}

#[cfg(test)]
mod tests {
    use super::{KeyFault, key_fault};

    #[track_caller]
    fn check(raw: &str, expected: Option<KeyFault>) {
        assert_eq!(key_fault(raw), expected);
    }

    const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    #[test]
    fn the_three_forms_of_a_key_are_taken() {
        check("ABSKQmVkcm9ja0FQSUtleQ==", None);
        check(&format!("AKIAIOSFODNN7EXAMPLE:{SECRET}"), None);
        check(&format!("ASIAIOSFODNN7EXAMPLE:{SECRET}:FwoGZXIvYXdzE:x=="), None);
    }

    #[test]
    fn half_a_key_is_named_by_the_part_that_is_missing() {
        check("AKIAIOSFODNN7EXAMPLE", Some(KeyFault::NoSecret));
        check("AKIAIOSFODNN7EXAMPLE:short", Some(KeyFault::SecretLength { count: 5, expected: 40 }));
        check(&format!("ASIAIOSFODNN7EXAMPLE:{SECRET}"), Some(KeyFault::NoSession));
        check(&format!("{SECRET}:AKIAIOSFODNN7EXAMPLE"), Some(KeyFault::IdNotFirst));
    }
}
