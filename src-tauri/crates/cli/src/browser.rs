//! The person's browser.

use crate::output::remark;
use std::process::{Command, Stdio};

/// Whether a window could open here.
pub(crate) fn has_display() -> bool {
    !cfg!(target_os = "linux")
        || ["DISPLAY", "WAYLAND_DISPLAY"]
            .iter()
            .any(|name| std::env::var_os(name).is_some_and(|value| !value.is_empty()))
}

/// Opens an address that is valid once: other users can read the arguments of a program.
pub(crate) fn open(address: &str) {
    if !has_display() {
        remark("There is no display here, so no browser was opened. Open the address yourself.");
        return;
    }
    let started = opener(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if let Err(error) = started {
        remark(format_args!("No browser could be opened ({error}). Open the address yourself."));
    }
}

#[cfg(all(unix, not(target_os = "macos")))]
fn opener(address: &str) -> Command {
    // What a person downloads there is as open as they have set.
    let umask =
        disk::umask_of_person().map_or_else(|| "022".to_owned(), |umask| format!("{:03o}", umask.bits()));
    let mut command = Command::new("sh");
    command.args(["-c", "umask \"$1\"; exec xdg-open \"$2\"", "sh", &umask, address]);
    command
}

#[cfg(target_os = "macos")]
fn opener(address: &str) -> Command {
    let mut command = Command::new("open");
    command.arg(address);
    command
}

#[cfg(windows)]
fn opener(address: &str) -> Command {
    let mut command = Command::new("rundll32");
    command.args(["url.dll,FileProtocolHandler", address]);
    command
}
