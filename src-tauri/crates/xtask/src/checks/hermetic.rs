//! Where tests run: without a network, without the person's settings and keys, and with an empty home that must
//! be empty afterwards.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::isolation::Isolation;
use super::work::Checkup;
use crate::arguments::Extent;
use crate::output::Output;
use crate::process;
use crate::project::Profile;

/// Enough to see who wrote there.
const STRAYS_NAMED: usize = 20;

/// Runs all commands, even if one fails, and then looks into their home.
pub(super) fn run(checkup: &Checkup, step: &str, commands: Vec<Command>, output: &Output) -> Result<()> {
    if checkup.isolation == Isolation::Unavailable {
        output.announce("no network isolation here: a test that reaches out would not be noticed")?;
    }
    let home = checkup.project.scratch().join("home").join(step);
    empty(&home)?;

    let mut failures = Vec::new();
    for command in commands {
        let mut sealed = checkup.isolation.wrap(&command);
        seal(&mut sealed, &home);
        sealed.envs(checkup.project.built_things(Profile::Debug));
        if checkup.extent == Extent::Long {
            sealed.env("CALLWRIGHT_LONG", "1");
        }
        failures.extend(process::run_as(&process::show(&command), sealed, output).err());
    }
    failures.extend(require_empty(&home).err());
    if !failures.is_empty() {
        bail!(failures.iter().map(|failure| format!("{failure:#}")).collect::<Vec<_>>().join("\n"));
    }
    Ok(())
}

fn seal(command: &mut Command, home: &Path) {
    for (name, _) in env::vars_os() {
        if name.to_str().is_some_and(is_personal) {
            command.env_remove(name);
        }
    }
    command.envs(places(home)).envs(tool_homes()).env("CARGO_NET_OFFLINE", "true");
    // Logs are read by this tool, and npm must not look for a newer npm.
    command.env("NO_COLOR", "1").env("CARGO_TERM_COLOR", "never").env("npm_config_update_notifier", "false");
}

/// Where programs look for a home, all of it inside `home` so that nothing escapes the check afterwards.
fn places(home: &Path) -> [(&'static str, PathBuf); 5] {
    [
        ("HOME", home.to_owned()),
        ("XDG_CONFIG_HOME", home.join(".config")),
        ("XDG_DATA_HOME", home.join(".local/share")),
        ("XDG_CACHE_HOME", home.join(".cache")),
        ("XDG_STATE_HOME", home.join(".local/state")),
    ]
}

/// Cargo, rustup and npm keep their caches where they have them.
fn tool_homes() -> Vec<(&'static str, OsString)> {
    let in_home = |folder: &str| Some(env::home_dir()?.join(folder).into_os_string());
    let given = |name: &str| env::var_os(name).filter(|value| !value.is_empty());
    let places = [
        ("CARGO_HOME", given("CARGO_HOME").or_else(|| in_home(".cargo"))),
        ("RUSTUP_HOME", given("RUSTUP_HOME").or_else(|| in_home(".rustup"))),
        ("npm_config_cache", given("npm_config_cache").or_else(|| in_home(".npm"))),
    ];
    places.into_iter().filter_map(|(name, place)| Some((name, place?))).collect()
}

/// Whether a variable would let the person's network or accounts into a test, or colour into a log.
fn is_personal(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with("_proxy")
        || name.ends_with("_api_key")
        || name.starts_with("aws_")
        || name == "npm_config_proxy"
        || name == "force_color"
}

fn empty(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).with_context(|| format!("could not empty {}", folder.display()))?;
    }
    fs::create_dir_all(folder).with_context(|| format!("could not create {}", folder.display()))
}

fn require_empty(home: &Path) -> Result<()> {
    let mut strays = Vec::new();
    collect(home, home, &mut strays)?;
    if strays.is_empty() {
        return Ok(());
    }
    strays.sort();
    let more = strays.len().saturating_sub(STRAYS_NAMED);
    strays.truncate(STRAYS_NAMED);
    let named = strays.iter().map(|path| format!("  ~/{}", path.display())).collect::<Vec<_>>().join("\n");
    let rest = if more == 0 { String::new() } else { format!("\n  and {more} more") };
    bail!("tests wrote to the home directory; give them a directory of their own:\n{named}{rest}");
}

/// Files, and folders that hold none.
fn collect(home: &Path, folder: &Path, strays: &mut Vec<PathBuf>) -> Result<()> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let entries = entries.with_context(|| format!("could not read {}", folder.display()))?;
    if entries.is_empty() && folder != home {
        strays.push(relative(home, folder));
    }
    for entry in entries {
        // The type of the entry itself: a link to a folder is a stray, and not a way out.
        let kind = entry.file_type().with_context(|| format!("could not read {}", entry.path().display()))?;
        if kind.is_dir() {
            collect(home, &entry.path(), strays)?;
        } else {
            strays.push(relative(home, &entry.path()));
        }
    }
    Ok(())
}

fn relative(home: &Path, path: &Path) -> PathBuf {
    path.strip_prefix(home).unwrap_or(path).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxies_and_keys_are_personal_and_the_rest_is_not() {
        let personal = ["http_proxy", "HTTPS_PROXY", "NO_PROXY", "OPENAI_API_KEY", "AWS_SESSION_TOKEN"];
        assert_eq!(personal.map(is_personal), [true; 5]);
        assert_eq!(["PATH", "LANG", "CALLWRIGHT_APP", "RUST_BACKTRACE"].map(is_personal), [false; 4]);
    }

    #[test]
    fn a_home_that_was_written_to_is_told_with_the_names() {
        let home = env::temp_dir().join(format!("xtask-home-{}", std::process::id()));
        empty(&home).unwrap();
        require_empty(&home).unwrap();

        fs::create_dir_all(home.join(".config/callwright")).unwrap();
        fs::write(home.join(".history"), "").unwrap();
        let told = require_empty(&home).unwrap_err().to_string();
        fs::remove_dir_all(&home).unwrap();

        assert!(told.ends_with("\n  ~/.config/callwright\n  ~/.history"), "{told}");
    }
}
