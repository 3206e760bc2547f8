//! How deep and how many: what a text would become, found out before it is read.

/// How many values a document may have.
pub(crate) const VALUES: usize = limits::IMPORT_VALUES.size();

/// How many the arguments of one call may have. Those with more are kept as text.
pub(crate) const ARGUMENT_VALUES: usize = 250_000;

/// A text as brackets and commas show it, whatever else is wrong with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shape {
    pub(crate) depth: usize,
    /// No fewer than there are values.
    pub(crate) values: usize,
}

impl Shape {
    pub(crate) fn of(text: &str) -> Self {
        let mut outline = Outline::default();
        outline.take(text.as_bytes());
        outline.shape
    }
}

/// A shape while its text goes by.
pub(crate) struct Outline {
    pub(crate) shape: Shape,
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
}

impl Default for Outline {
    fn default() -> Self {
        let shape = Shape { depth: 0, values: 1 };
        Self { shape, depth: 0, is_in_string: false, is_escaped: false }
    }
}

impl Outline {
    /// Brackets inside of strings do not count.
    pub(crate) fn take(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            bytes = if self.is_in_string { self.behind_string(bytes) } else { self.behind_one(bytes) };
        }
    }

    /// What stands behind a string. Most of a text stands in strings.
    fn behind_string<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let looked_at = bytes.get(usize::from(self.is_escaped)..).unwrap_or_default();
        self.is_escaped = false;
        let Some(place) = memchr::memchr2(b'"', b'\\', looked_at) else { return &[] };
        self.is_escaped = looked_at.get(place) == Some(&b'\\');
        self.is_in_string = self.is_escaped;
        looked_at.get(place + 1..).unwrap_or_default()
    }

    fn behind_one<'a>(&mut self, bytes: &'a [u8]) -> &'a [u8] {
        let Some((byte, rest)) = bytes.split_first() else { return &[] };
        match byte {
            b'"' => self.is_in_string = true,
            b'[' | b'{' => {
                self.depth += 1;
                self.shape.depth = self.shape.depth.max(self.depth);
                self.shape.values += 1;
            }
            b']' | b'}' => self.depth = self.depth.saturating_sub(1),
            b',' => self.shape.values += 1,
            // A value a line. Between brackets it is only layout.
            b'\n' if self.depth == 0 => self.shape.values += 1,
            _ => {}
        }
        rest
    }
}

#[cfg(test)]
mod tests {
    use super::{Outline, Shape};

    #[test]
    fn depth_and_number_are_seen_without_reading() {
        let check =
            |text: &str, depth, values| assert_eq!(Shape::of(text), Shape { depth, values }, "{text}");
        check("1", 0, 1);
        check("[1,2,[3]]", 2, 5);
        check(r#"{"a":"[[,,\"[","b":{}}"#, 2, 4);
        check("]]][[[", 3, 4);
        check("{}\n{}", 1, 4);
        check("{\n  \"a\": {},\n  \"b\": {}\n}", 2, 5);
    }

    #[test]
    fn a_text_may_arrive_in_any_pieces() {
        let text = r#"{"a":"[[\\","\"{":[1,"\\\"]"],"b":"é,"}"#;
        for cut in 0..=text.len() {
            let mut outline = Outline::default();
            let (first, second) = text.as_bytes().split_at(cut);
            outline.take(first);
            outline.take(second);
            assert_eq!(outline.shape, Shape::of(text), "cut at {cut}");
        }
        assert_eq!(Shape::of(text), Shape { depth: 2, values: 6 });
    }
}
