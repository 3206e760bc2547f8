//! Systems where nothing is installed for the person: what is needed is looked for, and named if it isn't there.

use std::env;
use std::path::PathBuf;

use anyhow::{Result, bail};

use super::Purpose;
use super::system::System;
use crate::output::Output;
use crate::process;

/// What the tests start, besides a browser.
const TEST_PROGRAMS: [&str; 4] = ["Xvfb", "xdotool", "WebKitWebDriver", "ip"];

const BROWSERS: [&str; 4] = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

/// Looks for things rather than for packages, because their names differ and change.
pub(super) fn require_libraries_and_programs(system: System, purpose: Purpose) -> Result<()> {
    let mut missing = Vec::new();
    let mut libraries = process::command("pkg-config");
    libraries.args(["--exists", "webkit2gtk-4.1", "librsvg-2.0"]);
    if !process::succeeds(libraries) {
        missing.push("the development files of WebKitGTK 4.1 and librsvg");
    }
    if purpose == Purpose::Tests {
        missing.extend(TEST_PROGRAMS.into_iter().filter(|program| process::on_path(program).is_none()));
        missing.extend(missing_browser_parts());
    }
    if missing.is_empty() {
        return Ok(());
    }
    bail!("this is missing: {}.\n{}", missing.join(", "), advice(system, purpose));
}

pub(super) fn require_chromium(purpose: Purpose) -> Result<()> {
    let missing = missing_browser_parts();
    if purpose != Purpose::Tests || missing.is_empty() {
        return Ok(());
    }
    bail!(
        "the tests drive a browser, and this is missing: {}. Ubuntu has Chromium only as a snap, so it isn't \
         installed for you. Run `sudo snap install chromium`, or install Google Chrome and a chromedriver of the \
         same version, and see that both are on the PATH.",
        missing.join(", ")
    );
}

/// What llama.cpp is built with. The Xcode tools have a compiler and libclang, but no cmake.
pub(super) fn require_engine_tools(system: System) -> Result<()> {
    let wanted: &[&str] = if system == System::MacOs { &["cmake"] } else { &["cmake", "clang"] };
    let missing: Vec<_> =
        wanted.iter().copied().filter(|program| process::on_path(program).is_none()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let packages = match system {
        System::Fedora => "sudo dnf install cmake clang-devel gcc-c++",
        System::Arch => "sudo pacman -S --needed cmake clang base-devel",
        System::Suse => "sudo zypper install cmake clang-devel gcc-c++",
        System::MacOs => "brew install cmake",
        System::Windows => "winget install Kitware.CMake LLVM.LLVM",
        System::Debian | System::Ubuntu | System::OtherUnix => "install cmake, a C++ compiler and libclang",
    };
    bail!("this is missing: {}. Run this once, then start again: {packages}", missing.join(", "))
}

pub(super) fn require_xcode_tools() -> Result<()> {
    let mut tools = process::command("xcode-select");
    tools.arg("-p");
    if !process::succeeds(tools) {
        bail!("the Xcode command line tools are missing. Run `xcode-select --install`, then start again.");
    }
    Ok(())
}

/// Only a note: a WebView2 that was installed for one user lies elsewhere.
pub(super) fn require_webview2(output: &Output) -> Result<()> {
    let programs = env::var_os("ProgramFiles(x86)").map(PathBuf::from).unwrap_or_default();
    if programs.join("Microsoft").join("EdgeWebView").exists() {
        return Ok(());
    }
    output.note(
        "The window needs the WebView2 runtime, which was not found in its usual place. Windows 11 has it; otherwise \
         install it from https://developer.microsoft.com/microsoft-edge/webview2/. If linking fails, install the \
         Microsoft C++ Build Tools with \"Desktop development with C++\".",
    )
}

fn missing_browser_parts() -> Vec<&'static str> {
    let mut missing = Vec::new();
    if BROWSERS.iter().all(|browser| process::on_path(browser).is_none()) {
        missing.push("chromium");
    }
    if process::on_path("chromedriver").is_none() {
        missing.push("chromedriver");
    }
    missing
}

/// What to run, for the family of the system.
fn advice(system: System, purpose: Purpose) -> String {
    let (install, for_the_window, for_tests) = match system {
        // A path stands for whatever package holds it: the driver has moved between packages.
        System::Fedora => (
            "sudo dnf install",
            "webkit2gtk4.1-devel libxdo-devel librsvg2-devel gcc gcc-c++ make pkgconf-pkg-config file",
            "xorg-x11-server-Xvfb xdotool /usr/bin/WebKitWebDriver chromium chromedriver iproute \
             dejavu-sans-fonts",
        ),
        System::Arch => (
            "sudo pacman -S --needed",
            "webkit2gtk-4.1 xdotool librsvg base-devel file",
            "xorg-server-xvfb webkitgtk-6.0 chromium iproute2 ttf-dejavu",
        ),
        System::Suse => (
            "sudo zypper install",
            "webkit2gtk3-devel xdotool-devel librsvg-devel gcc gcc-c++ make pkg-config file",
            "xorg-x11-server-Xvfb xdotool /usr/bin/WebKitWebDriver chromium chromedriver iproute2 \
             dejavu-fonts",
        ),
        System::Debian | System::Ubuntu | System::OtherUnix | System::MacOs | System::Windows => (
            "Install, with the package manager of this system:",
            "the development files of WebKitGTK 4.1 (for GTK 3), libxdo and librsvg 2, a C and C++ compiler, make, pkg-config, \
             file",
            "and for the tests Xvfb, xdotool, WebKitWebDriver, Chromium with chromedriver, ip (iproute2), \
             the DejaVu fonts",
        ),
    };
    match purpose {
        Purpose::Browser | Purpose::Window => format!("{install} {for_the_window}"),
        Purpose::Tests => format!("{install} {for_the_window} {for_tests}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_who_only_wants_the_window_is_not_asked_for_test_programs() {
        assert_eq!(
            advice(System::Arch, Purpose::Window),
            "sudo pacman -S --needed webkit2gtk-4.1 xdotool librsvg base-devel file"
        );
        assert!(advice(System::Arch, Purpose::Tests).ends_with("iproute2 ttf-dejavu"));
    }
}
