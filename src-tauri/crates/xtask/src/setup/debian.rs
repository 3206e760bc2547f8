//! Debian and what derives from it: packages are looked up with `dpkg-query` and installed with `apt-get`.

use std::io::{IsTerminal, stdin};
use std::process::Command;

use anyhow::{Context, Error, Result, bail};

use super::{Engine, Installation, Purpose};
use crate::output::Output;
use crate::process;

const FOR_THE_WINDOW: [&str; 6] =
    ["libwebkit2gtk-4.1-dev", "libxdo-dev", "librsvg2-dev", "build-essential", "pkg-config", "file"];

const FOR_TESTS: [&str; 10] = [
    "xvfb",
    "xdotool",
    "webkit2gtk-driver",
    "iproute2",
    "fonts-dejavu-core",
    "python3",
    "python3-venv",
    "dbus-daemon",
    "dbus-bin",
    "gnome-keyring",
];

/// What llama.cpp is built with, and described to Rust.
const FOR_THE_ENGINE: [&str; 3] = ["build-essential", "cmake", "libclang-dev"];

const CHROMIUM: [&str; 3] = ["chromium", "chromium-driver", "chromium-headless-shell"];

/// Options in common to every call: a server that stumbles, or another `apt-get` at work, is no reason to fail.
const PATIENCE: [&str; 4] = ["-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=120"];

/// Where the browser of the tests comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chromium {
    Package,
    /// Ubuntu's package is a stub for a snap, which needs a running snapd and can't see a fresh home directory.
    /// Installing it would be a surprise, so the person chooses a browser.
    OwnChoice,
}

/// How this user may install packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Authority {
    Root,
    Sudo,
    /// `sudo` will ask for a password.
    SudoWithPassword,
    None,
}

pub(super) fn install(purpose: Purpose, chromium: Chromium, output: &Output) -> Result<()> {
    provide(&missing_of(&wanted(purpose, chromium))?, Installation::Allowed, output)
}

pub(super) fn install_for_the_engine(output: &Output) -> Result<()> {
    provide(&missing_of(&FOR_THE_ENGINE)?, Installation::Allowed, output)
}

/// Installs what `purpose` and the engine need, by one command.
pub(super) fn prepare(
    purpose: Purpose,
    chromium: Chromium,
    engine: Engine,
    installation: Installation,
    output: &Output,
) -> Result<Engine> {
    let required = missing_of(&wanted(purpose, chromium))?;
    let mut missing = required.clone();
    if engine == Engine::Built {
        missing
            .extend(missing_of(&FOR_THE_ENGINE)?.into_iter().filter(|package| !required.contains(package)));
    }
    match provide(&missing, installation, output) {
        Ok(()) => Ok(engine),
        Err(reason) if required.is_empty() && installation == Installation::Allowed => {
            leave_engine_out(&reason, output)
        }
        Err(reason) => Err(reason),
    }
}

/// Shows what is missing and the commands that install it, then runs them.
fn provide(missing: &[&str], installation: Installation, output: &Output) -> Result<()> {
    if missing.is_empty() {
        return output.note("All system packages are installed.");
    }
    let authority = Authority::find();
    output.announce(&format!("Missing system packages: {}", missing.join(" ")))?;
    if installation == Installation::Refused {
        bail!("stopped before installing them, because of `--no-install`. {}", by_hand(authority, missing));
    }
    if authority == Authority::None {
        bail!("this user may not install system packages. {}", by_hand(authority, missing));
    }
    let commands = [authority.update(), authority.install(missing)];
    output.announce("They are installed now, by:")?;
    for command in &commands {
        output.announce(&format!("  {}", process::show(command)))?;
    }
    let [fetch_lists, install] = commands;
    process::run(fetch_lists, output)
        .context("could not read the package lists; is the network reachable?")?;
    process::run(install, output)
        .with_context(|| format!("could not install packages. {}", by_hand(authority, missing)))
}

fn wanted(purpose: Purpose, chromium: Chromium) -> Vec<&'static str> {
    if purpose == Purpose::Browser {
        return Vec::new();
    }
    let mut wanted = FOR_THE_WINDOW.to_vec();
    if purpose == Purpose::Tests {
        wanted.extend(FOR_TESTS);
        if chromium == Chromium::Package {
            wanted.extend(CHROMIUM);
        }
    }
    wanted
}

fn missing_of<'a>(wanted: &[&'a str]) -> Result<Vec<&'a str>> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    Ok(missing(wanted, &installed(wanted)?))
}

/// One line for each package that `dpkg-query` has heard of.
fn installed(wanted: &[&str]) -> Result<String> {
    let mut query = process::command("dpkg-query");
    query.args(["--show", "--showformat", "${Package} ${db:Status-Status}\n"]).args(wanted);
    // It reports a failure as soon as it has not heard of one of them, which is no failure to us.
    let answer = query.output().context("could not start `dpkg-query`, which Debian always has")?;
    Ok(String::from_utf8_lossy(&answer.stdout).into_owned())
}

fn missing<'a>(wanted: &[&'a str], installed: &str) -> Vec<&'a str> {
    let is_installed =
        |package: &str| installed.lines().any(|line| line.split_once(' ') == Some((package, "installed")));
    wanted.iter().copied().filter(|package| !is_installed(package)).collect()
}

/// How a person installs the packages without this tool.
fn by_hand(authority: Authority, missing: &[&str]) -> String {
    let packages = missing.join(" ");
    let install = format!(
        "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends {packages}"
    );
    let line = match authority {
        Authority::Root => install,
        Authority::Sudo | Authority::SudoWithPassword => format!("sudo sh -c '{install}'"),
        Authority::None if process::on_path("sudo").is_some() => format!("sudo sh -c '{install}'"),
        Authority::None => format!("su -c '{install}'"),
    };
    format!("Run this once, then start again:\n\n  {line}\n")
}

impl Authority {
    fn find() -> Self {
        let mut user = process::command("id");
        user.arg("-u");
        if process::capture(user).is_ok_and(|id| id.trim() == "0") {
            return Self::Root;
        }
        let mut sudo = process::command("sudo");
        sudo.args(["-n", "true"]);
        if process::succeeds(sudo) {
            Self::Sudo
        } else if process::on_path("sudo").is_some() && stdin().is_terminal() {
            Self::SudoWithPassword
        } else {
            Self::None
        }
    }

    fn update(self) -> Command {
        self.apt_get(&["update"], &[])
    }

    fn install(self, packages: &[&str]) -> Command {
        self.apt_get(&["install", "--yes", "--no-install-recommends"], packages)
    }

    fn apt_get(self, action: &[&str], packages: &[&str]) -> Command {
        let prefix: &[&str] = match self {
            Self::Root | Self::None => &["env"],
            Self::Sudo => &["sudo", "-n", "env"],
            Self::SudoWithPassword => &["sudo", "env"],
        };
        let mut words = prefix.iter().chain(&["DEBIAN_FRONTEND=noninteractive", "apt-get"]).chain(&PATIENCE);
        let mut command = process::command(words.next().unwrap_or(&"env"));
        command.args(words).args(action).args(packages);
        command
    }
}

pub(super) fn leave_engine_out(reason: &Error, output: &Output) -> Result<Engine> {
    output.note(&format!("Models in files can't answer in this build: {reason:#}"))?;
    Ok(Engine::LeftOut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_or_unknown_package_is_missing() {
        let installed = "file installed\nxvfb config-files\npkg-config installed\n";
        assert_eq!(missing(&["file", "xvfb", "iproute2", "pkg-config"], installed), ["xvfb", "iproute2"]);
    }

    #[test]
    fn a_package_is_not_taken_for_one_whose_name_begins_alike() {
        assert_eq!(missing(&["chromium"], "chromium-driver installed\n"), ["chromium"]);
    }

    #[test]
    fn the_window_alone_needs_no_browser_and_no_display_server() {
        assert_eq!(wanted(Purpose::Window, Chromium::Package), FOR_THE_WINDOW);
    }

    #[test]
    fn tests_bring_a_browser_unless_the_person_chooses_one() {
        assert!(wanted(Purpose::Tests, Chromium::Package).contains(&"chromium-driver"));
        assert!(!wanted(Purpose::Tests, Chromium::OwnChoice).contains(&"chromium"));
    }

    #[test]
    fn a_browser_alone_needs_no_package() {
        assert!(wanted(Purpose::Browser, Chromium::Package).is_empty());
    }

    #[test]
    fn the_line_to_run_by_hand_takes_the_authority_the_user_has() {
        let install = "apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install --yes \
            --no-install-recommends cmake file";
        assert!(by_hand(Authority::Root, &["cmake", "file"]).contains(&format!("\n  {install}\n")));
        assert!(
            by_hand(Authority::Sudo, &["cmake", "file"]).contains(&format!("\n  sudo sh -c '{install}'\n"))
        );
    }

    #[test]
    fn missing_packages_are_named_and_not_installed_where_that_is_refused() {
        let refused = provide(&["cmake"], Installation::Refused, &Output::Terminal).unwrap_err().to_string();
        assert!(
            refused.contains("--no-install") && refused.contains("--no-install-recommends cmake"),
            "{refused}"
        );
        provide(&[], Installation::Refused, &Output::Terminal).unwrap();
    }

    #[test]
    fn the_password_is_asked_for_by_sudo_alone() {
        let command = Authority::SudoWithPassword.update();
        let words: Vec<_> = command.get_args().map(|word| word.to_string_lossy().into_owned()).collect();

        assert_eq!(command.get_program(), "sudo");
        assert_eq!(words[..3], ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]);
        assert_eq!(words.last().map(String::as_str), Some("update"));
    }
}
