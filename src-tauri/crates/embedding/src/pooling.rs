//! One vector for a text out of the vectors of its pieces.

use serde::Deserialize;
use std::collections::HashSet;
use std::path::Path;

/// How much a piece counts that says nothing of a topic: small words, signs, and the marks around a text. Beside a
/// piece that does, it counts this much; to leave it out altogether measured worse.
const STOP_WORD_WEIGHT: f32 = 0.4;

/// What of a model's answer stands for the whole text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// The mark before the first piece, which such models were trained to fill.
    First,
    /// All pieces.
    Mean,
}

impl Taken {
    /// What is told beside a model, as the hub's own libraries write it. Most models that don't tell take the mean.
    pub(crate) fn told_in(folder: &Path) -> Self {
        #[derive(Deserialize)]
        struct Told {
            #[serde(default)]
            pooling_mode_cls_token: bool,
        }
        let text = disk::read_text(&folder.join("1_Pooling").join("config.json"), limits::SETTINGS_FILE);
        let told = text.ok().and_then(|text| serde_json::from_str::<Told>(&text).ok());
        if told.is_some_and(|told| told.pooling_mode_cls_token) { Self::First } else { Self::Mean }
    }
}

/// Which pieces of a text say little.
pub(crate) struct Pooling {
    taken: Taken,
    quiet: HashSet<&'static str>,
}

impl Pooling {
    pub(crate) fn new(taken: Taken, quiet: &[&'static str]) -> Self {
        Self { taken, quiet: quiet.iter().copied().collect() }
    }

    /// Vectors of different ways can't be compared.
    pub(crate) fn name(&self) -> &'static str {
        match self.taken {
            Taken::First => "first",
            Taken::Mean => "quiet words",
        }
    }

    pub(crate) fn weight(&self, piece: &str) -> f32 {
        // Two families of models mark where a word begins, and one marks where it goes on.
        let piece = piece.trim_start_matches(['\u{2581}', '\u{120}']);
        let begins_a_word = piece.chars().next().is_some_and(char::is_alphanumeric);
        let goes_on = piece.starts_with("##");
        if (begins_a_word || goes_on) && !self.quiet.contains(piece) { 1.0 } else { STOP_WORD_WEIGHT }
    }

    /// The weighed mean, of length one. `rows` are the vectors of the pieces one after the other.
    pub(crate) fn pool(&self, pieces: &[String], rows: &[f32]) -> Vec<f32> {
        let dimensions = rows.len() / pieces.len().max(1);
        if self.taken == Taken::First {
            return of_length_one(rows.get(..dimensions).unwrap_or_default().to_vec());
        }
        let mut sum = vec![0.0; dimensions];
        for (piece, row) in pieces.iter().zip(rows.chunks_exact(dimensions.max(1))) {
            let weight = self.weight(piece);
            for (sum, value) in sum.iter_mut().zip(row) {
                *sum += weight * value;
            }
        }
        of_length_one(sum)
    }
}

pub(crate) fn of_length_one(mut vector: Vec<f32>) -> Vec<f32> {
    let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|value| *value /= length);
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::{Pooling, Taken};

    #[test]
    fn small_words_and_signs_count_less_and_endings_count_as_their_words() {
        let pooling = Pooling::new(Taken::Mean, &["the", "please"]);
        let weights = ["[CLS]", "the", "weather", "##s", "?"].map(|piece| pooling.weight(piece));
        assert_eq!(weights, [0.4, 0.4, 1.0, 1.0, 0.4]);
        assert_eq!(
            ["\u{2581}the", "\u{2581}rain", "ing"].map(|piece| pooling.weight(piece)),
            [0.4, 1.0, 1.0]
        );
    }

    #[test]
    fn the_mean_has_length_one() {
        let pieces = ["the".to_owned(), "weather".to_owned()];
        let pooled = Pooling::new(Taken::Mean, &["the"]).pool(&pieces, &[7.5, 0.0, 0.0, 4.0]);
        assert_eq!(pooled, [0.6, 0.8]);
    }

    #[test]
    fn where_a_model_says_so_the_first_mark_stands_for_the_text() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(Taken::told_in(folder.path()), Taken::Mean);
        let told = folder.path().join("1_Pooling");
        std::fs::create_dir(&told).expect("a folder");
        std::fs::write(told.join("config.json"), r#"{"pooling_mode_cls_token": true}"#).expect("a file");
        let pooling = Pooling::new(Taken::told_in(folder.path()), &[]);
        assert_eq!(pooling.pool(&["[CLS]".to_owned(), "rain".to_owned()], &[3.0, 4.0, 1.0, 0.0]), [0.6, 0.8]);
    }
}
