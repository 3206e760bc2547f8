//! Streams and calls for the tests of the dialects.

use crate::dialects::{AnswerWriter, Dialect, Tape, Unwritable};
use crate::{Complaint, Frames, Head, WantedCall, WrittenAnswer};
use content::{CallArguments, CallId, CalledFunction, FunctionCall, FunctionName, Item, Origin, Usage};
use ports::{StopReason, StreamEvent};
use serde_json::Value;

/// A call of the response as it is.
pub(crate) fn kept(from: usize, id: &str, name: &str, arguments: &str) -> WantedCall {
    let (id, name, arguments) = (id.to_owned(), name.to_owned(), arguments.to_owned());
    WantedCall { from: Some(from), id, name, arguments, is_text: false }
}

/// A call that no model made.
pub(crate) fn added(id: &str, name: &str, arguments: &str) -> WantedCall {
    wanted(None, id, name, arguments)
}

/// A call as it is wanted.
pub(crate) fn wanted(from: Option<usize>, id: &str, name: &str, arguments: &str) -> WantedCall {
    WantedCall { from, ..kept(0, id, name, arguments) }
}

/// The data of every frame of a stream that has any.
pub(crate) fn data_of(stream: &[u8]) -> Vec<String> {
    let (mut frames, mut data) = (Frames::default(), Vec::new());
    frames.feed(stream);
    frames.finish(|frame| data.push(frame.data.to_owned()));
    data.retain(|data| !data.is_empty());
    data
}

/// The chunks of a stream. What is no JSON is left out.
pub(crate) fn chunks_of(stream: &[u8]) -> Vec<Value> {
    data_of(stream).iter().filter_map(|data| serde_json::from_str(data).ok()).collect()
}

/// A tape of a stream that arrives in pieces, with the bytes that have passed. Frames are held from the first that holds
/// one of these marks.
pub(crate) fn taped(
    dialect: &dyn Dialect,
    stream: &[u8],
    size: usize,
    marks: &[&str],
) -> (Box<dyn Tape>, Vec<u8>) {
    let (mut tape, mut frames, mut passed, mut is_held) =
        (dialect.tape(), Frames::default(), Vec::new(), false);
    let mut take = |frame: &crate::Frame<'_>| {
        is_held |= marks.iter().any(|mark| frame.data.contains(mark));
        if is_held {
            tape.held(frame);
        } else {
            passed.extend_from_slice(frame.raw);
            tape.passed(frame);
        }
    };
    for piece in stream.chunks(size) {
        frames.feed(piece);
        frames.each(&mut take);
    }
    frames.finish(&mut take);
    (tape, passed)
}

/// The whole stream a program receives, if everything from the first frame with this text on is held and then delivered
/// with these calls.
pub(crate) fn delivered(
    dialect: &dyn Dialect,
    stream: &[u8],
    size: usize,
    held_from: &str,
    calls: &[WantedCall],
) -> Result<String, Unwritable> {
    let (tape, mut stream) = taped(dialect, stream, size.max(1), &[held_from]);
    stream.extend(tape.rewritten(calls)?);
    Ok(String::from_utf8_lossy(&stream).into_owned())
}

/// The data of each event that is JSON, of a stream whose events have the names of their types.
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

/// The whole stream a program receives, if everything from the first frame with one of these marks on is held, and the
/// response goes on with [`next_answer`].
pub(crate) fn continued(dialect: &dyn Dialect, stream: &[u8], marks: &[&str]) -> Result<Vec<u8>, Unwritable> {
    let (tape, mut stream) = taped(dialect, stream, 19, marks);
    stream.extend(tape.continued(&next_answer())?);
    Ok(stream)
}

/// What a model says once its calls are answered: a text, and another call.
pub(crate) fn next_answer() -> WrittenAnswer {
    let text = Item::Text { text: "It is free.".to_owned() };
    let items = vec![text, call("c9", "berth_status", CallArguments::read(r#"{"berth": 9}"#))];
    WrittenAnswer { items, stop: StopReason::Calls, usage: usage() }
}

/// Whether a dialect survives a stream, and a body, with a byte changed or cut off at every place.
pub(crate) fn survive(dialect: &dyn Dialect, stream: &[u8], marks: &[&str], wanted: &[WantedCall]) {
    for place in 0..stream.len() {
        for byte in [b'{', b'"', b'0', b'\n', 0xff] {
            let mut changed = stream.to_vec();
            changed.iter_mut().skip(place).take(1).for_each(|old| *old = byte);
            let (tape, _) = taped(dialect, &changed, changed.len(), marks);
            let _ = tape.rewritten(wanted);
        }
        let cut = stream.get(..place).unwrap_or_default();
        let (tape, _) = taped(dialect, cut, 64, marks);
        let _ = (tape.rewritten(wanted), tape.continued(&next_answer()));
        let _ = (dialect.with_calls(cut, wanted), dialect.continued_whole(cut, &next_answer()));
    }
}

pub(crate) fn head() -> Head {
    Head { id: "a1B2".to_owned(), model: "asked-1".to_owned(), created: 1_794_000_003, includes_usage: true }
}

pub(crate) fn call(id: &str, name: &str, arguments: CallArguments) -> Item {
    let function = CalledFunction::Known { name: FunctionName::without_plugin(name) };
    let id = CallId::new(id);
    Item::FunctionCall {
        call: FunctionCall { id, function, arguments, origin: Origin::Model, provider_state: None },
    }
}

pub(crate) fn usage() -> Usage {
    Usage { input: Some(10), output: Some(7), cached: Some(4), written: None, reasoning: Some(2) }
}

/// An answer as another model streams it: a thought, a text, two calls, a text that comes whole.
pub(crate) fn answer() -> Vec<StreamEvent> {
    let thought = |text: &str| StreamEvent::ReasoningDelta { index: 0, text: text.to_owned() };
    let text = |text: &str| StreamEvent::TextDelta { index: 1, text: text.to_owned() };
    let arguments = StreamEvent::ArgumentsDelta { index: 2, text: r#"{"berth":"#.to_owned() };
    let whole = |text: &str| Item::Text { text: text.to_owned() };
    let reasoning = Item::Reasoning { text: "Hm, two.".to_owned(), provider_state: None };
    vec![
        thought("Hm, "),
        thought("two."),
        StreamEvent::finished(0, reasoning),
        text("Let me "),
        text("look."),
        StreamEvent::finished(1, whole("Let me look.")),
        arguments,
        StreamEvent::finished(2, call("c1", "berth_status", CallArguments::read(r#"{"berth": 12}"#))),
        StreamEvent::finished(3, call("c2", "shell", CallArguments::of_text("ls -l"))),
        StreamEvent::finished(4, whole(" Wait.")),
        StreamEvent::Usage(usage()),
        StreamEvent::Finished(StopReason::Calls),
    ]
}

/// The items of [`answer`].
pub(crate) fn answer_items() -> Vec<Item> {
    let finished = |event| {
        let StreamEvent::ItemFinished { item, .. } = event else { return None };
        Some(*item)
    };
    answer().into_iter().filter_map(finished).collect()
}

pub(crate) fn streamed(
    mut writer: Box<dyn AnswerWriter>,
    events: &[StreamEvent],
    stop: &StopReason,
) -> Vec<u8> {
    let mut stream = writer.begin();
    events.iter().for_each(|event| stream.extend(writer.event(event)));
    stream.extend(writer.end(stop, usage()));
    stream
}

pub(crate) fn complaint(status: u16) -> Complaint {
    Complaint { status, message: "no".to_owned() }
}
