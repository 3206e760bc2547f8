//! `cargo xtask bench`: builds what is measured, and nothing else. What is measured, and how, is decided in the `figures`
//! target, which has a feature for each area.

use std::process::Command;

use anyhow::Result;

use crate::arguments::BenchChoices;
use crate::local;
use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project, absolute};
use crate::setup::{self, Purpose};

/// A part of the product whose figures are measured by themselves. Its name on the command line is that of its feature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area(&'static str);

impl Area {
    const EXPERIMENTS: Self = Self("experiments");
    const SELECTION: Self = Self("selection");
    pub(crate) const WINDOW: Self = Self("window");
    /// Models in files, which need weights.
    const LOCAL: Self = Self("local");

    const ALL: [Self; 11] = [
        Self("attach"),
        Self("connectors"),
        Self::EXPERIMENTS,
        Self("functions"),
        Self("loop"),
        Self::SELECTION,
        Self("sessions"),
        Self("memory"),
        Self("search"),
        Self::WINDOW,
        Self::LOCAL,
    ];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|area| area.0 == name)
    }
}

/// Packages of programs that get their memory from jemalloc, as those that are shipped do.
const HAVE_JEMALLOC: [&str; 2] = ["cli", "window"];

/// The names of all areas, in order.
pub(crate) fn area_names() -> String {
    Area::ALL.map(|area| area.0).join(", ")
}

pub(crate) fn measure(project: &Project, choices: &BenchChoices) -> Result<()> {
    if choices.area == Some(Area::LOCAL) {
        return local::measure(project, choices.json.as_deref());
    }
    let is_measured = |area: Area| choices.area.is_none_or(|asked| asked == area);
    if is_measured(Area::WINDOW) {
        setup::prepare(project, Purpose::Tests, &Output::Terminal)?;
    }
    for command in programs(project, choices.area) {
        process::run(command, &Output::Terminal)?;
    }
    if is_measured(Area::SELECTION) {
        setup::fetch_models(project, Profile::Release, &Output::Terminal)?;
    }
    let mut figures = figures(project, choices.area);
    if let Some(file) = &choices.json {
        figures.arg("--json").arg(absolute(file)?);
    }
    figures.envs(project.built_things(Profile::Release));
    figures.env("CALLWRIGHT_MODELS", project.models());
    figures.env("CALLWRIGHT_BLANK", project.binary(Profile::Release, "examples/blank"));
    process::run(figures, &Output::Terminal)
}

/// The program that measures, built for one area or for all.
fn figures(project: &Project, area: Option<Area>) -> Command {
    let mut figures =
        project.cargo(&["bench", "--locked", "--package", "callwright-figures", "--bench", "figures"]);
    figures.args(["--features", "jemalloc"]);
    if let Some(area) = area {
        figures.args(["--no-default-features", "--features", area.0]);
    }
    figures.arg("--").args(area.map(|area| area.0));
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
        if let Some(program) = packages.iter().find(|package| HAVE_JEMALLOC.contains(package)) {
            build.arg("--features").arg(format!("{program}/jemalloc"));
        }
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
        Some(Area::EXPERIMENTS) => vec![without_page()],
        Some(Area::WINDOW) => with_blank(&["window"]),
        Some(Area::SELECTION) => vec![build(&["embedding"])],
        Some(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_area_has_a_feature_of_its_name() {
        let manifest = include_str!("../../../../tests/benches/Cargo.toml");
        for Area(name) in Area::ALL.into_iter().filter(|area| *area != Area::LOCAL) {
            assert!(manifest.contains(&format!("\n{name} = [")), "{name}");
        }
    }

    #[test]
    fn a_name_leads_to_its_area() {
        for area in Area::ALL {
            assert_eq!(Area::named(area.0), Some(area));
        }
        assert_eq!(Area::named("start"), None);
    }
}
