//! Bytes into frames, without IO: whatever the pieces are that the bytes come in.

/// Cuts an answer into the pieces its framing knows.
pub(crate) trait Decoder: Send {
    /// Takes the next bytes, however they were cut.
    fn feed(&mut self, bytes: &[u8]);

    /// The next whole frame, or nothing until more bytes come.
    fn next(&mut self) -> Result<Option<Frame<'_>>, FrameFault>;

    /// What is left when no more bytes come. Many services leave out the last line break.
    fn finish(&mut self) -> Result<Option<Frame<'_>>, FrameFault>;
}

/// One piece of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame<'a> {
    /// As it came in, for people. Bytes that are not UTF-8 are replaced.
    pub(crate) raw: &'a str,
    /// The event's name, where the framing has names and this frame bears one. Empty otherwise.
    pub(crate) event: &'a str,
    /// What a protocol reads. Empty where the frame only keeps the connection awake.
    pub(crate) data: &'a str,
}

notices::declare! {
    /// Why bytes can't be cut into frames.
    pub(crate) enum FrameFault: "frame-fault" {
        TooLong { limit: usize } = "a piece of it is longer than {limit} bytes",
        TooShort { length: usize } = "a frame gives its length as {length} bytes, which is too short",
        Broken { #[notice(written)] reason: String } = "{reason}",
    }
}

/// Bytes that are not yet a whole frame. What has been read is let go of when more comes in.
#[derive(Debug)]
pub(super) struct Unread {
    bytes: Vec<u8>,
    start: usize,
    limit: usize,
}

impl Unread {
    pub(super) fn new(limit: usize) -> Self {
        Self { bytes: Vec::new(), start: 0, limit }
    }

    pub(super) fn feed(&mut self, more: &[u8]) {
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(more);
    }

    pub(super) fn bytes(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// Takes so many bytes away and gives them back, to be read before more is fed.
    pub(super) fn take(&mut self, count: usize) -> &[u8] {
        let begin = self.start;
        self.start = self.bytes.len().min(begin + count);
        self.bytes.get(begin..self.start).unwrap_or_default()
    }

    pub(super) fn check(&self, length: usize) -> Result<(), FrameFault> {
        if length > self.limit { Err(FrameFault::TooLong { limit: self.limit }) } else { Ok(()) }
    }
}

/// The bytes as text. Where they are not UTF-8, `replaced` holds them with the bad ones replaced.
pub(super) fn text<'a>(bytes: &'a [u8], replaced: &'a mut String) -> &'a str {
    match std::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => {
            *replaced = String::from_utf8_lossy(bytes).into_owned();
            replaced
        }
    }
}
