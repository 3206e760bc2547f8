//! A stream that is one JSON array: its elements as frames, and events as its elements.

use super::Frames;

/// The form in which a stream comes and goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Server-sent events.
    #[default]
    Events,
    /// One JSON array of objects, whose elements come one by one.
    Array,
}

/// Whether the elements are the last of their array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    Yes,
    No,
}

/// Finds the end of an object by quotes and brackets.
#[derive(Debug, Default)]
pub(super) struct Scan {
    depth: usize,
    is_in_string: bool,
    is_escaped: bool,
}

impl Scan {
    /// Takes the next byte. Tells whether an object ends with it.
    pub(super) fn ends_with(&mut self, byte: u8) -> bool {
        if self.is_in_string {
            match byte {
                _ if self.is_escaped => self.is_escaped = false,
                b'\\' => self.is_escaped = true,
                b'"' => self.is_in_string = false,
                _ => {}
            }
            return false;
        }
        match byte {
            b'"' => self.is_in_string = self.depth > 0,
            // What stands between objects belongs to the array.
            b'{' => self.depth += 1,
            b'[' if self.depth > 0 => self.depth += 1,
            b'}' | b']' if self.depth > 0 => {
                self.depth -= 1;
                return self.depth == 0;
            }
            _ => {}
        }
        false
    }
}

/// The object in a piece of an array, without what separates it from others.
pub(super) fn object_in(raw: &str) -> &str {
    raw.find('{').and_then(|begin| raw.get(begin..)).unwrap_or_default()
}

/// An object as an event.
pub(crate) fn as_event(object: &str) -> Vec<u8> {
    let lines = object.lines().map(|line| format!("data: {line}\n"));
    let mut event = lines.collect::<String>().into_bytes();
    if !event.is_empty() {
        event.push(b'\n');
    }
    event
}

/// Events as elements of an array, behind others if it has some by now.
pub(crate) fn as_elements(events: &[u8], has_elements: &mut bool, ends: Ends) -> Vec<u8> {
    let (mut frames, mut elements) = (Frames::default(), Vec::new());
    frames.feed(events);
    frames.finish(|frame| {
        if !frame.data.is_empty() {
            let is_behind = std::mem::replace(has_elements, true);
            elements.extend_from_slice(if is_behind { b",\r\n" } else { b"[" });
            elements.extend_from_slice(frame.data.as_bytes());
        }
    });
    if ends == Ends::Yes {
        elements.extend_from_slice(if *has_elements { b"\n]\n" } else { b"[]\n" });
    }
    elements
}

#[cfg(test)]
mod tests {
    use super::{Ends, Framing, as_elements, as_event};
    use crate::{Frame, Frames};

    const ARRAY: &str = "[{\n  \"a\": \"}]\\\" {\",\r\n  \"b\": [1, {\"c\": 2}]\n}\n,\r\n{\"d\": \"é\"}\n]\n";

    fn read(pieces: impl Iterator<Item = Vec<u8>>) -> Vec<(Vec<u8>, String)> {
        let (mut frames, mut found) = (Frames::of(Framing::Array), Vec::new());
        let mut take = |frame: &Frame<'_>| found.push((frame.raw.to_vec(), frame.data.to_owned()));
        for piece in pieces {
            frames.feed(&piece);
            frames.each(&mut take);
        }
        frames.finish(&mut take);
        found
    }

    #[test]
    fn an_array_is_cut_into_its_elements_and_no_byte_is_lost() {
        let whole = read(std::iter::once(ARRAY.as_bytes().to_vec()));
        let objects: Vec<_> = whole.iter().map(|(_, data)| data.as_str()).collect();
        assert_eq!(
            objects,
            ["{\n  \"a\": \"}]\\\" {\",\r\n  \"b\": [1, {\"c\": 2}]\n}", "{\"d\": \"é\"}", ""]
        );
        for size in 1..ARRAY.len() {
            assert_eq!(read(ARRAY.as_bytes().chunks(size).map(<[u8]>::to_vec)), whole, "in pieces of {size}");
        }
        let bytes: Vec<u8> = whole.into_iter().flat_map(|(raw, _)| raw).collect();
        assert_eq!(bytes, ARRAY.as_bytes());
    }

    #[test]
    fn events_become_elements_and_elements_events() {
        let events = [as_event("{\n\"a\": 1}"), as_event("{\"b\": 2}"), as_event("")].concat();
        assert_eq!(events, b"data: {\ndata: \"a\": 1}\n\ndata: {\"b\": 2}\n\n");
        let mut has_elements = false;
        let first = as_elements(&events, &mut has_elements, Ends::No);
        let rest = as_elements(b"data: {}\n\n", &mut has_elements, Ends::Yes);
        assert_eq!([first, rest].concat(), b"[{\n\"a\": 1},\r\n{\"b\": 2},\r\n{}\n]\n");
        assert_eq!(as_elements(b"", &mut false, Ends::Yes), b"[]\n");
    }
}
