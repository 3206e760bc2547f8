//! Recognizes secrets that nobody declared.

/// The length from which a value that looks like a key counts as one.
const MIN_SECRET_LETTERS: usize = 20;

/// Whether the name of a header, a variable or a query parameter denotes a secret.
pub fn is_secret_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let words = ["authorization", "key", "token", "secret", "passw", "cookie", "credential", "signature"];
    words.iter().any(|word| name.contains(word))
}

/// Whether a value looks like a key: long, one word, letters and digits mixed, and not a path.
pub fn is_secret_value(value: &str) -> bool {
    let is_of_keys = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.+=:~".contains(&byte);
    value.len() >= MIN_SECRET_LETTERS
        && value.bytes().all(is_of_keys)
        && value.bytes().any(|byte| byte.is_ascii_digit())
        && value.bytes().any(|byte| byte.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::{is_secret_name, is_secret_value};

    #[test]
    fn headers_that_hold_secrets_are_known_by_name() {
        for name in
            ["Authorization", "x-api-key", "X-Goog-Api-Key", "api-key", "Cookie", "CF-Access-Client-Secret"]
        {
            assert!(is_secret_name(name), "{name}");
        }
        assert!(!is_secret_name("content-type"));
    }

    #[test]
    fn a_key_is_known_by_its_look_and_a_folder_is_none() {
        assert!(is_secret_value("ghp_0123456789abcdefghij"));
        for value in
            ["production", "/home/anna/projects/2026-notes", "8080", "https://a.example/v1/x/0123456789"]
        {
            assert!(!is_secret_value(value), "{value}");
        }
    }
}
