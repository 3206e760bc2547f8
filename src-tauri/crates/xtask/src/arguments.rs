//! The command line, read into a [`Request`].

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

use crate::bench::{Area, area_names};
use crate::checks::{StepId, filtered_step_names, step_names};
use crate::package::{GlibcVersion, Kind};
use crate::project::Profile;
use crate::setup::{Engine, Installation};
use crate::systems::{TARGETS, Target, target_names};

/// What a person asked for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Request {
    Help,
    Run(RunChoices),
    Dev(DevChoices),
    Test(TestChoices),
    Bench(BenchChoices),
    EvaluateSelection(EvaluationChoices),
    EvaluateLocal(EvaluationChoices),
    Judge(Table),
    Package(PackageChoices),
    CheckSystems(Vec<&'static Target>),
    Screenshots,
    Types,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct RunChoices {
    pub(crate) front: Front,
    pub(crate) profile: Profile,
    pub(crate) installation: Installation,
    /// What came after `--`.
    pub(crate) passed_on: Vec<String>,
}

/// Where the page is shown.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Front {
    Window,
    Browser { port: Option<u16> },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DevChoices {
    pub(crate) stage: DevStage,
    /// Where Vite serves the page.
    pub(crate) port: u16,
    pub(crate) engine: Engine,
    pub(crate) installation: Installation,
}

/// What is developed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DevStage {
    /// The application in a browser.
    Browser,
    /// The application in its window.
    Window,
    /// The components by themselves, from fixtures.
    Gallery,
}

/// Where Vite serves the page unless a person says otherwise. `devUrl` in `tauri.conf.json` has the same.
pub(crate) const DEV_PORT: u16 = 5173;

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct TestChoices {
    pub(crate) extent: Extent,
    /// Empty means every step.
    pub(crate) only: Vec<StepId>,
    /// What came after `--`, for the test programs of the steps in `only`.
    pub(crate) filter: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Usual,
    Long,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BenchChoices {
    /// Nothing means all but the area `local`.
    pub(crate) area: Option<Area>,
    pub(crate) json: Option<PathBuf>,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct EvaluationChoices {
    pub(crate) data: PathBuf,
    pub(crate) cap: Option<usize>,
    pub(crate) json: Option<PathBuf>,
}

#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct PackageChoices {
    /// Where the packages go. Nothing means below the build output.
    pub(crate) out: Option<PathBuf>,
    pub(crate) kinds: Vec<Kind>,
    /// A command line and a window that are built already. Nothing means that they are built first.
    pub(crate) program: Option<PathBuf>,
    pub(crate) window: Option<PathBuf>,
    /// The version of the GNU C library that the programs must run with.
    pub(crate) glibc: Option<GlibcVersion>,
    /// Where the packages will be fetched from, for the descriptions that name it.
    pub(crate) from: Option<String>,
    /// Whether each is installed into a clean folder and used there.
    pub(crate) is_checked: bool,
}

/// What becomes of the table of judged requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Table {
    Printed,
    Written,
}

pub(crate) fn usage() -> String {
    include_str!("usage.txt")
        .replace("{steps}", &step_names())
        .replace("{filtered}", &filtered_step_names())
        .replace("{areas}", &area_names())
        .replace("{kinds}", &kind_names())
        .replace("{targets}", &target_names())
}

pub(crate) fn parse(arguments: impl Iterator<Item = String>) -> Result<Request> {
    let mut rest = arguments;
    let Some(command) = rest.next() else { return Ok(Request::Help) };
    match command.as_str() {
        "help" | "--help" | "-h" => Ok(Request::Help),
        "run" => parse_run(rest),
        "dev" => parse_dev(rest),
        "test" => parse_test(rest),
        "bench" => parse_bench(rest),
        "eval-selection" => Ok(Request::EvaluateSelection(parse_evaluation("eval-selection", rest)?)),
        "eval-local" => Ok(Request::EvaluateLocal(parse_evaluation("eval-local", rest)?)),
        "judge" => parse_judge(rest),
        "package" => parse_package(rest),
        "check-systems" => parse_check_systems(rest),
        "screenshots" => nothing_more(rest, Request::Screenshots),
        "types" => nothing_more(rest, Request::Types),
        _ => bail!("there is no command `{command}`"),
    }
}

fn parse_run(mut rest: impl Iterator<Item = String>) -> Result<Request> {
    let (mut profile, mut in_browser, mut port) = (Profile::Debug, false, None);
    let mut installation = Installation::Allowed;
    let mut passed_on = Vec::new();
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--browser" => in_browser = true,
            "--release" => profile = Profile::Release,
            "--no-install" => installation = Installation::Refused,
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
    Ok(Request::Run(RunChoices { front, profile, installation, passed_on }))
}

fn parse_dev(mut rest: impl Iterator<Item = String>) -> Result<Request> {
    let (mut stage, mut port) = (DevStage::Browser, None);
    let (mut engine, mut installation) = (Engine::LeftOut, Installation::Allowed);
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--window" => stage = DevStage::Window,
            "--engine" => engine = Engine::Built,
            "--gallery" => stage = DevStage::Gallery,
            "--no-install" => installation = Installation::Refused,
            "--port" => port = Some(parse_port(&value_of("--port", &mut rest)?)?),
            _ => bail!("`dev` does not know `{argument}`"),
        }
    }
    if stage == DevStage::Window && port.is_some() {
        bail!("`--port` is not for `dev --window`; the window expects its page on port {DEV_PORT}");
    }
    Ok(Request::Dev(DevChoices { stage, port: port.unwrap_or(DEV_PORT), engine, installation }))
}

fn parse_port(text: &str) -> Result<u16> {
    text.parse().with_context(|| format!("`--port` takes a number from 0 to 65535, not `{text}`"))
}

fn parse_test(mut rest: impl Iterator<Item = String>) -> Result<Request> {
    let mut choices = TestChoices { extent: Extent::Usual, only: Vec::new(), filter: Vec::new() };
    while let Some(argument) = rest.next() {
        match argument.as_str() {
            "--long" => choices.extent = Extent::Long,
            "--only" => choices.only.push(parse_step(&value_of("--only", &mut rest)?)?),
            "--" => choices.filter.extend(rest.by_ref()),
            _ => bail!("`test` does not know `{argument}`; a filter goes after `--`"),
        }
    }
    let takes_filter = !choices.only.is_empty() && choices.only.iter().all(|step| step.takes_filter());
    if !choices.filter.is_empty() && !takes_filter {
        bail!("a filter needs `--only` with steps that take one: {}", filtered_step_names());
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
            choices.area = Some(parse_area(&argument)?);
        }
    }
    Ok(Request::Bench(choices))
}

fn parse_area(name: &str) -> Result<Area> {
    Area::named(name).with_context(|| format!("there is no area `{name}`; the areas are {}", area_names()))
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

fn parse_package(mut rest: impl Iterator<Item = String>) -> Result<Request> {
    let mut choices = PackageChoices::default();
    while let Some(argument) = rest.next() {
        let mut path = |option| value_of(option, &mut rest).map(PathBuf::from);
        match argument.as_str() {
            "--out" => choices.out = Some(path("--out")?),
            "--program" => choices.program = Some(path("--program")?),
            "--window" => choices.window = Some(path("--window")?),
            "--glibc" => choices.glibc = Some(value_of("--glibc", &mut rest)?.parse()?),
            "--from" => choices.from = Some(value_of("--from", &mut rest)?),
            "--check" => choices.is_checked = true,
            name => choices.kinds.push(Kind::named(name).with_context(|| {
                format!("there is no package `{name}`; the packages are {}", kind_names())
            })?),
        }
    }
    if choices.kinds.is_empty() {
        choices.kinds.extend(Kind::ALL);
    }
    Ok(Request::Package(choices))
}

fn parse_check_systems(rest: impl Iterator<Item = String>) -> Result<Request> {
    let named = |name: String| {
        Target::named(&name)
            .with_context(|| format!("there is no target `{name}`; the targets are {}", target_names()))
    };
    let chosen = rest.map(named).collect::<Result<Vec<_>>>()?;
    Ok(Request::CheckSystems(if chosen.is_empty() { TARGETS.iter().collect() } else { chosen }))
}

fn kind_names() -> String {
    Kind::ALL.map(Kind::name).join(", ")
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
            Request::Run(RunChoices {
                front: Front::Window,
                profile: Profile::Debug,
                installation: Installation::Allowed,
                passed_on,
            }),
        );
    }

    #[test]
    fn run_serves_a_browser_on_the_port_asked_for() {
        let front = Front::Browser { port: Some(8080) };
        check(
            "run --port 8080 --browser --release --no-install",
            Request::Run(RunChoices {
                front,
                profile: Profile::Release,
                installation: Installation::Refused,
                passed_on: vec![],
            }),
        );
    }

    #[test]
    fn dev_serves_a_browser_unless_told_otherwise() {
        let choices = DevChoices {
            stage: DevStage::Browser,
            port: DEV_PORT,
            engine: Engine::LeftOut,
            installation: Installation::Allowed,
        };
        check("dev", Request::Dev(choices));
        check("dev --window", Request::Dev(DevChoices { stage: DevStage::Window, ..choices }));
        check(
            "dev --gallery --port 80",
            Request::Dev(DevChoices { stage: DevStage::Gallery, port: 80, ..choices }),
        );
        let (engine, installation) = (Engine::Built, Installation::Refused);
        check("dev --no-install --engine", Request::Dev(DevChoices { engine, installation, ..choices }));
    }

    #[test]
    fn the_window_expects_its_page_where_dev_serves_it() {
        let configuration: serde_json::Value =
            serde_json::from_str(include_str!("../../../tauri.conf.json")).unwrap();
        assert_eq!(configuration["build"]["devUrl"], format!("http://127.0.0.1:{DEV_PORT}"));
    }

    #[test]
    fn test_takes_several_steps() {
        let only = vec![StepId::Clippy, StepId::Window];
        check(
            "test --long --only clippy --only window",
            Request::Test(TestChoices { extent: Extent::Long, only, filter: vec![] }),
        );
    }

    #[test]
    fn a_filter_goes_to_steps_that_run_tests() {
        let (only, filter) = (vec![StepId::PageTests], vec!["-t".to_owned(), "x".to_owned()]);
        check(
            "test --only ui-tests -- -t x",
            Request::Test(TestChoices { extent: Extent::Usual, only, filter }),
        );
        check_mistake("test -- x", "needs `--only`");
        check_mistake("test --only clippy -- x", "take one: ui-tests, ");
    }

    #[test]
    fn bench_takes_an_area_and_a_file() {
        let choices = BenchChoices { area: Some(Area::WINDOW), json: Some(PathBuf::from("out.json")) };
        check("bench window --json out.json", Request::Bench(choices));
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
    fn package_makes_every_kind_unless_some_are_named() {
        let all = PackageChoices { kinds: Kind::ALL.to_vec(), ..PackageChoices::default() };
        check("package", Request::Package(all));
        let some = PackageChoices {
            out: Some("o".into()),
            kinds: vec![Kind::Npm, Kind::AppImage],
            program: Some("p".into()),
            window: Some("w".into()),
            glibc: "2.35".parse().ok(),
            from: Some("https://here".to_owned()),
            is_checked: true,
        };
        let line =
            "package --out o --program p --window w --glibc 2.35 --from https://here --check npm appimage";
        check(line, Request::Package(some));
        check_mistake("package floppy", "there is no package `floppy`");
        check_mistake("package --glibc new", "`new` is no version such as 2.35");
    }

    #[test]
    fn every_system_is_checked_unless_some_are_named() {
        check("check-systems", Request::CheckSystems(TARGETS.iter().collect()));
        check("check-systems aarch64-apple-darwin", Request::CheckSystems(vec![&TARGETS[1]]));
        check_mistake(
            "check-systems amiga",
            "there is no target `amiga`; the targets are x86_64-pc-windows-gnu,",
        );
    }

    #[test]
    fn mistakes_name_what_was_wrong() {
        check_mistake("fly", "no command `fly`");
        check_mistake("run --brower", "`--brower`");
        check_mistake("run --port 80", "a window has no port");
        check_mistake("run --browser --port many", "not `many`");
        check_mistake("test --only", "`--only` needs a value");
        check_mistake("test --only nothing", "the steps are format, ");
        check_mistake("bench a", "the areas are attach, connectors, ");
        check_mistake("bench loop b", "`b`");
        check_mistake("dev --release", "`--release`");
        check_mistake("dev --window --port 80", "port 5173");
        check_mistake("types now", "`now`");
    }

    #[test]
    fn the_usage_text_names_every_step() {
        assert!(usage().contains(&step_names()));
        assert!(!usage().contains('{'));
    }
}
