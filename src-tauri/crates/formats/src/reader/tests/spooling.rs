//! Long texts that are put aside while they are read.

use super::{LINES, read, read_with};
use crate::reader::{Incoming, Reader, Rest, Spool, Spooled};
use crate::support::fresh_ids;
use crate::tests::arbitrary::messages;
use crate::{Format, ImportError, Imported, Streamed, export, import_as};
use content::Message;
use proptest::prelude::*;
use std::io;
use std::sync::{Arc, Mutex};

/// Texts one behind the other.
#[derive(Clone, Default)]
struct Texts {
    all: Arc<Mutex<String>>,
    begun: usize,
}

impl Texts {
    fn at(&self, text: Spooled) -> String {
        let (from, size) = (usize::try_from(text.from).unwrap(), usize::try_from(text.size).unwrap());
        self.all.lock().unwrap()[from..from + size].to_owned()
    }
}

impl Spool for Texts {
    fn sign(&self) -> String {
        "nobody-writes-this-".to_owned()
    }

    fn push(&mut self, text: &str) -> io::Result<()> {
        self.all.lock().unwrap().push_str(text);
        Ok(())
    }

    fn end(&mut self) -> io::Result<Spooled> {
        let end = self.all.lock().unwrap().len();
        let from = std::mem::replace(&mut self.begun, end);
        Ok(Spooled { from: from as u64, size: (end - from) as u64 })
    }

    fn read(&mut self, text: Spooled) -> io::Result<String> {
        Ok(self.at(text))
    }
}

/// A message with everything in its place again.
fn put_back(incoming: Incoming, texts: &Texts) -> Message {
    let mut value = serde_json::to_value(&incoming.message).unwrap();
    for apart in incoming.apart {
        let place = value.pointer_mut(&apart.place).unwrap();
        let whole = texts.at(apart.text);
        assert!(whole.starts_with(place.as_str().unwrap()), "{place} is how {whole} begins");
        *place = whole.into();
    }
    serde_json::from_value(value).unwrap()
}

/// Reads a text in pieces, with every text in it that has more bytes than these put aside, and tells how many were.
fn spooled(
    format: Option<Format>,
    text: &str,
    size: usize,
    longest: usize,
) -> Result<(Imported, usize), ImportError> {
    let texts = Texts::default();
    let rest = read_with(Reader::begin(format).spool(Box::new(texts.clone()), longest), text, size)?;
    let count = rest.messages.iter().map(|incoming| incoming.apart.len()).sum();
    let messages = rest.messages.into_iter().map(|incoming| put_back(incoming, &texts)).collect();
    let Rest { format, functions, beside, losses, .. } = rest;
    Ok((Imported { format, messages, functions, beside, losses }, count))
}

#[test]
fn what_is_said_and_what_functions_gave_is_put_aside_and_the_rest_is_not() {
    for size in [1, 7, 1_000] {
        let (imported, count) = spooled(None, LINES, size, 3).unwrap();
        assert_eq!((Ok(imported), count), (read(None, LINES, size), 4), "in pieces of {size}");
    }
    let own = export(Format::Own, &read(None, LINES, 100).unwrap().messages).text;
    let (imported, count) = spooled(None, &own, 10, 3).unwrap();
    assert_eq!((Ok(imported), count), (read(None, &own, 10), 4));
}

#[test]
fn of_a_text_that_is_put_aside_the_beginning_stays() {
    let text = "é".repeat(5_000);
    let line = format!("{{\"role\":\"user\",\"content\":\"{text}\"}}");
    let texts = Texts::default();
    let reader = Reader::begin(Some(Format::JsonLines)).spool(Box::new(texts.clone()), 100);
    let rest = read_with(reader, &line, 9).unwrap();
    let [incoming] = rest.messages.as_slice() else { panic!("one message") };
    assert_eq!(incoming.message.text(), "é".repeat(2_048));
    let [apart] = incoming.apart.as_slice() else { panic!("one text") };
    assert_eq!((apart.place.as_str(), texts.at(apart.text)), ("/items/0/text", text));
}

#[test]
fn what_somebody_looks_into_is_put_back_as_it_was_written() {
    let long = "a \\\"long\\\" text\\n\\u00e9\\ud83d\\ude00";
    for line in [
        // Arguments that are an object become a text of JSON.
        format!(
            r#"{{"role":"assistant","content":"","tool_calls":[{{"id":"a","type":"function","function":{{"name":"f","arguments":{{"text":"{long}"}}}}}}]}}"#
        ),
        format!(r#"{{"role":"tool","tool_call_id":"a","content":{{"text":"{long}"}}}}"#),
        format!(r#"{{"role":"tool","tool_call_id":"a","content":[{{"text":"{long}"}}]}}"#),
        format!(r#"{{"role":"user","content":[{{"type":"odd","text":"{long}"}}]}}"#),
    ] {
        let (imported, count) = spooled(Some(Format::JsonLines), &line, 5, 4).unwrap();
        assert_eq!((Ok(imported), count), (read(Some(Format::JsonLines), &line, 5), 0), "{line}");
    }
}

#[test]
fn a_text_among_the_parts_of_a_result_is_put_aside() {
    let part = r#"{"type":"text","text":"a long text"}"#;
    let line = format!(r#"{{"role":"tool","tool_call_id":"a","content":[{part},{part}]}}"#);
    let (imported, count) = spooled(Some(Format::JsonLines), &line, 5, 4).unwrap();
    assert_eq!((Ok(imported), count), (read(Some(Format::JsonLines), &line, 5), 2));
}

#[test]
fn what_is_bad_behind_a_text_that_was_put_aside_or_in_it_is_named_by_its_place() {
    let lines = [
        r#"{"role":"user","content":"a long text", x}"#,
        r#"{"role":"user","content":"a \ud83d\ude00 text","content":"another" x}"#,
        r#"{"role":"user","content":"a long \x text"}"#,
        r#"{"role":"user","content":"a long \ud83d text"}"#,
        "{\"role\":\"user\",\"content\":\"a long \ttext\"}",
        r#"{"role":"user","content":"a long text"#,
    ];
    for bad in lines {
        let line = format!("{LINES}\n{bad}\n");
        let own = format!("{{\"format\":1,\n\"messages\":[\n  {bad}]}}");
        for (format, text) in [(Format::JsonLines, line), (Format::Own, own)] {
            for size in [1, 1_000] {
                let whole = read(Some(format), &text, size).unwrap_err();
                assert_eq!(spooled(Some(format), &text, size, 4).unwrap_err(), whole, "{text}");
            }
        }
    }
}

#[test]
fn a_text_that_is_put_aside_counts_towards_what_a_message_may_have() {
    struct Nowhere(u64);
    impl Spool for Nowhere {
        fn sign(&self) -> String {
            "sign-".to_owned()
        }
        fn push(&mut self, text: &str) -> io::Result<()> {
            self.0 += text.len() as u64;
            Ok(())
        }
        fn end(&mut self) -> io::Result<Spooled> {
            Ok(Spooled { from: 0, size: self.0 })
        }
        fn read(&mut self, _: Spooled) -> io::Result<String> {
            Err(io::ErrorKind::NotFound.into())
        }
    }
    let piece = "x".repeat(1 << 20);
    for begin in ["{\"role\":\"user\",\"content\":\"", "{\"format\":1,\"messages\":[{\"text\":\""] {
        let format = if begin.contains("format") { Format::Own } else { Format::JsonLines };
        let mut reader = Reader::begin(Some(format)).spool(Box::new(Nowhere(0)), 1 << 20);
        reader.take(begin, &fresh_ids()).unwrap();
        let error = (0..200).find_map(|_| reader.take(&piece, &fresh_ids()).err()).unwrap();
        assert!(matches!(error, ImportError::MessageTooLarge { .. }), "{error}");
    }
}

#[test]
fn a_disk_that_is_full_ends_it() {
    struct Full;
    impl Spool for Full {
        fn sign(&self) -> String {
            "sign-".to_owned()
        }
        fn push(&mut self, _: &str) -> io::Result<()> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn end(&mut self) -> io::Result<Spooled> {
            Err(io::ErrorKind::StorageFull.into())
        }
        fn read(&mut self, _: Spooled) -> io::Result<String> {
            Err(io::ErrorKind::StorageFull.into())
        }
    }
    let reader = Reader::begin(None).spool(Box::new(Full), 3);
    let error = read_with(reader, LINES, 50).unwrap_err();
    assert!(error.to_string().contains("can't be put aside: no storage space"), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn whatever_is_put_aside_the_same_is_read(
        messages in messages(),
        size in 1_usize..50,
        longest in 0_usize..20,
        place in any::<prop::sample::Index>(),
        sign in "[\\[\\]{},:\" x\n\\\\1]?",
    ) {
        for form in [Streamed::Own, Streamed::JsonLines] {
            let mut text = export(form.format(), &messages).text;
            let at = (0..=place.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at));
            text.insert_str(at.unwrap_or_default(), &sign);
            let whole = import_as(form.format(), &text, &fresh_ids());
            let pieces = spooled(Some(form.format()), &text, size, longest);
            prop_assert_eq!(whole.is_ok(), pieces.is_ok(), "{:?} {:?}", whole, pieces);
            if let (Ok(whole), Ok((pieces, _))) = (whole, pieces) {
                prop_assert_eq!(whole, pieces);
            }
        }
    }
}
