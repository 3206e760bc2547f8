//! The table. Whoever needs a bound on a counterpart adds a row here and uses it by its name.

use crate::{Counterpart, Limit};

/// The rows of one counterpart: each a constant with its words, and all of them as a list for the document.
macro_rules! rows {
    ($($(#[doc = $what:literal])+ $of:ident $name:ident = $limit:expr;)+) => {
        $($(#[doc = $what])+ pub const $name: Limit = $limit;)+

        /// Every row: whom it holds for, its name, what it bounds, how much.
        pub const ROWS: &[(Counterpart, &str, &[&str], Limit)] =
            &[$((Counterpart::$of, stringify!($name), &[$($what),+], $limit)),+];
    };
}

rows! {
    /// The head of one answer, and everything between two of its events.
    ModelService SERVICE_FRAME = Limit::bytes(32 << 20);
    /// One answer, whole.
    ModelService SERVICE_ANSWER = Limit::bytes(256 << 20);
    /// Text and arguments of one answer, as kept.
    ModelService SERVICE_KEPT = Limit::bytes(64 << 20);
    /// Pieces of one answer: texts, thoughts, calls.
    ModelService SERVICE_ITEMS = Limit::items(4_096, "items");
    /// From the request to the head of its answer.
    ModelService SERVICE_FIRST_BYTE = Limit::seconds(600);
    /// From the first byte of an answer to its last.
    ModelService SERVICE_WHOLE = Limit::seconds(3_600);
    /// One file that is imported in a form that is read at once.
    File IMPORT_WHOLE = Limit::bytes(64 << 20);
    /// One message of a file that is imported piece by piece.
    File IMPORT_MESSAGE = Limit::bytes(128 << 20);
    /// One file of settings, a list of a person's own, a certificate.
    File SETTINGS_FILE = Limit::bytes(16 << 20);
    /// One script of a scripted model.
    File SCRIPT = Limit::bytes(64 << 20);
    /// The recordings of one function.
    File RECORDINGS = Limit::bytes(512 << 20);
    /// One file of the model that compares meanings.
    File MEANING_MODEL = Limit::bytes(3 << 30);
    /// A manifest or a document in the folder of a plugin.
    File PLUGIN_DOCUMENT = Limit::bytes(32 << 20);
}

#[cfg(test)]
mod tests {
    use super::ROWS;
    use std::collections::HashSet;

    #[test]
    fn every_row_fits_into_memory_and_has_words() {
        let mut names = HashSet::new();
        for (_, name, what, limit) in ROWS {
            assert!(limit.most > 0 && u32::try_from(limit.most).is_ok(), "{name}");
            assert!(names.insert(name) && !what.is_empty(), "{name}");
        }
    }
}
