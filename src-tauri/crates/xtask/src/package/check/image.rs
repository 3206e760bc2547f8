//! An image of a container: read by `skopeo`, unpacked by `umoci`, and used in a root of its own. Its data outlives it, as a
//! volume does.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::super::NAME;
use super::Installed;
use crate::output::Output;
use crate::process;

pub(super) fn install(file: &Path, root: &Path, version: &str) -> Result<Installed> {
    remove(root)?;
    let bundle = unpack(file, root, version)?;
    let rootfs = bundle.join("rootfs");
    ensure!(rootfs.join("usr/bin").join(NAME).is_file(), "the image has no program");
    // The loader of the image starts the program with the libraries of the image alone, in a root that has nothing else.
    let before = vec![rootfs.to_string_lossy().into_owned(), format!("/usr/bin/{NAME}")];
    let installed = Installed { before, inside: Some(rootfs), ..Installed::at("chroot".into()) };
    let data = root.join("data");
    if data.exists() {
        move_folder(&data, &installed.on_disk(&data))?;
    }
    Ok(installed)
}

pub(super) fn remove(root: &Path) -> Result<()> {
    let (bundle, data) = (root.join("bundle"), root.join("data"));
    let inside = bundle.join("rootfs").join(data.strip_prefix("/").unwrap_or(&data));
    if inside.exists() {
        move_folder(&inside, &data)?;
    }
    for folder in [bundle, root.join("layout")] {
        if folder.exists() {
            fs::remove_dir_all(folder)?;
        }
    }
    Ok(())
}

fn move_folder(from: &Path, to: &Path) -> Result<()> {
    if let Some(folder) = to.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::rename(from, to)?)
}

fn unpack(file: &Path, root: &Path, version: &str) -> Result<PathBuf> {
    for tool in ["skopeo", "umoci"] {
        ensure!(
            process::on_path(tool).is_some(),
            "an image is checked by `{tool}` (on Debian: apt-get install {tool})"
        );
    }
    let archive = format!("oci-archive:{}", file.display());
    let mut inspect = process::command("skopeo");
    inspect.args(["inspect", "--config", &archive]);
    let config: serde_json::Value = serde_json::from_str(&process::capture(inspect)?)?;
    ensure!(
        config["config"]["Entrypoint"][0] == format!("/usr/bin/{NAME}"),
        "it starts something else: {config:#}"
    );
    let layout = format!("{}:{version}", root.join("layout").display());
    let mut copy = process::command("skopeo");
    copy.args(["copy", "--quiet", "--insecure-policy", &archive, &format!("oci:{layout}")]);
    process::run(copy, &Output::Terminal)?;
    let bundle = root.join("bundle");
    let mut umoci = process::command("umoci");
    umoci.args(["unpack", "--rootless", "--image", &layout]).arg(&bundle);
    process::run(umoci, &Output::Terminal)?;
    Ok(bundle)
}
