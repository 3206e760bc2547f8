//! `cargo xtask package`: what people install, made of release builds of the command line with the page inside and of the window.
//!
//! One module a form of package. Each takes the same [`Tree`]s of files; none of them builds anything. [`check`] installs
//! what was made into clean folders and uses it there.

mod appimage;
mod archive;
mod check;
mod debian;
mod describing;
mod dmg;
mod facts;
mod glibc;
mod installer;
mod kind;
mod making;
mod npm;
mod oci;
mod rpm;
mod supply;
mod tree;
mod updates;
mod wheel;
mod window;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::arguments::PackageChoices;
use crate::files::{digest, read, write};
use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project, absolute};
use crate::setup::{self, Engine, Installation, Purpose};
use check::Checked;
use facts::{Facts, NAME, NOWHERE, SUMMARY};
pub(crate) use glibc::Version as GlibcVersion;
pub(crate) use kind::Kind;
use making::{make, make_text};
use tree::Tree;
use window::{LIBRARIES, WINDOW};

/// What the packages of Linux's package managers say.
struct Packaged<'a> {
    name: &'static str,
    summary: &'static str,
    about: &'static str,
    tree: &'a Tree,
    glibc: Option<glibc::Version>,
    debian_needs: Vec<String>,
    rpm_needs: Vec<String>,
}

impl<'a> Packaged<'a> {
    fn command_line(tree: &'a Tree, facts: &Facts) -> Self {
        Self {
            name: NAME,
            summary: SUMMARY,
            about: "The program serves its page on this computer and runs without a window.",
            tree,
            glibc: facts.glibc,
            debian_needs: vec!["libstdc++6".to_owned()],
            rpm_needs: Vec::new(),
        }
    }

    /// The window needs the command line of its own version: both open the same data.
    fn window(tree: &'a Tree, facts: &Facts) -> Self {
        let command_line = format!("{NAME} (= {})", facts.version);
        Self {
            name: WINDOW,
            summary: "Workbench for the tool calls of language models, in a window",
            about: "The window of Callwright, which draws with WebKit.",
            tree,
            glibc: glibc::needed(&tree.program().bytes),
            debian_needs: [command_line].into_iter().chain(LIBRARIES.map(str::to_owned)).collect(),
            rpm_needs: vec![format!("{NAME} = {}", facts.version)],
        }
    }
}

/// What was made: a file, and the form it has.
#[derive(Debug)]
struct Made {
    kind: Kind,
    file: PathBuf,
}

/// What packages are made of.
struct Source {
    tree: Tree,
    program: PathBuf,
    /// Nothing, where no package has the window.
    window: Option<Tree>,
    facts: Facts,
}

pub(crate) fn package(project: &Project, choices: &PackageChoices) -> Result<()> {
    let out = match &choices.out {
        Some(out) => absolute(out)?,
        None => project.scratch().join("packages"),
    };
    fs::create_dir_all(&out).with_context(|| format!("could not create {}", out.display()))?;
    let kinds = makeable(&choices.kinds)?;
    if kinds.iter().all(|kind| kind.is_text()) {
        let facts = facts(project, choices, None)?;
        let mut made = Vec::new();
        for kind in kinds {
            made.extend(made_as(kind, make_text(project, kind, &facts, &out)?));
        }
        return checked(choices, &Checked { project, made: &made, source: None });
    }
    let parts = supply::parts(project, "cli", updates::features("cli"))?;
    supply::check(&parts)?;
    let source = source(project, choices, &parts, &kinds)?;
    let mut made = Vec::new();
    for kind in &kinds {
        made.extend(made_as(*kind, make(project, *kind, &source, &source.facts, &out)?));
    }
    let mut bills = vec![bill(NAME, &parts, &source.facts, &out)?];
    if source.window.is_some() {
        let parts = supply::parts(project, "window", updates::features("window"))?;
        bills.push(bill(WINDOW, &parts, &source.facts, &out)?);
    }
    sign_off(&out, &made, &bills)?;
    report(&made, &source.facts)?;
    checked(choices, &Checked { project, made: &made, source: Some(&source) })
}

/// Where everything that the command line and the window contain comes from, and its licences, without making a package.
pub(crate) fn check_parts(project: &Project) -> Result<()> {
    for (package, features) in [("cli", updates::COMMAND_LINE), ("window", updates::WINDOW_WITH_UPDATES)] {
        supply::check(&supply::parts(project, package, features)?)
            .with_context(|| format!("the package `{package}`"))?;
    }
    Ok(())
}

/// Kinds whose tools are here. One that was asked for by name fails without.
fn makeable(kinds: &[Kind]) -> Result<Vec<Kind>> {
    let mut makeable = Vec::new();
    for kind in kinds {
        match kind.missing_tool() {
            None => makeable.push(*kind),
            Some(tool) if kinds == Kind::ALL => {
                println!("{} is left out: it is made by {tool}.", kind.name())
            }
            Some(tool) => anyhow::bail!("{} is made by {tool}, which is not installed", kind.name()),
        }
    }
    Ok(makeable)
}

fn made_as(kind: Kind, files: Vec<PathBuf>) -> Vec<Made> {
    files.into_iter().map(|file| Made { kind, file }).collect()
}

fn checked(choices: &PackageChoices, checked: &Checked<'_>) -> Result<()> {
    if choices.is_checked { check::check(checked) } else { Ok(()) }
}

fn source(
    project: &Project,
    choices: &PackageChoices,
    parts: &[supply::Part],
    kinds: &[Kind],
) -> Result<Source> {
    let has_window = kinds.iter().any(|kind| kind.has_window());
    let is_built = choices.program.is_none() || (has_window && choices.window.is_none());
    if is_built {
        let purpose = if has_window { Purpose::Window } else { Purpose::Browser };
        setup::prepare_system(purpose, Engine::Built, Installation::Allowed, &Output::Terminal)?;
        setup::prepare_page(project, &Output::Terminal)?;
    }
    let program = match &choices.program {
        Some(program) => absolute(program)?,
        None => build(project, "cli", project.program(Profile::Release))?,
    };
    let tree = Tree::of(project, &program, &supply::third_party(parts))?;
    check_glibc(&tree, choices)?;
    let facts = facts(project, choices, glibc::needed(&tree.program().bytes))?;
    let mut window = None;
    if has_window {
        let program = match &choices.window {
            Some(program) => absolute(program)?,
            None => build(project, "window", project.app(Profile::Release))?,
        };
        let parts = supply::parts(project, "window", updates::features("window"))?;
        supply::check(&parts)?;
        let tree = window::tree(project, &program, &supply::third_party(&parts), &facts)?;
        check_glibc(&tree, choices)?;
        window = Some(tree);
    }
    Ok(Source { tree, program, window, facts })
}

/// Whether the program runs on the oldest system that it is to run on, where one was named.
fn check_glibc(tree: &Tree, choices: &PackageChoices) -> Result<()> {
    let program = tree.program();
    let Some(newest) = choices.glibc else { return Ok(()) };
    glibc::check(&program.bytes, newest).with_context(|| program.path.clone())
}

/// Builds a program with models in files.
fn build(project: &Project, package: &str, program: PathBuf) -> Result<PathBuf> {
    let mut build = project.cargo(&["build", "--locked", "--release", "--package", package]);
    build.args(["--no-default-features", "--features", updates::features(package)]);
    process::run(build, &Output::Terminal)?;
    Ok(program)
}

fn facts(project: &Project, choices: &PackageChoices, glibc: Option<glibc::Version>) -> Result<Facts> {
    let version = version(project)?;
    let from = choices.from.clone().unwrap_or_else(|| format!("{NOWHERE}/v{version}"));
    let mut log = process::command("git");
    log.args(["log", "-1", "--format=%cs"]).current_dir(project.root());
    let date = process::capture(log).map_or_else(|_| "1970-01-01".to_owned(), |date| date.trim().to_owned());
    Ok(Facts { version, glibc, from, date })
}

fn version(project: &Project) -> Result<String> {
    let metadata = project.cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let metadata: serde_json::Value = serde_json::from_str(&process::capture(metadata)?)?;
    let packages = metadata["packages"].as_array().context("`cargo metadata` lists no packages")?;
    let cli =
        packages.iter().find(|package| package["name"] == "cli").context("there is no package `cli`")?;
    Ok(cli["version"].as_str().context("the package `cli` has no version")?.to_owned())
}

/// What a program is made of, one bill for all packages that it is in.
fn bill(program: &str, parts: &[supply::Part], facts: &Facts, out: &Path) -> Result<PathBuf> {
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    let file = out.join(format!("{program}-{}-{system}-{processor}.cdx.json", facts.version));
    write(&file, supply::bill_of_materials(program, parts, &facts.version).as_bytes())?;
    Ok(file)
}

/// The checksums of everything, in the form that `sha256sum --check` reads.
fn sign_off(out: &Path, made: &[Made], bills: &[PathBuf]) -> Result<()> {
    let mut lines = String::new();
    for file in made.iter().map(|made| &made.file).chain(bills) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        lines.push_str(&format!("{}  {name}\n", digest(&read(file)?)));
    }
    write(&out.join("SHA256SUMS"), lines.as_bytes())
}

fn report(made: &[Made], facts: &Facts) -> Result<()> {
    match facts.glibc {
        Some(version) => println!("The program runs with glibc {version} and later."),
        None => println!("The program asks for no versioned symbol of glibc."),
    }
    for Made { file, .. } in made {
        let size = fs::metadata(file).with_context(|| file.display().to_string())?.len();
        println!("{:>6.1} MB  {}", size as f64 / 1e6, file.display());
    }
    Ok(())
}
