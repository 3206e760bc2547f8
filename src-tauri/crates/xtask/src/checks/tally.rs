//! Counts tests by the summaries that Cargo's test harness and vitest print.

use std::iter::Sum;
use std::ops::Add;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub(super) passed: u32,
    pub(super) failed: u32,
}

impl Tally {
    pub(super) fn is_empty(self) -> bool {
        self == Self::default()
    }
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(tallies: I) -> Self {
        tallies.fold(Self::default(), Self::add)
    }
}

/// One line that sums up some tests.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Summary {
    /// The line, with the name of what was tested where Cargo told it.
    pub(super) text: String,
    pub(super) tally: Tally,
}

/// All summaries in a log, in order.
pub(super) fn summaries(log: &str) -> Vec<Summary> {
    let mut tested = None;
    let mut found = Vec::new();
    for line in log.lines().map(without_colour) {
        if let Some(name) = test_binary(&line) {
            tested = Some(name);
        } else if let Some(counts) = line.strip_prefix("test result: ") {
            let name = tested.take().unwrap_or_else(|| "tests".to_owned());
            found.push(Summary { text: format!("{name}: {line}"), tally: tally(counts, [';', '.']) });
        } else if let Some(counts) = line.trim_start().strip_prefix("Tests  ") {
            found.push(Summary {
                text: format!("vitest: {}", counts.trim()),
                tally: tally(counts, ['|', '(']),
            });
        }
    }
    found
}

/// What test programs of Cargo print of their failed tests, each under the line that names the program.
pub(super) fn failures(log: &str) -> Vec<&str> {
    let mut running = None;
    let mut is_within = false;
    let mut found = Vec::new();
    for line in log.lines() {
        if test_binary(line).is_some() {
            running = Some(line);
        } else if line == "failures:" {
            is_within = true;
            found.extend(running.take());
        }
        if is_within {
            found.push(line);
            is_within = !line.starts_with("test result: ");
        }
    }
    found
}

/// The names of failed tests, of Cargo's harness and of vitest, each once.
pub(super) fn failed_tests(log: &str) -> Vec<String> {
    let failures = failures(log);
    // Each program prints `failures:` twice, and names alone behind the second.
    let programs = failures.split(|line| line.starts_with("test result: "));
    let of_cargo = programs
        .filter_map(|program| program.rsplit(|line| *line == "failures:").next())
        .flatten()
        .filter_map(|line| line.strip_prefix("    ").map(str::to_owned));
    let of_vitest = log
        .lines()
        .map(without_colour)
        .filter_map(|line| line.trim_start().strip_prefix("FAIL ").map(|name| name.trim().to_owned()));
    let mut names = Vec::new();
    for name in of_cargo.chain(of_vitest) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What Cargo says it is going to run: `Running tests/it/main.rs (target/debug/deps/it-0f3a)` or `Doc-tests content`.
fn test_binary(line: &str) -> Option<String> {
    if let Some(package) = line.trim_start().strip_prefix("Doc-tests ") {
        return Some(format!("{} (documentation)", package.trim()));
    }
    let (_, path) = line.trim_start().strip_prefix("Running ")?.strip_suffix(')')?.rsplit_once('(')?;
    let file = path.rsplit(['/', '\\']).next()?;
    Some(file.rsplit_once('-').map_or(file, |(name, _)| name).to_owned())
}

/// Reads phrases such as `3 passed`, wherever they stand between the separators.
fn tally(counts: &str, separators: [char; 2]) -> Tally {
    let count_of = |word: &str| {
        let numbers = counts
            .split(separators)
            .filter_map(|phrase| phrase.trim().strip_suffix(word)?.trim().parse::<u32>().ok());
        numbers.sum()
    };
    Tally { passed: count_of("passed"), failed: count_of("failed") }
}

/// Drops terminal escapes: some runners colour their output even when nobody is watching.
fn without_colour(line: &str) -> String {
    let mut pieces = line.split('\u{1b}');
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        // An escape begins with `[` and ends at its first letter.
        let end =
            piece.find(|character: char| character.is_ascii_alphabetic()).map_or(piece.len(), |end| end + 1);
        plain.push_str(&piece[end..]);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(log: &str, expected: &[(&str, u32, u32)]) {
        let expected: Vec<Summary> = expected
            .iter()
            .map(|&(text, passed, failed)| Summary { text: text.to_owned(), tally: Tally { passed, failed } })
            .collect();
        assert_eq!(summaries(log), expected);
    }

    #[test]
    fn cargo_summaries_carry_the_name_of_what_was_tested() {
        check(
            "     Running unittests src/lib.rs (target/debug/deps/plugin_clock-0a1b2c)\n\
             running 3 tests\n\
             test now ... ok\n\
             test result: FAILED. 2 passed; 1 failed; 4 ignored; 0 measured; 5 filtered out; finished in 0.00s\n\
             \x20  Doc-tests content\n\
             test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s\n",
            &[
                (
                    "plugin_clock: test result: FAILED. 2 passed; 1 failed; 4 ignored; 0 measured; 5 filtered out; \
                     finished in 0.00s",
                    2,
                    1,
                ),
                (
                    "content (documentation): test result: ok. 7 passed; 0 failed; 0 ignored; 0 measured; \
                     0 filtered out; finished in 0.10s",
                    7,
                    0,
                ),
            ],
        );
    }

    #[test]
    fn vitest_summaries_are_read_with_and_without_colour() {
        check(
            " Test Files  1 failed | 2 passed (3)\n      Tests  1 failed | 41 passed | 2 skipped (44)\n",
            &[("vitest: 1 failed | 41 passed | 2 skipped (44)", 41, 1)],
        );
        check(
            "\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m5 passed\u{1b}[39m\u{1b}[22m\u{1b}[90m (5)\u{1b}[39m\n",
            &[("vitest: 5 passed (5)", 5, 0)],
        );
        check("      Tests  no tests\n", &[("vitest: no tests", 0, 0)]);
    }

    #[test]
    fn failed_tests_are_found_with_what_they_print() {
        let log = "     Running tests/it/main.rs (target/debug/deps/it-0a1b2c)\n\
             test a::holds ... ok\n\
             test b::breaks ... FAILED\n\
             \n\
             failures:\n\
             \n\
             ---- b::breaks stdout ----\n\
             assertion failed\n\
             \n\
             failures:\n\
             \x20   b::breaks\n\
             \n\
             test result: FAILED. 1 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n\
             \n\
             \x20    Running unittests src/lib.rs (target/debug/deps/ports-0a1b2c)\n\
             test result: ok. 4 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s\n";
        assert_eq!(failed_tests(log), ["b::breaks"]);
        let shown = failures(log);
        assert_eq!(
            shown.first().map(|line| line.trim()),
            Some("Running tests/it/main.rs (target/debug/deps/it-0a1b2c)")
        );
        assert!(shown.contains(&"assertion failed"));
        assert!(!shown.iter().any(|line| line.contains("ports") || line.contains("... ok")), "{shown:?}");
    }

    #[test]
    fn failed_tests_of_the_page_are_named() {
        let log = "\u{1b}[41m FAIL \u{1b}[49m src/a.test.ts > sorts\nAssertionError\n FAIL  src/a.test.ts > sorts\n";
        assert_eq!(failed_tests(log), ["src/a.test.ts > sorts"]);
    }

    #[test]
    fn a_line_of_a_test_is_no_summary() {
        check("thread said: test result: ok. 3 passed; 0 failed\nRunning away (again)\n", &[]);
    }
}
