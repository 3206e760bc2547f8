//! The names most like one that was misspelt.

use content::FunctionName;

const SHOWN: usize = 3;

/// The nearest names first, at most three.
pub(crate) fn nearest(asked: &str, names: &[FunctionName]) -> Vec<String> {
    let asked = letters(asked);
    let mut near: Vec<_> = names
        .iter()
        .map(|name| {
            let alone = distance(&asked, &letters(&name.function));
            let whole = distance(&asked, &letters(&name.to_string()));
            (alone.min(whole), name)
        })
        .collect();
    near.sort();
    near.into_iter().take(SHOWN).map(|(_, name)| name.to_string()).collect()
}

/// Separators and case are what models get wrong most, so they don't count.
pub(crate) fn letters(name: &str) -> Vec<char> {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// How many letters have to be changed, added or left out (Levenshtein).
fn distance(left: &[char], right: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (above, letter) in left.iter().enumerate() {
        let mut diagonal = above;
        let mut beside = above + 1;
        for (cell, other) in row.iter_mut().skip(1).zip(right) {
            let changed = diagonal + usize::from(letter != other);
            diagonal = *cell;
            beside = changed.min(diagonal + 1).min(beside + 1);
            *cell = beside;
        }
        if let Some(first) = row.first_mut() {
            *first = above + 1;
        }
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{distance, letters, nearest};
    use content::FunctionName;

    #[test]
    fn the_distance_counts_changes() {
        let check = |left: &str, right: &str, expected| {
            assert_eq!(distance(&letters(left), &letters(right)), expected)
        };
        check("kitten", "sitting", 3);
        check("", "abc", 3);
        check("get_forecast", "getForecast", 0);
    }

    #[test]
    fn the_name_that_was_meant_comes_first() {
        let names = [FunctionName::new("clock", "now"), FunctionName::new("weather", "get_forecast")];
        assert_eq!(nearest("weather.getForcast", &names), ["weather · get_forecast", "clock · now"]);
    }
}
