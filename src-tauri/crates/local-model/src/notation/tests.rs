//! Answers as models write them, in one piece and cut anywhere.

use super::{Piece, Reader};
use proptest::prelude::*;

const OFFERED: [&str; 2] = ["weather", "time-now"];

/// What an answer comes to, its pieces joined.
fn read(parts: &[&str]) -> Vec<Piece> {
    let mut reader = Reader::new(OFFERED.into_iter(), false);
    let mut pieces: Vec<Piece> = parts.iter().flat_map(|part| reader.push(part)).collect();
    pieces.extend(reader.finish());
    let mut joined: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (joined.last_mut(), &piece) {
            (Some(Piece::Text(before)), Piece::Text(more))
            | (Some(Piece::Reasoning(before)), Piece::Reasoning(more))
            | (Some(Piece::Arguments(before)), Piece::Arguments(more)) => before.push_str(more),
            _ => joined.push(piece),
        }
    }
    joined
}

fn text(said: &str) -> Vec<Piece> {
    vec![Piece::Text(said.to_owned())]
}

fn call(name: &str, arguments: &str) -> Vec<Piece> {
    let mut call = vec![Piece::Call(name.to_owned())];
    if !arguments.is_empty() {
        call.push(Piece::Arguments(arguments.to_owned()));
    }
    call.push(Piece::CallEnd);
    call
}

#[track_caller]
fn check(answer: &str, expected: &[Vec<Piece>]) {
    let expected = expected.concat();
    assert_eq!(read(&[answer]), expected, "whole");
    let letters: Vec<String> = answer.chars().map(String::from).collect();
    let letters: Vec<&str> = letters.iter().map(String::as_str).collect();
    assert_eq!(read(&letters), expected, "letter by letter");
}

const OSLO: &str = r#"{"city": "Oslo"}"#;

#[test]
fn words_are_words() {
    check("Hello, a < b and `c`.\n\nBye", &[text("Hello, a < b and `c`.\n\nBye")]);
    check("  \nHello\n", &[text("Hello")]);
    check("Use f{x} or [1, 2] and\n- {y}", &[text("Use f{x} or [1, 2] and\n- {y}")]);
    check("", &[]);
}

#[test]
fn calls_in_tags_are_calls_whatever_their_name() {
    let tag = |inner: &str| format!("<tool_call>\n{inner}\n</tool_call>");
    let weather = r#"{"name": "weather", "arguments": {"city": "Oslo"}}"#;
    check(&tag(weather), &[call("weather", OSLO)]);
    let two =
        format!("I look.\n\n{}\n{}\nDone", tag(weather), tag(r#"{"name": "never_heard", "arguments": {}}"#));
    check(&two, &[text("I look."), call("weather", OSLO), call("never_heard", "{}"), text("Done")]);
    check(&tag(r#"{"arguments": {"city": "Oslo"}, "name": "weather"}"#), &[call("weather", OSLO)]);
    check(&tag(r#"{"name": "time-now"}"#), &[call("time-now", "")]);
    check(&tag(r#"{"name": "weather", "arguments": "{\"city\": \"Oslo\"}"}"#), &[call("weather", OSLO)]);
    check(&format!("<tool_call>{weather}\n{weather}"), &[call("weather", OSLO), call("weather", OSLO)]);
}

#[test]
fn brackets_that_are_missing_or_too_many_do_no_harm() {
    let cut = r#"<tool_call>{"name": "weather", "arguments": {"city": "Oslo"}</tool_call>"#;
    check(cut, &[call("weather", OSLO)]);
    check(
        r#"<tool_call>{"name": "weather", "arguments": {"city": "Oslo"}}}</tool_call>"#,
        &[call("weather", OSLO)],
    );
    check(r#"<tool_call>{"name": "weather", "arguments": {"ci"#, &[call("weather", r#"{"ci"#)]);
    check(r#"<tool_call>{"city": nonsense</tool_call>"#, &[text(r#"{"city": nonsense</tool_call>"#)]);
}

#[test]
fn calls_of_mistral_come_as_a_list_or_by_name() {
    let list = r#"[TOOL_CALLS] [{"name": "weather", "arguments": {"city": "Oslo"}}, {"name": "time-now", "arguments": {}}]"#;
    check(list, &[call("weather", OSLO), call("time-now", "{}")]);
    let named = r#"[TOOL_CALLS]weather[ARGS]{"city": "Oslo"}[TOOL_CALLS]time-now[CALL_ID]abc[ARGS]{}"#;
    check(named, &[call("weather", OSLO), call("time-now", "{}")]);
    check(r#"[TOOL_CALLS]weather{"city": "Oslo"}"#, &[call("weather", OSLO)]);
}

#[test]
fn calls_of_llama_come_behind_a_tag_or_alone() {
    let weather = r#"{"type": "function", "name": "weather", "parameters": {"city": "Oslo"}}"#;
    check(&format!("<|python_tag|>{weather}; {weather}"), &[call("weather", OSLO), call("weather", OSLO)]);
    check(weather, &[call("weather", OSLO)]);
    check(r#"<function=weather>{"city": "Oslo"}</function>"#, &[call("weather", OSLO)]);
}

#[test]
fn arguments_in_tags_are_read_as_what_they_are() {
    let tagged = "<tool_call>\n<function=weather>\n<parameter=city>\nOslo\n</parameter>\n<parameter=days>\n3\n\
        </parameter>\n</function>\n</tool_call>";
    check(tagged, &[call("weather", r#"{"city":"Oslo","days":3}"#)]);
}

#[test]
fn plain_json_is_a_call_if_it_names_a_function_that_was_offered() {
    let weather = r#"{"name": "weather", "arguments": {"city": "Oslo"}}"#;
    check(weather, &[call("weather", OSLO)]);
    check(&format!("Sure:\n```json\n{weather}\n```"), &[text("Sure:"), call("weather", OSLO)]);
    check(
        &format!("```\n[{weather}, {weather}]\n```\nThere."),
        &[call("weather", OSLO), call("weather", OSLO), text("There.")],
    );
    check(&format!("{weather}\n{weather}"), &[call("weather", OSLO), call("weather", OSLO)]);
    check(
        r#"{"type": "function", "function": {"name": "weather", "arguments": {"city": "Oslo"}}}"#,
        &[call("weather", OSLO)],
    );
    for said in [
        r#"{"name": "Anna", "age": 5}"#,
        r#"{"name": "never_heard"}"#,
        r#"Write {"name": "never_heard", "arguments": {}}."#,
        r#"{"weather": {"city": "Oslo"}}"#,
        "[1, 2, 3]",
        "```json\n{\"a\": 1}\n```",
        "```rust\nfn main() {}\n```",
        "{ not JSON }",
    ] {
        check(said, &[text(said)]);
    }
}

#[test]
fn an_answer_that_begins_as_a_call_is_one_whatever_function_it_names() {
    check(r#"{"name": "never_heard", "arguments": {}}"#, &[call("never_heard", "{}")]);
    check(
        r#"{"name": "never_heard", "arguments": {"city": "Oslo"}"#,
        &[call("never_heard", r#"{"city": "Oslo"}"#)],
    );
    let fenced = "```json\n{\"name\": \"never_heard\", \"arguments\": {}}\n```";
    check(fenced, &[call("never_heard", "{}")]);
    let mut reader = Reader::new(std::iter::empty(), false);
    let answer = r#"{"name": "never_heard", "arguments": {}}"#;
    let pieces = [reader.push(answer), reader.finish()].concat();
    assert_eq!(pieces, text(answer), "nothing is offered, so nothing is a call");
}

#[test]
fn braces_that_are_doubled_as_in_a_template_are_braces() {
    let weather = r#"{{"name": "weather", "arguments": {"city": "Oslo"}}}"#;
    check(weather, &[call("weather", OSLO)]);
    check(&format!("<tool_call>\n{weather}\n</tool_call>\nThere."), &[call("weather", OSLO), text("There.")]);
    check("{{ a }}", &[text("{{ a }}")]);
    check("{{", &[text("{{")]);
}

#[test]
fn thoughts_are_apart_from_words() {
    let thought = |said: &str| vec![Piece::Reasoning(said.to_owned())];
    check("<think>\nHm {\n a < b\n</think>\n\nYes", &[thought("Hm {\n a < b"), text("Yes")]);
    check("<think>for ever", &[thought("for ever")]);
    let mut reader = Reader::new(OFFERED.into_iter(), true);
    let mut pieces = reader.push("Begun already</think>Yes");
    pieces.extend(reader.finish());
    assert_eq!(pieces, [thought("Begun already"), text("Yes")].concat());
}

proptest! {
    #[test]
    fn it_does_not_matter_where_an_answer_is_cut(
        parts in proptest::collection::vec(
            proptest::sample::select(vec![
                "Hi ", "\n", "<tool_call>", "</tool_call>", "<think>", "</think>", "{", "}", "[", "]", "```json\n", "```",
                "\"name\": ", "\"weather\"", ", ", "\"arguments\": ", "{\"city\": \"Oslo\"}", "[TOOL_CALLS]", "weather[ARGS]",
                "<|python_tag|>", "<function=weather>", "<parameter=a>1</parameter>", "{\"name\": \"weather\", \"arguments\": {}}",
            ]),
            0..14,
        ),
        cut in 1_usize..9,
    ) {
        let whole = parts.concat();
        let pieces: Vec<&str> = parts.iter().flat_map(|part| {
            let (before, after) = part.split_at(cut.min(part.len()));
            [before, after]
        }).collect();
        prop_assert_eq!(read(&pieces), read(&[&whole]), "{}", whole);
    }
}
