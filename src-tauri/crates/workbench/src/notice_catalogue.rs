//! The English of every notice, by its id.

use crate::notice_list;
use notices::{Notice, Template};
use std::collections::HashMap;
use std::sync::LazyLock;

/// The lists of all crates, by the crate's name.
pub(crate) const LISTS: &[(&str, &[&[Template]])] = &[
    ("connectors", connectors::NOTICES),
    ("content", content::NOTICES),
    ("disk", disk::NOTICES),
    ("downloads", downloads::NOTICES),
    ("embedding", embedding::NOTICES),
    ("experiments", experiments::NOTICES),
    ("formats", formats::NOTICES),
    ("functions", functions::NOTICES),
    ("gateway", gateway::NOTICES),
    ("invocation", invocation::NOTICES),
    ("local-model", local_model::NOTICES),
    ("notices", notices::NOTICES),
    ("ports", ports::NOTICES),
    ("search", search::NOTICES),
    ("selection", selection::NOTICES),
    ("sessions", sessions::NOTICES),
    ("upkeep", upkeep::NOTICES),
    ("workbench", notice_list::NOTICES),
];

static BY_ID: LazyLock<HashMap<&'static str, &'static Template>> =
    LazyLock::new(|| all().map(|template| (template.id, template)).collect());

/// The English of a notice, whether it was made just now or read from a log. What a log names and nobody makes any
/// more is given by its id.
pub fn english(notice: &Notice) -> String {
    notice.english(|id| BY_ID.get(id).copied())
}

pub(crate) fn all() -> impl Iterator<Item = &'static Template> {
    LISTS.iter().flat_map(|(_, list)| *list).flat_map(|templates| *templates)
}

#[cfg(test)]
mod tests {
    use super::{all, english};
    use notices::Notice;
    use serde_json::json;
    use std::collections::HashSet;

    #[test]
    fn no_two_notices_have_one_id() {
        let mut ids = HashSet::new();
        let twice: Vec<_> = all().map(|template| template.id).filter(|id| !ids.insert(*id)).collect();
        assert_eq!(twice, Vec::<&str>::new());
    }

    #[test]
    fn a_notice_that_was_read_back_has_its_words_again() {
        let kept = json!({ "id": "store.full", "values": { "path": "/home" } });
        let notice: Notice = serde_json::from_value(kept).expect("a notice");
        assert_eq!(english(&notice), "the disk with /home is full");
    }
}
