//! The report as a person reads it.

use experiments::statistics::{Difference, Verdict};
use experiments::{BrokenCase, Changes, Report};
use std::fmt::Write;

pub(super) fn of(report: &Report) -> String {
    let mut text = String::new();
    let width = report.lanes.iter().map(|lane| lane.name.chars().count()).max().unwrap_or(0);
    for lane in &report.lanes {
        let (passes, runs) = (lane.passes, lane.runs);
        let interval = lane.pass_rate.map_or_else(String::new, |rate| {
            format!("  95% {}..{}", percent(rate.interval.low), percent(rate.interval.high))
        });
        let flips: Vec<_> = lane.flips.iter().map(|case| case.as_str()).collect();
        let flips = if flips.is_empty() { "none".to_owned() } else { flips.join(", ") };
        let _ = writeln!(text, "{:width$}  {passes}/{runs} passed{interval}  flips: {flips}", lane.name);
    }
    for case in &report.cases {
        for outcome in case.lanes.iter().filter(|outcome| !outcome.faults.is_empty()) {
            let (passes, runs) = (outcome.count.passes, outcome.count.runs);
            let _ =
                writeln!(text, "FAILED  {}  {}  {passes}/{runs} passed", case.case.as_str(), outcome.lane);
            for fault in &outcome.faults {
                let _ = writeln!(text, "  {} ({} of {runs} runs)", fault.text, fault.runs);
            }
        }
    }
    for one in &report.comparisons {
        let (first, second, difference) = (&one.first, &one.second, &one.difference);
        let words = compared(difference, one.adjusted_p, one.verdict);
        let more = match one.verdict {
            Verdict::NoVerdict => format!(". {}", difference.more),
            Verdict::Better | Verdict::Worse => String::new(),
        };
        let _ = writeln!(text, "{second} against {first}: {words}{more}");
    }
    text.truncate(text.trim_end().len());
    text
}

/// What has changed since a baseline.
pub(super) fn of_changes(changes: &Changes) -> String {
    let mut lines = Vec::new();
    for BrokenCase { case, lane, before, now } in &changes.broken {
        let (case, passes, runs) = (case.as_str(), before.passes, now.runs);
        lines.push(format!("REGRESSION  {case}  {lane}  0/{runs} passed, {passes}/{} before", before.runs));
    }
    for one in &changes.lanes {
        let words = compared(&one.difference, one.adjusted_p, one.verdict);
        lines.push(format!("{} against the baseline: {words}", one.lane));
    }
    let new = changes.new_lanes.iter().map(|lane| format!("{lane} is not in the baseline"));
    lines.extend(new);
    lines.join("\n")
}

/// A difference with its interval, where there is one.
fn compared(difference: &Difference, p: f64, verdict: Verdict) -> String {
    let interval = difference.interval.map_or_else(String::new, |interval| {
        format!("95% {:+.1}..{:+.1}, ", interval.low * 100.0, interval.high * 100.0)
    });
    format!("{:+.1} points ({interval}p = {p:.3}), {verdict}", difference.mean * 100.0)
}

fn percent(share: f64) -> String {
    format!("{:.0}%", share * 100.0)
}
