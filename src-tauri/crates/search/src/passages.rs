//! Renders values as readable text, and splits long text.

use content::{MediaSource, Output};
use serde_json::Value;

/// The most text in one document, in bytes. Longer text becomes several documents, so that every find costs about the
/// same.
pub(crate) const PIECE: usize = 8 * 1024;

/// JSON in readable form: `city: Boston, days: 2`. Strings lose their quotes and escapes, because the `\n` in front of
/// a word is not part of it.
pub(crate) fn readable(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    text
}

pub(crate) fn readable_output(output: &Output) -> String {
    match output {
        Output::Nothing => String::new(),
        Output::Text { text } => text.clone(),
        Output::Json { value } => readable(value),
        Output::Media { media } => described(&media.mime_type, &media.source),
        Output::Several { parts } => parts.iter().map(readable_output).collect::<Vec<_>>().join("\n"),
    }
}

/// The description of a media item in words, without its bytes.
pub(crate) fn described(mime_type: &str, source: &MediaSource) -> String {
    match source {
        MediaSource::Inline { .. } => mime_type.to_owned(),
        MediaSource::Address { uri } => format!("{mime_type} {uri}"),
    }
}

fn write(value: &Value, text: &mut String) {
    match value {
        Value::Null => text.push_str("null"),
        Value::Bool(is_true) => text.push_str(if *is_true { "true" } else { "false" }),
        Value::Number(number) => text.push_str(&number.to_string()),
        Value::String(string) => text.push_str(string),
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                separate(place, text);
                write(item, text);
            }
        }
        Value::Object(members) => {
            for (place, (name, member)) in members.iter().enumerate() {
                separate(place, text);
                text.push_str(name);
                text.push_str(": ");
                write(member, text);
            }
        }
    }
}

fn separate(place: usize, text: &mut String) {
    if place > 0 {
        text.push_str(", ");
    }
}

/// The text in pieces of at most [`PIECE`] bytes, cut between words where possible.
pub(crate) fn pieces(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (piece, later) = rest.split_at_checked(cut(rest)).unwrap_or((rest, ""));
        rest = later;
        Some(piece)
    })
}

fn cut(text: &str) -> usize {
    if text.len() <= PIECE {
        return text.len();
    }
    let end = (0..=PIECE).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    let head = text.get(..end).unwrap_or(text);
    match head.rfind(char::is_whitespace) {
        // A space far from the end would make the piece too small.
        Some(space) if space > PIECE / 2 => space + head[space..].chars().next().map_or(1, char::len_utf8),
        Some(_) | None => end,
    }
}

#[cfg(test)]
mod tests {
    use super::{PIECE, pieces, readable};
    use proptest::prelude::*;
    use serde_json::json;

    #[test]
    fn json_reads_like_a_sentence() {
        let value = json!({ "city": "Århus", "days": [1, 2.5], "note": "a\nb", "more": { "rain": null } });
        assert_eq!(readable(&value), "city: Århus, days: 1, 2.5, note: a\nb, more: rain: null");
    }

    #[test]
    fn long_text_is_cut_between_words() {
        let text = "word ".repeat(4_000);
        assert!(pieces(&text).all(|piece| piece.len() <= PIECE && piece.ends_with("word ")));
    }

    proptest! {
        #[test]
        fn pieces_are_the_text(text in "(\\PC| |\n){0,300}", times in 1_usize..200) {
            let text = text.repeat(times);
            prop_assert_eq!(pieces(&text).collect::<String>(), text);
        }
    }
}
