//! The names most like one that was misspelt.

use content::FunctionName;
use strsim::generic_levenshtein as distance;

const SHOWN: usize = 3;

/// A name, how far it is from the one that was asked for, and how long that one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Near<'a> {
    pub(super) distance: usize,
    pub(super) name: &'a FunctionName,
    pub(super) length: usize,
}

/// The nearest names first, at most three.
pub(super) fn nearest<'a>(asked: &str, names: &'a [FunctionName]) -> Vec<Near<'a>> {
    let asked = letters(asked);
    let near = |name: &'a FunctionName| {
        let alone = distance(&asked, &letters(&name.function));
        let whole = distance(&asked, &letters(&name.to_string()));
        Near { distance: alone.min(whole), name, length: asked.len() }
    };
    let mut near: Vec<_> = names.iter().map(near).collect();
    near.sort();
    near.truncate(SHOWN);
    near
}

/// Separators and case are what models get wrong most, so they don't count.
pub(super) fn letters(name: &str) -> Vec<char> {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
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
        let near: Vec<_> =
            nearest("weather.getForcast", &names).iter().map(|near| near.name.to_string()).collect();
        assert_eq!(near, ["weather · get_forecast", "clock · now"]);
    }
}
