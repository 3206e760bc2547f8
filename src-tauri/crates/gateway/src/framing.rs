//! Writes frames of server-sent events.

use crate::Frame;

/// A frame that is held back.
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

    /// The frame with other data. Its comments and its other fields stay.
    pub(crate) fn with_data(&self, data: &str) -> Vec<u8> {
        let text = String::from_utf8_lossy(&self.raw);
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

/// Appends frames to a stream whose last frame may lack its blank line.
pub(crate) fn append(stream: &mut Vec<u8>, frames: &[u8]) {
    let is_open = !stream.is_empty() && !frames.is_empty();
    if is_open && !["\n\n", "\r\n\r\n", "\r\r"].iter().any(|end| stream.ends_with(end.as_bytes())) {
        stream.extend_from_slice(b"\n\n");
    }
    stream.extend_from_slice(frames);
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
    use super::{HeldFrame, append, frame};
    use crate::Frame;

    #[test]
    fn a_frame_keeps_its_other_fields_and_its_line_breaks_when_its_data_change() {
        let raw = b": note\r\nid: 7\r\ndata: {\"a\":\r\ndata: 1}\r\n\r\n";
        let held = HeldFrame::of(&Frame { raw, event: "", data: "{\"a\":\n1}" });
        assert_eq!(held.with_data("{\"a\":\n2}"), b": note\r\nid: 7\r\ndata: {\"a\": 2}\r\n\r\n");
        assert_eq!(held.beside("3"), b"data: 3\r\n\r\n");
    }

    #[test]
    fn a_frame_without_its_blank_line_is_closed_before_another() {
        let mut stream = b"data: 1".to_vec();
        append(&mut stream, &frame("2"));
        append(&mut stream, &frame("3"));
        append(&mut stream, b"");
        assert_eq!(stream, b"data: 1\n\ndata: 2\n\ndata: 3\n\n");
    }
}
