//! Looks at the whole workspace as it is compiled for other systems: `cargo xtask check-systems`. Nothing is linked there.
//!
//! One module for the standard library (`library`) and one for the compilers of C (`compilers`). A target is given what it
//! needs in variables of Cargo's environment, and has build output of its own beside that of this system.

mod compilers;
mod library;

use std::ffi::OsString;

use anyhow::{Context, Result, bail};

use self::compilers::CCompiler;
use self::library::Library;
use crate::output::Output;
use crate::process;
use crate::project::Project;

/// What the code is compiled for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// As compilers call it.
    pub(crate) name: &'static str,
    c: CCompiler,
}

pub(crate) static TARGETS: [Target; 4] = [
    Target { name: "x86_64-pc-windows-gnu", c: CCompiler::MinGw },
    Target { name: "aarch64-apple-darwin", c: CCompiler::Zig { target: "aarch64-macos" } },
    Target { name: "x86_64-apple-darwin", c: CCompiler::Zig { target: "x86_64-macos" } },
    Target { name: "aarch64-unknown-linux-gnu", c: CCompiler::Zig { target: "aarch64-linux-gnu" } },
];

/// The libraries that the window draws with are described by those of this machine: nothing is linked.
const DESCRIBED_HERE: (&str, &str) = ("PKG_CONFIG_ALLOW_CROSS", "1");

/// A variable of Cargo's environment.
type Variable = (OsString, OsString);

impl Target {
    pub(crate) fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }
}

pub(crate) fn target_names() -> String {
    TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ")
}

/// Looks at every target, goes on after a failure, and fails if one has failed.
pub(crate) fn check(project: &Project, targets: &[&'static Target], output: &Output) -> Result<()> {
    if !cfg!(target_os = "linux") {
        bail!("other systems are compiled for on Linux alone, where their compilers of C are packages");
    }
    let mut failed = Vec::new();
    for target in targets {
        if let Err(error) = check_one(project, target, output) {
            output.note(&format!("{error:#}"))?;
            failed.push(target.name);
        }
    }
    if failed.is_empty() {
        return output.note("Everything compiles for each of them.");
    }
    bail!("not compiled for {}", failed.join(", "))
}

fn check_one(project: &Project, target: &Target, output: &Output) -> Result<()> {
    output.note(&format!("For {}:", target.name))?;
    let library = Library::find(project, target.name, output)
        .with_context(|| format!("there is no standard library for {}", target.name))?;
    let mut clippy = project.cargo(&["clippy", "--workspace", "--all-targets", "--keep-going", "--locked"]);
    clippy.args(["--target", target.name]).args(library.options());
    clippy.envs(library.variables()).envs(target.c.provide(project, target.name, output)?);
    clippy.env(DESCRIBED_HERE.0, DESCRIBED_HERE.1);
    clippy.env("CARGO_TARGET_DIR", project.scratch().join("systems").join("build"));
    clippy.args(["--", "-D", "warnings"]);
    process::run(clippy, output)
}
