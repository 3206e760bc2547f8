//! Amazon's event stream: binary frames with headers, each with checksums.

use super::decoder::{Decoder, Frame, FrameFault, Unread};
use aws_smithy_eventstream::frame::read_message_from;
use aws_smithy_types::event_stream::Message;
use serde_json::json;

/// The length of a frame stands in its first four bytes.
const LENGTH: usize = 4;

/// The shortest frame: lengths, two checksums, and nothing else.
const SHORTEST: usize = 16;

/// Cuts where the frames say how long they are.
#[derive(Debug)]
pub(super) struct AwsEvents {
    unread: Unread,
    limit: usize,
    raw: String,
    event: String,
    data: String,
}

impl AwsEvents {
    pub(super) fn new(limit: usize) -> Self {
        let (raw, event, data) = (String::new(), String::new(), String::new());
        Self { unread: Unread::new(limit), limit, raw, event, data }
    }

    /// The length of the next frame, once all of it is there.
    fn length(&self) -> Result<Option<usize>, FrameFault> {
        let Some(Ok(head)) = self.unread.bytes().get(..LENGTH).map(<[u8; LENGTH]>::try_from) else {
            return Ok(None);
        };
        let length = usize::try_from(u32::from_be_bytes(head)).unwrap_or(usize::MAX);
        if length > self.limit {
            return Err(FrameFault::TooLong { limit: self.limit });
        }
        if length < SHORTEST {
            return Err(FrameFault::TooShort { length });
        }
        Ok((self.unread.bytes().len() >= length).then_some(length))
    }

    fn frame(&mut self, length: usize) -> Result<Frame<'_>, FrameFault> {
        let message = read_message_from(self.unread.take(length))
            .map_err(|error| FrameFault::Broken { reason: error.to_string() })?;
        let header = |name: &str| {
            let mut headers = message.headers().iter();
            let value = headers.find(|header| header.name().as_str() == name)?.value().as_string().ok()?;
            Some(value.as_str().to_owned())
        };
        let payload = String::from_utf8_lossy(message.payload()).into_owned();
        match header(":message-type").as_deref() {
            Some("exception") => {
                self.event = header(":exception-type").unwrap_or_default();
                self.data = error(&error_message(&message).unwrap_or(payload), &self.event);
            }
            Some("error") => {
                self.event = header(":error-code").unwrap_or_default();
                self.data = error(&header(":error-message").unwrap_or(payload), &self.event);
            }
            Some(_) | None => {
                self.event = header(":event-type").unwrap_or_default();
                self.data = payload;
            }
        }
        self.raw = format!("{} {}", self.event, self.data);
        Ok(Frame { raw: &self.raw, event: &self.event, data: &self.data })
    }
}

impl Decoder for AwsEvents {
    fn feed(&mut self, bytes: &[u8]) {
        self.unread.feed(bytes);
    }

    fn next(&mut self) -> Result<Option<Frame<'_>>, FrameFault> {
        match self.length()? {
            Some(length) => self.frame(length).map(Some),
            None => Ok(None),
        }
    }

    /// What is left of a frame is not a frame, and an answer without its end is noticed by the protocol.
    fn finish(&mut self) -> Result<Option<Frame<'_>>, FrameFault> {
        Ok(None)
    }
}

fn error_message(message: &Message) -> Option<String> {
    let payload: serde_json::Value = serde_json::from_slice(message.payload()).ok()?;
    let said = payload.get("message").or_else(|| payload.get("Message"))?;
    said.as_str().map(str::to_owned)
}

/// What went wrong, in the form in which most services say it.
fn error(message: &str, kind: &str) -> String {
    json!({ "error": { "message": message, "type": kind } }).to_string()
}

#[cfg(test)]
mod tests {
    use super::AwsEvents;
    use crate::transport::decoder::{Decoder, FrameFault};
    use aws_smithy_eventstream::frame::write_message_to;
    use aws_smithy_types::event_stream::{Header, HeaderValue, Message};
    use proptest::prelude::*;

    const LIMIT: usize = 1024;

    fn message(headers: &[(&str, &str)], payload: &str) -> Vec<u8> {
        let header = |(name, value): &(&str, &str)| {
            Header::new((*name).to_owned(), HeaderValue::String((*value).to_owned().into()))
        };
        let headers = headers.iter().map(header).collect();
        let mut bytes = Vec::new();
        let message = Message::new_from_parts(headers, payload.as_bytes().to_vec());
        write_message_to(&message, &mut bytes).expect("a frame");
        bytes
    }

    fn decode(pieces: &[&[u8]]) -> Result<Vec<(String, String)>, FrameFault> {
        let mut decoder = AwsEvents::new(LIMIT);
        let mut read = Vec::new();
        for piece in pieces {
            decoder.feed(piece);
            while let Some(frame) = decoder.next()? {
                read.push((frame.event.to_owned(), frame.data.to_owned()));
            }
        }
        while let Some(frame) = decoder.finish()? {
            read.push((frame.event.to_owned(), frame.data.to_owned()));
        }
        Ok(read)
    }

    #[test]
    fn events_and_exceptions_are_frames_wherever_the_bytes_are_cut() {
        let event = message(&[(":message-type", "event"), (":event-type", "messageStop")], r#"{"p":"ab"}"#);
        let exception = [(":message-type", "exception"), (":exception-type", "throttlingException")];
        let exception = message(&exception, r#"{"message":"Too many"}"#);
        let error = [(":message-type", "error"), (":error-code", "500"), (":error-message", "Gone")];
        let bytes = [event, exception, message(&error, "")].concat();
        let expected = [
            ("messageStop", r#"{"p":"ab"}"#),
            ("throttlingException", r#"{"error":{"message":"Too many","type":"throttlingException"}}"#),
            ("500", r#"{"error":{"message":"Gone","type":"500"}}"#),
        ];
        let expected: Vec<_> =
            expected.iter().map(|(event, data)| ((*event).to_owned(), (*data).to_owned())).collect();
        for at in 0..=bytes.len() {
            let (left, right) = bytes.split_at(at);
            assert_eq!(decode(&[left, right]), Ok(expected.clone()), "split at {at}");
        }
    }

    #[test]
    fn a_frame_that_is_too_long_too_short_or_damaged_is_refused() {
        assert_eq!(decode(&[&u32::MAX.to_be_bytes()]), Err(FrameFault::TooLong { limit: LIMIT }));
        assert!(matches!(decode(&[&3_u32.to_be_bytes()]), Err(FrameFault::TooShort { length: 3 })));
        let mut bytes = message(&[(":event-type", "messageStop")], "{}");
        if let Some(last) = bytes.last_mut() {
            *last ^= 1;
        }
        assert!(matches!(decode(&[&bytes]), Err(FrameFault::Broken { .. })));
    }

    proptest! {
        #[test]
        fn any_bytes_decode_alike_however_they_are_cut(
            mut bytes in proptest::collection::vec(any::<u8>(), 0..200),
            length in 0_u32..64,
            size in 1_usize..20,
        ) {
            bytes.splice(0..0, length.to_be_bytes());
            let pieces: Vec<_> = bytes.chunks(size).collect();
            prop_assert_eq!(decode(&pieces), decode(&[&bytes]));
        }
    }
}
