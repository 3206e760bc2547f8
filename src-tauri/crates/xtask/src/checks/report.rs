//! What a person reads: the verdict on each step, the log of a failed one, and the count at the end.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::steps::StepId;
use super::tally::{Summary, Tally, failures};

/// A log that is longer is cut at its beginning: what went wrong stands near the end.
const LINES_SHOWN: usize = 400;
/// Where failed tests are shown by themselves, the end of the log only tells whether a program died.
const LINES_AFTER_FAILURES: usize = 20;

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) step: StepId,
    pub(super) verdict: Verdict,
    pub(super) tally: Tally,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Passed,
    Failed {
        log: PathBuf,
        /// The names of the tests, where tests failed.
        tests: Vec<String>,
    },
    /// A step it needs did not pass.
    Skipped {
        lacking: StepId,
    },
    /// This system can't do it, which is no failure.
    NotHere,
    /// What it tests is as it was when it passed.
    Unchanged,
}

pub(super) fn print_skipped(position: &str, step: StepId, verdict: &Verdict) {
    println!("{position} {} …  {}", step.name(), describe(verdict));
}

/// A step names every test program to Cargo, and most have nothing of a step that picks a few tests.
pub(super) fn print_summaries(found: &[Summary]) {
    for summary in found.iter().filter(|summary| !summary.tally.is_empty()) {
        println!("    {}", summary.text);
    }
}

pub(super) fn print_failure(log: &str, reason: &str, path: &Path) {
    let failures = failures(log);
    let limit = if failures.is_empty() { LINES_SHOWN } else { LINES_AFTER_FAILURES };
    let lines: Vec<&str> = log.lines().filter(|line| !is_passed_test(line)).collect();
    let hidden = lines.len().saturating_sub(limit);
    println!();
    let unshown = failures.len().saturating_sub(LINES_SHOWN);
    for line in failures.iter().skip(unshown) {
        println!("    | {line}");
    }
    if hidden > 0 {
        println!("    | … {hidden} lines more in {}", path.display());
    }
    for line in lines.iter().skip(hidden) {
        println!("    | {line}");
    }
    println!();
    for line in reason.lines() {
        println!("    {line}");
    }
    println!();
}

/// Passed tests would push the failed one out of sight.
fn is_passed_test(line: &str) -> bool {
    line.starts_with("test ") && line.ends_with(" ... ok")
}

/// Prints what did not pass and, last, the count.
pub(super) fn conclude(outcomes: &[Outcome]) -> ExitCode {
    println!();
    for outcome in outcomes {
        if outcome.verdict != Verdict::Passed {
            println!("{}: {}", outcome.step.name(), describe(&outcome.verdict));
        }
        if let Verdict::Failed { tests, .. } = &outcome.verdict {
            for test in tests {
                println!("    {test}");
            }
        }
    }
    let Tally { passed, failed } = count(outcomes);
    println!("{passed} passed, {failed} failed");
    if failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn describe(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Passed => "ok".to_owned(),
        Verdict::Failed { log, .. } => format!("FAILED, see {}", log.display()),
        Verdict::Skipped { lacking } => format!("skipped, because it needs {}", lacking.name()),
        Verdict::NotHere => "left out: only Linux has a driver for the window".to_owned(),
        Verdict::Unchanged => {
            "left out: nothing of it has changed since it passed; `--long` or `--only` runs it".to_owned()
        }
    }
}

/// All tests, and every step that failed for another reason than a failed test. A skipped step adds nothing: what
/// kept it from running is counted already.
fn count(outcomes: &[Outcome]) -> Tally {
    let of_step = |outcome: &Outcome| {
        let is_failure = matches!(outcome.verdict, Verdict::Failed { .. });
        let itself = if is_failure && outcome.tally.failed == 0 { 1 } else { 0 };
        outcome.tally + Tally { passed: 0, failed: itself }
    };
    outcomes.iter().map(of_step).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn failed(step: StepId, tally: Tally) -> Outcome {
        Outcome { step, verdict: Verdict::Failed { log: "x.log".into(), tests: Vec::new() }, tally }
    }

    #[test]
    fn a_failed_step_counts_once_and_failed_tests_count_themselves() {
        let outcomes = [
            Outcome {
                step: StepId::PageTests,
                verdict: Verdict::Passed,
                tally: Tally { passed: 40, failed: 0 },
            },
            failed(StepId::Clippy, Tally::default()),
            failed(StepId::RustTests, Tally { passed: 100, failed: 2 }),
            Outcome {
                step: StepId::Window,
                verdict: Verdict::Skipped { lacking: StepId::Build },
                tally: Tally::default(),
            },
        ];
        assert_eq!(count(&outcomes), Tally { passed: 140, failed: 3 });
    }

    #[test]
    fn tests_that_all_pass_in_a_step_that_fails_are_still_red() {
        assert_eq!(
            count(&[failed(StepId::RustTests, Tally { passed: 9, failed: 0 })]),
            Tally { passed: 9, failed: 1 }
        );
    }
}
