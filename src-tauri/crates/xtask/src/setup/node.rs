//! Node, the packages the page is built with, and the programs the tests talk to.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::stamp::Stamp;
use crate::output::Output;
use crate::process;
use crate::project::Project;

const WHAT_TO_INSTALL: &str = "The page is built with npm and Node 20.19 or newer (22.12 or newer on the 22 line). \
     Install the current LTS version from https://nodejs.org or with a version manager, and see that `node` and \
     `npm` are on the PATH.";

pub(crate) fn install_page_packages(project: &Project, output: &Output) -> Result<()> {
    install(project, &project.ui(), "page's packages", &[], output)
}

/// Programs by others, for the tests to talk to.
pub(crate) fn install_counterparts(project: &Project, output: &Output) -> Result<()> {
    install_programs(project, "tests/counterparts", output)
}

/// Large programs that run exported sets, without the connections to services they may have. Some of them are only built
/// for Linux on x86-64.
pub(crate) fn install_runners(project: &Project, output: &Output) -> Result<()> {
    if cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        install_programs(project, "tests/counterparts/runners", output)
    } else {
        output.note("Exported sets don't run in the large runners here: those are for Linux on x86-64.")
    }
}

/// Nothing that comes with the packages is run while they are installed.
fn install_programs(project: &Project, folder: &str, output: &Output) -> Result<()> {
    let options = ["--ignore-scripts", "--omit=optional"];
    install(project, &project.root().join(folder), &format!("programs in {folder}"), &options, output)
}

/// Runs `npm ci` in a folder, unless it has succeeded with the same lock file.
fn install(project: &Project, folder: &Path, what: &str, options: &[&str], output: &Output) -> Result<()> {
    require_node(project)?;
    // `npm ci` empties the folder, and the stamp goes with it.
    let stamp =
        Stamp::of(folder.join("node_modules/.callwright-stamp"), &[folder.join("package-lock.json")])?;
    if stamp.is_current() {
        return output.note(&format!("The {what} are installed."));
    }
    let mut install = project.npm(&["ci"]);
    install.args(options).args(["--no-audit", "--no-fund"]).current_dir(folder);
    process::run(install, output).with_context(|| {
        format!("could not install the {what}; is the network reachable, and package-lock.json up to date?")
    })?;
    stamp.write()
}

fn require_node(project: &Project) -> Result<()> {
    let mut node = process::command("node");
    node.arg("--version");
    let said = version_of(node, "Node")?;
    match read_version(&said) {
        Some(version) if is_supported(version) => {}
        Some(_) => bail!("Node {said} does not do. {WHAT_TO_INSTALL}"),
        None => bail!("`node --version` said `{said}`, which is no version. {WHAT_TO_INSTALL}"),
    }
    version_of(project.npm(&["--version"]), "npm")?;
    Ok(())
}

fn version_of(command: Command, name: &str) -> Result<String> {
    let said = process::capture(command)
        .with_context(|| format!("{name} is missing or does not work. {WHAT_TO_INSTALL}\nWhat happened"))?;
    Ok(said.trim().trim_start_matches('v').to_owned())
}

fn read_version(said: &str) -> Option<(u32, u32)> {
    let mut numbers = said.split('.').map(|number| number.parse().ok());
    Some((numbers.next()??, numbers.next()??))
}

/// What Vite supports: the odd versions never were LTS, and both even lines gained `require` of modules late.
fn is_supported((major, minor): (u32, u32)) -> bool {
    match major {
        20 => minor >= 19,
        22 => minor >= 12,
        _ => major > 22,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_supported_as_vite_supports_them() {
        let says = |said| read_version(said).is_some_and(is_supported);
        assert_eq!(["18.20.4", "20.18.3", "21.7.0", "22.11.0"].map(says), [false; 4]);
        assert_eq!(["20.19.0", "20.20.2", "22.12.0", "24.0.1"].map(says), [true; 4]);
        assert!(!says("nightly"));
    }
}
