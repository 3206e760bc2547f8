//! What each step does.

use std::env;
use std::ffi::OsStr;
use std::num::NonZero;
use std::path::PathBuf;
use std::process::Command;
use std::thread;

use anyhow::{Context, Result};

use super::engine;
use super::hermetic;
use super::isolation::Isolation;
use super::steps::StepId;
use crate::arguments::Extent;
use crate::judgement::{Requests, Sessions};
use crate::output::Output;
use crate::package;
use crate::process;
use crate::project::{END_TO_END, ENGINE, Profile, Project, WEIGHTS, WITH_ENGINE};
use crate::setup::{self, Purpose};
use crate::systems;

/// What all steps of one run have in common.
#[derive(Debug)]
pub(super) struct Checkup {
    pub(super) project: Project,
    pub(super) extent: Extent,
    pub(super) isolation: Isolation,
    /// The steps that were asked for. Empty means every step.
    pub(super) only: Vec<StepId>,
    /// What goes to the test programs of those steps.
    pub(super) filter: Vec<String>,
}

impl Checkup {
    /// A Cargo command that builds. The long run tests with the allocator of what is shipped, which takes minutes to build.
    fn cargo(&self, arguments: &[&str]) -> Command {
        let mut command = self.project.cargo(arguments);
        if self.extent == Extent::Long {
            command.args(["--features", "callwright-tests/jemalloc"]);
        }
        command
    }

    /// Whether a person chose among the end-to-end tests, and nothing else is run.
    fn runs_some_end_to_end_tests(&self) -> bool {
        let is_end_to_end = |step: &StepId| matches!(step, StepId::Browser | StepId::Window);
        !self.filter.is_empty() && self.only.iter().all(is_end_to_end)
    }
}

pub(super) fn format(checkup: &Checkup, output: &Output) -> Result<()> {
    process::run(checkup.project.cargo(&["fmt", "--all", "--check"]), output)
        .context("not formatted; run `cargo fmt --all`")
}

pub(super) fn packages(_: &Checkup, output: &Output) -> Result<()> {
    setup::install_system_packages(Purpose::Tests, output)
}

pub(super) fn page_packages(checkup: &Checkup, output: &Output) -> Result<()> {
    setup::install_page_packages(&checkup.project, output)
}

/// Programs nobody here wrote, for the tests to talk to. The long run also has large ones that run exported sets.
pub(super) fn counterparts(checkup: &Checkup, output: &Output) -> Result<()> {
    setup::install_counterparts(&checkup.project, output)?;
    match checkup.extent {
        Extent::Long => setup::install_runners(&checkup.project, output),
        Extent::Usual => Ok(()),
    }
}

/// What judges requests, the official libraries of the providers, and what evaluates calls. The long run also has programs made with
/// frameworks.
pub(super) fn judges(checkup: &Checkup, output: &Output) -> Result<()> {
    setup::JUDGES.install(&checkup.project, output)?;
    setup::EVALUATORS.install(&checkup.project, output)?;
    match checkup.extent {
        Extent::Long => setup::FRAMEWORKS.install(&checkup.project, output),
        Extent::Usual => Ok(()),
    }
}

/// The origin and the licence of every crate and package that is inside of what people install.
pub(super) fn licences(checkup: &Checkup, _: &Output) -> Result<()> {
    package::check_parts(&checkup.project)
}

pub(super) fn page_types(checkup: &Checkup, output: &Output) -> Result<()> {
    process::run(checkup.project.npm(&["run", "check"]), output)
}

/// The long run also lints components by their types.
pub(super) fn page_lint(checkup: &Checkup, output: &Output) -> Result<()> {
    let mut lint = checkup.project.npm(&["run", "lint"]);
    if checkup.extent == Extent::Long {
        lint.env("CALLWRIGHT_LONG", "1");
    }
    process::run(lint, output)
}

pub(super) fn page_tests(checkup: &Checkup, output: &Output) -> Result<()> {
    let mut tests = checkup.project.npm(&["run", "test", "--"]);
    tests.args(&checkup.filter);
    hermetic::run(checkup, "ui-tests", vec![tests], output)
}

pub(super) fn page_build(checkup: &Checkup, output: &Output) -> Result<()> {
    setup::build_page(&checkup.project, output)
}

pub(super) fn clippy(checkup: &Checkup, output: &Output) -> Result<()> {
    let command = if lints_while_compiling() { "build" } else { "clippy" };
    let mut clippy = checkup.cargo(&[command, "--workspace", "--all-targets", "--locked"]);
    if !lints_while_compiling() {
        clippy.args(["--", "-D", "warnings"]);
    }
    process::run(clippy, output)
}

/// Whether Clippy compiles, so that what it has linted is built. Otherwise it checks everything, and a build begins anew.
fn lints_while_compiling() -> bool {
    let wrapper = env::var_os("RUSTC_WORKSPACE_WRAPPER").map(PathBuf::from);
    wrapper.is_some_and(|wrapper| wrapper.file_stem() == Some(OsStr::new("clippy-driver")))
}

/// Builds apps and tests in one go. Two builds, one of the apps and one of the tests, would compile much of the
/// tree twice, because tests turn on features that apps don't ask for. The second command only makes sure that the
/// test steps have nothing left to compile.
pub(super) fn build(checkup: &Checkup, output: &Output) -> Result<()> {
    if checkup.runs_some_end_to_end_tests() {
        return build_for_end_to_end(checkup, output);
    }
    fetch(checkup, output)?;
    let mut all = checkup.cargo(&["build", "--workspace", "--all-targets", "--locked"]);
    if cfg!(windows) {
        // A program can't be replaced there while it runs, and this tool is running.
        all.args(["--exclude", "xtask"]);
    }
    process::run(all, output)?;
    process::run(checkup.cargo(&["test", "--workspace", "--no-run", "--locked"]), output)
}

/// Every crate of the lock file: the test steps have no network, some of them build with more features than this build, and
/// tests of the architecture ask Cargo about all crates.
fn fetch(checkup: &Checkup, output: &Output) -> Result<()> {
    process::run(checkup.project.cargo(&["fetch", "--locked"]), output)
        .context("could not fetch the crates; is the network reachable, and Cargo.lock up to date?")
}

/// The programs that the end-to-end tests drive, and those tests. A test target is named although the test step
/// would build it, because it turns on the same features as all targets do.
fn build_for_end_to_end(checkup: &Checkup, output: &Output) -> Result<()> {
    let programs = ["build", "--workspace", "--bins", "--test", END_TO_END, "--locked"];
    process::run(checkup.cargo(&programs), output)
}

/// What comparing meanings needs, which the tests use and can't fetch themselves.
pub(super) fn models(checkup: &Checkup, output: &Output) -> Result<()> {
    setup::fetch_models(&checkup.project, Profile::Debug, output)
}

/// Every Rust test but the end-to-end ones.
pub(super) fn tests(checkup: &Checkup, output: &Output) -> Result<()> {
    let mut units = checkup.cargo(&TESTS);
    units.args(["--lib", "--bins"]);
    for target in checkup.project.hermetic_test_targets() {
        units.args(["--test", target]);
    }
    units.arg("--").args(&checkup.filter).env("RUST_TEST_THREADS", test_threads().to_string());
    // Cargo runs documentation examples in a command of their own. Every crate is already built at this point.
    let mut examples = checkup.cargo(&TESTS);
    examples.args(["--doc", "--"]).args(&checkup.filter);
    hermetic::run(checkup, "tests", vec![units, examples], output)
}

/// How many tests run at once. Many wait for programs of others, for time-outs and for each other, so two more than there are cores.
fn test_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get) + 2
}

/// Writes every request of the corpus and has it judged.
pub(super) fn requests(checkup: &Checkup, output: &Output) -> Result<()> {
    let files = Requests::of(&checkup.project);
    let sessions = match checkup.extent {
        Extent::Long => Sessions::All,
        Extent::Usual => Sessions::Sample,
    };
    let write = files.written(checkup.cargo(&TESTS));
    let capture = files.captured(checkup.cargo(&TESTS), sessions);
    let judge = files.judged(&checkup.project);
    hermetic::run(checkup, "requests", vec![write, capture, judge], output)
        .context("a request is not what its provider takes, or a judge needs care")
}

/// Writes what experiments conclude from made-up runs, and holds it against scipy and statsmodels.
pub(super) fn statistics(checkup: &Checkup, output: &Output) -> Result<()> {
    let file = checkup.project.scratch().join("statistics.jsonl");
    let mut write = checkup.cargo(&TESTS);
    write.args(["--lib", "--", "statistics::written::"]).env("CALLWRIGHT_STATISTICS", &file);
    let mut judge = setup::JUDGES.python(&checkup.project);
    judge.arg(checkup.project.root().join("tests").join("judges").join("inference.py")).arg(&file);
    hermetic::run(checkup, "statistics", vec![write, judge], output)
        .context("a number of experiments is not that of scipy and statsmodels")
}

/// Writes made-up calls with what expectations say of them, and has the checkers of others judge the same.
pub(super) fn matching(checkup: &Checkup, output: &Output) -> Result<()> {
    let file = checkup.project.scratch().join("matching.jsonl");
    let mut write = checkup.cargo(&TESTS);
    write.args(["--lib", "--", "expectation::written::"]).env("CALLWRIGHT_MATCHING", &file);
    let mut judge = setup::EVALUATORS.python(&checkup.project);
    judge.arg(checkup.project.root().join("tests").join("judges").join("matching.py")).arg(&file);
    hermetic::run(checkup, "matching", vec![write, judge], output)
        .context("calls are judged otherwise than by the checkers of others, in a way that is not argued")
}

/// Runs the binary that the build step made: `cargo run --package` would compile it again with other features.
pub(super) fn contract(checkup: &Checkup, output: &Output) -> Result<()> {
    let mut export = process::command(checkup.project.binary(Profile::Debug, "export-contract"));
    export.arg("--check").current_dir(checkup.project.root());
    process::run(export, output)
        .context("ui/src/contract is not what the code declares; run `cargo xtask types`")
}

/// The same code as it is compiled for other systems.
pub(super) fn systems(checkup: &Checkup, output: &Output) -> Result<()> {
    systems::check(&checkup.project, &systems::TARGETS.iter().collect::<Vec<_>>(), output)
}

/// Every package that can be made here, of release builds, installed, used, upgraded and removed.
pub(super) fn installs(_: &Checkup, output: &Output) -> Result<()> {
    let mut package = process::command(env::current_exe().context("this program has no path")?);
    package.args(["package", "--check"]);
    process::run(package, output)
}

/// Models in files, with the engine. It is built for this step alone, because it is C++ and takes minutes the first
/// time; the usual run leaves the step out where nothing of it has changed. The usual run asks a model of chance, the long one also a model that was really taught.
pub(super) fn local(checkup: &Checkup, output: &Output) -> Result<()> {
    setup::install_engine_packages(output)?;
    let targets = || WITH_ENGINE.iter().flat_map(|target| ["--test", target]);
    if !lints_while_compiling() {
        let mut clippy = checkup.cargo(&["clippy", "--workspace", "--locked"]);
        clippy.args(ENGINE).args(targets()).args(["--", "-D", "warnings"]);
        process::run(clippy, output)?;
    }
    let mut tests = checkup.cargo(&TESTS);
    tests.args(ENGINE).args(targets()).arg("--").args(&checkup.filter);
    if checkup.extent == Extent::Long {
        tests.env(WEIGHTS, checkup.project.weights()?);
    }
    hermetic::run(checkup, "local", vec![tests], output)?;
    if checkup.filter.is_empty() { engine::has_passed(&checkup.project) } else { Ok(()) }
}

pub(super) fn browser(checkup: &Checkup, output: &Output) -> Result<()> {
    hermetic::run(
        checkup,
        "browser",
        vec![end_to_end(checkup, &["--test-threads=2", "--skip", WINDOW])],
        output,
    )
}

pub(super) fn window(checkup: &Checkup, output: &Output) -> Result<()> {
    // A test program runs what fits any of its filters, so a person's choice takes the place of this one.
    let chosen: &[&str] =
        if checkup.filter.is_empty() { &["--test-threads=1", WINDOW] } else { &["--test-threads=1"] };
    hermetic::run(checkup, "window", vec![end_to_end(checkup, chosen)], output)
}

/// How tests are run. Always for the whole workspace, even for one target: Cargo chooses the features of shared
/// dependencies by the packages asked for, and would build them again for another choice.
const TESTS: [&str; 4] = ["test", "--workspace", "--locked", "--no-fail-fast"];

/// What the name of a test says that needs the real window. All others run in the browser.
const WINDOW: &str = "window";

fn end_to_end(checkup: &Checkup, chosen: &[&str]) -> Command {
    let mut tests = checkup.cargo(&TESTS);
    tests.args(["--test", END_TO_END, "--"]).args(chosen).args(&checkup.filter);
    tests
}
