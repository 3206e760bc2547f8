//! `cargo xtask package`: what people install, made of one release build of the command line with the page inside.
//!
//! One module a form of package. Each takes the same [`Tree`] of files; none of them builds anything. [`check`] installs
//! what was made into clean folders and uses it there.

mod archive;
mod check;
mod debian;
mod glibc;
mod npm;
mod rpm;
mod supply;
mod tree;
mod wheel;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use sha2::{Digest, Sha256};

use crate::arguments::PackageChoices;
use crate::output::Output;
use crate::process;
use crate::project::{Profile, Project, absolute};
use crate::setup::{self, Engine, Installation, Purpose};
use tree::Tree;

/// The name of the command, of its package everywhere, and of its npm scope.
const NAME: &str = "callwright";
const SUMMARY: &str = "Workbench for the tool calls of language models";

/// A form in which the command line is installed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Tar,
    Deb,
    Rpm,
    Npm,
    Wheel,
}

impl Kind {
    pub(crate) const ALL: [Self; 5] = [Self::Tar, Self::Deb, Self::Rpm, Self::Npm, Self::Wheel];

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Tar => "tar",
            Self::Deb => "deb",
            Self::Rpm => "rpm",
            Self::Npm => "npm",
            Self::Wheel => "wheel",
        }
    }
}

/// What all packages say of the program.
#[derive(Debug)]
pub(crate) struct Facts {
    version: String,
    /// The lowest version of the GNU C library that has every symbol the program asks for.
    glibc: Option<glibc::Version>,
}

/// What was made: a file, and the form it has.
#[derive(Debug)]
pub(crate) struct Made {
    kind: Kind,
    file: PathBuf,
}

pub(crate) fn package(project: &Project, choices: &PackageChoices) -> Result<ExitCode> {
    setup::prepare_system(Purpose::Browser, Engine::Built, Installation::Allowed, &Output::Terminal)?;
    setup::prepare_page(project, &Output::Terminal)?;
    let program = build(project)?;
    let out = match &choices.out {
        Some(out) => absolute(out)?,
        None => project.scratch().join("packages"),
    };
    fs::create_dir_all(&out).with_context(|| format!("could not create {}", out.display()))?;

    let parts = supply::parts(project)?;
    supply::check_licences(&parts)?;
    let tree = Tree::of(project, &program, &supply::third_party(&parts))?;
    let facts = Facts { version: version(project)?, glibc: glibc::needed(&tree.program().bytes) };
    let mut made = Vec::new();
    for kind in &choices.kinds {
        if *kind == Kind::Rpm && choices.kinds == Kind::ALL && !rpm::can_be_made() {
            println!("rpm is left out: rpmbuild is not installed (on Debian: apt-get install rpm).");
            continue;
        }
        for file in make(*kind, &tree, &facts, &out)? {
            made.push(Made { kind: *kind, file });
        }
    }
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    let bill = out.join(format!("{NAME}-{}-{system}-{processor}.cdx.json", facts.version));
    write(&bill, supply::bill_of_materials(&parts, &facts.version).as_bytes())?;
    sign_off(&out, &made, &bill)?;
    report(&made, &facts)?;
    if choices.is_checked {
        check::check(&made, &facts)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Builds the program with models in files, and strips what only a debugger needs.
fn build(project: &Project) -> Result<PathBuf> {
    let mut build =
        project.cargo(&["build", "--locked", "--release", "--package", "cli", "--features", "llama"]);
    build.env("CARGO_PROFILE_RELEASE_STRIP", "symbols");
    process::run(build, &Output::Terminal)?;
    Ok(project.program(Profile::Release))
}

fn make(kind: Kind, tree: &Tree, facts: &Facts, out: &Path) -> Result<Vec<PathBuf>> {
    match kind {
        Kind::Tar => archive::make(tree, facts, out).map(|file| vec![file]),
        Kind::Deb => debian::make(tree, facts, out).map(|file| vec![file]),
        Kind::Rpm => rpm::make(tree, facts, out).map(|file| vec![file]),
        Kind::Npm => npm::make(tree, facts, out),
        Kind::Wheel => wheel::make(tree, facts, out).map(|file| vec![file]),
    }
}

fn version(project: &Project) -> Result<String> {
    let metadata = project.cargo(&["metadata", "--no-deps", "--offline", "--format-version", "1"]);
    let metadata: serde_json::Value = serde_json::from_str(&process::capture(metadata)?)?;
    let packages = metadata["packages"].as_array().context("`cargo metadata` lists no packages")?;
    let cli =
        packages.iter().find(|package| package["name"] == "cli").context("there is no package `cli`")?;
    Ok(cli["version"].as_str().context("the package `cli` has no version")?.to_owned())
}

/// The checksums of everything, in the form that `sha256sum --check` reads.
fn sign_off(out: &Path, made: &[Made], bill: &Path) -> Result<()> {
    let mut lines = String::new();
    for file in made.iter().map(|made| made.file.as_path()).chain([bill]) {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        lines.push_str(&format!("{}  {name}\n", digest(&read(file)?)));
    }
    write(&out.join("SHA256SUMS"), lines.as_bytes())
}

fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
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

fn read(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("could not read {}", file.display()))
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))?;
    }
    fs::write(file, bytes).with_context(|| format!("could not write {}", file.display()))
}
