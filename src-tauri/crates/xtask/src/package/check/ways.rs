//! How a package of the command line comes into a root and goes out of it again.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use super::super::{Kind, NAME};
use super::{Installed, image};
use crate::output::Output;
use crate::process;

/// Serves packages as npm's registry does.
const REGISTRY: &str = include_str!("../registry.cjs");

/// Where Python and npm put programs, and how scripts are named there.
const SCRIPTS: &str = if cfg!(windows) { "Scripts" } else { "bin" };
const PYTHON: &str = if cfg!(windows) { "python" } else { "python3" };
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };
const NPX: &str = if cfg!(windows) { "npx.cmd" } else { "npx" };

pub(super) struct Way<'a> {
    by: By,
    pub(super) root: &'a Path,
}

#[derive(Clone, Copy)]
enum By {
    Tar,
    Dpkg,
    Rpm,
    Npm,
    Pip,
    Image,
}

impl<'a> Way<'a> {
    /// Nothing for what is no package of the command line.
    pub(super) fn of(kind: Kind, root: &'a Path) -> Option<Self> {
        let by = match kind {
            Kind::Tar => By::Tar,
            Kind::Deb => By::Dpkg,
            Kind::Rpm => By::Rpm,
            Kind::Npm => By::Npm,
            Kind::Wheel => By::Pip,
            Kind::Oci => By::Image,
            Kind::WindowTar
            | Kind::WindowDeb
            | Kind::WindowRpm
            | Kind::AppImage
            | Kind::Dmg
            | Kind::Installer
            | Kind::Descriptions
            | Kind::Updates => return None,
        };
        Some(Self { by, root })
    }

    pub(super) fn name(&self) -> &'static str {
        match self.by {
            By::Tar => "tar",
            By::Dpkg => "dpkg",
            By::Rpm => "rpm",
            By::Npm => "npm",
            By::Pip => "pip",
            By::Image => "image",
        }
    }

    /// Where its packages put their programs.
    pub(super) fn programs(&self) -> PathBuf {
        let folder = match self.by {
            By::Tar => "opt/bin",
            By::Dpkg | By::Rpm => "usr/bin",
            By::Npm if cfg!(windows) => "prefix",
            By::Npm => "prefix/bin",
            By::Pip => return self.root.join("environment").join(SCRIPTS),
            By::Image => "bundle/rootfs/usr/bin",
        };
        self.root.join(folder)
    }

    /// Installs a version in the place of the one that is there.
    pub(super) fn install(&self, files: &[PathBuf], version: &str) -> Result<Installed> {
        let first = files.first().context("there is no package")?;
        match self.by {
            By::Tar => {
                self.remove(NAME)?;
                self.add(first)?;
            }
            By::Dpkg | By::Rpm => self.add(first)?,
            By::Npm => self.install_from_a_registry(files, version)?,
            By::Pip => self.install_wheel(first, version)?,
            By::Image => return image::install(first, self.root, version),
        }
        let ending = if NPM.ends_with(".cmd") && matches!(self.by, By::Npm) { ".cmd" } else { EXE_SUFFIX };
        Ok(Installed::at(self.programs().join(format!("{NAME}{ending}"))))
    }

    /// One more package beside what is there.
    pub(super) fn add(&self, file: &Path) -> Result<()> {
        let mut command = match self.by {
            By::Tar => {
                let into = self.root.join("opt");
                fs::create_dir_all(&into)?;
                let mut tar = process::command("tar");
                tar.arg("--extract").arg("--directory").arg(into).args(["--strip-components=1", "--file"]);
                tar
            }
            By::Dpkg => self.dpkg("--install")?,
            By::Rpm => self.rpm("--upgrade"),
            By::Npm | By::Pip | By::Image => bail!("it takes no packages beside one another"),
        };
        command.arg(file);
        process::run(command, &Output::Terminal)
    }

    /// Removes a package as its manager does. What was never installed is no failure where no manager knows.
    pub(super) fn remove(&self, package: &str) -> Result<()> {
        let command = match self.by {
            By::Tar if package == NAME => return emptied(&self.root.join("opt")),
            By::Tar => return Ok(fs::remove_file(self.programs().join(package))?),
            By::Image => return image::remove(self.root),
            By::Dpkg => {
                let mut dpkg = self.dpkg("--purge")?;
                dpkg.arg(package);
                dpkg
            }
            By::Rpm => {
                let mut rpm = self.rpm("--erase");
                rpm.arg(package);
                rpm
            }
            By::Npm => {
                // What `npx` ran stays in the cache until a person empties that.
                emptied(&self.root.join("npm"))?;
                if !self.root.join("prefix").exists() {
                    return Ok(());
                }
                let mut uninstall = self.npm();
                uninstall.args(["uninstall", "--global", package]);
                uninstall
            }
            By::Pip => {
                let mut uninstall = process::command(self.programs().join("pip"));
                uninstall.args(["uninstall", "--quiet", "--yes", package]);
                uninstall
            }
        };
        process::run(command, &Output::Terminal)?;
        if let By::Npm = self.by { emptied(&self.root.join("npm")) } else { Ok(()) }
    }

    /// As people try it who install nothing: `npx` fetches the packages from a registry that has no others.
    pub(super) fn without_installing(&self, files: &[PathBuf]) -> Result<Option<(Installed, Registry)>> {
        let By::Npm = self.by else { return Ok(None) };
        let registry = Registry::start(files, self.root)?;
        let before = ["--yes", "--registry", &registry.address, NAME].map(str::to_owned).to_vec();
        let environment = vec![("npm_config_cache".to_owned(), self.root.join("npm"))];
        Ok(Some((Installed { before, environment, ..Installed::at(NPX.into()) }, registry)))
    }

    /// dpkg in a root of its own: it records what is there, and removes it without a trace.
    fn dpkg(&self, action: &str) -> Result<Command> {
        let admin = self.root.join("var/lib/dpkg");
        if !admin.exists() {
            fs::create_dir_all(admin.join("info"))?;
            fs::create_dir_all(admin.join("updates"))?;
            fs::write(admin.join("status"), "")?;
        }
        let mut dpkg = process::command("dpkg");
        dpkg.arg("--root").arg(self.root).args(["--force-depends", "--force-not-root", action]);
        Ok(dpkg)
    }

    fn rpm(&self, action: &str) -> Command {
        let mut rpm = process::command("rpm");
        rpm.arg("--root").arg(self.root).args([action, "--nodeps", "--noscripts"]);
        rpm
    }

    fn npm(&self) -> Command {
        let mut npm = process::command(NPM);
        npm.env("HOME", self.root).env("npm_config_cache", self.root.join("npm"));
        npm.env("npm_config_prefix", self.root.join("prefix")).current_dir(self.root);
        npm
    }

    fn install_from_a_registry(&self, files: &[PathBuf], version: &str) -> Result<()> {
        let registry = Registry::start(files, self.root)?;
        let mut install = self.npm();
        install.args(["install", "--global", "--no-audit", "--no-fund", "--registry", &registry.address]);
        install.arg(format!("{NAME}@{version}"));
        process::run(install, &Output::Terminal)
    }

    fn install_wheel(&self, file: &Path, version: &str) -> Result<()> {
        let environment = self.root.join("environment");
        if !environment.exists() {
            let mut make = process::command(PYTHON);
            make.args(["-m", "venv"]).arg(&environment);
            process::run(make, &Output::Terminal)?;
        }
        let mut install = process::command(self.programs().join("pip"));
        install.args(["install", "--quiet", "--no-index", "--find-links"]);
        install.arg(file.parent().unwrap_or(Path::new("."))).arg(format!("{NAME}=={version}"));
        process::run(install, &Output::Terminal)
    }
}

fn emptied(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    Ok(())
}

/// A registry that ends with its owner.
pub(super) struct Registry {
    node: Child,
    address: String,
}

impl Registry {
    fn start(files: &[PathBuf], root: &Path) -> Result<Self> {
        let script = root.join("registry.cjs");
        fs::write(&script, REGISTRY)?;
        let mut node = process::command("node");
        node.arg(&script).args(files).stdout(Stdio::piped());
        let node = node.spawn().context("could not start a registry; is Node installed?")?;
        let mut registry = Self { node, address: String::new() };
        let output = registry.node.stdout.take().context("the registry prints nothing")?;
        let mut address = String::new();
        BufReader::new(output).read_line(&mut address)?;
        registry.address = address.trim().to_owned();
        Ok(registry)
    }
}

impl Drop for Registry {
    fn drop(&mut self) {
        let _ = self.node.kill();
        let _ = self.node.wait();
    }
}
