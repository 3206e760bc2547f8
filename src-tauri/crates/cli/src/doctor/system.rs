//! What this system has: the data folder, a display, the window and what it needs.

use super::Finding;
use crate::{browser, open, page};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use workbench::Config;

/// The libraries that the window links on Linux, by the packages of Debian that have them.
const LIBRARIES: [(&str, &str); 2] =
    [("libwebkit2gtk-4.1.so.0", "libwebkit2gtk-4.1-0"), ("libgtk-3.so.0", "libgtk-3-0")];

/// Bytes below which the sessions of a day may not fit.
const LITTLE_ROOM: u64 = 500_000_000;

/// Where Linux lists the graphics cards that can be drawn with.
const CARDS: &str = "/dev/dri";

pub(super) fn look() -> Vec<Finding> {
    let mut findings = vec![data_folder()];
    findings.extend(room());
    findings.extend([loopback(), inside_page(), window()]);
    if open::window().is_some() {
        findings.push(display());
        findings.extend(cfg!(target_os = "linux").then(libraries));
        findings.extend(cfg!(target_os = "linux").then(|| graphics(Path::new(CARDS))));
    }
    findings
}

/// The space for sessions. Nothing, where the folder can't be used at all or the system does not say.
fn room() -> Option<Finding> {
    let home = Config::from_environment().ok()?.home;
    Some(space_finding(disk::free_space(&home)?))
}

fn space_finding(free: u64) -> Finding {
    const AREA: &str = "disk";
    let told = format!("{} MB are free for sessions", free / 1_000_000);
    if free < LITTLE_ROOM {
        return Finding::broken(
            AREA,
            told,
            "Free some space, or set CALLWRIGHT_HOME to a folder on another disk.",
        );
    }
    Finding::ok(AREA, told)
}

/// The window draws without a graphics card where there is none, which costs time and breaks nothing.
fn graphics(cards: &Path) -> Finding {
    const AREA: &str = "GPU";
    let nodes: Vec<_> = std::fs::read_dir(cards)
        .into_iter()
        .flatten()
        .flatten()
        .filter(|entry| entry.file_name().to_string_lossy().starts_with("renderD"))
        .map(|entry| entry.path())
        .collect();
    if nodes.is_empty() {
        let advice = "If this computer has a graphics card, install its driver; else nothing is to be done.";
        return Finding::missing(
            AREA,
            "no graphics card can be drawn with; the window draws without one",
            advice,
        );
    }
    // Opening does nothing to a card, and is what a drawing program does first.
    let is_usable = |node: &PathBuf| std::fs::File::options().read(true).write(true).open(node).is_ok();
    if nodes.iter().any(is_usable) {
        return Finding::ok(AREA, "the window can draw with the graphics card");
    }
    let advice = "Add yourself to the group that owns it (often `render`), then log in again.";
    Finding::missing(AREA, format!("you may not use {}", nodes[0].display()), advice)
}

fn data_folder() -> Finding {
    const AREA: &str = "data folder";
    let home = match Config::from_environment() {
        Ok(config) => config.home,
        Err(error) => {
            let advice = error.advice.as_ref().map(workbench::english).unwrap_or_default();
            return Finding::broken(AREA, workbench::english(&error.message), advice);
        }
    };
    let shown = home.display();
    let written = disk::make_folder(&home).and_then(|()| tempfile::tempfile_in(&home));
    if let Err(error) = written {
        let advice = "Make it writable for your account, or set CALLWRIGHT_HOME to another folder.";
        return Finding::broken(AREA, format!("{shown} can't be written: {error}"), advice);
    }
    if is_open_to_others(&home) {
        let advice = format!("Close it: chmod 700 {shown}");
        return Finding::broken(AREA, format!("{shown} can be read by other users of this computer"), advice);
    }
    Finding::ok(AREA, shown.to_string())
}

#[cfg(unix)]
fn is_open_to_others(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(folder).is_ok_and(|facts| facts.permissions().mode() & 0o077 != 0)
}

/// On Windows the rights of the profile folder apply.
#[cfg(not(unix))]
fn is_open_to_others(_: &Path) -> bool {
    false
}

fn loopback() -> Finding {
    const AREA: &str = "ports";
    match TcpListener::bind((Ipv4Addr::LOCALHOST, 0)) {
        Ok(_) => Finding::ok(AREA, "the page can be served on this computer"),
        Err(error) => {
            let advice = "Allow programs to listen on 127.0.0.1; nothing else is listened on.";
            Finding::broken(AREA, format!("no port of this computer can be listened on: {error}"), advice)
        }
    }
}

fn inside_page() -> Finding {
    const AREA: &str = "page";
    if page::is_embedded() {
        return Finding::ok(AREA, "it is inside this program");
    }
    let advice = "Name the folder of a built page with `callwright serve --ui`.";
    Finding::missing(AREA, "this program was built without it", advice)
}

fn window() -> Finding {
    const AREA: &str = "window";
    match open::window() {
        Some(program) => Finding::ok(AREA, program.display().to_string()),
        None => Finding::ok(AREA, "it is not installed; `callwright open` shows the page in a browser"),
    }
}

fn display() -> Finding {
    const AREA: &str = "display";
    if browser::has_display() {
        return Finding::ok(AREA, "there is one");
    }
    let advice = "Start it from a desktop session, or use `callwright open --browser`.";
    Finding::missing(AREA, "neither DISPLAY nor WAYLAND_DISPLAY is set", advice)
}

fn libraries() -> Finding {
    const AREA: &str = "WebKit";
    let folders = library_folders();
    let missing: Vec<_> = LIBRARIES
        .iter()
        .filter(|(file, _)| !folders.iter().any(|folder| folder.join(file).exists()))
        .collect();
    if missing.is_empty() {
        return Finding::ok(AREA, "the libraries of the window are installed");
    }
    let files: Vec<_> = missing.iter().map(|(file, _)| *file).collect();
    let packages: Vec<_> = missing.iter().map(|(_, package)| *package).collect();
    let advice = format!("On Debian and Ubuntu: apt install {}", packages.join(" "));
    Finding::broken(AREA, format!("the window needs {}", files.join(" and ")), advice)
}

/// Where libraries usually are, besides what the person's environment adds.
fn library_folders() -> Vec<PathBuf> {
    let named = std::env::var_os("LD_LIBRARY_PATH").unwrap_or_default();
    let mut folders: Vec<_> = std::env::split_paths(&named).collect();
    for usual in ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib"] {
        folders.push(PathBuf::from(usual));
        let entries = std::fs::read_dir(usual).into_iter().flatten().flatten();
        let of_architecture =
            entries.filter(|entry| entry.file_name().to_string_lossy().contains("-linux-gnu"));
        folders.extend(of_architecture.map(|entry| entry.path()));
    }
    folders
}

#[cfg(test)]
mod tests {
    use super::{graphics, space_finding};
    use crate::doctor::State;

    #[test]
    fn little_room_is_broken_and_enough_is_not() {
        assert_eq!(space_finding(499_000_000).state, State::Broken);
        assert_eq!(space_finding(20_000_000_000).message, "20000 MB are free for sessions");
    }

    #[test]
    fn a_card_is_one_that_can_be_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(graphics(&folder.path().join("none")).state, State::Missing);
        std::fs::write(folder.path().join("card0"), "").expect("a file");
        assert_eq!(graphics(folder.path()).state, State::Missing);
        std::fs::write(folder.path().join("renderD128"), "").expect("a file");
        assert_eq!(graphics(folder.path()).state, State::Ok);
    }
}
