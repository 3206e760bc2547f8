use super::{Form, Reader, Rest};
use crate::support::{fresh_ids, texts};
use crate::tests::arbitrary::messages;
use crate::{Format, ImportError, Imported, Spot, Streamed, export, import, import_as};
use proptest::prelude::*;

mod spooling;

const LINES: &str = concat!(
    "\u{feff}\n",
    r#"{"role":"user","content":"What time is it?"}"#,
    "\r\n\n",
    r#"{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"now","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"now","arguments":"{}"}}]}"#,
    "\n",
    r#"{"role":"tool","tool_call_id":"a","content":"late"}"#,
    "\n",
    r#"{"role":"tool","tool_call_id":"b","content":"later"}"#,
    "\n",
    r#"{"role":"assistant","content":"Late — spät."}"#,
);

/// Reads a text in pieces of about so many bytes.
fn read(format: Option<Format>, text: &str, size: usize) -> Result<Imported, ImportError> {
    let rest = read_with(Reader::begin(format), text, size)?;
    let messages = rest.messages.into_iter().map(|incoming| {
        assert_eq!(incoming.apart, []);
        incoming.message
    });
    Ok(Imported {
        format: rest.format,
        messages: messages.collect(),
        functions: rest.functions,
        beside: rest.beside,
        losses: rest.losses,
    })
}

fn read_with(mut reader: Reader, text: &str, size: usize) -> Result<Rest, ImportError> {
    let ids = fresh_ids();
    let (mut messages, mut rest) = (Vec::new(), text);
    while !rest.is_empty() {
        let end = (size..rest.len()).find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
        let (piece, later) = rest.split_at(end);
        messages.extend(reader.take(piece, &ids)?);
        rest = later;
    }
    let end = reader.end(&ids)?;
    messages.extend(end.messages);
    Ok(Rest { messages, ..end })
}

/// Whatever the pieces, the same comes of it as of the whole.
#[track_caller]
fn check(text: &str) {
    let whole = import(text, &fresh_ids());
    for size in [1, 2, 7, 100, text.len().max(1)] {
        assert_eq!(read(None, text, size), whole, "in pieces of {size}");
    }
}

/// In pieces it is refused, by what is named.
#[track_caller]
fn check_refused(format: Format, text: &str, line: usize, column: usize, reason: &str) {
    let expected = ImportError::NotJson { line, column, reason: notices::said(reason) };
    for size in [1, 5, text.len()] {
        assert_eq!(read(Some(format), text, size), Err(expected.clone()), "in pieces of {size}");
    }
}

#[test]
fn every_form_is_read_in_pieces_as_it_is_read_whole() {
    let request = import(include_str!("../../tests-data/openai-chat-request.json"), &fresh_ids()).unwrap();
    for format in Format::ALL {
        check(&export(format, &request.messages).text);
    }
    check(LINES);
    check(&LINES.replace('\n', ""));
    check("{\n  \"role\": \"user\",\n  \"content\": \"one message on several lines\"\n}");
    check("");
    check(" \n ");
}

#[test]
fn results_on_lines_of_their_own_become_one_message_though_they_come_in_pieces() {
    let imported = read(None, LINES, 20).unwrap();
    assert_eq!(imported.messages.len(), 4);
    assert_eq!(imported.messages[2].results().count(), 2);
    assert_eq!(texts(&imported.messages)[3], "Late — spät.");
}

#[test]
fn a_message_is_given_away_as_soon_as_the_next_one_begins() {
    let ids = fresh_ids();
    let mut reader = Reader::begin(None);
    let line = r#"{"role":"user","content":"hello"}"#;
    let given: Vec<_> = (0..5).map(|_| reader.take(&format!("{line}\n"), &ids).unwrap().len()).collect();
    assert_eq!(given, [0, 1, 1, 1, 1]);
    assert_eq!(reader.end(&ids).unwrap().messages.len(), 1);
}

#[test]
fn our_own_form_may_have_its_members_in_any_order_and_any_space() {
    let message = r#"{"role":"user","items":[{"type":"text","text":"a \"]}{[,: \\"}]}"#;
    for text in [
        format!(r#"{{"format":1,"messages":[{message},{message}],"title":"x"}}"#),
        format!("\u{feff} {{ \"format\" : 1 ,\n\"a\":{{\"b\":[1,2]}},\"messages\" : [ {message}\n ] }} \n"),
        r#"{"format":1,"messages":[]}"#.to_owned(),
        r#"{"format":2,"messages":[]}"#.to_owned(),
    ] {
        check(&text);
    }
    let version_behind = format!(r#"{{"messages":[{message}],"format":1}}"#);
    assert_eq!(read(Some(Format::Own), &version_behind, 3), import(&version_behind, &fresh_ids()));
    for text in [format!(r#"{{"messages":[{message}]}}"#), r#"{"format":1}"#.to_owned()] {
        assert_eq!(read(Some(Format::Own), &text, 3), import_as(Format::Own, &text, &fresh_ids()));
    }
}

#[test]
fn our_own_form_is_recognised_whatever_the_pieces() {
    let text = "\u{feff}\n {\n  \"format\" \n : 1,\n  \"messages\": []\n}";
    for size in 1..text.len() {
        let mut reader = Reader::begin(None);
        let mut rest = text;
        while !rest.is_empty() {
            let end = (size..rest.len()).find(|at| rest.is_char_boundary(*at)).unwrap_or(rest.len());
            let (piece, later) = rest.split_at(end);
            reader.take(piece, &fresh_ids()).unwrap();
            rest = later;
        }
        assert!(matches!(reader.form, Form::Own(_)), "in pieces of {size}");
    }
}

#[test]
fn a_bad_line_is_named_by_line_and_column() {
    let text = format!("{LINES}\n{{\"role\": user}}\n");
    check_refused(Format::JsonLines, &text, 8, 10, "expected value");
}

#[test]
fn one_message_in_a_file_of_lines_may_be_spread_over_several() {
    let message = "\n{\"role\":\"user\",\n\n  \"content\":\"hello\",\n\"mood\":\"fine\"}\r\n \n";
    let whole = import_as(Format::JsonLines, message, &fresh_ids());
    assert_eq!(texts(&whole.as_ref().unwrap().messages), ["hello"]);
    for size in [1, 7, 100] {
        assert_eq!(read(Some(Format::JsonLines), message, size), whole, "in pieces of {size}");
    }
    // What comes behind it is no part of it, and then its first line is what is bad.
    for behind in ["{\"role\":\"user\",\"content\":\"more\"}", "}", "x"] {
        let text = format!("{message}{behind}");
        let reason = "EOF while parsing a value";
        check_refused(Format::JsonLines, &text, 2, 15, reason);
        let whole = import_as(Format::JsonLines, &text, &fresh_ids()).unwrap_err();
        assert_eq!(read(Some(Format::JsonLines), &text, 3).unwrap_err(), whole);
    }
}

#[test]
fn what_is_bad_in_our_own_form_is_named_by_line_and_column() {
    let message = r#"{"role":"user","items":[]}"#;
    let check = |text: &str, line, column, reason| check_refused(Format::Own, text, line, column, reason);
    check(
        &format!("{{\n\"format\": 1,\n\"messages\": [\n{message},\n  {{\"role\": user}}]}}"),
        5,
        12,
        "expected value",
    );
    check(&format!("{{\"format\":1,\n\"messages\":[{message}"), 2, 39, "EOF while parsing a list");
    check(&format!("{{\"format\":1,\"messages\":[{message}]}}\n x"), 2, 2, "trailing characters");
    check("{\"format\":1,\"messages\":[}", 1, 25, "expected `,` or `]`");
    check("{\"format\":1]", 1, 12, "expected `,` or `}`");
    check("{\"format\":1,,}", 1, 13, "expected a name and `:`");
    check("{\"format\":1", 1, 12, "EOF while parsing a value");
    let text = format!("{{\"format\":1,\"messages\":[\n{message},\n{{\"items\":[]}}]}}");
    let error = read(Some(Format::Own), &text, 4).unwrap_err().to_string();
    assert!(error.contains("/messages/1 (line 3, column 1)"), "{error}");
}

#[test]
fn a_form_that_needs_all_at_once_says_how_much_it_may_be_and_what_to_do() {
    let ids = fresh_ids();
    let mut reader = Reader::begin(None);
    reader.take(r#"[{"role":"user","content":""#, &ids).unwrap();
    reader.take("\n", &ids).unwrap();
    let piece = "x".repeat(1 << 20);
    let error = (0..70).find_map(|_| reader.take(&piece, &ids).err()).unwrap();
    assert_eq!(error, ImportError::TooLarge);
    let expected =
        "more than 64 MB, which is the most that is read in this form: write it as JSON Lines or in";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn a_beginning_of_blanks_has_an_end() {
    for begin in ["", "\u{feff}\n"] {
        let ids = fresh_ids();
        let mut reader = Reader::begin(None);
        reader.take(begin, &ids).unwrap();
        let error = (0..65).find_map(|_| reader.take(&" \n".repeat(512), &ids).err());
        assert_eq!(error, Some(ImportError::Blank));
    }
    // Behind the first sign they are a part of what is read at once.
    let blanks = "\n".repeat(100_000);
    for text in [
        format!(r#"{{{blanks}"messages":[{{"role":"user","content":"x"}}]}}"#),
        format!(r#"{{"role":"user","content":"x"}}{blanks}"#),
    ] {
        assert_eq!(read(None, &text, 10_000), import(&text, &fresh_ids()));
    }
}

#[test]
fn the_first_line_is_looked_through_once_however_small_the_pieces() {
    let ids = fresh_ids();
    let mut reader = Reader::begin(None);
    reader.take(r#"{"messages":[{"role":"user","content":""#, &ids).unwrap();
    let piece = "x".repeat(64);
    for _ in 0..(16 << 20) / piece.len() {
        reader.take(&piece, &ids).unwrap();
    }
    reader.take(r#""}]}"#, &ids).unwrap();
    assert_eq!(reader.end(&ids).unwrap().messages.len(), 1);
}

#[test]
fn one_message_has_an_end_in_every_form() {
    let piece = "x".repeat(1 << 20);
    let begun = [
        (Format::JsonLines, r#"{"role":"user","content":""#, Spot::Line { number: 1 }),
        (Format::Own, r#"{"format":1,"messages":[{"text":""#, Spot::from("/messages/0")),
    ];
    for (format, begin, place) in begun {
        let ids = fresh_ids();
        let mut reader = Reader::begin(Some(format));
        reader.take(begin, &ids).unwrap();
        let error = (0..200).find_map(|_| reader.take(&piece, &ids).err()).unwrap();
        assert_eq!(error, ImportError::MessageTooLarge { place });
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn what_was_written_is_read_in_pieces_as_it_is_read_whole(messages in messages(), size in 1_usize..400) {
        for form in [Streamed::Own, Streamed::JsonLines] {
            let text = export(form.format(), &messages).text;
            let whole = import_as(form.format(), &text, &fresh_ids());
            prop_assert_eq!(read(Some(form.format()), &text, size), whole);
        }
    }

    #[test]
    fn whatever_comes_in_pieces_is_read_or_refused(
        messages in messages(),
        size in 1_usize..50,
        place in any::<prop::sample::Index>(),
        sign in "[\\[\\]{},:\" x\n\\\\1]",
    ) {
        for form in [Streamed::Own, Streamed::JsonLines] {
            let mut text = export(form.format(), &messages).text;
            let at = (0..=place.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at));
            text.insert_str(at.unwrap_or_default(), &sign);
            let whole = import_as(form.format(), &text, &fresh_ids());
            let pieces = read(Some(form.format()), &text, size);
            prop_assert_eq!(whole.is_ok(), pieces.is_ok(), "{:?} {:?}", whole, pieces);
            if let (Ok(whole), Ok(pieces)) = (whole, pieces) {
                prop_assert_eq!(whole, pieces);
            }
        }
    }
}
