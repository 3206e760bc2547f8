//! A package of Fedora, openSUSE and their kin, made by `rpmbuild` where it is installed.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{Facts, Packaged, write};
use crate::files::set_mode;
use crate::output::Output;
use crate::process;

pub(super) fn can_be_made() -> bool {
    process::on_path("rpmbuild").is_some()
}

pub(super) fn make(packaged: &Packaged<'_>, facts: &Facts, out: &Path) -> Result<PathBuf> {
    if !can_be_made() {
        bail!(
            "an RPM package is made by `rpmbuild`, which is not installed (on Debian: apt-get install rpm)"
        );
    }
    let work = out.join("rpm");
    let files = work.join("files");
    for entry in packaged.tree.entries() {
        let file = files.join("usr").join(&entry.path);
        write(&file, &entry.bytes)?;
        set_mode(&file, entry.mode)?;
    }
    let spec = work.join(format!("{}.spec", packaged.name));
    write(&spec, spec_of(packaged, facts, &files).as_bytes())?;
    let mut build = process::command("rpmbuild");
    build.arg("-bb").arg("--define").arg(format!("_topdir {}", work.display())).arg(&spec);
    process::run(build, &Output::Terminal)?;

    let made = work.join("RPMS").join(std::env::consts::ARCH);
    let name = format!("{}-{}-1.{}.rpm", packaged.name, facts.version, std::env::consts::ARCH);
    let file = out.join(&name);
    fs::rename(made.join(&name), &file).with_context(|| format!("rpmbuild wrote no {name}"))?;
    fs::remove_dir_all(&work).with_context(|| work.display().to_string())?;
    Ok(file)
}

/// Nothing is compiled, stripped or compressed again. A folder that is not listed would stay when the package is removed.
fn spec_of(packaged: &Packaged<'_>, facts: &Facts, files: &Path) -> String {
    let Packaged { name, summary, about, tree, rpm_needs, .. } = packaged;
    let needs: String = rpm_needs.iter().map(|need| format!("Requires: {need}\n")).collect();
    let paths: Vec<_> = tree.entries().iter().map(|entry| listed(&entry.path)).collect();
    format!(
        "%global __os_install_post %{{nil}}\n%global debug_package %{{nil}}\n%global _build_id_links none\n\
         %global _binary_payload w9.xzdio\n\
         Name: {name}\nVersion: {}\nRelease: 1\nSummary: {summary}\nLicense: MIT OR Apache-2.0\n{needs}\n\
         %description\n{summary}. {about}\n\n\
         %install\ncp -a {}/. %{{buildroot}}/\n\n%files\n%dir /usr/share/doc/{name}\n{}\n",
        facts.version,
        files.display(),
        paths.join("\n")
    )
}

/// Manual pages may be compressed by the system that installs them.
fn listed(path: &str) -> String {
    if path.starts_with("share/man/") { format!("/usr/{path}*") } else { format!("/usr/{path}") }
}
