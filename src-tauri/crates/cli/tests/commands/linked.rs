//! What the program needs of the system.

use crate::home::{Home, Printed, program};
use std::path::Path;

#[cfg(target_os = "linux")]
#[test]
fn the_program_links_no_library_of_a_display() {
    let output = std::process::Command::new("ldd").arg(program()).output().expect("ldd runs");
    let linked = String::from_utf8_lossy(&output.stdout).to_lowercase();
    assert!(linked.contains("libc.so"), "{linked}");
    for library in ["webkit", "gtk", "gdk", "glib", "x11", "wayland", "dbus", "ssl", "sqlite"] {
        assert!(!linked.contains(library), "{library}: {linked}");
    }
}

#[test]
fn the_version_and_the_help_are_printed_with_the_exit_codes() {
    let home = Home::new();
    assert_eq!(home.done(&["--version"]), format!("callwright {}\n", env!("CARGO_PKG_VERSION")));
    let help = home.done(&["--help"]);
    assert!(help.contains("2  the command line is not understood"), "{help}");
    assert!(!home.at("callwright").exists());
}

#[test]
fn without_a_command_the_window_starts_where_it_lies_beside_and_a_display_is_there() {
    let home = Home::new();
    let beside = home.at("bin/callwright");
    home.write("bin/callwright-window", "#!/bin/sh\necho the window of $(umask)\n");
    std::fs::hard_link(program(), &beside)
        .or_else(|_| std::fs::copy(program(), &beside).map(drop))
        .expect("a copy");
    let window = home.at("bin/callwright-window");
    std::fs::set_permissions(&window, std::os::unix::fs::PermissionsExt::from_mode(0o700))
        .expect("a program");
    let start = |arguments: &[&str]| {
        let mut command = home.command(Path::new("sh"), &["-c", "umask 027; exec \"$0\" \"$@\""]);
        command.arg(&beside).args(arguments).env("DISPLAY", ":0");
        Printed::by(command)
    };
    for arguments in [&[][..], &["open"]] {
        let Printed { code, out, err } = start(arguments);
        assert_eq!((code, out.as_str()), (0, "the window of 0027\n"), "{err}");
    }
}
