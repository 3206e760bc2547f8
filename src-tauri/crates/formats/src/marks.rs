//! Marks that stand for values that are elsewhere.
//!
//! What JSON does to the quote in a mark tells at which depth it came to stand: not at all in a text itself, once escaped
//! in a text of JSON, twice where that text is written as JSON again.

use std::borrow::Cow;

/// The marks with one sign, which stands nowhere else.
pub(crate) struct Marks {
    sign: String,
}

/// Where a mark stands in a text.
pub(crate) struct Mark {
    pub(crate) begins: usize,
    pub(crate) ends: usize,
    pub(crate) number: usize,
    /// How many times what stands around it was written as JSON.
    pub(crate) times: u32,
}

impl Marks {
    /// A sign has no quotes, and no signs that are written otherwise in JSON.
    pub(crate) fn with(sign: String) -> Self {
        Self { sign }
    }

    pub(crate) fn mark(&self, number: usize) -> String {
        format!("{}\"{number}.", self.sign)
    }

    /// The marks in a text, in order.
    pub(crate) fn find<'a>(&'a self, text: &'a str) -> impl Iterator<Item = Mark> + 'a {
        text.match_indices(&self.sign).filter_map(|(begins, sign)| {
            let behind = text.get(begins + sign.len()..)?;
            let (escapes, number) = behind.split_once('"')?;
            let (number, _) = number.split_once('.')?;
            if escapes.bytes().any(|byte| byte != b'\\') {
                return None;
            }
            let ends = begins + sign.len() + escapes.len() + 1 + number.len() + 1;
            // Once escaped a quote has one sign before it, and each time again twice as many and one more.
            let times = (escapes.len() + 1).ilog2();
            Some(Mark { begins, ends, number: number.parse().ok()?, times })
        })
    }
}

/// A part of a text as it stands in a text of JSON, so many times one in the other.
pub(crate) fn escaped(text: &str, times: u32) -> serde_json::Result<Cow<'_, str>> {
    let mut escaped = Cow::Borrowed(text);
    for _ in 0..times {
        let quoted = serde_json::to_string(escaped.as_ref())?;
        let bare = quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        escaped = Cow::Owned(bare.unwrap_or(&quoted).to_owned());
    }
    Ok(escaped)
}

#[cfg(test)]
mod tests {
    use super::{Marks, escaped};

    #[test]
    fn a_mark_tells_how_often_it_was_written_as_json() {
        let marks = Marks::with("sign-".to_owned());
        let mut text = format!("\\{} and {}", marks.mark(3), marks.mark(12));
        for times in 0..4 {
            let found: Vec<_> = marks.find(&text).map(|mark| (mark.number, mark.times)).collect();
            assert_eq!(found, [(3, times), (12, times)], "{text}");
            text = serde_json::to_string(&text).unwrap();
        }
    }

    #[test]
    fn a_part_is_escaped_as_it_is_in_the_whole() {
        for text in ["", "plain é", "\"\\\n\t\u{1}\u{7f}"] {
            let once = serde_json::to_string(text).unwrap();
            assert_eq!(format!("\"{}\"", escaped(text, 1).unwrap()), once);
            let twice = serde_json::to_string(&once).unwrap();
            assert_eq!(format!("\"\\\"{}\\\"\"", escaped(text, 2).unwrap()), twice);
        }
    }
}
