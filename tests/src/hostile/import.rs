//! Readers of conversations, and everything that is done with what they read.

use super::chance::Chance;
use super::hunt::Answer;
use content::{Message, MessageId};
use formats::{Format, ImportError, Imported, Reader, Rest, Spool, Spooled, export, import, import_as};
use std::cell::Cell;
use std::collections::BTreeSet;
use upkeep::{Ending, Inspection, Limits, Severity};

const INSPECTION: Inspection = Inspection { ending: Ending::Closed, call_ids: None };

/// Reads a text as whatever it is, and as something else. What was read is let go of before it is read again.
pub fn try_on(input: &[u8], chance: &mut Chance) -> Answer {
    let text = String::from_utf8_lossy(input);
    let format = chance.pick(&Format::ALL);
    let mut answer = Answer::default();
    judge(import(&text, &ids("a")), chance, &mut answer);
    judge(import_as(format, &text, &ids("b")), chance, &mut answer);
    judge(in_pieces(&text, chance), chance, &mut answer);
    answer
}

fn judge(read: Result<Imported, ImportError>, chance: &mut Chance, answer: &mut Answer) {
    let imported = match read {
        Ok(imported) => imported,
        Err(error) => return answer.add(&error.to_string()),
    };
    answer.add(&format!("{:?}", imported.format));
    imported.losses.iter().for_each(|loss| answer.add(&loss.what.to_string()));
    check_path(&imported);
    // What is very long is the same thing over and over.
    if imported.messages.iter().map(|message| 1 + message.items.len()).sum::<usize>() < 5_000 {
        check_own_form(&imported.messages);
        let written = export(chance.pick(&Format::ALL), &imported.messages);
        written.losses.iter().for_each(|loss| answer.add(&loss.what.to_string()));
        check_upkeep(&imported.messages, chance, answer);
    }
}

/// As a page sends a long file: the end of a piece may be anywhere.
fn in_pieces(text: &str, chance: &mut Chance) -> Result<Imported, ImportError> {
    let format = chance.pick(&[None, Some(Format::Own), Some(Format::JsonLines)]);
    let most = 1 + chance.below(if text.len() < 10_000 { 40 } else { 1 << 20 });
    let ids = ids("p");
    let mut reader = Reader::begin(format);
    if chance.below(2) == 0 {
        reader = reader.spool(Box::<Texts>::default(), chance.below(100));
    }
    let (mut messages, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let end = (most..rest.len()).find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        let (piece, later) = rest.split_at(end);
        messages.extend(reader.take(piece, &ids)?);
        rest = later;
    }
    let end = reader.end(&ids)?;
    messages.extend(end.messages);
    let messages = messages.into_iter().map(|incoming| incoming.message).collect();
    let Rest { format, functions, beside, losses, .. } = end;
    Ok(Imported { format, messages, functions, beside, losses })
}

/// Long texts, put aside one behind the other.
#[derive(Default)]
struct Texts {
    all: Vec<u8>,
    begun: usize,
}

impl Spool for Texts {
    fn sign(&self) -> String {
        "not-in-any-input-".to_owned()
    }

    fn push(&mut self, text: &str) -> std::io::Result<()> {
        self.all.extend_from_slice(text.as_bytes());
        Ok(())
    }

    fn end(&mut self) -> std::io::Result<Spooled> {
        let from = std::mem::replace(&mut self.begun, self.all.len());
        Ok(Spooled { from: from as u64, size: (self.all.len() - from) as u64 })
    }

    fn read(&mut self, text: Spooled) -> std::io::Result<String> {
        let from = usize::try_from(text.from).expect("it is in memory");
        let size = usize::try_from(text.size).expect("it is in memory");
        let whole = self.all.get(from..from + size).expect("it was put aside");
        Ok(String::from_utf8(whole.to_vec()).expect("pieces are whole characters"))
    }
}

fn ids(prefix: &str) -> impl Fn() -> MessageId {
    let count = Cell::new(0);
    move || {
        count.set(count.get() + 1);
        MessageId::new(format!("{prefix}{}", count.get()))
    }
}

fn check_path(imported: &Imported) {
    assert!(!imported.messages.is_empty(), "an import without messages");
    let mut parent = None;
    let mut seen = BTreeSet::new();
    for message in &imported.messages {
        assert_eq!(message.parent, parent, "each message follows the one before");
        assert!(seen.insert(message.id.clone()), "an id names one message");
        parent = Some(message.id.clone());
    }
}

fn check_own_form(messages: &[Message]) {
    let written = export(Format::Own, messages);
    assert_eq!(written.losses, [], "our own form loses nothing");
    let again = import_as(Format::Own, &written.text, &ids("c")).expect("our own form can be read");
    let said =
        |messages: &[Message]| messages.iter().map(|one| (one.role, one.items.clone())).collect::<Vec<_>>();
    assert_eq!(said(&again.messages), said(messages));
}

fn check_upkeep(messages: &[Message], chance: &mut Chance, answer: &mut Answer) {
    for finding in upkeep::check(messages, &INSPECTION) {
        answer.add(&format!("{:?}", finding.kind));
    }
    let mended = upkeep::repair_all(messages, &INSPECTION, &mut || ids_from(chance)).branch.path(messages);
    let broken = |messages: &[Message]| {
        let findings = upkeep::check(messages, &INSPECTION);
        findings.into_iter().filter(|finding| finding.severity == Severity::Broken).collect::<Vec<_>>()
    };
    assert_eq!(broken(&mended), [], "mending leaves nothing broken");
    let limits = Limits { target: chance.below(8), threshold: chance.below(3) };
    let shorter = upkeep::truncate(&mended, limits, &mut || ids_from(chance)).branch.path(&mended);
    assert_eq!(broken(&shorter), [], "leaving out breaks nothing");
    let keep = chance.below(3);
    let told =
        upkeep::collapse(&mended, keep, &ToString::to_string, &mut || ids_from(chance)).branch.path(&mended);
    assert_eq!(broken(&told), [], "telling calls breaks nothing");
    if let Some(input) = upkeep::summary_input(&mended, limits) {
        let summed = upkeep::with_summary(&mended, &input, "All said.", &mut || ids_from(chance));
        let path = summed.expect("nothing changed meanwhile").branch.path(&mended);
        assert_eq!(broken(&path), [], "summing up breaks nothing");
    }
}

fn ids_from(chance: &mut Chance) -> MessageId {
    MessageId::new(format!("new-{}", chance.number()))
}
