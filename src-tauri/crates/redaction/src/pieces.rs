//! Redacts secrets in a text that arrives in pieces.

use crate::redactor::{Found, IfCut, REDACTED, Redactor};

/// A text that arrives in pieces. Its end is held back only while it may be the beginning of a secret.
#[derive(Debug, Default)]
pub struct Pieces {
    held: String,
    is_spanned: bool,
}

impl Pieces {
    /// The text that can be released after this piece.
    pub fn take(&mut self, piece: String, redactor: &Redactor) -> String {
        if redactor.is_idle() {
            return piece;
        }
        let held = self.held.len();
        self.is_spanned = false;
        let text = if held == 0 {
            piece
        } else {
            let mut text = std::mem::take(&mut self.held);
            text.push_str(&piece);
            text
        };
        let (mut told, mut from, mut at) = (String::new(), 0, 0);
        if text.len() > redactor.longest() && !redactor.may_hold(&text) {
            // Only its end can be part of a secret.
            at = text.len() - redactor.longest();
        }
        while let Some(place) = redactor.next_place(&text, at) {
            at = match redactor.at(&text, place, IfCut::Beginning) {
                Found::Secret(end) => {
                    self.is_spanned |= place < held;
                    told.push_str(text.get(from..place).unwrap_or_default());
                    told.push_str(REDACTED);
                    from = end;
                    end
                }
                Found::Beginning => {
                    told.push_str(text.get(from..place).unwrap_or_default());
                    self.held.push_str(text.get(place..).unwrap_or_default());
                    return told;
                }
                Found::Nothing => place + 1,
            };
        }
        if from == 0 && told.is_empty() {
            return text;
        }
        told.push_str(text.get(from..).unwrap_or_default());
        told
    }

    /// The number of bytes held back.
    pub fn held(&self) -> usize {
        self.held.len()
    }

    /// Whether the last piece completed a secret that an earlier one began.
    pub fn is_spanned(&self) -> bool {
        self.is_spanned
    }

    /// The text held back, once nothing can follow it.
    pub fn rest(&mut self, redactor: &Redactor) -> String {
        redactor.clean(&std::mem::take(&mut self.held)).into_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::Pieces;
    use crate::Redactor;
    use proptest::prelude::*;

    fn told(redactor: &Redactor, pieces: &[&str]) -> Vec<String> {
        let mut text = Pieces::default();
        let mut told: Vec<_> = pieces.iter().map(|&piece| text.take(piece.to_owned(), redactor)).collect();
        told.push(text.rest(redactor));
        told
    }

    #[test]
    fn a_secret_in_two_pieces_is_never_told_and_nothing_else_waits() {
        let redactor = Redactor::new(["sk-12345678"]);
        assert_eq!(told(&redactor, &["a sk-12", "345678 b", "c"]), ["a ", "••• b", "c", ""]);
        assert_eq!(told(&redactor, &["a sk-12", "no", "c"]), ["a ", "sk-12no", "c", ""]);
        assert_eq!(told(&redactor, &["this", " is"]), ["thi", "s i", "s"]);
        assert_eq!(told(&redactor, &[r"sk\u00", "2d12345678"]), ["", "•••", ""]);
        assert_eq!(told(&redactor, &["none", "at all"]), ["none", "at all", ""]);
    }

    #[test]
    fn of_two_secrets_that_begin_alike_the_whole_one_is_taken_out() {
        let redactor = Redactor::new(["sk-12345678", "sk-12345678-long"]);
        assert_eq!(told(&redactor, &["sk-12345678", "-long!"]), ["", "•••!", ""]);
        assert_eq!(told(&redactor, &["sk-12345678", "-lost"]), ["", "•••-lost", ""]);
    }

    proptest! {
        #[test]
        fn however_it_is_cut_the_text_is_the_same(
            texts in prop::collection::vec(prop_oneof!["[a-z\\\\%\"/ks-]{0,6}", Just("sk-1/345678".to_owned()), Just("\\u0073k-1\\/345678".to_owned())], 0..6),
            cuts in prop::collection::vec(0usize..40, 0..6),
        ) {
            let redactor = Redactor::new(["sk-1/345678"]);
            let whole = texts.concat();
            let mut cuts: Vec<_> = cuts.into_iter().filter(|&cut| cut < whole.len()).collect();
            cuts.sort_unstable();
            let mut from = 0;
            let mut pieces = Vec::new();
            for cut in cuts.into_iter().chain([whole.len()]) {
                pieces.push(&whole[from..cut]);
                from = cut;
            }
            prop_assert_eq!(told(&redactor, &pieces).concat(), redactor.clean(&whole));
        }
    }
}
