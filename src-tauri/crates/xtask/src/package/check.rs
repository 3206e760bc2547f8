//! Installs packages into clean folders, as the people who get them do, and uses the program there.

mod image;
mod upgrade;
mod validate;
mod windows;

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};

use super::tree::Tree;
use super::{Facts, Kind, Made, NAME, debian};
use crate::output::Output;
use crate::process;

/// How long an installed program may take until its page is served.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long it may take to end once it is asked to.
const ENDING: Duration = Duration::from_secs(10);
/// Serves packages as npm's registry does.
const REGISTRY: &str = include_str!("registry.cjs");

pub(super) fn check(made: &[Made], tree: Option<&Tree>, facts: &Facts) -> Result<()> {
    for kind in Kind::ALL {
        let files: Vec<_> =
            made.iter().filter(|made| made.kind == kind).map(|made| made.file.as_path()).collect();
        let Some(first) = files.first() else { continue };
        let root = Clean::folder(kind.name())?;
        let of_kind = || format!("the package `{}`", kind.name());
        let older = |tree| upgrade::older(kind, tree, facts, &root.0.join("older"));
        let older = tree.map(older).transpose()?.flatten();
        let begun = Instant::now();
        let program = match kind {
            Kind::Tar => untar(first, older.as_deref(), &root.0)?,
            Kind::Deb => install_deb(first, older.as_deref(), &root.0)?,
            Kind::Rpm => install_rpm(first, &root.0)?,
            Kind::Npm => run_by_npx(&files, &root.0)?,
            Kind::Wheel => install_wheel(first, &root.0)?,
            Kind::Oci => image::unpack(first, &root.0, facts)?,
            Kind::WindowTar | Kind::WindowDeb | Kind::WindowRpm | Kind::AppImage => {
                windows::check(kind, first, made, &root.0).with_context(of_kind)?;
                println!("{}: installed and opened in {:.1} s", kind.name(), begun.elapsed().as_secs_f64());
                continue;
            }
            Kind::Descriptions => {
                validate::check(&files)?;
                continue;
            }
            Kind::Dmg | Kind::Installer | Kind::Updates => {
                println!("{}: made, and installed by nothing here", kind.name());
                continue;
            }
        };
        use_it(&program, &root.0, facts).with_context(of_kind)?;
        println!("{}: installed, asked and served in {:.1} s", kind.name(), begun.elapsed().as_secs_f64());
    }
    Ok(())
}

/// A folder of its own that goes with its owner.
struct Clean(PathBuf);

impl Clean {
    fn folder(name: &str) -> Result<Self> {
        let path = std::env::temp_dir().join(format!("{NAME}-package-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }
}

impl Drop for Clean {
    fn drop(&mut self) {
        // What stays in the folder for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// How an installed program is started, and with what before its own arguments.
struct Installed {
    program: PathBuf,
    before: Vec<String>,
    environment: Vec<(String, PathBuf)>,
}

impl Installed {
    fn at(program: PathBuf) -> Self {
        Self { program, before: Vec::new(), environment: Vec::new() }
    }

    /// With nothing of this computer's own but the search path.
    fn command(&self, root: &Path) -> Command {
        let mut command = process::command(&self.program);
        command.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command.args(&self.before).env("HOME", root).env("CALLWRIGHT_HOME", root.join("data"));
        command.envs(self.environment.iter().map(|(name, value)| (name, value)));
        command
    }
}

/// An older version is unpacked first and used, and the newer one in its place finds what it wrote.
fn untar(file: &Path, older: Option<&Path>, root: &Path) -> Result<Installed> {
    let installed = Installed::at(root.join("bin").join(NAME));
    if let Some(older) = older {
        extract(older, root)?;
        upgrade::write_session(&installed, root)?;
        fs::remove_dir_all(root.join("bin"))?;
        fs::remove_dir_all(root.join("share"))?;
    }
    extract(file, root)?;
    if older.is_some() {
        upgrade::find_session(&installed, root)?;
    }
    Ok(installed)
}

fn extract(file: &Path, into: &Path) -> Result<()> {
    fs::create_dir_all(into)?;
    let mut tar = process::command("tar");
    tar.arg("--extract").arg("--file").arg(file).arg("--directory").arg(into).arg("--strip-components=1");
    process::run(tar, &Output::Terminal)
}

/// Into a root of its own: dpkg records what is there, and removes it without a trace. What a person wrote stays.
fn install_deb(file: &Path, older: Option<&Path>, root: &Path) -> Result<Installed> {
    let installed = Installed::at(root.join("usr/bin").join(NAME));
    let dpkg = Dpkg::into(root)?;
    if let Some(older) = older {
        dpkg.install(older)?;
        upgrade::write_session(&installed, root)?;
    }
    dpkg.install(file)?;
    if older.is_some() {
        upgrade::find_session(&installed, root)?;
    }
    let kept = root.join(NAME);
    fs::copy(&installed.program, &kept)?;
    dpkg.purge(debian::package_in(file)?)?;
    ensure!(!installed.program.exists(), "the package leaves its program behind");
    ensure!(!root.join("usr/share/doc").join(NAME).exists(), "the package leaves files behind");
    let installed = Installed::at(kept);
    if older.is_some() {
        upgrade::find_session(&installed, root).context("after the package was removed")?;
    }
    Ok(installed)
}

/// The package manager of Debian in a root of its own.
struct Dpkg<'a>(&'a Path);

impl<'a> Dpkg<'a> {
    fn into(root: &'a Path) -> Result<Self> {
        let admin = root.join("var/lib/dpkg");
        fs::create_dir_all(admin.join("info"))?;
        fs::create_dir_all(admin.join("updates"))?;
        fs::write(admin.join("status"), "")?;
        Ok(Self(root))
    }

    fn install(&self, file: &Path) -> Result<()> {
        self.run(&["--install", &file.to_string_lossy()])
    }

    fn purge(&self, package: &str) -> Result<()> {
        self.run(&["--purge", package])
    }

    fn run(&self, action: &[&str]) -> Result<()> {
        let mut dpkg = process::command("dpkg");
        dpkg.arg("--root").arg(self.0).args(["--force-depends", "--force-not-root"]).args(action);
        process::run(dpkg, &Output::Terminal)
    }
}

fn install_rpm(file: &Path, root: &Path) -> Result<Installed> {
    let mut rpm = process::command("rpm");
    rpm.arg("--root").arg(root).args(["--install", "--nodeps", "--noscripts"]).arg(file);
    process::run(rpm, &Output::Terminal)?;
    Ok(Installed::at(root.join("usr/bin").join(NAME)))
}

fn install_wheel(file: &Path, root: &Path) -> Result<Installed> {
    let environment = root.join("environment");
    let mut make = process::command("python3");
    make.args(["-m", "venv"]).arg(&environment);
    process::run(make, &Output::Terminal)?;
    let mut install = process::command(environment.join("bin/pip"));
    let folder = file.parent().unwrap_or(Path::new("."));
    install.args(["install", "--quiet", "--no-index", "--find-links"]).arg(folder).arg(NAME);
    process::run(install, &Output::Terminal)?;
    Ok(Installed::at(environment.join("bin").join(NAME)))
}

/// `npx` fetches the packages from a registry on this computer that has no others.
fn run_by_npx(files: &[&Path], root: &Path) -> Result<Installed> {
    let script = root.join("registry.cjs");
    fs::write(&script, REGISTRY)?;
    let mut registry = process::command("node");
    registry.arg(&script).args(files).stdout(Stdio::piped());
    let mut registry = registry.spawn().context("could not start a registry; is Node installed?")?;
    let mut address = String::new();
    let mut output = BufReader::new(registry.stdout.take().context("the registry prints nothing")?);
    output.read_line(&mut address)?;
    let mut warm = process::command("npx");
    warm.args(["--yes", "--registry", address.trim(), NAME, "--version"]);
    warm.env("HOME", root).env("npm_config_cache", root.join("npm")).current_dir(root);
    let answered = process::capture(warm);
    registry.kill()?;
    registry.wait()?;
    println!("npx: {}", answered?.trim());
    let found = find(&root.join("npm/_npx"), "callwright.js").context("npx kept no package")?;
    let before = vec![found.to_string_lossy().into_owned()];
    Ok(Installed { program: PathBuf::from("node"), before, environment: Vec::new() })
}

fn find(folder: &Path, name: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(folder).ok()?.flatten().map(|entry| entry.path());
    entries.into_iter().find_map(|path| match path.is_dir() {
        true => find(&path, name),
        false => path.file_name().is_some_and(|found| found == name).then_some(path),
    })
}

/// Asks for its version, has it look for what is broken, and fetches its page.
fn use_it(installed: &Installed, root: &Path, facts: &Facts) -> Result<()> {
    let mut version = installed.command(root);
    version.arg("--version");
    let told = process::capture(version)?;
    ensure!(told.contains(&facts.version), "it is {told} and not {}", facts.version);
    ask_doctor(installed, root)?;
    let mut serve = installed.command(root);
    serve.args(["serve", "--port", "0"]).stdout(Stdio::piped());
    let mut served = Started(serve.spawn().context("it can't be served")?);
    let output = served.0.stdout.take().context("it prints nothing")?;
    let address = address_in(BufReader::new(output))?;
    let page = get(&address, "/")?;
    let script = script_in(&page).with_context(|| format!("its page has no script: {page}"))?;
    let answer = get(&address, script)?;
    let status = answer.lines().next().unwrap_or_default();
    ensure!(status.starts_with("HTTP/1.1 200"), "its script is not there: {status}");
    Ok(())
}

fn ask_doctor(installed: &Installed, root: &Path) -> Result<()> {
    let mut doctor = installed.command(root);
    doctor.args(["doctor", "--json"]);
    let found: serde_json::Value = serde_json::from_str(&process::capture(doctor)?)?;
    ensure!(found["broken"] == 0, "its doctor finds something broken: {found:#}");
    Ok(())
}

/// A program that ends with its owner.
struct Started(Child);

impl Drop for Started {
    fn drop(&mut self) {
        // Asked to end, so that what it started ends with it. One that has ended already has nothing to be told.
        let _ = process::command("kill").arg(self.0.id().to_string()).status();
        let begun = Instant::now();
        while begun.elapsed() < ENDING && matches!(self.0.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(50));
        }
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The host and port of the first address that is printed.
fn address_in(mut output: impl BufRead) -> Result<String> {
    let begun = Instant::now();
    let mut line = String::new();
    while begun.elapsed() < PATIENCE {
        line.clear();
        if output.read_line(&mut line)? == 0 {
            break;
        }
        if let Some((_, rest)) = line.split_once("http://") {
            let end = rest.find(['/', ' ', '\n']).unwrap_or(rest.len());
            return Ok(rest[..end].to_owned());
        }
    }
    bail!("it printed no address")
}

/// The path of the first script of a page.
fn script_in(page: &str) -> Option<&str> {
    let (_, rest) = page.split_once("<script")?;
    let (_, rest) = rest.split_once("src=\"")?;
    Some(rest.split_once('"')?.0.trim_start_matches('.'))
}

fn get(address: &str, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address).with_context(|| address.to_owned())?;
    stream.set_read_timeout(Some(PATIENCE))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_found_in_what_is_printed() {
        let printed = "Callwright\nOpen http://127.0.0.1:4711/#token in a browser\n";
        assert_eq!(address_in(printed.as_bytes()).unwrap(), "127.0.0.1:4711");
        address_in("nothing\n".as_bytes()).unwrap_err();
    }
}
