//! Words with places, as a format string has them.

use syn::{LitStr, Result};

/// A format string, read.
pub(crate) struct Words {
    /// As the catalogue has them: names alone in braces.
    pub(crate) english: String,
    pub(crate) places: Vec<Place>,
}

/// One name in braces.
pub(crate) struct Place {
    pub(crate) name: String,
    /// What stands behind the colon, such as `.1` or `?`.
    pub(crate) format: Option<String>,
}

impl Words {
    pub(crate) fn read(literal: &LitStr) -> Result<Self> {
        let (text, mut english, mut places) = (literal.value(), String::new(), Vec::<Place>::new());
        let mut letters = text.chars().peekable();
        while let Some(letter) = letters.next() {
            match letter {
                '{' | '}' if letters.peek() == Some(&letter) => english.extend(letters.next()),
                '{' => {
                    let inside: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
                    let place =
                        Place::read(&inside).map_err(|words| syn::Error::new(literal.span(), words))?;
                    english.push_str(&format!("{{{}}}", place.catalogued()));
                    if places.iter().all(|known| known.name != place.name) {
                        places.push(place);
                    }
                }
                other => english.push(other),
            }
        }
        Ok(Self { english, places })
    }

    /// Takes the cause from the end of the words: it is told behind a colon in any case.
    pub(crate) fn without_cause(mut self, cause: &str) -> Self {
        if let Some(before) = self.english.strip_suffix(&format!(": {{{cause}}}"))
            && !before.contains(&format!("{{{cause}}}"))
        {
            self.english = before.to_owned();
            self.places.retain(|place| place.name != cause);
        }
        self
    }
}

impl Place {
    /// Constants have names in capitals, which catalogues don't.
    pub(crate) fn catalogued(&self) -> String {
        self.name.to_lowercase()
    }

    fn read(inside: &str) -> std::result::Result<Self, String> {
        let (name, format) = match inside.split_once(':') {
            Some((name, format)) => (name.trim(), Some(format.to_owned())),
            None => (inside.trim(), None),
        };
        if name.is_empty() || name.starts_with(|letter: char| letter.is_ascii_digit()) {
            return Err("a place has the name of a field, because the catalogues name it too".to_owned());
        }
        Ok(Self { name: name.to_owned(), format })
    }
}
