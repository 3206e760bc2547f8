//! `cargo xtask bench`: builds what is measured, and nothing else. What is measured, and how, is decided in the `figures`
//! target, which has a feature for each area.

use std::process::{Command, ExitCode};

use anyhow::Result;

use crate::arguments::BenchChoices;
use crate::local;
use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project, absolute};
use crate::setup::{self, Purpose};

/// A part of the product whose figures are measured by themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Area {
    Attach,
    Connectors,
    Experiments,
    Functions,
    Loop,
    Selection,
    Sessions,
    Memory,
    Search,
    Window,
    /// Models in files, which need weights.
    Local,
}

const AREAS: [Area; 11] = [
    Area::Attach,
    Area::Connectors,
    Area::Experiments,
    Area::Functions,
    Area::Loop,
    Area::Selection,
    Area::Sessions,
    Area::Memory,
    Area::Search,
    Area::Window,
    Area::Local,
];

impl Area {
    pub(crate) fn named(name: &str) -> Option<Self> {
        AREAS.into_iter().find(|area| area.name() == name)
    }

    /// Its name on the command line, which is that of its feature.
    fn name(self) -> &'static str {
        match self {
            Self::Attach => "attach",
            Self::Connectors => "connectors",
            Self::Experiments => "experiments",
            Self::Functions => "functions",
            Self::Loop => "loop",
            Self::Selection => "selection",
            Self::Sessions => "sessions",
            Self::Memory => "memory",
            Self::Search => "search",
            Self::Window => "window",
            Self::Local => "local",
        }
    }
}

/// The names of all areas, in order.
pub(crate) fn area_names() -> String {
    AREAS.map(Area::name).join(", ")
}

pub(crate) fn measure(project: &Project, choices: &BenchChoices) -> Result<ExitCode> {
    if choices.area == Some(Area::Local) {
        return local::measure(project, choices.json.as_deref());
    }
    let is_measured = |area: Area| choices.area.is_none_or(|asked| asked == area);
    if is_measured(Area::Window) {
        setup::prepare(project, Purpose::Tests, &Output::Terminal)?;
    }
    for command in programs(project, choices.area) {
        process::run(command, &Output::Terminal)?;
    }
    if is_measured(Area::Selection) {
        setup::fetch_models(project, Profile::Release, &Output::Terminal)?;
    }
    let mut figures = figures(project, choices.area);
    if let Some(file) = &choices.json {
        figures.arg("--json").arg(absolute(file)?);
    }
    figures.envs(project.built_things(Profile::Release));
    figures.env("CALLWRIGHT_MODELS", project.models());
    figures.env("CALLWRIGHT_BLANK", project.binary(Profile::Release, "examples/blank"));
    process::run(figures, &Output::Terminal)?;
    Ok(ExitCode::SUCCESS)
}

/// The program that measures, built for one area or for all.
fn figures(project: &Project, area: Option<Area>) -> Command {
    let mut figures =
        project.cargo(&["bench", "--locked", "--package", "callwright-figures", "--bench", "figures"]);
    if let Some(area) = area {
        figures.args(["--no-default-features", "--features", area.name()]);
    }
    figures.arg("--").args(area.map(Area::name));
    figures
}

/// Builds the programs that an area starts: the window, and what fetches the model that compares meanings.
///
/// The window takes two builds, because asking for an example also turns on the features that only tests need. Both name
/// the same packages, so that what they share is built once.
fn programs(project: &Project, area: Option<Area>) -> Vec<Command> {
    let build = |packages: &[&str]| {
        let mut build = project.cargo(&["build", "--locked", "--release"]);
        build.args(packages.iter().flat_map(|package| ["--package", package]));
        build
    };
    let with_blank = |packages: &[&str]| {
        let mut blank = build(packages);
        blank.args(["--example", "blank"]);
        vec![build(packages), blank]
    };
    // Its page is in no figure.
    let without_page = || {
        let mut program = build(&["cli"]);
        program.arg("--no-default-features");
        program
    };
    match area {
        None => with_blank(&["window", "embedding"]).into_iter().chain([without_page()]).collect(),
        Some(Area::Experiments) => vec![without_page()],
        Some(Area::Window) => with_blank(&["window"]),
        Some(Area::Selection) => vec![build(&["embedding"])],
        Some(
            Area::Attach
            | Area::Connectors
            | Area::Functions
            | Area::Loop
            | Area::Sessions
            | Area::Memory
            | Area::Search
            | Area::Local,
        ) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_area_has_a_feature_of_its_name() {
        let manifest = include_str!("../../../../tests/benches/Cargo.toml");
        for area in AREAS.into_iter().filter(|area| *area != Area::Local) {
            assert!(manifest.contains(&format!("\n{} = [", area.name())), "{}", area.name());
        }
    }

    #[test]
    fn a_name_leads_to_its_area() {
        for area in AREAS {
            assert_eq!(Area::named(area.name()), Some(area));
        }
        assert_eq!(Area::named("start"), None);
    }
}
