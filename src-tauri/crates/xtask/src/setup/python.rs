//! Python, and the official libraries that judge our requests.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::stamp::Stamp;
use crate::output::Output;
use crate::process;
use crate::project::Project;

const WHAT_TO_INSTALL: &str = "The requests of the connectors are judged by the official Python libraries, which need \
     Python 3.11 or newer with `venv` and `pip`. Debian and Ubuntu: `apt-get install python3 python3-venv`; other systems: \
     their package of Python 3, or https://www.python.org; and see that `python3` is on the PATH.";

/// Installs the libraries into a folder of their own, unless they are there already. Each file is held to its hash, and
/// only wheels are taken, because building one would run its code.
pub(crate) fn install_judges(project: &Project, output: &Output) -> Result<()> {
    let python = find()?;
    let requirements = requirements(project);
    let folder = folder(project);
    let stamp = Stamp::of(folder.join(".callwright-stamp"), std::slice::from_ref(&requirements))?;
    if stamp.is_current() && process::succeeds(without_packages(project)) {
        return output.note("The official libraries are installed.");
    }
    stamp.remove()?;
    let mut make = process::command(python);
    make.args(["-m", "venv", "--clear"]).arg(&folder);
    process::run(make, output)
        .with_context(|| format!("could not make a place for them. {WHAT_TO_INSTALL}"))?;
    let mut install = judge(project);
    install.args(["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-deps"]);
    install.args(["--only-binary", ":all:", "--require-hashes", "--requirement"]).arg(requirements);
    process::run(install, output)
        .context("could not install the official libraries; is the network reachable, and requirements.txt up to date?")?;
    stamp.write()
}

/// The Python that has the libraries.
pub(crate) fn judge(project: &Project) -> Command {
    let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
    let mut python = process::command(folder(project).join(program));
    // Settings of the person's own Python would bring in what is not pinned.
    python.env_remove("PYTHONPATH").env_remove("PYTHONHOME").env("PYTHONDONTWRITEBYTECODE", "1");
    python
}

/// Fails where the system's Python was replaced by another since.
fn without_packages(project: &Project) -> Command {
    let mut nothing = judge(project);
    nothing.args(["-c", "import pydantic"]);
    nothing
}

fn find() -> Result<&'static str> {
    let is_new_enough = |name: &&str| {
        let mut python = process::command(name);
        python.args(["-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))"]);
        process::succeeds(python)
    };
    match ["python3", "python"].into_iter().find(is_new_enough) {
        Some(python) => Ok(python),
        None => bail!("Python is missing or too old. {WHAT_TO_INSTALL}"),
    }
}

fn folder(project: &Project) -> PathBuf {
    project.scratch().join("judges")
}

fn requirements(project: &Project) -> PathBuf {
    project.root().join("tests").join("judges").join("requirements.txt")
}
