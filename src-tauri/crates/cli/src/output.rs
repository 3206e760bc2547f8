//! What a command prints: results on standard output, everything else on standard error.

use crate::failure::Failure;
use serde::Serialize;
use std::borrow::Cow;
use std::fmt::Display;
use std::io::{self, ErrorKind, IsTerminal, Write};

/// Prints a line of the result. A reader that has gone, as `head` does, is nothing to fail for.
pub(crate) fn say(text: impl Display) -> Result<(), Failure> {
    write(format!("{}\n", shown(text, &io::stdout())).as_bytes())
}

/// Prints the result as one JSON value.
pub(crate) fn say_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut text = serde_json::to_vec_pretty(value)
        .map_err(|error| Failure::new(format!("the result can't be written as JSON: {error}"), ""))?;
    text.push(b'\n');
    write(&text)
}

/// Writes bytes as they are.
pub(crate) fn write(bytes: &[u8]) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("the result can't be written: {error}"), "Check where the output goes."))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Tells something beside the result.
pub(crate) fn remark(text: impl Display) {
    // Nobody reads it where it can't be written.
    let _ = writeln!(io::stderr(), "{}", shown(text, &io::stderr()));
}

/// The text without what commands a terminal, where it goes to one.
fn shown(text: impl Display, out: &impl IsTerminal) -> String {
    let text = text.to_string();
    if out.is_terminal() { without_controls(&text).into_owned() } else { text }
}

pub(crate) fn complain(failure: &Failure) {
    remark(format_args!("callwright: {failure}"));
}

/// Text of models, functions and files must not command a terminal: control characters are shown as marks.
fn without_controls(text: &str) -> Cow<'_, str> {
    let is_command = |letter: char| letter.is_control() && !matches!(letter, '\n' | '\t');
    if !text.contains(is_command) {
        return Cow::Borrowed(text);
    }
    let shown = |letter: char| match u32::from(letter) {
        code @ 0..0x20 if is_command(letter) => char::from_u32(0x2400 + code).unwrap_or('\u{fffd}'),
        _ if is_command(letter) => '\u{fffd}',
        _ => letter,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

#[cfg(test)]
mod tests {
    use super::without_controls;

    #[test]
    fn a_terminal_is_commanded_by_nothing_that_was_said() {
        assert_eq!(without_controls("two\n\tlines é"), "two\n\tlines é");
        assert_eq!(without_controls("\u{1b}[2Jred\u{9b}0m\r"), "␛[2Jred\u{fffd}0m␍");
    }
}
