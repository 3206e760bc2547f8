//! Holds an answer that restates results to the numbers that were said before it, and to the values it has to state.

use std::collections::BTreeSet;

/// Numbers up to this one count things and are written freely.
const COUNTED: u32 = 10;
/// The number of pieces an answer may go on for once it was kept from ending. A value it does not find by then stays out.
const OVERTIME: usize = 48;

/// What is written of an answer, as far as it matters.
#[derive(Clone, Debug)]
pub(super) struct Restating {
    known: BTreeSet<String>,
    values: Vec<String>,
    /// The number that is being written, perhaps with a point at its end.
    number: String,
    written: String,
    /// The number of pieces since the answer was kept from ending.
    overtime: Option<usize>,
}

impl Restating {
    pub(super) fn new(prompt: &str, values: &[String]) -> Self {
        Self {
            known: numbers(prompt),
            values: values.to_vec(),
            number: String::new(),
            written: String::new(),
            overtime: None,
        }
    }

    /// Whether this would write a number that was never said.
    pub(super) fn refuses(&self, text: &str) -> bool {
        let mut number = self.number.clone();
        !text.chars().all(|letter| self.is_known(&mut number, letter))
    }

    pub(super) fn push(&mut self, text: &str) {
        let mut number = std::mem::take(&mut self.number);
        for letter in text.chars() {
            self.is_known(&mut number, letter);
        }
        self.number = number;
        self.written.push_str(text);
        if let Some(pieces) = &mut self.overtime {
            *pieces += 1;
        }
    }

    /// Whether the answer may not end yet: a number is half written or a value is missing.
    pub(super) fn keeps_from_ending(&mut self) -> bool {
        if self.overtime.is_some_and(|pieces| pieces >= OVERTIME) {
            return false;
        }
        let stated = numbers(&self.written);
        let text = self.written.to_lowercase();
        let is_stated = |value: &String| match canonical_number(value) {
            Some(number) => stated.contains(&number),
            None => text.contains(&value.to_lowercase()),
        };
        let keeps = !self.is_whole(&self.number) || !self.values.iter().all(is_stated);
        if keeps {
            self.overtime.get_or_insert(0);
        }
        keeps
    }

    /// Takes in a letter. Whether the number it belongs to, or ends, is one that was said.
    fn is_known(&self, number: &mut String, letter: char) -> bool {
        if letter.is_ascii_digit() {
            number.push(letter);
            return self.may_become_whole(number);
        }
        if letter == '.' && !number.is_empty() && !number.contains('.') {
            number.push(letter);
            return true;
        }
        let is_whole = self.is_whole(number);
        number.clear();
        is_whole
    }

    fn may_become_whole(&self, number: &str) -> bool {
        let written = canonical(number);
        let is_beginning = |known: &String| known.starts_with(&written);
        counts(&written) || self.known.range(written.clone()..).next().is_some_and(is_beginning)
    }

    fn is_whole(&self, number: &str) -> bool {
        let written = canonical(number.trim_end_matches('.'));
        number.is_empty() || counts(&written) || self.known.contains(&written)
    }
}

fn counts(number: &str) -> bool {
    number.parse::<u32>().is_ok_and(|number| number <= COUNTED)
}

/// The number that a value is, if it is one.
fn canonical_number(value: &str) -> Option<String> {
    let digits = value.strip_prefix('-').unwrap_or(value);
    let is_number =
        digits.starts_with(|letter: char| letter.is_ascii_digit()) && digits.parse::<f64>().is_ok();
    let is_plain = digits.chars().all(|letter| letter.is_ascii_digit() || letter == '.');
    (is_number && is_plain).then(|| canonical(digits))
}

/// A number without zeros before it.
fn canonical(number: &str) -> String {
    let rest = number.trim_start_matches('0');
    if rest.is_empty() || rest.starts_with('.') { format!("0{rest}") } else { rest.to_owned() }
}

/// The numbers in a text: each as it stands, and with or without commas between its thousands.
fn numbers(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut grouped = String::new();
    let mut rest = text;
    while let Some(start) = rest.find(|letter: char| letter.is_ascii_digit()) {
        let is_joined = start == 1 && rest.starts_with(',');
        rest = rest.get(start..).unwrap_or_default();
        let number = rest.get(..length(rest)).unwrap_or_default();
        rest = rest.get(number.len()..).unwrap_or_default();
        let whole = number.split('.').next().unwrap_or_default();
        if is_joined && whole.len() == 3 && !grouped.is_empty() {
            grouped.push_str(number);
            found.insert(canonical(&grouped));
        } else {
            grouped = number.to_owned();
        }
        if number.contains('.') || whole.len() > 3 && grouped == number {
            grouped = String::new();
        }
        found.extend(in_groups(number));
        found.insert(canonical(number));
    }
    found
}

/// The length of the number a text begins with.
fn length(text: &str) -> usize {
    let digits = |text: &str| text.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(text.len());
    let whole = digits(text);
    let point = text.get(whole..).and_then(|rest| rest.strip_prefix('.'));
    match point.map_or(0, digits) {
        0 => whole,
        decimals => whole + 1 + decimals,
    }
}

/// What stands between the commas if thousands are separated.
fn in_groups(number: &str) -> Vec<String> {
    let (whole, decimals) = number.split_at(number.find('.').unwrap_or(number.len()));
    let first = whole.len() % 3;
    let (first, others) = whole.split_at(first);
    let mut groups: Vec<String> =
        others.as_bytes().chunks(3).map(|group| String::from_utf8_lossy(group).into_owned()).collect();
    if !first.is_empty() {
        groups.insert(0, first.to_owned());
    }
    if let Some(last) = groups.last_mut() {
        last.push_str(decimals);
    }
    groups.iter().map(|group| canonical(group)).collect()
}

#[cfg(test)]
mod tests {
    use super::{OVERTIME, Restating};

    /// Writes pieces and leaves out what is refused.
    fn written(prompt: &str, pieces: &[&str]) -> String {
        let mut restating = Restating::new(prompt, &[]);
        let mut written = String::new();
        for piece in pieces {
            if !restating.refuses(piece) {
                restating.push(piece);
                written += piece;
            }
        }
        written
    }

    #[test]
    fn only_numbers_that_were_said_are_written() {
        assert_eq!(
            written("8234.5 m on 2026-01-07", &["It is ", "83", "82", "34", " m", ".", "5", " m."]),
            "It is 8234.5 m."
        );
        assert_eq!(written("8234.5", &["8", ",", "234", ".", "5", "."]), "8,234.5.");
        assert_eq!(
            written("1,234,567", &["1234", "567", " or ", "1,", "234,", "567"]),
            "1234567 or 1,234,567"
        );
        assert_eq!(
            written("2026-01-07", &["January ", "7", ", ", "2025", "2026", " at ", "3", " or ", "12"]),
            "January 7, 2026 at 3 or "
        );
        assert_eq!(written("15:00", &["15", ":", "00", " and ", "0", ".5"]), "15:00 and 0");
        assert_eq!(written("", &["1", "0", "1", " 2"]), "10 2");
    }

    #[test]
    fn an_answer_ends_once_it_has_its_values_or_does_not_find_them() {
        let values = ["Larkspur", "412.7", "-5"].map(str::to_owned);
        let mut restating = Restating::new("Larkspur 412.7 -5", &values);
        restating.push("It is larkspur at 5 and 412");
        assert!(restating.keeps_from_ending());
        restating.push(".7");
        assert!(!restating.keeps_from_ending());
        let mut restating = Restating::new("", &values);
        for _ in 0..OVERTIME {
            assert!(restating.keeps_from_ending());
            restating.push("no ");
        }
        assert!(!restating.keeps_from_ending());
    }
}
