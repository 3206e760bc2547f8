//! The messages of a body: which elements stay, which are changed in their place, and which are written anew.

use super::alignment::{Hunk, hunks};
use super::mapping::{Block, Places, blocks, system_names};
use super::meaning::{same, same_item};
use super::patch::patched;
use super::writing::{Writer, bare_message};
use super::{Change, Report, RewriteFault, number, ordinal, verify};
use crate::Protocol;
use crate::json::{self, Edits, Span};
use content::{Item, Message, Role};
use redaction::Redactor;
use std::ops::Range;

/// The messages of a body.
pub(super) struct Messages<'a> {
    pub(super) protocol: Protocol,
    /// Those that stand before them elsewhere.
    pub(super) before: &'a [&'a Message],
    pub(super) received: &'a [Message],
    pub(super) wanted: &'a [&'a Message],
    /// Knows the secrets that the received messages were read without.
    pub(super) redactor: Option<&'a Redactor>,
}

/// The body with these messages, or nothing if they are those that were received.
pub(super) fn with_messages(
    messages: &Messages<'_>,
    text: &str,
    report: &mut Report,
) -> Result<Option<String>, RewriteFault> {
    let Messages { protocol, before, mut received, wanted: all, redactor } = *messages;
    let mut wanted = all.to_vec();
    if received.len() == wanted.len() && received.iter().zip(&wanted).all(|(one, other)| same(one, other)) {
        return Ok(None);
    }
    let places = Places::of(protocol, text).ok_or(RewriteFault::NotFound)?;
    let others = before.iter().chain(all).copied();
    let calls = received.iter().chain(others).flat_map(Message::calls).collect();
    let writer = Writer { protocol, calls };
    let mut edits = Edits::default();
    let mut first = before.len();
    if let Some(span) = &places.system {
        let (system, rest) = received.split_first().ok_or(RewriteFault::NotFound)?;
        if system.role != Role::System
            || (protocol == Protocol::OpenAiResponses && json::is_array(text, span))
        {
            return Err(RewriteFault::NotFound);
        }
        received = rest;
        first += 1;
        let new = wanted.first().copied().filter(|new| new.role == Role::System);
        if system_edit(&writer, text, span, (system, new), &mut edits, report) {
            wanted.remove(0);
        }
    } else if let Some(new) = wanted.first().copied().filter(|new| is_new_system(protocol, received, new))
        && let Some(name) = system_names(protocol).first()
        && let Some(value) = writer.system(new, report)
    {
        json::set(text, &json::root(text), &[name], Some(&value), &mut edits);
        report.change(Change::System);
        wanted.remove(0);
    }
    let list = List::of(text, &places.list);
    if let Some(written) = list.with(&writer, received, &wanted, first, report)? {
        edits.replace(places.list.clone(), written);
    }
    let written = edits.apply(text);
    if report.losses.is_empty()
        && let Some(loss) = verify::difference(protocol, &written, all, redactor)
    {
        report.lose(loss);
    }
    Ok(Some(written))
}

/// Changes the member of the system message. Whether the wanted message stands there now.
fn system_edit(
    writer: &Writer<'_>,
    text: &str,
    span: &Span,
    (old, new): (&Message, Option<&Message>),
    edits: &mut Edits,
    report: &mut Report,
) -> bool {
    if new.is_some_and(|new| same(old, new)) {
        return true;
    }
    report.change(Change::System);
    let raw = [json::slice(text, span).to_owned()];
    let in_place = new.and_then(|new| {
        patched(writer, &raw, std::slice::from_ref(old), &[new], 0, &mut Report::default())?.pop()
    });
    let value = in_place.or_else(|| writer.system(new?, report));
    match &value {
        Some(value) => edits.replace(span.clone(), value.clone()),
        None => {
            for name in system_names(writer.protocol) {
                json::set(text, &json::root(text), &[name], None, edits);
            }
        }
    }
    value.is_some()
}

/// Whether a message is one for the member of its own, which the body lacks.
fn is_new_system(protocol: Protocol, received: &[Message], new: &Message) -> bool {
    let had_one = received.first().is_some_and(|first| first.role == Role::System);
    new.role == Role::System && !had_one && !system_names(protocol).is_empty()
}

/// The elements of a list of messages, or of the text that stands for one.
pub(super) fn elements_of(text: &str, list: &Span) -> Vec<String> {
    List::of(text, list).elements
}

/// The array of messages, or a text that stands for one.
struct List {
    raw: String,
    is_text: bool,
    /// Of an array: what stands before, between and behind the elements.
    gaps: Vec<String>,
    elements: Vec<String>,
}

/// An element as it is written, and which it was.
struct Out {
    text: String,
    from: Option<usize>,
}

impl List {
    fn of(text: &str, span: &Span) -> Self {
        let raw = json::slice(text, span).to_owned();
        let whole = json::root(&raw);
        if !json::is_array(&raw, &whole) {
            let element = format!(r#"{{"type":"message","role":"user","content":{raw}}}"#);
            let gaps = vec!["[".to_owned(), "]".to_owned()];
            return Self { raw, is_text: true, gaps, elements: vec![element] };
        }
        let spans = json::elements(&raw, &whole);
        let starts = spans.iter().map(|span| span.start).chain([raw.len()]);
        let ends = [0].into_iter().chain(spans.iter().map(|span| span.end));
        let gaps = ends.zip(starts).map(|(end, start)| json::slice(&raw, &(end..start)).to_owned()).collect();
        let elements = spans.iter().map(|span| json::slice(&raw, span).to_owned()).collect();
        Self { raw, is_text: false, gaps, elements }
    }

    fn with(
        &self,
        writer: &Writer<'_>,
        received: &[Message],
        wanted: &[&Message],
        first: usize,
        report: &mut Report,
    ) -> Result<Option<String>, RewriteFault> {
        let hunks = hunks(received, wanted);
        if hunks.is_empty() {
            return Ok(None);
        }
        if let (true, [message]) = (self.is_text, wanted)
            && let (Role::User, [Item::Text { text }]) = (message.role, message.items.as_slice())
        {
            report.change(Change::Text { number: ordinal(first) });
            return Ok(Some(json::quoted(text)));
        }
        let blocks = blocks(writer.protocol, &self.elements, received).ok_or(RewriteFault::NotFound)?;
        let mut pass = Pass { list: self, writer, received, wanted, first, report, out: Vec::new() };
        let mut at = 0;
        for region in regions(&blocks, hunks) {
            pass.keep(blocks.get(at..region.blocks.start).unwrap_or_default());
            pass.change(blocks.get(region.blocks.clone()).unwrap_or_default(), &region);
            at = region.blocks.end;
        }
        pass.keep(blocks.get(at..).unwrap_or_default());
        let out = pass.out;
        Ok(Some(self.joined(&out)))
    }

    /// What stood before an element stays before it, so that elements side by side are the same bytes.
    fn joined(&self, out: &[Out]) -> String {
        let mut joined = String::with_capacity(self.raw.len());
        joined.push_str(if self.elements.is_empty() {
            "["
        } else {
            self.gaps.first().map_or("[", String::as_str)
        });
        for (index, Out { text, from }) in out.iter().enumerate() {
            if index > 0 {
                let gap = from.filter(|from| *from > 0).and_then(|from| self.gaps.get(from));
                joined.push_str(gap.map_or(",", String::as_str));
            }
            joined.push_str(text);
        }
        joined.push_str(if self.elements.is_empty() {
            "]"
        } else {
            self.gaps.last().map_or("]", String::as_str)
        });
        joined
    }
}

/// Whole blocks that hold a change, and the messages in their place.
#[derive(Debug, PartialEq, Eq)]
struct Region {
    blocks: Range<usize>,
    received: Range<usize>,
    wanted: Range<usize>,
}

fn regions(blocks: &[Block], hunks: Vec<Hunk>) -> Vec<Region> {
    let mut regions: Vec<Region> = Vec::new();
    for Hunk { received, wanted } in hunks {
        let touches = |block: &Block| {
            let begins_before = block.messages.start < received.end.max(received.start + 1);
            match received.is_empty() {
                true => block.messages.start < received.start && received.start < block.messages.end,
                false => begins_before && received.start < block.messages.end,
            }
        };
        let begin = blocks.iter().position(touches);
        let end = blocks.iter().rposition(touches);
        let region = match (begin, end) {
            (Some(begin), Some(end)) => {
                let start = blocks.get(begin).map_or(0, |block| block.messages.start).min(received.start);
                let stop = blocks.get(end).map_or(0, |block| block.messages.end).max(received.end);
                let wanted =
                    wanted.start.saturating_sub(received.start - start)..wanted.end + (stop - received.end);
                Region { blocks: begin..end + 1, received: start..stop, wanted }
            }
            (_, _) => {
                let is_behind =
                    |block: &Block| block.messages.start >= received.start && !block.messages.is_empty();
                let at = blocks.iter().position(is_behind).unwrap_or(blocks.len());
                Region { blocks: at..at, received, wanted }
            }
        };
        match regions.last_mut().filter(|last| region.blocks.start < last.blocks.end) {
            Some(last) => {
                last.blocks.end = last.blocks.end.max(region.blocks.end);
                last.received.end = last.received.end.max(region.received.end);
                last.wanted.end = last.wanted.end.max(region.wanted.end);
            }
            None => regions.push(region),
        }
    }
    regions
}

struct Pass<'a> {
    list: &'a List,
    writer: &'a Writer<'a>,
    received: &'a [Message],
    wanted: &'a [&'a Message],
    /// The number of the first message in the whole conversation.
    first: usize,
    report: &'a mut Report,
    out: Vec<Out>,
}

impl Pass<'_> {
    fn keep(&mut self, blocks: &[Block]) {
        for index in blocks.iter().flat_map(|block| block.elements.clone()) {
            self.keep_element(index);
        }
    }

    fn keep_element(&mut self, index: usize) {
        let text = self.list.elements.get(index).cloned().unwrap_or_default();
        self.out.push(Out { text, from: Some(index) });
    }

    fn change(&mut self, blocks: &[Block], region: &Region) {
        if region.received.len() == region.wanted.len() {
            for block in blocks {
                let begin = region.wanted.start + block.messages.start.saturating_sub(region.received.start);
                self.change_block(block, begin..begin + block.messages.len());
            }
            return;
        }
        let (had, has) = (region.received.len(), region.wanted.len());
        let at = ordinal(self.first + region.wanted.start);
        self.report.change(match has.checked_sub(had) {
            Some(more) => Change::Added { number: at, count: number(more) },
            None => Change::Removed { number: at, count: number(had - has) },
        });
        self.write(&self.messages(&region.wanted));
    }

    fn change_block(&mut self, block: &Block, wanted: Range<usize>) {
        let received = self.received.get(block.messages.clone()).unwrap_or_default();
        let new = self.wanted.get(wanted.clone()).unwrap_or_default();
        let elements = self.list.elements.get(block.elements.clone()).unwrap_or_default();
        let first = self.first + wanted.start;
        if let Some(texts) = patched(self.writer, elements, received, new, first, self.report) {
            let placed = block.elements.clone().zip(texts);
            return self.out.extend(placed.map(|(index, text)| Out { text, from: Some(index) }));
        }
        for index in wanted.clone() {
            self.report.change(Change::Message { number: ordinal(self.first + index) });
        }
        match (received, new) {
            ([old], [new]) if old.role == new.role && elements.len() > 1 => {
                self.write_between(block, old, new)
            }
            (_, _) => self.write(&self.messages(&wanted)),
        }
    }

    /// Keeps the elements of a message whose items are still there, and writes the others.
    fn write_between(&mut self, block: &Block, old: &Message, new: &Message) {
        let mut at = 0;
        for (index, items) in block.elements.clone().zip(&block.items) {
            let had = old.items.get(items.clone()).unwrap_or_default();
            let rest = new.items.get(at..).unwrap_or_default();
            let is_there = |run: &[Item]| run.iter().zip(had).all(|(one, other)| same_item(one, other));
            let found = match had.len() {
                0 => Some(0),
                count => rest.windows(count).position(is_there),
            };
            if let Some(found) = found {
                self.write_items(new, at..at + found);
                self.keep_element(index);
                at += found + had.len();
            }
        }
        self.write_items(new, at..new.items.len());
    }

    fn write_items(&mut self, message: &Message, items: Range<usize>) {
        let items = message.items.get(items).unwrap_or_default();
        if !items.is_empty() {
            self.write(&[bare_message(message.role, items.to_vec())]);
        }
    }

    fn write(&mut self, messages: &[Message]) {
        let written = self.writer.elements(messages, self.report);
        self.out.extend(written.into_iter().map(|text| Out { text, from: None }));
    }

    fn messages(&self, wanted: &Range<usize>) -> Vec<Message> {
        self.wanted.get(wanted.clone()).unwrap_or_default().iter().map(|message| (*message).clone()).collect()
    }
}
