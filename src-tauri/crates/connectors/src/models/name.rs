//! The name of a model without what services put around it.

/// The plain name: without the publisher in front, without the day or the revision behind, with one sign between its
/// parts. `eu.anthropic.claude-opus-5-5-v1:0` and `anthropic/claude-opus-5.5` are the same model.
pub(super) fn plain(name: &str) -> String {
    let name = name.rsplit('/').next().unwrap_or(name).to_ascii_lowercase();
    let name = name.split(['@', ':']).next().unwrap_or_default();
    let name = name.rsplit_once("anthropic.").map_or(name, |(_, rest)| rest);
    let parts: Vec<&str> = name.split(['-', '.', '_', ' ']).filter(|part| !part.is_empty()).collect();
    let behind = parts.iter().rev().take_while(|part| is_revision(part)).count();
    let kept = parts.get(..(parts.len() - behind).max(1)).unwrap_or_default();
    without_day(kept).join("-")
}

/// Without a day that is written in three parts.
fn without_day<'a, 'b>(parts: &'b [&'a str]) -> &'b [&'a str] {
    match parts {
        [kept @ .., year, month, day] if is_number(year, 4) && is_number(month, 2) && is_number(day, 2) => {
            kept
        }
        _ => parts,
    }
}

fn is_number(text: &str, length: usize) -> bool {
    text.len() == length && text.bytes().all(|letter| letter.is_ascii_digit())
}

/// A day, a revision of a release, or a word for the newest.
fn is_revision(part: &str) -> bool {
    let is_day = part.starts_with("20") && is_number(part, 8);
    let is_release = part.strip_prefix('v').is_some_and(|number| is_number(number, 1));
    is_day || is_release || part == "latest"
}

/// Whether a pattern with `*` for any letters fits the whole of a text.
pub(super) fn fits(pattern: &str, text: &str) -> bool {
    let mut pieces = pattern.split('*');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let mut pieces: Vec<&str> = pieces.collect();
    let Some(last) = pieces.pop() else { return rest.is_empty() };
    for piece in pieces {
        let Some(found) = rest.find(piece) else { return false };
        rest = rest.get(found + piece.len()..).unwrap_or_default();
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::{fits, plain};

    #[test]
    fn one_model_has_one_plain_name_whoever_serves_it() {
        for name in [
            "claude-opus-5-5",
            "claude-opus-5-5-20260912",
            "anthropic/claude-opus-5.5",
            "eu.anthropic.claude-opus-5-5-v1:0",
            "arn:aws:bedrock:us-east-1:1:inference-profile/us.anthropic.claude-opus-5-5-v1:0",
            "claude-opus-5-5@20260912",
        ] {
            assert_eq!(plain(name), "claude-opus-5-5", "{name}");
        }
        assert_eq!(plain("gpt-5.6-terra"), "gpt-5-6-terra");
        assert_eq!(plain("gpt-5-2025-08-07"), "gpt-5");
        assert_eq!(plain("kimi-latest"), "kimi");
        assert_eq!(plain("qwen3:8b"), "qwen3");
        assert_eq!(plain("models/gemini-3.1-pro"), "gemini-3-1-pro");
    }

    #[test]
    fn a_star_stands_for_any_letters() {
        let yes = [("claude-*", "claude-opus"), ("*", ""), ("a*c*e", "abcde"), ("gpt-5", "gpt-5")];
        let no = [("gpt-5", "gpt-5-6"), ("a*c", "abcd"), ("claude-*-5", "claude-opus-5-5-x")];
        assert!(yes.iter().all(|(pattern, text)| fits(pattern, text)));
        assert!(no.iter().all(|(pattern, text)| !fits(pattern, text)));
    }
}
