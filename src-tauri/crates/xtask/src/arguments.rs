//! The command line, read into a [`Request`].

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::checks::{StepId, step_names};
use crate::project::Profile;

/// What a person asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Request {
    Help,
    Run(RunChoices),
    Test(TestChoices),
    Bench(BenchChoices),
    EvaluateSelection(EvaluationChoices),
    EvaluateLocal(EvaluationChoices),
    Judge(Table),
    Screenshots,
    Types,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RunChoices {
    pub(crate) front: Front,
    pub(crate) profile: Profile,
    /// What came after `--`.
    pub(crate) passed_on: Vec<String>,
}

/// Where the page is shown.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Front {
    Window,
    Browser { port: Option<u16> },
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TestChoices {
    pub(crate) extent: Extent,
    /// Empty means every step.
    pub(crate) only: Vec<StepId>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Usual,
    Long,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BenchChoices {
    pub(crate) area: Option<String>,
    pub(crate) json: Option<PathBuf>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EvaluationChoices {
    pub(crate) data: PathBuf,
    pub(crate) cap: Option<usize>,
    pub(crate) json: Option<PathBuf>,
}

/// What becomes of the table of judged requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    Printed,
    Written,
}

pub(crate) fn usage() -> String {
    include_str!("usage.txt").replace("{steps}", &step_names())
}

pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Request> {
    let mut rest = arguments;
    let Some(command) = rest.next() else { return Ok(Request::Help) };
    match command.as_str() {
        "help" | "--help" | "-h" => Ok(Request::Help),
        "run" => parse_run(rest),
        "test" => parse_test(rest),
        "bench" => parse_bench(rest),
        "eval-selection" => Ok(Request::EvaluateSelection(parse_evaluation("eval-selection", rest)?)),
        "eval-local" => Ok(Request::EvaluateLocal(parse_evaluation("eval-local", rest)?)),
        "judge" => parse_judge(rest),
        "screenshots" => nothing_more(rest, Request::Screenshots),
        "types" => nothing_more(rest, Request::Types),
        _ => bail!("there is no command `{command}`"),
    }
}

fn parse_run(mut rest: impl Iterator<Item = String>) -> Result<Request> {
    let (mut profile, mut in_browser, mut port) = (Profile::Debug, false, None);
    let mut passed_on = Vec::new();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--browser" => in_browser = true,
            "--release" => profile = Profile::Release,
            "--port" => port = Some(parse_port(&value_of("--port", &mut rest)?)?),
            "--" => passed_on.extend(rest.by_ref()),
            _ => bail!("`run` does not know `{argument}`; what is meant for the app goes after `--`"),
        }
    }
    let front = match (in_browser, port) {
        (true, port) => Front::Browser { port },
        (false, None) => Front::Window,
        (false, Some(_)) => bail!("`--port` is for `run --browser`; a window has no port"),
    };
    Ok(Request::Run(RunChoices { front, profile, passed_on }))
}

fn parse_port(text: &str) -> Result<u16> {
    text.parse().with_context(|| format!("`--port` takes a number from 0 to 65535, not `{text}`"))
}

fn parse_test(mut rest: impl Iterator<Item = String>) -> Result<Request> {
    let mut choices = TestChoices { extent: Extent::Usual, only: Vec::new() };
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--long" => choices.extent = Extent::Long,
            "--only" => choices.only.push(parse_step(&value_of("--only", &mut rest)?)?),
            _ => bail!("`test` does not know `{argument}`"),
        }
    }
    Ok(Request::Test(choices))
}

fn parse_step(name: &str) -> Result<StepId> {
    StepId::named(name).with_context(|| format!("there is no step `{name}`; the steps are {}", step_names()))
}

fn parse_bench(mut rest: impl Iterator<Item = String>) -> Result<Request> {
    let mut choices = BenchChoices { area: None, json: None };
    while let Some(argument) = rest.next() {
        if argument == "--json" {
            choices.json = Some(PathBuf::from(value_of("--json", &mut rest)?));
        } else if argument.starts_with('-') || choices.area.is_some() {
            bail!("`bench` does not know `{argument}`");
        } else {
            choices.area = Some(argument);
        }
    }
    Ok(Request::Bench(choices))
}

fn parse_evaluation(command: &str, mut rest: impl Iterator<Item = String>) -> Result<EvaluationChoices> {
    let (mut data, mut cap, mut json) = (None, None, None);
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--data" => data = Some(PathBuf::from(value_of("--data", &mut rest)?)),
            "--json" => json = Some(PathBuf::from(value_of("--json", &mut rest)?)),
            "--cap" => {
                let text = value_of("--cap", &mut rest)?;
                let parsed = text.parse().ok().filter(|cap| *cap > 0);
                cap = Some(parsed.with_context(|| format!("`--cap` takes a number from 1, not `{text}`"))?);
            }
            _ => bail!("`{command}` does not know `{argument}`"),
        }
    }
    let data = data.with_context(|| format!("`{command}` needs `--data DIR`"))?;
    Ok(EvaluationChoices { data, cap, json })
}

fn parse_judge(mut rest: impl Iterator<Item = String>) -> Result<Request> {
    match rest.next().as_deref() {
        None => Ok(Request::Judge(Table::Printed)),
        Some("--write") => nothing_more(rest, Request::Judge(Table::Written)),
        Some(argument) => bail!("`judge` does not know `{argument}`"),
    }
}

fn value_of(option: &str, rest: &mut impl Iterator<Item = String>) -> Result<String> {
    rest.next().with_context(|| format!("`{option}` needs a value"))
}

fn nothing_more(mut rest: impl Iterator<Item = String>, request: Request) -> Result<Request> {
    match rest.next() {
        None => Ok(request),
        Some(argument) => bail!("this command takes nothing more, but got `{argument}`"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Request) {
        assert_eq!(parse(line.split_whitespace().map(str::to_owned)).unwrap(), expected);
    }

    #[track_caller]
    fn check_mistake(line: &str, expected: &str) {
        let mistake = parse(line.split_whitespace().map(str::to_owned)).unwrap_err().to_string();
        assert!(mistake.contains(expected), "{mistake}");
    }

    #[test]
    fn no_command_asks_for_help() {
        check("", Request::Help);
        check("--help", Request::Help);
    }

    #[test]
    fn run_opens_a_debug_window_and_passes_on_what_follows_two_dashes() {
        let passed_on = vec!["--release".to_owned(), "x".to_owned()];
        check(
            "run -- --release x",
            Request::Run(RunChoices { front: Front::Window, profile: Profile::Debug, passed_on }),
        );
    }

    #[test]
    fn run_serves_a_browser_on_the_port_asked_for() {
        let front = Front::Browser { port: Some(8080) };
        check(
            "run --port 8080 --browser --release",
            Request::Run(RunChoices { front, profile: Profile::Release, passed_on: vec![] }),
        );
    }

    #[test]
    fn test_takes_several_steps() {
        let only = vec![StepId::Clippy, StepId::Window];
        check(
            "test --long --only clippy --only window",
            Request::Test(TestChoices { extent: Extent::Long, only }),
        );
    }

    #[test]
    fn bench_takes_an_area_and_a_file() {
        let choices = BenchChoices { area: Some("start".to_owned()), json: Some(PathBuf::from("out.json")) };
        check("bench start --json out.json", Request::Bench(choices));
    }

    #[test]
    fn an_evaluation_needs_data() {
        let choices = EvaluationChoices { data: PathBuf::from("queries"), cap: Some(50), json: None };
        check("eval-selection --cap 50 --data queries", Request::EvaluateSelection(choices));
        let choices =
            EvaluationChoices { data: PathBuf::from("queries"), cap: None, json: Some(PathBuf::from("out")) };
        check("eval-local --data queries --json out", Request::EvaluateLocal(choices));
        check_mistake("eval-selection", "`--data DIR`");
        check_mistake("eval-local", "`eval-local` needs `--data DIR`");
        check_mistake("eval-selection --data queries --cap 0", "not `0`");
    }

    #[test]
    fn judge_prints_its_table_or_writes_it() {
        check("judge", Request::Judge(Table::Printed));
        check("judge --write", Request::Judge(Table::Written));
        check_mistake("judge --json", "`judge` does not know `--json`");
        check_mistake("judge --write page.md", "`page.md`");
    }

    #[test]
    fn mistakes_name_what_was_wrong() {
        check_mistake("fly", "no command `fly`");
        check_mistake("run --brower", "`--brower`");
        check_mistake("run --port 80", "a window has no port");
        check_mistake("run --browser --port many", "not `many`");
        check_mistake("test --only", "`--only` needs a value");
        check_mistake("test --only nothing", "the steps are format, ");
        check_mistake("bench a b", "`b`");
        check_mistake("types now", "`now`");
    }

    #[test]
    fn the_usage_text_names_every_step() {
        assert!(usage().contains(&step_names()));
        assert!(!usage().contains('{'));
    }
}
