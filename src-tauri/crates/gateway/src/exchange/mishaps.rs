//! What goes wrong with a response on purpose: a program is to show what it makes of it.

use super::held::{Delivered, Form};
use super::outlet::{Ending, ResponseHead};
use super::{Exchange, json_headers};
use crate::streams::{Ends, Framing};
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

    /// Closes the connection within the answer: within one of our own, where nothing of it was delivered.
    pub fn cut_within(&self) {
        if self.state().has_said {
            return self.cut();
        }
        self.state().held = None;
        let Delivered { head, bytes, .. } = self.small_answer();
        if self.arrived.request.streams {
            self.outlet.push(self.framed(&bytes, Ends::No));
        } else if let Some(head) = head {
            self.outlet.begin(head);
            self.outlet.push(bytes.slice(..bytes.len() / 2));
        }
        self.outlet.end(Ending::Broken);
    }

    /// Answers with JSON that breaks off: the first that is held of the response, or else an answer of our own.
    pub fn break_json(&self) {
        let held = self.state().held.take();
        let delivered = match held {
            Some(held) => held.unchanged(self.protocol()),
            None => Ok(self.small_answer()),
        };
        let broken = delivered.map(|Delivered { head, bytes, form }| {
            let bytes = match (self.arrived.request.streams, form) {
                (false, _) => without_end(&bytes).into(),
                (true, Form::Received) => with_broken_frame(self.framing(), &bytes).into(),
                (true, Form::Events) => self.framed(&with_broken_frame(Framing::Events, &bytes), Ends::No),
            };
            Delivered { head, bytes, form: Form::Received }
        });
        self.deliver_held(broken);
    }

    fn small_answer(&self) -> Delivered {
        let item = Item::Text { text: "This answer breaks off.".to_owned() };
        let dialect = self.protocol().dialect();
        if self.arrived.request.streams {
            self.begin_stream();
            let mut writer = dialect.writer(self.head.clone());
            self.outlet.push(self.framed(&writer.begin(), Ends::No));
            return Delivered::events(writer.event(&StreamEvent::finished(0, item)));
        }
        let (stop, usage) = (StopReason::Complete, Usage::default());
        let bytes = dialect.whole(&self.head, &WrittenAnswer { items: vec![item], stop, usage });
        let head = ResponseHead { status: StatusCode::OK, headers: json_headers() };
        Delivered::whole(head, bytes.into())
    }
}

/// A stream up to its first frame with JSON, which breaks off.
fn with_broken_frame(framing: Framing, stream: &[u8]) -> Vec<u8> {
    let (mut frames, mut broken, mut is_over) = (Frames::of(framing), Vec::new(), false);
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
