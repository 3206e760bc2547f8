//! An image of a container: read by `skopeo`, unpacked by `umoci`, and used in a root of its own.

use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};

use super::super::{Facts, NAME};
use super::Installed;
use crate::output::Output;
use crate::process;

pub(super) fn unpack(file: &Path, root: &Path, facts: &Facts) -> Result<Installed> {
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
    let layout = format!("{}:{}", root.join("layout").display(), facts.version);
    let mut copy = process::command("skopeo");
    copy.args(["copy", "--quiet", "--insecure-policy", &archive, &format!("oci:{layout}")]);
    process::run(copy, &Output::Terminal)?;
    let bundle = root.join("bundle");
    let mut umoci = process::command("umoci");
    umoci.args(["unpack", "--rootless", "--image", &layout]).arg(&bundle);
    process::run(umoci, &Output::Terminal)?;
    inside(bundle.join("rootfs"))
}

/// The loader of the image starts the program with the libraries of the image alone, in a root that has nothing else.
fn inside(rootfs: PathBuf) -> Result<Installed> {
    ensure!(rootfs.join("usr/bin").join(NAME).is_file(), "the image has no program");
    let before = vec![rootfs.to_string_lossy().into_owned(), format!("/usr/bin/{NAME}")];
    Ok(Installed { program: PathBuf::from("chroot"), before, environment: Vec::new() })
}
