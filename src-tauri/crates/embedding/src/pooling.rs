//! One vector for a text out of the vectors of its pieces.

use std::collections::HashSet;

/// How much a piece counts that says nothing of a topic: small words, signs, and the marks around a text. Beside a
/// piece that does, it counts this much; to leave it out altogether measured worse.
const QUIET: f32 = 0.4;

/// Which pieces of a text say little.
pub(crate) struct Pooling {
    quiet: HashSet<&'static str>,
}

impl Pooling {
    pub(crate) fn new(quiet: &[&'static str]) -> Self {
        Self { quiet: quiet.iter().copied().collect() }
    }

    pub(crate) fn weight(&self, piece: &str) -> f32 {
        let begins_a_word = piece.chars().next().is_some_and(char::is_alphanumeric);
        let goes_on = piece.starts_with("##");
        if (begins_a_word || goes_on) && !self.quiet.contains(piece) { 1.0 } else { QUIET }
    }

    /// The weighed mean, of length one. `rows` are the vectors of the pieces one after the other.
    pub(crate) fn pool(&self, pieces: &[String], rows: &[f32]) -> Vec<f32> {
        let dimensions = rows.len() / pieces.len().max(1);
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
    use super::Pooling;

    #[test]
    fn small_words_and_signs_count_less_and_endings_count_as_their_words() {
        let pooling = Pooling::new(&["the", "please"]);
        let weights = ["[CLS]", "the", "weather", "##s", "?"].map(|piece| pooling.weight(piece));
        assert_eq!(weights, [0.4, 0.4, 1.0, 1.0, 0.4]);
    }

    #[test]
    fn the_mean_has_length_one() {
        let pieces = ["the".to_owned(), "weather".to_owned()];
        let pooled = Pooling::new(&["the"]).pool(&pieces, &[7.5, 0.0, 0.0, 4.0]);
        assert_eq!(pooled, [0.6, 0.8]);
    }
}
