//! How deep and how many: what a text would become, found out before it is read.

/// How many values a document may have. In memory each is many times as large as in a text.
pub(crate) const VALUES: usize = 2_000_000;

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
    /// Brackets inside of strings do not count.
    pub(crate) fn of(text: &str) -> Self {
        let mut shape = Self { depth: 0, values: 1 };
        let mut depth = 0usize;
        let mut is_in_string = false;
        let mut is_escaped = false;
        for byte in text.bytes() {
            match byte {
                _ if is_escaped => is_escaped = false,
                b'\\' if is_in_string => is_escaped = true,
                b'"' => is_in_string = !is_in_string,
                _ if is_in_string => {}
                b'[' | b'{' => {
                    depth += 1;
                    shape.depth = shape.depth.max(depth);
                    shape.values += 1;
                }
                b']' | b'}' => depth = depth.saturating_sub(1),
                b',' | b'\n' => shape.values += 1,
                _ => {}
            }
        }
        shape
    }
}

#[cfg(test)]
mod tests {
    use super::Shape;

    #[test]
    fn depth_and_number_are_seen_without_reading() {
        let check =
            |text: &str, depth, values| assert_eq!(Shape::of(text), Shape { depth, values }, "{text}");
        check("1", 0, 1);
        check("[1,2,[3]]", 2, 5);
        check(r#"{"a":"[[,,\"[","b":{}}"#, 2, 4);
        check("]]][[[", 3, 4);
    }
}
