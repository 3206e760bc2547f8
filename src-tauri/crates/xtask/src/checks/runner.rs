//! Goes through the steps one after the other, and on after a failure. One at a time runs beside the others, if it is apart,
//! and is waited for where it is needed.

use std::fs;
use std::process::ExitCode;
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

use anyhow::{Context, Result, bail};

use super::engine;
use super::isolation::Isolation;
use super::report::{self, Outcome, Verdict};
use super::steps::{Kind, Step, StepId, selected};
use super::tally::{Tally, failed_tests, summaries};
use super::work::Checkup;
use crate::arguments::{Extent, TestChoices};
use crate::output::{Line, Output, StepLog};
use crate::project::Project;

pub(crate) fn check(project: Project, choices: &TestChoices) -> Result<ExitCode> {
    let logs = project.scratch().join("logs");
    if logs.exists() {
        // The log of an earlier run would look like one of this run where a step is skipped.
        fs::remove_dir_all(&logs).with_context(|| format!("could not empty {}", logs.display()))?;
    }
    let checkup = Checkup {
        project,
        extent: choices.extent,
        isolation: Isolation::find(),
        only: choices.only.clone(),
        filter: choices.filter.clone(),
    };

    let steps = selected(&choices.only, choices.extent);
    let alone = Mutex::new(());
    let outcomes = thread::scope(|scope| {
        let mut outcomes = Vec::new();
        let mut apart: Vec<Apart> = Vec::new();
        for (index, step) in steps.iter().copied().enumerate() {
            collect(&mut apart, |id| step.needs.contains(&id), &mut outcomes)?;
            let position = format!("[{}/{}]", index + 1, steps.len());
            let reason = match obstacle(step, &outcomes) {
                None if is_unchanged(step, &checkup)? => Some(Verdict::Unchanged),
                obstacle => obstacle,
            };
            if let Some(verdict) = reason {
                report::print_skipped(&position, step.id, &verdict);
                outcomes.push(Outcome { step: step.id, verdict, tally: Tally::default() });
            } else if step.id.is_apart() {
                let (checkup, alone) = (&checkup, &alone);
                let run = scope.spawn(move || {
                    let _alone = alone.lock().unwrap_or_else(PoisonError::into_inner);
                    run(step, position, Line::Later(Vec::new()), checkup)
                });
                apart.push(Apart { step, run });
            } else {
                outcomes.push(finish(step, run(step, position, Line::Open, &checkup)?)?);
            }
        }
        collect(&mut apart, |_| true, &mut outcomes)?;
        anyhow::Ok(outcomes)
    })?;
    Ok(report::conclude(&outcomes))
}

/// A step that runs beside others.
struct Apart<'scope> {
    step: &'static Step,
    run: ScopedJoinHandle<'scope, Result<Run>>,
}

/// A step whose work is done, well or not.
struct Run {
    log: StepLog,
    result: Result<()>,
    took: Duration,
}

/// Waits for those of the steps beside that are wanted.
fn collect(
    apart: &mut Vec<Apart>,
    is_wanted: impl Fn(StepId) -> bool,
    outcomes: &mut Vec<Outcome>,
) -> Result<()> {
    for Apart { step, run } in apart.extract_if(.., |apart| is_wanted(apart.step.id)) {
        let Ok(run) = run.join() else { bail!("the thread of {} ended", step.name) };
        outcomes.push(finish(step, run?)?);
    }
    Ok(())
}

/// Why a step isn't even tried.
fn obstacle(step: &Step, outcomes: &[Outcome]) -> Option<Verdict> {
    if step.kind == Kind::TestsOfTheWindow && !cfg!(target_os = "linux") {
        return Some(Verdict::NotHere);
    }
    let is_lacking = |need: &&StepId| {
        let outcome = outcomes.iter().find(|outcome| outcome.step == **need);
        outcome.is_some_and(|outcome| !matches!(outcome.verdict, Verdict::Passed))
    };
    step.needs.iter().find(is_lacking).map(|need| Verdict::Skipped { lacking: *need })
}

/// Whether a step that takes long would test what it has tested before. One that is asked for runs.
fn is_unchanged(step: &Step, checkup: &Checkup) -> Result<bool> {
    let is_left_out = step.id == StepId::Local && checkup.extent == Extent::Usual && checkup.only.is_empty();
    Ok(is_left_out && engine::is_as_it_passed(&checkup.project)?)
}

/// Does the work of a step. Only a fault of this tool, such as a full disk, ends the whole run.
fn run(step: &Step, position: String, line: Line, checkup: &Checkup) -> Result<Run> {
    let path = checkup.project.scratch().join("logs").join(format!("{}.log", step.name));
    let output = Output::Log(StepLog::start(step.name, position, path, line)?);
    let result = (step.work)(checkup, &output);
    let Output::Log(log) = output else { bail!("a step lost its log") };
    let took = log.elapsed();
    Ok(Run { log, result, took })
}

/// Counts what a step tested, and prints how it went.
fn finish(step: &Step, Run { log, result, took }: Run) -> Result<Outcome> {
    let text = log.read()?;
    let found = if step.kind == Kind::Plain { Vec::new() } else { summaries(&text) };
    let tally: Tally = found.iter().map(|summary| summary.tally).sum();
    let result = result.and_then(|()| require_tests(step, tally));

    log.finish(if result.is_ok() { "ok" } else { "FAILED" }, took);
    report::print_summaries(&found);
    let verdict = match result {
        Ok(()) => Verdict::Passed,
        Err(error) => {
            let reason = format!("{error:#}");
            log.write(&reason)?;
            report::print_failure(&text, &reason, log.path());
            Verdict::Failed { log: log.path().to_owned(), tests: failed_tests(&text) }
        }
    };
    Ok(Outcome { step: step.id, verdict, tally })
}

fn require_tests(step: &Step, tally: Tally) -> Result<()> {
    if step.kind != Kind::Plain && tally.is_empty() {
        bail!("no test ran, although {} is there to run some", step.name);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::steps::STEPS;
    use super::*;

    fn step(id: StepId) -> &'static Step {
        STEPS.iter().find(|step| step.id == id).unwrap()
    }

    fn outcome(step: StepId, verdict: Verdict) -> Outcome {
        Outcome { step, verdict, tally: Tally::default() }
    }

    #[test]
    fn a_step_is_skipped_when_what_it_needs_did_not_pass() {
        let failed =
            outcome(StepId::PageBuild, Verdict::Failed { log: "ui-build.log".into(), tests: Vec::new() });
        let skipped = outcome(StepId::Build, Verdict::Skipped { lacking: StepId::PageBuild });

        assert_eq!(
            obstacle(step(StepId::Build), &[failed]),
            Some(Verdict::Skipped { lacking: StepId::PageBuild })
        );
        assert_eq!(
            obstacle(step(StepId::RustTests), &[skipped]),
            Some(Verdict::Skipped { lacking: StepId::Build })
        );
    }

    #[test]
    fn a_step_is_tried_when_what_it_needs_passed() {
        let passed = outcome(StepId::PagePackages, Verdict::Passed);
        assert_eq!(obstacle(step(StepId::PageLint), &[passed]), None);
    }

    #[test]
    fn tests_that_ran_none_have_failed() {
        assert!(require_tests(step(StepId::Browser), Tally::default()).is_err());
        assert!(require_tests(step(StepId::Browser), Tally { passed: 1, failed: 0 }).is_ok());
        assert!(require_tests(step(StepId::Clippy), Tally::default()).is_ok());
    }
}
