//! A `.deb` in a Debian or Ubuntu of its own, with nothing in it but what the system itself and the package need.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::super::{Facts, NAME};
use super::{Clean, Installed, using};
use crate::output::Output;
use crate::process;

/// Where this system fetches its packages from: one of these files.
const SOURCES: [&str; 3] = [
    "/etc/apt/sources.list.d/debian.sources",
    "/etc/apt/sources.list.d/ubuntu.sources",
    "/etc/apt/sources.list",
];

/// Installs without force, so that what the package does not name is missing.
pub(super) fn check(file: &Path, facts: &Facts) -> Result<()> {
    let sources = SOURCES.into_iter().find(|path| Path::new(path).is_file());
    let (Some(sources), Some(_)) = (sources, process::on_path("mmdebstrap")) else {
        println!("deb: not installed into a system of its own, because mmdebstrap is not installed");
        return Ok(());
    };
    let folder = Clean::folder("distribution")?;
    let root = folder.0.join("root");
    let mut needs = process::command("dpkg-deb");
    needs.arg("--field").arg(file).arg("Depends");
    let mut make = process::command("mmdebstrap");
    make.arg("--mode=root").arg("--variant=essential");
    make.arg(format!("--include={}", names(&process::capture(needs)?).join(",")));
    make.arg(codename()?).arg(&root).arg(sources);
    process::run(make, &Output::Terminal)?;

    let dpkg = |action: &str, of: &Path| {
        let mut dpkg = process::command("dpkg");
        dpkg.arg("--root").arg(&root).arg(action).arg(of);
        process::run(dpkg, &Output::Terminal)
    };
    dpkg("--install", file)?;
    let program = PathBuf::from("/usr/bin").join(NAME);
    let before = vec![root.to_string_lossy().into_owned(), program.to_string_lossy().into_owned()];
    let installed = Installed { before, inside: Some(root.clone()), ..Installed::at("chroot".into()) };
    using::ask(&installed, &folder.0, facts)?;
    using::to_the_first_stop(&installed, &folder.0)?;
    dpkg("--purge", Path::new(NAME))?;
    ensure!(!installed.on_disk(&program).exists(), "the package leaves its program behind");
    println!("deb: installed by what it says it needs, at the first stop, removed");
    Ok(())
}

/// The first name of each alternative, without its version.
fn names(needs: &str) -> Vec<&str> {
    needs.split(',').filter_map(|need| need.split_whitespace().next()).collect()
}

fn codename() -> Result<String> {
    let mut ask = process::command("sh");
    ask.args(["-c", ". /etc/os-release && printf %s \"$VERSION_CODENAME\""]);
    process::capture(ask)
}

#[cfg(test)]
mod tests {
    use super::names;

    #[test]
    fn needs_are_named_without_versions_and_alternatives() {
        let needs = "libc6 (>= 2.34), libstdc++6, libgtk-3-0 | libgtk-3-0t64\n";
        assert_eq!(names(needs), ["libc6", "libstdc++6", "libgtk-3-0"]);
    }
}
