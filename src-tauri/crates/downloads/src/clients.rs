//! Registries are asked by their own clients, which know where they are. Neither runs anything of what it fetches.

use crate::origin::{Origin, Unfit};
use crate::progress::{REPORT_INTERVAL, stopped};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::io::AsyncReadExt;
use tokio::process::Command;
use tokio_util::sync::CancellationToken;

/// Attempts to empty a folder that fills meanwhile.
const MAX_REMOVALS: usize = 20;

/// The programs that packages are fetched with.
#[derive(Clone, Debug)]
pub struct Clients {
    /// A Python. Where it has no pip, a place of one's own is made of it that has one.
    pub python: PathBuf,
    pub npm: PathBuf,
}

impl Clients {
    /// Those that are found by their usual names.
    pub fn usual() -> Self {
        let (python, npm) = if cfg!(windows) { ("python", "npm.cmd") } else { ("python3", "npm") };
        Self { python: python.into(), npm: npm.into() }
    }
}

/// A package of a registry.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Package<'a> {
    /// One of pip's, for a platform or for all.
    Wheel {
        name: &'a str,
        version: &'a str,
        platform: Option<&'a str>,
    },
    Npm {
        name: &'a str,
        version: &'a str,
    },
}

impl Package<'_> {
    pub(crate) fn origin(&self) -> Origin {
        match *self {
            Self::Wheel { name, version, .. } => {
                Origin::Pip { package: name.into(), version: version.into() }
            }
            Self::Npm { name, version } => Origin::Npm { package: name.into(), version: version.into() },
        }
    }
}

/// A folder that packages are fetched into, one after the other.
#[derive(Debug)]
pub(crate) struct Shelf {
    clients: Clients,
    folder: PathBuf,
    stop: CancellationToken,
    /// A Python that has pip, once one was wanted.
    with_pip: Option<PathBuf>,
}

impl Shelf {
    pub(crate) fn new(clients: Clients, folder: PathBuf, stop: CancellationToken) -> Self {
        Self { clients, folder, stop, with_pip: None }
    }

    /// Fetches a package and tells which file it is. `tell` hears how many bytes of it are there.
    pub(crate) async fn fetch(
        &mut self,
        package: Package<'_>,
        tell: &(dyn Fn(u64) + Sync),
    ) -> io::Result<PathBuf> {
        let (arriving, unfinished) = (self.folder.join("package"), self.folder.join("unfinished"));
        for folder in [&arriving, &unfinished] {
            remove(folder).await?;
            std::fs::create_dir_all(folder)?;
        }
        let mut command = self.command(package, &arriving).await?;
        // Clients put what is not complete where temporary files are, so its size tells how far they are.
        for variable in ["TMPDIR", "TEMP", "TMP"] {
            command.env(variable, &unfinished);
        }
        let look = || tell(size_of(&unfinished).max(size_of(&arriving)));
        run(&mut command, &self.stop, look).await?;
        remove(&unfinished).await?;
        let mut files = std::fs::read_dir(&arriving)?.flatten().map(|entry| entry.path());
        let file = files.next().ok_or(Unfit::NothingLeft)?;
        // The next package needs an empty folder, and this one may be needed again.
        let kept = self.folder.join(file.file_name().unwrap_or_default());
        std::fs::rename(&file, &kept)?;
        Ok(kept)
    }

    async fn command(&mut self, package: Package<'_>, to: &Path) -> io::Result<Command> {
        match package {
            Package::Wheel { name, version, platform } => {
                let mut pip = Command::new(self.python_with_pip().await?);
                pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]);
                // What is fetched is kept here, and not once more by the client.
                pip.args(["--no-cache-dir", "--only-binary=:all:", "--python-version", "312"]);
                if let Some(platform) = platform {
                    pip.args(["--implementation", "cp", "--abi", "cp312", "--platform", platform]);
                }
                pip.arg("--dest").arg(to).arg(format!("{name}=={version}"));
                Ok(pip)
            }
            Package::Npm { name, version } => {
                let mut npm = Command::new(&self.clients.npm);
                npm.args(["pack", "--ignore-scripts", "--silent", "--pack-destination"]).arg(to);
                npm.arg(format!("{name}@{version}"));
                Ok(npm)
            }
        }
    }

    /// Some systems leave pip out of Python and keep it for places of one's own.
    async fn python_with_pip(&mut self) -> io::Result<PathBuf> {
        if let Some(found) = &self.with_pip {
            return Ok(found.clone());
        }
        let usual = self.clients.python.clone();
        let mut asked = Command::new(&usual);
        asked.args(["-m", "pip", "--version"]);
        let found = match run(&mut asked, &self.stop, || {}).await {
            Ok(()) => usual,
            Err(error) if self.stop.is_cancelled() => return Err(error),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Unfit::NoClient { program: usual.display().to_string() }.into());
            }
            Err(_) => {
                let place = self.folder.join("python");
                run(Command::new(&usual).args(["-m", "venv"]).arg(&place), &self.stop, || {}).await?;
                place.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" })
            }
        };
        Ok(self.with_pip.insert(found).clone())
    }
}

/// Runs a program to its end, and ends it where nobody wants it any more.
async fn run(command: &mut Command, stop: &CancellationToken, look: impl Fn()) -> io::Result<()> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
    let mut child = command.spawn()?;
    let mut errors = child.stderr.take().ok_or(Unfit::Unheard)?;
    let mut said = Vec::new();
    let mut tick = tokio::time::interval(REPORT_INTERVAL);
    {
        let mut reading = std::pin::pin!(errors.read_to_end(&mut said));
        loop {
            tokio::select! {
                biased;
                () = stop.cancelled() => {
                    child.kill().await?;
                    return Err(stopped());
                }
                read = &mut reading => {
                    read?;
                    break;
                }
                _ = tick.tick() => look(),
            }
        }
    }
    if child.wait().await?.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&said);
    let last = said.lines().rev().find(|line| !line.trim().is_empty());
    Err(last.map_or_else(|| Unfit::NoReason.into(), |last| io::Error::other(last.to_owned())))
}

/// Removes a folder with all there is in it. A client that was ended may have written a last file meanwhile, so a folder
/// that fills while it is emptied is emptied again.
async fn remove(folder: &Path) -> io::Result<()> {
    for _ in 0..MAX_REMOVALS {
        match std::fs::remove_dir_all(folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(error) if error.kind() == io::ErrorKind::DirectoryNotEmpty => {
                tokio::time::sleep(REPORT_INTERVAL).await
            }
            removed => return removed,
        }
    }
    std::fs::remove_dir_all(folder)
}

/// How many bytes are in a folder and all below. What goes away meanwhile counts nothing.
fn size_of(folder: &Path) -> u64 {
    let Ok(entries) = std::fs::read_dir(folder) else { return 0 };
    let size = |entry: std::fs::DirEntry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => size_of(&entry.path()),
        Ok(_) | Err(_) => entry.metadata().map_or(0, |file| file.len()),
    };
    entries.flatten().map(size).sum()
}
