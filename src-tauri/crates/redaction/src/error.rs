//! Describes an error together with its causes.

use crate::without_passwords;
use std::error::Error;

/// How `reqwest` introduces the address at the end of its messages.
const ADDRESS: &str = " for url (";

/// An error and its causes, the outermost first. Addresses lose whatever can hold a key: the one of a request as a whole,
/// any other its user name, password, query and fragment.
pub fn describe_error(error: &(dyn Error + 'static)) -> String {
    let mut described: Vec<String> = Vec::new();
    let mut next = Some(error);
    while let Some(error) = next {
        let text = without_keys(&error.to_string());
        // An error often repeats the text of its cause.
        if described.last().is_none_or(|outer| !outer.contains(&text)) {
            described.push(text);
        }
        next = error.source();
    }
    described.join(": ")
}

fn without_keys(text: &str) -> String {
    let text = text.find(ADDRESS).map_or(text, |at| &text[..at]);
    let text = without_passwords(text);
    let mut kept = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some(scheme) = rest.find("://") {
        let end = rest[scheme..].find([' ', ')', '"', '>']).map_or(rest.len(), |end| scheme + end);
        let address = &rest[..end];
        let query = address[scheme..].find(['?', '#']).map_or(end, |query| scheme + query);
        kept.push_str(&address[..query]);
        rest = &rest[end..];
    }
    kept.push_str(rest);
    kept
}

#[cfg(test)]
mod tests {
    use super::{describe_error, without_keys};
    use std::error::Error;
    use std::fmt::{self, Display, Formatter};

    #[derive(Debug)]
    struct Wrapped(&'static str, Option<Box<Self>>);

    impl Display for Wrapped {
        fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
            formatter.write_str(self.0)
        }
    }

    impl Error for Wrapped {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.1.as_deref().map(|cause| cause as _)
        }
    }

    #[test]
    fn causes_follow_in_order_and_none_is_repeated() {
        let refused = Wrapped("connection refused", None);
        let connecting = Wrapped("connecting: connection refused", Some(Box::new(refused)));
        let sending = Wrapped("not sent for url (http://a.example/key-1)", Some(Box::new(connecting)));
        assert_eq!(describe_error(&sending), "not sent: connecting: connection refused");
    }

    #[test]
    fn addresses_lose_what_may_be_a_key() {
        for (text, shown) in [
            ("no answer from (http://a.example/mcp?key=s-1) or", "no answer from (http://a.example/mcp) or"),
            ("https://b.example#s-2, sorry", "https://b.example sorry"),
            ("http://u:s-3@c.example/", "http://***@c.example/"),
            ("what? nothing", "what? nothing"),
        ] {
            assert_eq!(without_keys(text), shown);
        }
    }
}
