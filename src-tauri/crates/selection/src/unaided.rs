//! Texts about things a model does without a function. A request that resembles them more than any function needs none.

use crate::vectors::dot;

/// Phrased like descriptions of functions, so that their vectors can be compared with those of functions.
pub const UNAIDED: [&str; 20] = [
    "Answers a question of general knowledge from memory.",
    "Explains why something is as it is.",
    "Explains a concept, a theory or a term in simple words.",
    "Compares two things and tells the advantages of each.",
    "Writes a story, a poem, a script or a song.",
    "Writes a letter, a speech or an essay.",
    "Rewrites, shortens or corrects a text that is given.",
    "Summarises a passage that is given.",
    "Answers a question about a text that is given.",
    "Decides whether a statement is true.",
    "Solves a mathematical word problem or proves a theorem.",
    "Answers a riddle or a question of common sense.",
    "Fills in a missing word.",
    "Gives advice on a personal problem.",
    "Suggests ideas for a game, a gift or a title.",
    "Makes a list of examples.",
    "Talks about feelings, opinions and politics.",
    "Has a conversation without a purpose.",
    "Plays a role in a conversation.",
    "Writes or explains a piece of code.",
];

/// The number of most similar texts that are averaged. A request often resembles several, and the best one alone would
/// be chance.
const ALIKE: usize = 3;

/// The similarity of a request to texts that need no function, as the mean over the most similar ones.
pub(crate) fn likeness(request: &[f32], unaided: &[Vec<f32>]) -> f32 {
    let mut cosines: Vec<f32> = unaided.iter().map(|vector| dot(request, vector)).collect();
    cosines.sort_unstable_by(|one, other| other.total_cmp(one));
    cosines.truncate(ALIKE);
    #[allow(clippy::cast_precision_loss, reason = "they are three at most")]
    let count = cosines.len().max(1) as f32;
    cosines.iter().sum::<f32>() / count
}

#[cfg(test)]
mod tests {
    use super::likeness;

    #[test]
    fn the_most_alike_count_and_nothing_is_like_nothing() {
        let unaided = [vec![1.0, 0.0], vec![0.6, 0.8], vec![0.0, 1.0], vec![-1.0, 0.0]];
        assert!((likeness(&[1.0, 0.0], &unaided) - 1.6 / 3.0).abs() < 1e-6);
        assert!(likeness(&[1.0, 0.0], &[]).abs() < 1e-6);
    }
}
