//! An answer that is not streamed: one frame.

use super::decoder::{Decoder, Frame, FrameFault, Unread, text};

#[derive(Debug)]
pub(super) struct Whole {
    unread: Unread,
    replaced: String,
}

impl Whole {
    pub(super) fn new(limit: usize) -> Self {
        Self { unread: Unread::new(limit), replaced: String::new() }
    }
}

impl Decoder for Whole {
    fn feed(&mut self, bytes: &[u8]) {
        self.unread.feed(bytes);
    }

    fn next(&mut self) -> Result<Option<Frame<'_>>, FrameFault> {
        self.unread.check(self.unread.bytes().len())?;
        Ok(None)
    }

    fn finish(&mut self) -> Result<Option<Frame<'_>>, FrameFault> {
        let left = self.unread.bytes().len();
        let raw = text(self.unread.take(left), &mut self.replaced).trim();
        Ok((!raw.is_empty()).then_some(Frame { raw, event: "", data: raw }))
    }
}
