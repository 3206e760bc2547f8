//! Decodes recorded answers as they would come over a wire, cut in every way.

use super::answer_fault::AnswerFault;
use super::decoder::Frame;
use super::exchange::decoder;
use super::limits::Limits;
use super::reader::{Fault, Reader, Reading};
use super::request::Framing;
use crate::assembler::Assembler;
use notices::Describe;
use ports::StreamEvent;

/// What came of one answer: its events, the frames nobody understood, and how it ended.
#[derive(Debug, PartialEq)]
pub(crate) struct Decoded {
    pub(crate) events: Vec<StreamEvent>,
    pub(crate) unknown: Vec<String>,
    pub(crate) fault: Option<Fault>,
}

/// Reads an answer at once, and checks that it reads the same when its bytes are cut anywhere.
#[track_caller]
pub(crate) fn decode<R: Reader>(
    framing: Framing,
    bytes: &[u8],
    reader: impl Fn() -> (R, Assembler),
) -> Decoded {
    let whole = decode_pieces(framing, &[bytes], reader());
    for at in 0..=bytes.len() {
        let (left, right) = bytes.split_at(at);
        assert_eq!(decode_pieces(framing, &[left, right], reader()), whole, "split at {at}");
    }
    let single: Vec<_> = bytes.chunks(1).collect();
    assert_eq!(decode_pieces(framing, &single, reader()), whole, "byte by byte");
    whole
}

fn decode_pieces(framing: Framing, pieces: &[&[u8]], mut reader: (impl Reader, Assembler)) -> Decoded {
    let mut decoded = Decoded { events: Vec::new(), unknown: Vec::new(), fault: None };
    decoded.fault = decode_into(&mut decoded, framing, pieces, &mut reader).err();
    decoded.events = reader.1.events;
    decoded
}

fn decode_into(
    decoded: &mut Decoded,
    framing: Framing,
    pieces: &[&[u8]],
    reader: &mut (impl Reader, Assembler),
) -> Result<(), Fault> {
    let mut decoder = decoder(framing, &Limits::USUAL);
    for piece in pieces {
        decoder.feed(piece);
        while let Some(frame) = decoder.next().map_err(cut)? {
            read(decoded, frame, reader)?;
        }
    }
    while let Some(frame) = decoder.finish().map_err(cut)? {
        read(decoded, frame, reader)?;
    }
    let (reader, assembler) = reader;
    if is_over(assembler) { Ok(()) } else { reader.end(assembler) }
}

fn is_over(assembler: &Assembler) -> bool {
    matches!(assembler.events.last(), Some(StreamEvent::Finished(_)))
}

fn read(
    decoded: &mut Decoded,
    frame: Frame<'_>,
    (reader, assembler): &mut (impl Reader, Assembler),
) -> Result<(), Fault> {
    if frame.data.is_empty() || is_over(assembler) {
        return Ok(());
    }
    if reader.read(frame, assembler)? == Reading::Unknown {
        decoded.unknown.push(frame.data.to_owned());
    }
    Ok(())
}

fn cut(fault: super::decoder::FrameFault) -> Fault {
    Fault::Unreadable { reason: AnswerFault::Frame(fault).notice() }
}
