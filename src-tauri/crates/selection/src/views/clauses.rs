//! Splits a request into the things it asks for.

/// Words that introduce the next clause.
const CONNECTIVES: [&str; 7] = ["and", "then", "also", "additionally", "finally", "plus", "as well as"];
/// Words that begin another clause after a comma.
const BEGINNINGS: [&str; 10] =
    ["please", "can", "could", "what", "how", "find", "get", "show", "tell", "after"];
/// Conjunctions between things of one kind, in the most common languages.
const BETWEEN: [&str; 12] = ["and", "or", "&", "und", "oder", "et", "ou", "y", "o", "e", "och", "plus"];
const BETWEEN_LETTERS: [char; 5] = ['、', '和', '与', '及', ';'];
/// A clause with fewer words of its own belongs to the previous one.
const OWN_WORDS: usize = 2;

/// The clauses of a request; none if it has only one. `count` returns the number of meaningful words of a text.
pub(super) fn clauses(text: &str, mut count: impl FnMut(&str) -> usize) -> Vec<String> {
    let mut clauses: Vec<String> = Vec::new();
    for piece in pieces(text) {
        match clauses.last_mut() {
            Some(before) if count(&piece) < OWN_WORDS => {
                before.push_str(" and ");
                before.push_str(&piece);
            }
            Some(_) | None => clauses.push(piece),
        }
    }
    if clauses.len() > 1 { clauses } else { Vec::new() }
}

/// Whether a request may name several things of one kind.
pub(crate) fn names_several(text: &str) -> bool {
    text.contains(BETWEEN_LETTERS)
        || text.split_whitespace().any(|word| BETWEEN.contains(&plain(word).as_str()))
}

/// The pieces between places where a new clause may begin.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces = Vec::new();
    for line in text.lines() {
        let words: Vec<_> = line.split_whitespace().collect();
        let lowered: Vec<_> = words.iter().map(|word| plain(word)).collect();
        let (mut begin, mut place) = (0, 0);
        while let Some(word) = lowered.get(place) {
            let led_over = if place > begin { connective(&lowered[place..]) } else { 0 };
            let begins_anew = place > begin
                && words.get(place - 1).is_some_and(|before| {
                    before.ends_with(['.', '?', '!', ';'])
                        || (before.ends_with(',') && BEGINNINGS.contains(&word.as_str()))
                });
            if led_over > 0 || begins_anew {
                keep(&words[begin..place], &mut pieces);
                begin = place;
            }
            if place == begin {
                // The introducing words are not part of the clause.
                while let skipped @ 1.. = connective(&lowered[begin..]) {
                    begin += skipped;
                }
                place = begin;
            }
            place += 1;
        }
        keep(words.get(begin..).unwrap_or_default(), &mut pieces);
    }
    pieces
}

fn keep(words: &[&str], pieces: &mut Vec<String>) {
    let joined = words.join(" ");
    let piece = joined.trim_matches([' ', ',', '.', ';']);
    if !piece.is_empty() {
        pieces.push(piece.to_owned());
    }
}

/// The number of leading words that introduce another clause.
fn connective(words: &[String]) -> usize {
    let starts = |connective: &&&str| {
        connective.split(' ').enumerate().all(|(place, word)| words.get(place).is_some_and(|one| one == word))
    };
    CONNECTIVES.iter().find(starts).map_or(0, |connective| connective.split(' ').count())
}

fn plain(word: &str) -> String {
    word.trim_end_matches(',').to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::names_several;

    #[test]
    fn a_word_between_things_of_one_kind_is_seen_in_several_languages() {
        for text in [
            "Weather in Oslo and Bergen?",
            "Wetter in Oslo und Bergen?",
            "奥斯陆和卑尔根的天气",
            "rain or snow",
        ] {
            assert!(names_several(text), "{text}");
        }
        for text in ["Weather in Oslo?", "the Andes, tomorrow", "band of orchids"] {
            assert!(!names_several(text), "{text}");
        }
    }
}
