//! The form of Amazon's keys.

/// The prefixes of an account's key ids: long-lived ones, and those of a session.
pub(super) const LASTING: &str = "AKIA";
pub(super) const OF_A_SESSION: &str = "ASIA";

pub(crate) const KEY_FORM: &str =
    "a Bedrock API key, or the keys of an account as id:secret or id:secret:session";

/// The length of an account's secret key, in letters.
const SECRET_LETTERS: usize = 40;

/// The reason why this can't be a key.
pub(crate) fn key_fault(raw: &str) -> Option<String> {
    let mut parts = raw.splitn(3, ':');
    let id = parts.next().unwrap_or_default();
    let (secret, session) = (parts.next(), parts.next().filter(|session| !session.is_empty()));
    let is_of_a_session = id.starts_with(OF_A_SESSION);
    if !is_of_a_session && !id.starts_with(LASTING) {
        // Only the secret of an account, or id and secret swapped.
        let has_id = raw.split(':').any(|part| part.starts_with(OF_A_SESSION) || part.starts_with(LASTING));
        return has_id.then(|| format!("the id of the key comes first: write {FORM}"));
    }
    let Some(secret) = secret else {
        return Some(format!("that is the id of a key without its secret: write {FORM}"));
    };
    if secret.len() != SECRET_LETTERS {
        let count = secret.len();
        return Some(format!(
            "the secret behind the id has {count} letters, and Amazon's have {SECRET_LETTERS}"
        ));
    }
    if is_of_a_session && session.is_none() {
        return Some(
            "a key whose id begins with ASIA needs its session behind it: write id:secret:session".to_owned(),
        );
    }
    None
}

const FORM: &str = "id:secret, or id:secret:session";

#[cfg(test)]
mod tests {
    use super::key_fault;

    #[track_caller]
    fn check(raw: &str, expected: Option<&str>) {
        let fault = key_fault(raw);
        match expected {
            None => assert_eq!(fault, None),
            Some(words) => assert!(fault.as_ref().is_some_and(|fault| fault.contains(words)), "{fault:?}"),
        }
    }

    const SECRET: &str = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";

    #[test]
    fn the_three_forms_of_a_key_are_taken() {
        check("ABSKQmVkcm9ja0FQSUtleQ==", None);
        check(&format!("AKIAIOSFODNN7EXAMPLE:{SECRET}"), None);
        check(&format!("ASIAIOSFODNN7EXAMPLE:{SECRET}:FwoGZXIvYXdzE:x=="), None);
    }

    #[test]
    fn what_is_half_a_key_is_told_with_the_whole_form() {
        check("AKIAIOSFODNN7EXAMPLE", Some("without its secret: write id:secret"));
        check("AKIAIOSFODNN7EXAMPLE:short", Some("has 5 letters"));
        check(&format!("ASIAIOSFODNN7EXAMPLE:{SECRET}"), Some("needs its session"));
        check(&format!("{SECRET}:AKIAIOSFODNN7EXAMPLE"), Some("the id of the key comes first"));
    }
}
