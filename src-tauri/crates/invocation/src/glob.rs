//! Patterns with `*` and `?`, for names.

use content::FunctionName;

/// Whether a text fits a pattern: `*` stands for any letters, `?` for one.
pub fn matches(pattern: &str, text: &str) -> bool {
    let (pattern, text): (Vec<char>, Vec<char>) = (pattern.chars().collect(), text.chars().collect());
    let (mut at, mut read) = (0, 0);
    let mut star: Option<(usize, usize)> = None;
    while read < text.len() {
        match pattern.get(at) {
            Some('*') => {
                star = Some((at, read));
                at += 1;
            }
            Some(letter) if *letter == '?' || text.get(read) == Some(letter) => {
                at += 1;
                read += 1;
            }
            Some(_) | None => {
                let Some((place, taken)) = star else { return false };
                star = Some((place, taken + 1));
                at = place + 1;
                read = taken + 1;
            }
        }
    }
    pattern.iter().skip(at).all(|letter| *letter == '*')
}

/// Whether a function is meant: by its name with the plugin in front, `weather.get_*`, or by its own name alone.
pub(crate) fn matches_function(pattern: &str, name: &FunctionName) -> bool {
    let whole = name.plugin.as_ref().map(|plugin| format!("{}.{}", plugin.as_str(), name.function));
    whole.is_some_and(|whole| matches(pattern, &whole)) || matches(pattern, &name.function)
}

#[cfg(test)]
mod tests {
    use super::{matches, matches_function};
    use content::FunctionName;

    #[test]
    fn stars_and_question_marks_stand_for_letters() {
        for (pattern, text) in [("*", ""), ("get_*", "get_forecast"), ("*a*c", "abac"), ("n?w", "now")] {
            assert!(matches(pattern, text), "{pattern} {text}");
        }
        for (pattern, text) in [("", "a"), ("get_*", "forget_it"), ("n?w", "nw"), ("a*b", "abc")] {
            assert!(!matches(pattern, text), "{pattern} {text}");
        }
    }

    #[test]
    fn a_function_is_meant_with_and_without_its_plugin() {
        let name = FunctionName::new("weather", "get_forecast");
        for pattern in ["weather.*", "get_forecast", "*"] {
            assert!(matches_function(pattern, &name), "{pattern}");
        }
        assert!(!matches_function("clock.*", &name));
    }
}
