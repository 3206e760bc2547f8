//! A body made short enough to be looked at.

use serde_json::Value;

/// A body up to this size is shown as it is.
const WHOLE: usize = 64 << 10;

/// A text in a larger one is cut here, in letters.
const LETTERS: usize = 2_000;

/// What is cut says how much of it there is.
pub(super) fn cut(body: String) -> String {
    if body.len() <= WHOLE {
        return body;
    }
    match serde_json::from_str::<Value>(&body) {
        Ok(mut document) => {
            shorten(&mut document);
            document.to_string()
        }
        Err(_) => body,
    }
}

fn shorten(value: &mut Value) {
    match value {
        Value::String(text) => {
            if let Some((end, _)) = text.char_indices().nth(LETTERS) {
                let size = text.len();
                text.truncate(end);
                text.push_str(&format!("… (cut here, {size} bytes in all)"));
            }
        }
        Value::Array(values) => values.iter_mut().for_each(shorten),
        Value::Object(fields) => fields.values_mut().for_each(shorten),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::cut;
    use serde_json::{Value, json};

    #[test]
    fn long_texts_are_cut_in_long_bodies_only() {
        let short = json!({ "a": "x".repeat(3_000) }).to_string();
        assert_eq!(cut(short.clone()), short);
        let long = cut(json!({ "a": "ü".repeat(40_000), "b": [1] }).to_string());
        let read: Value = serde_json::from_str(&long).expect("JSON");
        assert!(read["a"].as_str().expect("a text").ends_with("(cut here, 80000 bytes in all)"));
        assert_eq!(read["b"], json!([1]));
    }
}
