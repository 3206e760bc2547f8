//! One message a line: an OpenAI chat message or one of ours. Written as OpenAI chat messages, which is what other
//! programs read; our own form is there for keeping everything.

use crate::conversation::Conversation;
use crate::loss::Losses;
use crate::{Expected, Format, ImportError, Spot, openai_chat, own};
use content::Message;
use serde::de::IgnoredAny;
use serde_json::Value;

/// Whether the first line that is not blank is a message.
pub(crate) fn looks_like(text: &str) -> bool {
    let first = lines(text).next();
    first.and_then(|(_, line)| serde_json::from_str(line).ok()).is_some_and(|value| is_message(&value))
}

/// Whether a value is a message that may stand on a line.
pub(crate) fn is_message(value: &Value) -> bool {
    own::is_message(value) || openai_chat::is_message(value)
}

pub(crate) fn read(text: &str, conversation: &mut Conversation) -> Result<(), ImportError> {
    // One message alone may be spread over several lines.
    if let Ok(message) = crate::text::parse(text) {
        let first = lines(text).next().map_or(1, |(number, _)| number);
        return read_line(&message, first, conversation);
    }
    for (number, line) in lines(text) {
        read_line(&crate::text::parse_behind(number - 1, line)?, number, conversation)?;
    }
    Ok(())
}

pub(crate) fn read_line(
    value: &Value,
    number: usize,
    conversation: &mut Conversation,
) -> Result<(), ImportError> {
    let place = format!("line {number}");
    let read = if own::is_message(value) {
        own::read_message(value, &place, conversation)
    } else if openai_chat::is_message(value) {
        openai_chat::read_message(value, &place, conversation)
    } else {
        None
    };
    read.ok_or_else(|| Format::JsonLines.wrong(Spot::Line { number }, Expected::Message))
}

pub(crate) fn write(messages: &[Message], losses: &mut Losses) -> String {
    let lines = openai_chat::write_messages(messages, losses);
    lines.iter().map(|message| format!("{message}\n")).collect()
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let numbered = text.lines().enumerate().map(|(index, line)| (index + 1, line));
    numbered.filter(|(_, line)| !is_blank(line))
}

/// Whether there is nothing on a line, or a byte order mark alone.
pub(crate) fn is_blank(line: &str) -> bool {
    line.trim_start_matches('\u{feff}').trim().is_empty()
}

/// Whether a line is good as far as it goes, and what it begins may go on behind it.
pub(crate) fn is_cut_off(line: &str) -> bool {
    let line = line.strip_prefix('\u{feff}').unwrap_or(line);
    serde_json::from_str::<IgnoredAny>(line).is_err_and(|error| error.is_eof())
}

#[cfg(test)]
mod tests {
    use crate::support::{fresh_ids, texts};
    use crate::{Expected, Format, ImportError, Spot, import};

    const LINES: &str = r#"
{"role":"user","content":"What time is it?"}
{"id":"m","parent":null,"role":"assistant","items":[{"type":"text","text":"Late."}],"author":{"type":"person"},"origin":"simulated"}
"#;

    #[test]
    fn a_line_may_be_a_chat_message_or_one_of_ours() {
        let imported = import(LINES, &fresh_ids()).unwrap();
        assert_eq!(imported.format, Format::JsonLines);
        assert_eq!(texts(&imported.messages), ["What time is it?", "Late."]);
        assert_eq!(imported.losses, []);
    }

    #[test]
    fn one_message_alone_may_be_spread_over_several_lines() {
        let text = "{\n  \"role\": \"user\",\n  \"content\": \"hello\"\n}";
        assert_eq!(texts(&import(text, &fresh_ids()).unwrap().messages), ["hello"]);
    }

    #[test]
    fn a_line_that_is_no_message_is_named() {
        let text = format!("{LINES}{{\"weather\":\"fine\"}}\n");
        let error = import(&text, &fresh_ids()).unwrap_err();
        assert_eq!(
            error,
            ImportError::WrongShape {
                format: Format::JsonLines,
                place: Spot::Line { number: 4 },
                expected: Expected::Message
            }
        );
    }

    #[test]
    fn a_broken_line_is_named_by_its_number_and_nothing_is_imported() {
        let text = format!("{LINES}{{\"role\":\n");
        let error = import(&text, &fresh_ids()).unwrap_err();
        let expected = "EOF while parsing a value".to_owned();
        assert_eq!(error, ImportError::NotJson { line: 4, column: 8, reason: notices::said(&expected) });
    }
}
