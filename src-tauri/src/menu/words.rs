//! What the titles of the menu read.

use super::layout::{self, Title};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Letters that fit into a menu. The longest title of ours has a third of them.
const LONGEST: usize = 60;

/// Words by the name of their title. Where there are none, the title stands in English.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "BTreeMap<String, String>")]
pub(crate) struct Words(BTreeMap<&'static str, String>);

/// What the page names has to stand in the menu.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("the menu has nothing called `{0:.40}`")]
pub(crate) struct UnknownTitle(String);

impl Words {
    pub(super) fn of(&self, title: Title) -> &str {
        self.0.get(title.id).map_or(title.english, String::as_str)
    }
}

impl TryFrom<BTreeMap<String, String>> for Words {
    type Error = UnknownTitle;

    fn try_from(said: BTreeMap<String, String>) -> Result<Self, UnknownTitle> {
        let mut words = BTreeMap::new();
        for (id, said) in said {
            let title = layout::titles().find(|title| title.id == id).ok_or(UnknownTitle(id))?;
            let said = fitted(&said);
            if !said.is_empty() && said != title.english {
                words.insert(title.id, said);
            }
        }
        Ok(Self(words))
    }
}

/// One line that is not too long. An ampersand stands for itself, where menus would underline the letter behind it.
fn fitted(said: &str) -> String {
    let blank = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut letters = said.trim().chars().map(blank);
    let mut line: String = letters.by_ref().take(LONGEST).collect();
    if letters.next().is_some() {
        line.push('…');
    }
    line.trim().replace('&', "&&")
}

#[cfg(test)]
mod tests {
    use super::{UnknownTitle, Words, fitted};
    use std::collections::BTreeMap;

    fn said(words: &[(&str, &str)]) -> Result<Words, UnknownTitle> {
        let said: BTreeMap<_, _> =
            words.iter().map(|&(id, words)| (id.to_owned(), words.to_owned())).collect();
        said.try_into()
    }

    #[test]
    fn what_does_not_stand_in_the_menu_is_refused() {
        let refused = said(&[("copy", "复制"), ("erase", "Erase all")]).expect_err("an unknown title");
        assert_eq!(refused.to_string(), "the menu has nothing called `erase`");
        let long = said(&[("e".repeat(9_000).as_str(), "")]).expect_err("an unknown title");
        assert!(long.to_string().len() < 80, "{long}");
    }

    #[test]
    fn english_words_and_none_are_the_same() {
        assert_eq!(said(&[("copy", "Copy"), ("cut", " \n")]), Ok(Words::default()));
        assert_ne!(said(&[("copy", "复制")]), Ok(Words::default()));
    }

    #[test]
    fn words_are_one_line_of_a_length_that_fits() {
        assert_eq!(fitted("  Cut\tand\npaste\0 "), "Cut and paste");
        assert_eq!(fitted("Search & Replace"), "Search && Replace");
        assert_eq!(fitted(&"断".repeat(61)), "断".repeat(60) + "…");
        assert_eq!(fitted(&"断".repeat(60)), "断".repeat(60));
    }
}
