//! Finds the pieces of a JSON text by their places, so that a change leaves every other byte as it is.
//!
//! It relies on nothing but quotes and brackets: half a surrogate pair, `1.0` and numbers of any length stay what they are.
//! Of a text that is no JSON it finds something or nothing, and never fails.

use memchr::memchr2;
use std::ops::Range;

/// Where something stands in a text.
pub(crate) type Span = Range<usize>;

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// From its name to the end of its value.
    pub(crate) whole: Span,
    pub(crate) value: Span,
}

/// The value that a text is, without what is blank around it.
pub(crate) fn root(text: &str) -> Span {
    let begin = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let at = behind_blanks(text, begin);
    at..behind_value(text, at)
}

pub(crate) fn slice<'a>(text: &'a str, span: &Span) -> &'a str {
    text.get(span.clone()).unwrap_or_default()
}

/// The members of an object, in their order.
pub(crate) fn members(text: &str, object: &Span) -> Vec<Member> {
    let mut found = Vec::new();
    let Some(mut at) = inside(text, object, b'{') else { return found };
    while byte(text, at) == Some(b'"') {
        let end = behind_value(text, at);
        let colon = behind_blanks(text, end);
        if byte(text, colon) != Some(b':') {
            break;
        }
        let value_at = behind_blanks(text, colon + 1);
        let value = value_at..behind_value(text, value_at);
        let name = string(slice(text, &(at..end)));
        found.push(Member { name, whole: at..value.end, value: value.clone() });
        match next(text, value.end) {
            Some(following) => at = following,
            None => break,
        }
    }
    found
}

/// The member of a name. Of several the last counts.
pub(crate) fn member(text: &str, object: &Span, name: &str) -> Option<Member> {
    members(text, object).into_iter().rfind(|member| member.name == name)
}

/// The value of a member that is not null.
pub(crate) fn value(text: &str, object: &Span, name: &str) -> Option<Span> {
    let found = member(text, object, name)?.value;
    (slice(text, &found) != "null").then_some(found)
}

/// The value of the first of several spellings.
pub(crate) fn first(text: &str, object: &Span, names: &[&str]) -> Option<Span> {
    names.iter().find_map(|name| value(text, object, name))
}

/// The elements of an array, in their order.
pub(crate) fn elements(text: &str, array: &Span) -> Vec<Span> {
    let mut found = Vec::new();
    let Some(mut at) = inside(text, array, b'[') else { return found };
    while !matches!(byte(text, at), None | Some(b']')) {
        let end = behind_value(text, at);
        found.push(at..end);
        match next(text, end) {
            Some(following) if end > at => at = following,
            Some(_) | None => break,
        }
    }
    found
}

/// The text of a string. What can't be read of it stays as it is written.
pub(crate) fn string(raw: &str) -> String {
    match content::parse_lossy(raw) {
        Ok(read) => read.value,
        Err(_) => raw.to_owned(),
    }
}

/// The text of a value that is a string.
pub(crate) fn text_of(text: &str, span: &Span) -> Option<String> {
    let raw = slice(text, span);
    raw.starts_with('"').then(|| string(raw))
}

/// A value as it is parsed, with what can't be read in it replaced.
pub(crate) fn parsed(raw: &str) -> Option<serde_json::Value> {
    content::parse_lossy(raw).ok().map(|read| read.value)
}

pub(crate) fn is_object(text: &str, span: &Span) -> bool {
    slice(text, span).starts_with('{')
}

pub(crate) fn is_array(text: &str, span: &Span) -> bool {
    slice(text, span).starts_with('[')
}

/// Changes of a text, by place.
#[derive(Debug, Default)]
pub(crate) struct Edits(Vec<(Span, String)>);

impl Edits {
    pub(crate) fn replace(&mut self, span: Span, by: impl Into<String>) {
        self.0.push((span, by.into()));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Takes a member out of its object, or an element out of its array, with the comma beside it.
    pub(crate) fn remove(&mut self, all: &[Span], removed: impl Fn(usize) -> bool) {
        let kept: Vec<usize> = (0..all.len()).filter(|index| !removed(*index)).collect();
        let (Some(front), Some(back)) = (all.first(), all.last()) else { return };
        let (Some(first), Some(last)) = (kept.first(), kept.last()) else {
            return self.replace(front.start..back.end, "");
        };
        let start_of = |index: usize| all.get(index).map_or(0, |span| span.start);
        let end_of = |index: usize| all.get(index).map_or(0, |span| span.end);
        if *first > 0 {
            self.replace(front.start..start_of(*first), "");
        }
        for pair in kept.windows(2) {
            let [before, after] = pair else { continue };
            if after - before > 1 {
                self.replace(end_of(*before)..end_of(after - 1), "");
            }
        }
        if *last + 1 < all.len() {
            self.replace(end_of(*last)..back.end, "");
        }
    }

    /// The text with the changes made. A change within a change is left out.
    pub(crate) fn apply(mut self, text: &str) -> String {
        self.0.sort_by_key(|(span, _)| (span.start, span.end));
        let mut written = String::with_capacity(text.len());
        let mut at = 0;
        for (span, by) in self.0 {
            if span.start < at {
                continue;
            }
            written.push_str(slice(text, &(at..span.start)));
            written.push_str(&by);
            at = span.end;
        }
        written.push_str(slice(text, &(at..text.len())));
        written
    }
}

/// The text with a member somewhere in the object that it is set, or taken out. Objects on the way are made.
pub(crate) fn with(text: &str, path: &[&str], value: Option<&str>) -> String {
    let mut edits = Edits::default();
    set(text, &root(text), path, value, &mut edits);
    if edits.is_empty() { text.to_owned() } else { edits.apply(text) }
}

/// The same for an object within a text.
pub(crate) fn set(text: &str, object: &Span, path: &[&str], value: Option<&str>, edits: &mut Edits) {
    let Some((name, inner)) = path.split_first() else { return };
    let all = members(text, object);
    let found = all.iter().rposition(|member| member.name == *name);
    match (found.and_then(|index| all.get(index)), value) {
        (Some(member), _) if !inner.is_empty() && is_object(text, &member.value) => {
            set(text, &member.value, inner, value, edits);
        }
        (Some(member), Some(value)) => edits.replace(member.value.clone(), nested(inner, value)),
        (Some(_), None) if inner.is_empty() => {
            let spans: Vec<Span> = all.iter().map(|member| member.whole.clone()).collect();
            edits.remove(&spans, |index| all.get(index).is_some_and(|member| member.name == *name));
        }
        (None, Some(value)) => {
            let comma = if all.is_empty() { "" } else { "," };
            let at = all.last().map_or(object.start + 1, |last| last.whole.end);
            edits.replace(at..at, format!("{comma}{}:{}", quoted(name), nested(inner, value)));
        }
        (Some(_) | None, None) => {}
    }
}

/// A string as JSON.
pub(crate) fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn nested(path: &[&str], value: &str) -> String {
    path.iter().rev().fold(value.to_owned(), |inner, name| format!("{{{}:{inner}}}", quoted(name)))
}

fn byte(text: &str, at: usize) -> Option<u8> {
    text.as_bytes().get(at).copied()
}

/// Behind the bracket that a value begins with.
fn inside(text: &str, span: &Span, bracket: u8) -> Option<usize> {
    (byte(text, span.start) == Some(bracket)).then(|| behind_blanks(text, span.start + 1))
}

/// Where the next element or member begins.
fn next(text: &str, end: usize) -> Option<usize> {
    let comma = behind_blanks(text, end);
    (byte(text, comma) == Some(b',')).then(|| behind_blanks(text, comma + 1))
}

fn behind_blanks(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at + rest.iter().take_while(|byte| b" \t\r\n".contains(byte)).count()
}

fn behind_value(text: &str, at: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut depth, mut here) = (0_usize, at);
    while let Some(byte) = bytes.get(here) {
        match byte {
            b'"' => here = behind_string(bytes, here + 1),
            b'{' | b'[' => {
                depth += 1;
                here += 1;
            }
            b'}' | b']' if depth > 0 => {
                depth -= 1;
                here += 1;
            }
            b'}' | b']' => break,
            b',' | b':' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => break,
            _ => {
                here += 1;
                if depth == 0 {
                    continue;
                }
            }
        }
        if depth == 0 {
            break;
        }
    }
    here.min(bytes.len())
}

fn behind_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(rest) = bytes.get(at..)
        && let Some(place) = memchr2(b'"', b'\\', rest)
    {
        if rest.get(place) == Some(&b'"') {
            return at + place + 1;
        }
        at += place + 2;
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::{elements, member, members, root, slice, with};
    use proptest::prelude::*;
    use serde_json::Value;

    #[test]
    fn members_and_elements_are_found_as_they_are_written() {
        let text =
            "\u{feff} { \"a\" : [1.0 , \"]\\\"\",{\"b\":[]}, 9007199254740993] ,\"\\u0062\":\"\\ud800\"} ";
        let all = members(text, &root(text));
        let said: Vec<_> = all.iter().map(|member| (&*member.name, slice(text, &member.value))).collect();
        let array = "[1.0 , \"]\\\"\",{\"b\":[]}, 9007199254740993]";
        assert_eq!(said, [("a", array), ("b", r#""\ud800""#)]);
        let found = elements(text, &all[0].value);
        let raw: Vec<_> = found.iter().map(|element| slice(text, element)).collect();
        assert_eq!(raw, ["1.0", r#""]\"""#, r#"{"b":[]}"#, "9007199254740993"]);
    }

    #[test]
    fn of_members_with_one_name_the_last_counts_and_all_are_taken_out() {
        let text = r#"{"a":1, "b":2, "a":3}"#;
        assert_eq!(member(text, &root(text), "a").map(|found| slice(text, &found.value)), Some("3"));
        assert_eq!(with(text, &["a"], None), r#"{"b":2}"#);
        assert_eq!(with(r#"{ "a":1 }"#, &["a"], None), "{  }");
    }

    #[test]
    fn a_member_is_set_where_it_stands_or_at_the_end() {
        let text = r#"{"a": {"b":1.0}, "c":2}"#;
        assert_eq!(with(text, &["a", "b"], Some("3")), r#"{"a": {"b":3}, "c":2}"#);
        assert_eq!(with(text, &["a", "d"], Some("3")), r#"{"a": {"b":1.0,"d":3}, "c":2}"#);
        assert_eq!(with(text, &["e", "f"], Some("3")), r#"{"a": {"b":1.0}, "c":2,"e":{"f":3}}"#);
        assert_eq!(with("{}", &["a"], Some("3")), r#"{"a":3}"#);
        assert_eq!(with(text, &["x", "y"], None), text);
    }

    proptest! {
        #[test]
        fn whatever_it_is_given_it_ends(text in r#"[\[\]{}",:0-9a\\ é-]{0,60}"#, at in 0_usize..70) {
            let whole = root(&text);
            members(&text, &whole);
            elements(&text, &(at..at + 3));
            with(&text, &["a", "b"], Some("1"));
            with(&text, &["a"], None);
        }

        #[test]
        fn what_is_set_is_read_and_the_rest_stays(names in prop::collection::vec("[a-d]", 0..5), name in "[a-f]") {
            let object: Value = names.iter().map(|name| (name.clone(), Value::from(1))).collect::<serde_json::Map<_, _>>().into();
            let mut expected = object.clone();
            expected[&name] = 2.into();
            let written: Value = serde_json::from_str(&with(&object.to_string(), &[&name], Some("2"))).expect("JSON");
            prop_assert_eq!(&written, &expected);
            let mut without = object.clone();
            without.as_object_mut().expect("an object").shift_remove(&name);
            let written: Value = serde_json::from_str(&with(&object.to_string(), &[&name], None)).expect("JSON");
            prop_assert_eq!(&written, &without);
        }
    }
}
