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

/// Libraries that are installed together, into a folder of their own.
pub(crate) struct Libraries {
    folder: &'static str,
    /// Their `requirements.txt`, below the root of the checkout.
    pinned: &'static str,
    /// One of them.
    module: &'static str,
}

/// Those of the providers.
pub(crate) const JUDGES: Libraries =
    Libraries { folder: "judges", pinned: "tests/judges/requirements.txt", module: "pydantic" };

/// Frameworks of others that programs are made with, for the long tests: they are large.
pub(crate) const FRAMEWORKS: Libraries =
    Libraries { folder: "frameworks", pinned: "tests/judges/attached/requirements.txt", module: "pydantic" };

/// Tools that evaluate calls. They need other versions of what the providers' libraries use.
pub(crate) const EVALUATORS: Libraries = Libraries {
    folder: "evaluators",
    pinned: "tests/judges/evaluators/requirements.txt",
    module: "pydantic",
};

/// A compiler of C that has the headers of other systems, which Python's packages bring along.
pub(crate) const ZIG: Libraries = Libraries {
    folder: "zig",
    pinned: "src-tauri/crates/xtask/src/systems/requirements.txt",
    module: "ziglang",
};

impl Libraries {
    /// Installs them unless they are there already. Each file is held to its hash, and only wheels are taken, because
    /// building one would run its code.
    pub(crate) fn install(&self, project: &Project, output: &Output) -> Result<()> {
        let python = find()?;
        let requirements = project.root().join(self.pinned);
        let folder = project.scratch().join(self.folder);
        let stamp = Stamp::of(folder.join(".callwright-stamp"), std::slice::from_ref(&requirements))?;
        if stamp.is_current() && process::succeeds(self.look(project)) {
            return output.note(&format!("The packages of Python in {} are installed.", folder.display()));
        }
        stamp.remove()?;
        let mut make = process::command(python);
        make.args(["-m", "venv", "--clear"]).arg(&folder);
        process::run(make, output)
            .with_context(|| format!("could not make a place for them. {WHAT_TO_INSTALL}"))?;
        let mut install = self.python(project);
        install.args(["-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--no-deps"]);
        install.args(["--only-binary", ":all:", "--require-hashes", "--requirement"]).arg(requirements);
        process::run(install, output).context(
            "could not install packages of Python; is the network reachable, and requirements.txt up to date?",
        )?;
        stamp.write()
    }

    /// The path of the Python that has them.
    pub(crate) fn program(&self, project: &Project) -> PathBuf {
        let program = if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" };
        project.scratch().join(self.folder).join(program)
    }

    /// The Python that has them.
    pub(crate) fn python(&self, project: &Project) -> Command {
        let mut python = process::command(self.program(project));
        // Settings of the person's own Python would bring in what is not pinned.
        python.env_remove("PYTHONPATH").env_remove("PYTHONHOME").env("PYTHONDONTWRITEBYTECODE", "1");
        python
    }

    /// Fails where the system's Python was replaced by another since.
    fn look(&self, project: &Project) -> Command {
        let mut look = self.python(project);
        look.args(["-c", &format!("import {}", self.module)]);
        look
    }
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
