//! What this system has: the data folder, a display, the window and what it needs.

use super::Finding;
use crate::{browser, open, page};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use workbench::Config;

/// The libraries that the window links on Linux, by the packages of Debian that have them.
const LIBRARIES: [(&str, &str); 2] =
    [("libwebkit2gtk-4.1.so.0", "libwebkit2gtk-4.1-0"), ("libgtk-3.so.0", "libgtk-3-0")];

pub(super) fn look() -> Vec<Finding> {
    let mut findings = vec![data_folder(), loopback(), inside_page()];
    let window = window();
    findings.push(window);
    if open::window().is_some() {
        findings.push(display());
        findings.extend(cfg!(target_os = "linux").then(libraries));
    }
    findings
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
