//! Streams for the tests of dialects, cut into pieces and partly held.

use crate::dialect::{Dialect, Unwritable, WantedCall};
use crate::{Frame, Frames};
use serde_json::Value;

/// The whole stream a program receives, if everything from the first frame with this text on is held and then delivered
/// with these calls.
pub(crate) fn delivered(
    dialect: &dyn Dialect,
    stream: &[u8],
    piece: usize,
    held_from: &str,
    calls: &[WantedCall],
) -> Result<String, Unwritable> {
    let (mut frames, mut tape, mut out) = (Frames::default(), dialect.tape(), Vec::new());
    let mut is_held = false;
    let mut take = |frame: &Frame<'_>| {
        is_held |= frame.data.contains(held_from);
        if is_held {
            tape.held(frame);
        } else {
            out.extend_from_slice(frame.raw);
            tape.passed(frame);
        }
    };
    for bytes in stream.chunks(piece.max(1)) {
        frames.feed(bytes);
        frames.each(&mut take);
    }
    frames.finish(&mut take);
    out.extend(tape.rewritten(calls)?);
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// The data of each event that is JSON.
pub(crate) fn events(stream: &str) -> Vec<Value> {
    let (mut frames, mut events) = (Frames::default(), Vec::new());
    frames.feed(stream.as_bytes());
    frames.finish(|frame| {
        if let Ok(event) = serde_json::from_str::<Value>(frame.data) {
            assert!(frame.event.is_empty() || event["type"] == frame.event, "{}", frame.data);
            events.push(event);
        }
    });
    events
}

pub(crate) fn wanted(from: Option<usize>, id: &str, name: &str, arguments: &str) -> WantedCall {
    WantedCall {
        from,
        id: id.to_owned(),
        name: name.to_owned(),
        arguments: arguments.to_owned(),
        is_text: false,
    }
}
