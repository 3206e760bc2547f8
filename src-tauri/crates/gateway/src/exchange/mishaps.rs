//! What goes wrong with a response on purpose: a program is to show what it makes of it.

use super::held::Delivered;
use super::outlet::{Ending, ResponseHead};
use super::{Exchange, json_headers};
use crate::{Frames, WrittenAnswer};
use content::{Item, Usage};
use http::StatusCode;
use ports::{StopReason, StreamEvent};

impl Exchange {
    /// Keeps everything from the program, the status too, so that the response can still be refused as a whole. A long one
    /// is shown before the end.
    pub fn withhold(&self) {
        self.outlet.withhold();
    }

    /// Shows what was withheld.
    pub fn show(&self) {
        self.outlet.show();
    }

    /// Closes the connection in the middle of the response, as a broken network does.
    pub fn cut(&self) {
        self.state().held = None;
        self.outlet.end(Ending::Broken);
    }

    /// Answers with JSON that breaks off: the first that is held of the response, or else an answer of our own.
    pub fn break_json(&self) {
        let held = self.state().held.take();
        let delivered = match held {
            Some(held) => held.unchanged(self.protocol()),
            None => Ok(self.small_answer()),
        };
        let broken = delivered.map(|Delivered { head, bytes }| {
            let streams = self.arrived.request.streams;
            let broken = if streams { with_broken_frame(&bytes) } else { without_end(&bytes) };
            Delivered { head, bytes: broken.into() }
        });
        self.deliver_held(broken);
    }

    fn small_answer(&self) -> Delivered {
        let item = Item::Text { text: "This answer breaks off.".to_owned() };
        let dialect = self.protocol().dialect();
        if self.arrived.request.streams {
            self.begin_stream();
            let mut writer = dialect.writer(self.head.clone());
            self.outlet.push(writer.begin().into());
            return Delivered { head: None, bytes: writer.event(&StreamEvent::finished(0, item)).into() };
        }
        let (stop, usage) = (StopReason::Complete, Usage::default());
        let bytes = dialect.whole(&self.head, &WrittenAnswer { items: vec![item], stop, usage });
        let head = ResponseHead { status: StatusCode::OK, headers: json_headers() };
        Delivered { head: Some(head), bytes: bytes.into() }
    }
}

/// A stream up to its first frame with JSON, which breaks off.
fn with_broken_frame(stream: &[u8]) -> Vec<u8> {
    let (mut frames, mut broken, mut is_over) = (Frames::default(), Vec::new(), false);
    frames.feed(stream);
    frames.finish(|frame| {
        if is_over {
            return;
        }
        is_over = frame.data.starts_with('{');
        broken.extend(if is_over { without_end(frame.raw) } else { frame.raw.to_vec() });
    });
    broken
}

/// JSON without its last brackets. The blanks behind it stay.
fn without_end(json: &[u8]) -> Vec<u8> {
    let length = json.trim_ascii_end().len();
    let (kept, blanks) = (json.get(..length.saturating_sub(2)), json.get(length..));
    [kept.unwrap_or_default(), blanks.unwrap_or_default()].concat()
}
