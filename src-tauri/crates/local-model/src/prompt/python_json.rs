//! JSON as Python writes it, which is how models saw it when they were taught.

use minijinja::value::Kwargs;
use minijinja::{Error, ErrorKind, Value};
use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter};
use std::io;

/// A blank behind commas and colons.
struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}

/// On one line.
pub(crate) fn spaced(value: &impl Serialize) -> Result<String, serde_json::Error> {
    written(value, Spaced)
}

/// The filter `tojson` of templates.
pub(super) fn to_json(value: &Value, keywords: Kwargs) -> Result<String, Error> {
    let indent: Option<usize> = keywords.get("indent")?;
    // What else Python's own would do is what is done here anyway, or is not wanted.
    for name in ["ensure_ascii", "sort_keys", "separators"] {
        let _: Option<Value> = keywords.get(name)?;
    }
    keywords.assert_all_used()?;
    let text = match indent {
        None => spaced(value),
        Some(indent) => written(value, PrettyFormatter::with_indent(" ".repeat(indent.min(16)).as_bytes())),
    };
    text.map_err(|error| Error::new(ErrorKind::BadSerialization, error.to_string()))
}

fn written(value: &impl Serialize, formatter: impl Formatter) -> Result<String, serde_json::Error> {
    let mut bytes = Vec::new();
    value.serialize(&mut serde_json::Serializer::with_formatter(&mut bytes, formatter))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::spaced;
    use serde_json::json;

    #[test]
    fn json_is_written_with_blanks_and_in_order() {
        let value = json!({ "name": "größe", "list": [1, 2.5, null], "empty": {}, "tag": "<b>" });
        let expected = r#"{"name": "größe", "list": [1, 2.5, null], "empty": {}, "tag": "<b>"}"#;
        assert_eq!(spaced(&value).expect("JSON"), expected);
    }
}
