//! Redacts user names and passwords in addresses.

use std::borrow::Cow;

/// The replacement of a user name and a password. It differs from that of a key, which people put back.
const HIDDEN: &str = "***";

/// The text with all user names and passwords of addresses replaced.
pub fn without_passwords(text: &str) -> Cow<'_, str> {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("://") {
        kept.push_str(before);
        kept.push_str("://");
        rest = after;
        if let Some(password) = authority(after).rfind('@') {
            kept.push_str(HIDDEN);
            rest = after.get(password..).unwrap_or_default();
        }
    }
    if kept.is_empty() || kept.len() + rest.len() == text.len() && !kept.contains(HIDDEN) {
        return Cow::Borrowed(text);
    }
    kept.push_str(rest);
    Cow::Owned(kept)
}

/// The password in an address, as it is written there.
pub fn password_of(address: &str) -> Option<&str> {
    let (_, after) = address.split_once("://")?;
    let (person, _) = authority(after).rsplit_once('@')?;
    // Some services take a key as the user name.
    Some(
        person
            .split_once(':')
            .map_or(person, |(name, password)| if password.is_empty() { name } else { password }),
    )
}

/// The authority: everything between the scheme and the path. Browsers and clients read a backslash as a slash.
fn authority(after: &str) -> &str {
    let end =
        after.find(|letter: char| matches!(letter, '/' | '?' | '#' | '\\' | '"') || letter.is_whitespace());
    end.and_then(|end| after.get(..end)).unwrap_or(after)
}

#[cfg(test)]
mod tests {
    use super::{password_of, without_passwords};

    #[test]
    fn a_password_in_an_address_is_hidden_and_the_rest_stays() {
        for (text, shown) in [
            ("https://user:pw@a.example/v1?x=a@b", "https://***@a.example/v1?x=a@b"),
            ("http://a.example and ftp://key@b.example.", "http://a.example and ftp://***@b.example."),
            ("socks5://a:b@c@d:1080", "socks5://***@d:1080"),
            ("http://evil\\@good/", "http://evil\\@good/"),
            ("write to a@b.example", "write to a@b.example"),
        ] {
            assert_eq!(without_passwords(text), shown);
        }
    }

    #[test]
    fn the_password_of_an_address_is_known() {
        assert_eq!(password_of("https://user:p%40w@a.example"), Some("p%40w"));
        assert_eq!(password_of("https://key@a.example"), Some("key"));
        assert_eq!(password_of("https://a.example/@b"), None);
    }
}
