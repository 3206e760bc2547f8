//! Frames that are held back, and frames that take their place.

use super::{Frame, as_text};

/// A frame that was not delivered yet.
#[derive(Clone, Debug)]
pub(crate) struct HeldFrame {
    raw: Box<[u8]>,
    data: Box<str>,
}

impl HeldFrame {
    pub(crate) fn of(frame: &Frame<'_>) -> Self {
        Self { raw: frame.raw.into(), data: frame.data.into() }
    }

    pub(crate) fn raw(&self) -> &[u8] {
        &self.raw
    }

    pub(crate) fn data(&self) -> &str {
        &self.data
    }

    /// The frame with other data. Its comments and its other fields stay. With its own data it keeps its bytes.
    pub(crate) fn with_data(&self, data: &str) -> Vec<u8> {
        if data == &*self.data {
            return self.raw.to_vec();
        }
        let text = as_text(&self.raw);
        let ending = ending(&self.raw);
        let lines = text.split(['\n', '\r']).map(|line| line.strip_prefix('\u{feff}').unwrap_or(line));
        let others = lines.filter(|line| !line.is_empty() && *line != "data" && !line.starts_with("data:"));
        let mut written = Vec::new();
        for line in others {
            written.extend_from_slice(line.as_bytes());
            written.extend_from_slice(ending);
        }
        written.extend(frame_with(data, ending));
        written
    }

    /// A new frame beside this one.
    pub(crate) fn beside(&self, data: &str) -> Vec<u8> {
        frame_with(data, ending(&self.raw))
    }
}

/// A frame with this data.
pub(crate) fn frame(data: &str) -> Vec<u8> {
    frame_with(data, b"\n")
}

/// Appends a frame with the name of its event.
pub(crate) fn append_event(event: &str, data: &str, stream: &mut Vec<u8>) {
    append(stream, format!("event: {event}\n").as_bytes());
    stream.extend(frame(data));
}

/// Appends frames to a stream whose last frame may lack its blank line.
pub(crate) fn append(stream: &mut Vec<u8>, frames: &[u8]) {
    if !frames.is_empty() {
        end_frame(stream);
        stream.extend_from_slice(frames);
    }
}

/// Adds the blank line that the last frame of a broken stream may lack.
fn end_frame(stream: &mut Vec<u8>) {
    let line = stream.strip_suffix(b"\r\n").or(stream.strip_suffix(b"\n")).or(stream.strip_suffix(b"\r"));
    let is_ended = line.is_some_and(|line| line.ends_with(b"\n") || line.ends_with(b"\r"));
    if !stream.is_empty() && !is_ended {
        stream.extend_from_slice(b"\n\n");
    }
}

/// The line break of a frame.
fn ending(raw: &[u8]) -> &'static [u8] {
    if raw.ends_with(b"\r\n") { b"\r\n" } else { b"\n" }
}

/// Data is one line, because some clients read no second one. In JSON a line break is only ever a blank.
fn frame_with(data: &str, ending: &[u8]) -> Vec<u8> {
    let data = data.replace(['\n', '\r'], " ");
    [b"data: ", data.as_bytes(), ending, ending].concat()
}

#[cfg(test)]
mod tests {
    use super::{Frame, HeldFrame, append, append_event, frame};

    #[test]
    fn a_frame_keeps_its_other_fields_and_its_line_breaks_when_its_data_change() {
        let raw = b": note\r\nid: 7\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\n";
        let held = HeldFrame::of(&Frame { raw, event: "", data: "{\"a\":\n1}" });
        assert_eq!(held.with_data("{\"a\":\n2}"), b": note\r\nid: 7\r\ndata: {\"a\": 2}\r\n\r\n");
        assert_eq!(held.with_data("{\"a\":\n1}"), raw);
        assert_eq!(held.beside("3"), b"data: 3\r\n\r\n");
    }

    #[test]
    fn a_frame_without_its_blank_line_does_not_swallow_the_next() {
        for (raw, expected) in [
            ("data: 1", "data: 1\n\ndata: 2\n\n"),
            ("data: 1\r\n", "data: 1\r\n\n\ndata: 2\n\n"),
            ("data: 1\r\n\r\n", "data: 1\r\n\r\ndata: 2\n\n"),
            ("data: 1\n\n", "data: 1\n\ndata: 2\n\n"),
        ] {
            let mut stream = raw.as_bytes().to_vec();
            append(&mut stream, &frame("2"));
            append(&mut stream, b"");
            assert_eq!(String::from_utf8(stream).unwrap(), expected);
        }
    }

    #[test]
    fn the_data_of_an_event_is_one_line() {
        let mut stream = Vec::new();
        append_event("a", "1\n2", &mut stream);
        assert_eq!(stream, b"event: a\ndata: 1 2\n\n");
    }
}
