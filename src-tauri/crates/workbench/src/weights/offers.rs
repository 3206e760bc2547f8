//! Which models are offered: those of the list that ships, or of a list of a person's own.

use crate::contract::ReportedProblem;
use disk::SettingsFileError;
use downloads::{Manifest, ManifestError, Part, Tried};
use notices::Describe;
use std::path::{Path, PathBuf};

const SHIPPED: &str = include_str!("../../weights.toml");

pub(super) struct Offers {
    pub(super) parts: Vec<Part>,
    pub(super) problem: Option<ReportedProblem>,
}

/// Reasons why a list of models can't be used.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "offers")]
#[advice("Fix it or delete it. The models that ship are offered instead.")]
pub(crate) enum OffersError {
    #[error(transparent)]
    File(#[from] SettingsFileError),
    #[error("{path} can't be used: {source}")]
    Manifest { path: PathBuf, source: ManifestError },
    #[error("{path} can't be used: {file} does not end with .gguf")]
    NotGguf { path: PathBuf, file: String },
}

impl Offers {
    /// A list of one's own that can't be read is told of, and the one that ships is used.
    pub(super) fn read(own: &Path) -> Self {
        let text = disk::read_settings(own);
        let read =
            text.map_err(OffersError::from).and_then(|text| offered(own, text.as_deref().unwrap_or(SHIPPED)));
        match read {
            Ok(parts) => Self { parts, problem: None },
            Err(error) => Self {
                parts: offered(own, SHIPPED).unwrap_or_default(),
                problem: Some(ReportedProblem::of(&error)),
            },
        }
    }
}

/// The one that did most of what it was asked, of those there is memory for. Where nobody tells how much there is, the
/// least is assumed.
pub(super) fn recommended(parts: &[Part], free: Option<u64>) -> Option<&Part> {
    let tried = parts.iter().filter_map(|part| Some((part, part.tried?, part.memory?)));
    let least = tried.clone().map(|(.., memory)| memory).min();
    let fitting = tried.filter(|(.., memory)| Some(*memory) <= free.or(least));
    let better = |one: &(&Part, Tried, u64), other: &(&Part, Tried, u64)| {
        let [(_, one, memory), (_, other, more)] = [one, other];
        let [left, right] = [(one, other), (other, one)].map(|(a, b)| u64::from(a.done) * u64::from(b.of));
        left.cmp(&right).then(more.cmp(memory))
    };
    fitting.max_by(better).map(|(part, ..)| part)
}

/// A model is a file of one kind.
fn offered(path: &Path, text: &str) -> Result<Vec<Part>, OffersError> {
    let not_read = |source| OffersError::Manifest { path: path.to_owned(), source };
    let parts = Manifest::read(text).map_err(not_read)?.here();
    match parts.iter().find(|part| !part.file.ends_with(".gguf")) {
        Some(part) => Err(OffersError::NotGguf { path: path.to_owned(), file: part.file.clone() }),
        None => Ok(parts),
    }
}

#[cfg(test)]
mod tests {
    use super::{Offers, SHIPPED, offered, recommended};
    use downloads::Source;
    use std::path::Path;

    #[test]
    fn every_model_that_ships_is_pinned_and_named_with_whose_it_is() {
        let parts = offered(Path::new("weights.toml"), SHIPPED).expect("the list that ships");
        assert_eq!(parts.first().map(|part| part.bytes), Some(491_400_064));
        for part in parts {
            let is_told_of = part.copyright.is_some() && !part.about.is_empty() && part.memory.is_some();
            assert!(is_told_of, "{}", part.name);
            assert!(
                part.tried.is_none() || part.sha256.is_some(),
                "{}: nobody knows what was tried",
                part.name
            );
            let first = part.sources.first();
            assert_eq!(matches!(first, Some(Source::Wheels { .. })), part.sha256.is_some(), "{}", part.name);
            assert!(matches!(part.sources.last(), Some(Source::Hub { .. })), "{}", part.name);
        }
    }

    #[test]
    fn the_one_that_did_best_of_those_there_is_memory_for_is_recommended() {
        let part = |file: &str, memory: u64, tried: Option<(u32, u32)>| {
            let tried = tried.map(|(done, of)| format!("tried = {{ done = {done}, of = {of} }}"));
            format!(
                "[[part]]\nname = {file:?}\nfile = {file:?}\nbytes = 7\nmemory = {memory}\nlicence = \"MIT\"\n\
                 sources = [{{ type = \"hub\", repository = \"a/b\", revision = \"main\", file = {file:?} }}]\n{}\n",
                tried.unwrap_or_default()
            )
        };
        let list = [
            part("small.gguf", 100, Some((70, 100))),
            part("large.gguf", 300, Some((170, 200))),
            part("worse.gguf", 200, Some((60, 100))),
            part("untried.gguf", 150, None),
        ];
        let parts =
            offered(Path::new("weights.toml"), &format!("format = 1\n{}", list.concat())).expect("a list");
        let best = |free| recommended(&parts, free).map(|part| part.file.as_str());
        assert_eq!(best(Some(1_000)), Some("large.gguf"));
        assert_eq!(best(Some(299)), Some("small.gguf"));
        assert_eq!(best(None), Some("small.gguf"));
        assert_eq!(best(Some(99)), None);
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
        assert!(
            refused
                .problem
                .is_some_and(|problem| problem.message.to_string().contains("does not end with .gguf"))
        );
    }
}
