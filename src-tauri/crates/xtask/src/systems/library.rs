//! The standard library for another system.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::Variable;
use crate::files;
use crate::output::Output;
use crate::process;
use crate::project::Project;

/// Sources of the standard library as Debian packs them, for one version of the compiler.
struct Packed {
    compiler: &'static str,
    /// Below the root of a Debian mirror.
    file: &'static str,
    sha256: &'static str,
    /// Where the sources are inside of it.
    folder: &'static str,
}

const PACKED: [Packed; 1] = [Packed {
    compiler: "1.95.0",
    file: "pool/main/r/rustc/rust-src_1.95.0+dfsg1-2~bpo13+1_all.deb",
    sha256: "7b76db5b880a77f9e52975d2baa6209d2f76d2c9c2789515c3088cb960e2c83b",
    folder: "usr/src/rustc-1.95.0/library",
}];

/// The crates that Cargo builds from the sources. Tests and macros are made of the last two.
const BUILT: &str = "-Zbuild-std=std,panic_abort,panic_unwind,test,proc_macro";

#[derive(Debug)]
pub(super) enum Library {
    /// The compiler has it.
    Installed,
    /// Cargo builds it along.
    Built { sources: PathBuf },
}

impl Library {
    /// Nothing is added to the compiler, which is the person's.
    pub(super) fn find(project: &Project, target: &str, output: &Output) -> Result<Self> {
        let place = ask_compiler(project, &["--print", "target-libdir", "--target", target])?;
        if fs::read_dir(&place).is_ok_and(|mut files| files.next().is_some()) {
            return Ok(Self::Installed);
        }
        let root = PathBuf::from(ask_compiler(project, &["--print", "sysroot"])?);
        let own = root.join("lib/rustlib/src/rust/library");
        if own.join("Cargo.lock").exists() {
            return Ok(Self::Built { sources: own });
        }
        let version = ask_compiler(project, &["--version"])?;
        let version = version.split_whitespace().nth(1).unwrap_or_default();
        let Some(packed) = PACKED.iter().find(|packed| packed.compiler == version) else {
            bail!(
                "the compiler has none, and no package of the sources of {version} is known here; rustup target add {target}"
            )
        };
        output.note("The compiler has none, so it is built from the sources that Debian packs.")?;
        Ok(Self::Built { sources: packed.unpacked(project, output)? })
    }

    pub(super) fn options(&self) -> &'static [&'static str] {
        match self {
            Self::Installed => &[],
            Self::Built { .. } => &[BUILT],
        }
    }

    pub(super) fn variables(&self) -> Vec<Variable> {
        match self {
            Self::Installed => Vec::new(),
            Self::Built { sources } => vec![
                // What only a nightly compiler does, building the standard library, this one does too.
                ("RUSTC_BOOTSTRAP".into(), "1".into()),
                // Cargo knows no other way to sources that don't lie below the compiler.
                ("__CARGO_TESTS_ONLY_SRC_ROOT".into(), OsString::from(sources)),
            ],
        }
    }
}

impl Packed {
    fn unpacked(&self, project: &Project, output: &Output) -> Result<PathBuf> {
        let place = project.scratch().join("systems").join(format!("library-{}", self.compiler));
        let sources = place.join("sources").join(self.folder);
        if sources.join("Cargo.lock").exists() {
            return Ok(sources);
        }
        fs::create_dir_all(&place).with_context(|| format!("could not create {}", place.display()))?;
        let package = place.join("rust-src.deb");
        let mut fetch = process::command("curl");
        fetch.args(["--fail", "--silent", "--show-error", "--location", "--retry", "3", "--output"]);
        fetch.arg(&package).arg(format!("{}/{}", mirror()?, self.file));
        process::run(fetch, output).context("could not fetch the sources of the standard library")?;
        self.check(&package)?;
        let arriving = place.join("arriving");
        let mut unpack = process::command("dpkg-deb");
        unpack.arg("--extract").arg(&package).arg(&arriving);
        process::run(unpack, output)?;
        fs::rename(&arriving, place.join("sources")).context("could not move the sources to their place")?;
        fs::remove_file(&package).context("could not remove what was unpacked")?;
        Ok(sources)
    }

    fn check(&self, package: &Path) -> Result<()> {
        let found = files::digest(&files::read(package)?);
        if found == self.sha256 {
            return Ok(());
        }
        bail!("{} has the checksum {found}, not {}", package.display(), self.sha256)
    }
}

/// The mirror of Debian that this machine uses, without which there is none to fetch from.
fn mirror() -> Result<String> {
    let mut sites = process::command("apt-get");
    sites.args(["indextargets", "--format", "$(ORIGIN) $(SITE)"]);
    let sites = process::capture(sites).context("the sources are a package of Debian")?;
    let mirror = sites.lines().find_map(|line| line.strip_prefix("Debian "));
    mirror
        .map(str::to_owned)
        .context("this machine uses no mirror of Debian; give the target to the compiler by rustup")
}

fn ask_compiler(project: &Project, arguments: &[&str]) -> Result<String> {
    let mut compiler = process::command("rustc");
    compiler.args(arguments).current_dir(project.root());
    Ok(process::capture(compiler)?.trim().to_owned())
}
