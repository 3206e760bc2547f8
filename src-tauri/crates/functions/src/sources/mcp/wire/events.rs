//! Server-sent events, each read by itself: bytes that are no text cost no more than their own letters.

use super::MAX_MESSAGE_BYTES;
use super::outline::Outline;
use futures::stream::{self, BoxStream, StreamExt};
use reqwest::Response;
use rmcp::transport::streamable_http_client::SseError;
use sse_stream::Sse;
use std::collections::VecDeque;

pub(super) type Events = BoxStream<'static, Result<Sse, SseError>>;

/// An event longer than is kept.
#[derive(Debug, thiserror::Error)]
#[error("an event is too long")]
pub(super) struct TooLong(pub(super) Outline);

/// The events of an answer. What is too long takes nothing with it; after any other error there are none.
pub(super) fn events(response: Response) -> Events {
    let reading = Some((response.bytes_stream().boxed(), Decoder::default(), VecDeque::new()));
    let events = stream::unfold(reading, |reading| async {
        let (mut bytes, mut decoder, mut ready) = reading?;
        loop {
            if let Some(event) = ready.pop_front() {
                return Some((event, Some((bytes, decoder, ready))));
            }
            match bytes.next().await {
                Some(Ok(piece)) => decoder.feed(&piece, &mut ready),
                Some(Err(error)) => return Some((Err(SseError::Body(Box::new(error))), None)),
                // The last one may lack the blank line behind it.
                None => return Some((decoder.end()?, None)),
            }
        }
    });
    events.boxed()
}

/// What is too long in an event, if this error says so.
pub(super) fn too_long(error: &SseError) -> Option<&TooLong> {
    let SseError::Body(cause) = error else { return None };
    cause.downcast_ref()
}

#[derive(Default)]
struct Decoder {
    line: Vec<u8>,
    event: Sse,
    /// The line is not blank, even where nothing of it is kept.
    has_letters: bool,
    /// The last byte was a carriage return, which a line feed may follow.
    is_returned: bool,
    /// What is known of an event that is longer than is kept.
    long: Option<Outline>,
    /// The line is one of such an event's message.
    is_of_long: bool,
}

impl Decoder {
    fn feed(&mut self, bytes: &[u8], ready: &mut VecDeque<Result<Sse, SseError>>) {
        for byte in bytes {
            let was_returned = std::mem::replace(&mut self.is_returned, *byte == b'\r');
            match byte {
                b'\n' if was_returned => {}
                b'\n' | b'\r' => ready.extend(self.end_line()),
                byte => {
                    self.has_letters = true;
                    self.take(*byte);
                }
            }
        }
    }

    fn take(&mut self, byte: u8) {
        const DATA: &[u8] = b"data:";
        if let Some(long) = &mut self.long {
            if self.is_of_long {
                long.feed(&[byte]);
            } else if self.line.len() < DATA.len() {
                self.line.push(byte);
                self.is_of_long = self.line == DATA;
            }
            return;
        }
        self.line.push(byte);
        let before = self.event.data.as_deref().unwrap_or_default();
        if before.len() + self.line.len() > MAX_MESSAGE_BYTES {
            let mut long = Outline::of(before.as_bytes());
            self.is_of_long = self.line.starts_with(DATA);
            long.feed(self.line.strip_prefix(DATA).unwrap_or_default());
            (self.event.data, self.line, self.long) = (None, Vec::new(), Some(long));
        }
    }

    /// Takes a line in, and gives the event that a blank one ends.
    fn end_line(&mut self) -> Option<Result<Sse, SseError>> {
        let line = std::mem::take(&mut self.line);
        self.is_of_long = false;
        if !std::mem::take(&mut self.has_letters) {
            let event = std::mem::take(&mut self.event);
            if let Some(long) = self.long.take() {
                return Some(Err(SseError::Body(Box::new(TooLong(long)))));
            }
            return (event != Sse::default()).then_some(Ok(event));
        }
        if let Some(long) = &mut self.long {
            long.feed(b"\n");
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_start_matches('\u{feff}');
        let (name, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        let event = &mut self.event;
        match name {
            "data" => match &mut event.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                None => event.data = Some(value.to_owned()),
            },
            "event" => event.event = Some(value.to_owned()),
            "id" => event.id = Some(value.to_owned()),
            "retry" => event.retry = value.parse().ok(),
            // A comment, or a field of another time.
            _ => {}
        }
        None
    }

    fn end(&mut self) -> Option<Result<Sse, SseError>> {
        let last = if self.has_letters { self.end_line() } else { None };
        last.or_else(|| self.end_line())
    }
}

#[cfg(test)]
mod tests {
    use super::{Decoder, MAX_MESSAGE_BYTES, TooLong, too_long};
    use rmcp::model::RequestId;
    use sse_stream::Sse;
    use std::collections::VecDeque;

    #[track_caller]
    fn check(bytes: &[u8], expected: &[Sse]) {
        for size in 1..=bytes.len() {
            let (mut decoder, mut ready) = (Decoder::default(), VecDeque::new());
            for piece in bytes.chunks(size) {
                decoder.feed(piece, &mut ready);
            }
            ready.extend(decoder.end());
            let events: Vec<_> = ready.into_iter().map(|event| event.expect("an event")).collect();
            assert_eq!(events, expected, "in pieces of {size}");
        }
    }

    #[test]
    fn events_are_read_in_whatever_pieces_they_come() {
        let first = Sse::default().event("message").id("7").retry(20).data("a\nb");
        let text = "\u{feff}: hello\r\nevent: message\r\nid:7\r\nretry: 20\r\ndata: a\r\ndata:b\r\n\r\ndata: ü\n\n\n:\n\n";
        check(text.as_bytes(), &[first, Sse::default().data("ü")]);
        check(b"data: a\r\rdata\r\r", &[Sse::default().data("a"), Sse::default().data("")]);
    }

    #[test]
    fn bytes_that_are_no_text_cost_their_own_letters() {
        check(
            b"data: caf\xe9\n\ndata: b\n\n",
            &[Sse::default().data("caf\u{fffd}"), Sse::default().data("b")],
        );
    }

    #[test]
    fn an_event_that_is_too_long_takes_nothing_with_it() {
        let (mut decoder, mut ready) = (Decoder::default(), VecDeque::new());
        let letters = vec![b'x'; MAX_MESSAGE_BYTES / 2];
        let pieces = [
            b"data: {\"result\":[\"".as_slice(),
            &letters,
            b"\",\ndata:\"",
            &letters,
            b"\"]\nid: 1\ndata: ,\"id\":7\ndata: }\n\ndata: b\n\n",
        ];
        for piece in pieces {
            decoder.feed(piece, &mut ready);
        }
        let [Err(error), Ok(next)] = ready.make_contiguous() else { panic!("{}", ready.len()) };
        let TooLong(outline) = too_long(error).expect("it is too long");
        assert_eq!((&outline.id, outline.is_answer), (&Some(RequestId::Number(7)), true));
        assert_eq!(*next, Sse::default().data("b"));
    }

    #[test]
    fn the_last_event_needs_no_blank_line() {
        check(
            b"data: a\n\nevent: b\ndata: c",
            &[Sse::default().data("a"), Sse::default().event("b").data("c")],
        );
    }
}
