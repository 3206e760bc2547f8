//! Where in a long JSON text a value stands. The text is read once, in pieces that end anywhere, and none of it is kept.

use std::ops::Range;

/// Follows a path through a text.
pub(crate) struct Locator {
    steps: Vec<String>,
    open: Vec<Level>,
    mode: Mode,
    /// How far the text has been read, in bytes.
    at: u64,
    /// Where the value that is looked for begins.
    from: Option<u64>,
}

/// An object or a list that is open.
struct Level {
    is_list: bool,
    /// Whether the path leads to it.
    is_on_path: bool,
    /// How many entries of a list came before this one.
    index: usize,
    /// The key of an entry as it is written, without its quotes.
    key: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Value,
    /// A key, or the end of an object.
    Key,
    Colon,
    /// Behind a value.
    After,
    Text {
        is_key: bool,
        is_escaped: bool,
    },
    /// A number or a word.
    Bare,
}

impl Locator {
    /// Takes `$.items[3].name`, `items.3.name`, `$["a key"]` or `/items/3/name`.
    pub(crate) fn along(path: &str) -> Self {
        Self { steps: steps(path), open: Vec::new(), mode: Mode::Value, at: 0, from: None }
    }

    /// Reads on. Tells where the value stands once its end is seen.
    pub(crate) fn read(&mut self, piece: &[u8]) -> Option<Range<u64>> {
        for &byte in piece {
            if let Some(found) = self.take(byte) {
                return Some(found);
            }
            self.at += 1;
        }
        None
    }

    /// The text is at its end, and with it a number or a word that is all of it.
    pub(crate) fn end(self) -> Option<Range<u64>> {
        let is_whole = self.open.is_empty() && self.mode == Mode::Bare;
        self.from.filter(|_| is_whole).map(|from| from..self.at)
    }

    fn take(&mut self, byte: u8) -> Option<Range<u64>> {
        match self.mode {
            Mode::Text { is_key, is_escaped } => self.take_text(byte, is_key, is_escaped),
            Mode::Bare if !matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\r' | b'\n') => None,
            Mode::Bare => self.ended(self.at).or_else(|| self.take_after(byte)),
            _ if byte.is_ascii_whitespace() => None,
            Mode::Value if byte == b']' => self.close(),
            Mode::Value => {
                self.begin(byte);
                None
            }
            Mode::Key if byte == b'}' => self.close(),
            Mode::Key => {
                if let Some(level) = self.open.last_mut() {
                    level.key.clear();
                }
                self.mode = Mode::Text { is_key: true, is_escaped: false };
                None
            }
            Mode::Colon => {
                self.mode = Mode::Value;
                None
            }
            Mode::After => self.take_after(byte),
        }
    }

    fn take_text(&mut self, byte: u8, is_key: bool, is_escaped: bool) -> Option<Range<u64>> {
        let ends = byte == b'"' && !is_escaped;
        if is_key && !ends {
            let is_followed = self.open.len() <= self.steps.len();
            if let Some(level) = self.open.last_mut().filter(|level| level.is_on_path && is_followed) {
                level.key.push(byte);
            }
        }
        self.mode = Mode::Text { is_key, is_escaped: byte == b'\\' && !is_escaped };
        match (ends, is_key) {
            (false, _) => None,
            (true, true) => {
                self.mode = Mode::Colon;
                None
            }
            (true, false) => self.ended(self.at + 1),
        }
    }

    fn take_after(&mut self, byte: u8) -> Option<Range<u64>> {
        match byte {
            b'}' | b']' => self.close(),
            b',' => {
                let is_list = self.open.last_mut().is_some_and(|level| {
                    level.index += 1;
                    level.is_list
                });
                self.mode = if is_list { Mode::Value } else { Mode::Key };
                None
            }
            _ => None,
        }
    }

    fn begin(&mut self, byte: u8) {
        let depth = self.open.len();
        let is_on_path = self.open.last().is_none_or(|level| level.leads_along(self.steps.get(depth - 1)));
        if is_on_path && depth == self.steps.len() && self.from.is_none() {
            self.from = Some(self.at);
        }
        let level = |is_list| Level { is_list, is_on_path, index: 0, key: Vec::new() };
        self.mode = match byte {
            b'{' => {
                self.open.push(level(false));
                Mode::Key
            }
            b'[' => {
                self.open.push(level(true));
                Mode::Value
            }
            b'"' => Mode::Text { is_key: false, is_escaped: false },
            _ => Mode::Bare,
        };
    }

    fn close(&mut self) -> Option<Range<u64>> {
        self.open.pop();
        self.ended(self.at + 1)
    }

    /// A value ended before this place.
    fn ended(&mut self, to: u64) -> Option<Range<u64>> {
        self.mode = Mode::After;
        let is_wanted = self.open.len() == self.steps.len();
        self.from.filter(|_| is_wanted).map(|from| from..to)
    }
}

impl Level {
    /// Whether the entry that begins now is the one of this step.
    fn leads_along(&self, step: Option<&String>) -> bool {
        let Some(step) = step.filter(|_| self.is_on_path) else { return false };
        if self.is_list {
            return step.parse() == Ok(self.index);
        }
        let quoted = [b"\"", self.key.as_slice(), b"\""].concat();
        serde_json::from_slice::<String>(&quoted).is_ok_and(|key| key == *step)
    }
}

fn steps(path: &str) -> Vec<String> {
    let path = path.trim();
    if let Some(pointer) = path.strip_prefix('/') {
        return pointer.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect();
    }
    let mut steps = Vec::new();
    let mut rest = path.strip_prefix('$').unwrap_or(path);
    while !rest.is_empty() {
        rest = rest.strip_prefix('.').unwrap_or(rest);
        let (step, after) = match rest.strip_prefix('[') {
            Some(inside) => bracketed(inside),
            None => rest.split_at(rest.find(['.', '[']).unwrap_or(rest.len())),
        };
        if !step.is_empty() {
            steps.push(step.to_owned());
        }
        rest = after;
    }
    steps
}

/// What stands in brackets, perhaps in quotes, and what comes behind them.
fn bracketed(inside: &str) -> (&str, &str) {
    for quote in ['"', '\''] {
        if let Some(quoted) = inside.strip_prefix(quote) {
            let (step, after) = quoted.split_once(quote).unwrap_or((quoted, ""));
            return (step, after.strip_prefix(']').unwrap_or(after));
        }
    }
    inside.split_once(']').unwrap_or((inside, ""))
}

#[cfg(test)]
mod tests {
    use super::Locator;
    use serde_json::{Value, json};

    const TEXT: &str = r#" {"a": {"a": 1, "items": [true, {"name": "x\"]}"}, [2, 3]]}, "items":
        [{"name": "first"}, {"name": "se\\\"cond", "n": -1.5e3 }], "a key": null, "\u00e4.b": "end"} "#;

    #[track_caller]
    fn check(text: &str, path: &str, expected: Option<&Value>) {
        for size in [1, 2, 7, text.len()] {
            let mut locator = Locator::along(path);
            let found = text.as_bytes().chunks(size).find_map(|piece| locator.read(piece));
            let found = found.or_else(|| locator.end());
            let read = found.map(|place| {
                let place =
                    usize::try_from(place.start).expect("short")..usize::try_from(place.end).expect("short");
                serde_json::from_str::<Value>(&text[place]).expect("a value")
            });
            assert_eq!(read.as_ref(), expected, "{path}, {size} bytes at once");
        }
    }

    #[test]
    fn a_value_is_found_wherever_it_stands() {
        check(TEXT, "$.a.a", Some(&json!(1)));
        check(TEXT, "$.a.items[1].name", Some(&json!("x\"]}")));
        check(TEXT, "a.items[2]", Some(&json!([2, 3])));
        check(TEXT, "/items/1/name", Some(&json!("se\\\"cond")));
        check(TEXT, "$.items[1].n", Some(&json!(-1.5e3)));
        check(TEXT, "$[\"a key\"]", Some(&Value::Null));
        check(TEXT, "$['ä.b']", Some(&json!("end")));
        check(TEXT, "$", Some(&serde_json::from_str(TEXT).expect("JSON")));
        check(" 12", "$", Some(&json!(12)));
        check("[[], {}, 3]", "[2]", Some(&json!(3)));
        check("[[], {}, 3]", "[1]", Some(&json!({})));
    }

    #[test]
    fn what_is_not_there_is_not_found() {
        for path in ["$.b", "$.a.items[3]", "$.a.items.name", "$.items[1].n.m", "$.name", "[0]"] {
            check(TEXT, path, None);
        }
        check("no JSON at all", "$.a", None);
        check("{\"a\": ", "$.a", None);
        check("]]}}", "$.a", None);
    }
}
