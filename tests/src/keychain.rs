//! A keychain as on desktops, with its own message bus: GNOME's keyring.

use crate::process::{self, Process};
use std::path::Path;
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Where the daemon's own number stands.
const PID: &str = "daemon.pid";

/// A keychain that is deleted when this value is dropped.
pub struct PrivateKeychain {
    bus: Process,
    home: TempDir,
}

impl PrivateKeychain {
    /// `None` if this system has no such keychain.
    pub fn start() -> Option<Self> {
        let has = |program: &str| {
            let version =
                Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
            version.is_ok_and(|status| status.success())
        };
        if !["dbus-daemon", "dbus-send", "gnome-keyring-daemon"].into_iter().all(has) {
            return None;
        }
        let home = tempfile::tempdir().expect("a folder for the keychain");
        install(home.path());
        let mut bus = Command::new("dbus-daemon");
        bus.args(["--session", "--nofork", "--nopidfile"]).arg(format!("--address={}", address(home.path())));
        let bus = Process::start(&mut bus, home.path(), "bus").expect("a message bus");
        let keychain = Self { bus, home };
        keychain.until_it_answers();
        Some(keychain)
    }

    pub fn address(&self) -> String {
        address(self.home.path())
    }

    /// Locks it, as a desktop does when the person leaves.
    pub fn lock(&self) {
        let login = "array:objpath:/org/freedesktop/secrets/collection/login";
        assert!(
            self.call("/org/freedesktop/secrets", "org.freedesktop.Secret.Service.Lock", login),
            "it is locked"
        );
    }

    /// The person logs in again: the daemon starts once more, and is given the password.
    pub fn log_in_again(&self) {
        self.end_daemon();
        self.until_it_answers();
    }

    /// Everything it keeps on disk.
    pub fn on_disk(&self) -> Vec<u8> {
        let folder = self.home.path().join(".local/share/keyrings");
        let files = std::fs::read_dir(folder).expect("the folder of the keychain").flatten();
        files.flat_map(|file| std::fs::read(file.path()).unwrap_or_default()).collect()
    }

    fn end_daemon(&self) {
        let pid = std::fs::read_to_string(self.home.path().join(PID)).expect("the keychain runs");
        process::kill(pid.trim().parse().expect("a number"));
    }

    /// The bus starts the daemon when it is first asked, and holds what is asked until it is there. A bus that is not
    /// there yet, and one that has not yet noticed an end, is asked again.
    fn until_it_answers(&self) {
        let alias = || {
            self.call(
                "/org/freedesktop/secrets",
                "org.freedesktop.Secret.Service.ReadAlias",
                "string:default",
            )
        };
        assert!((0..200).any(|_| alias()), "it answers: {}", self.bus.printed());
    }

    fn call(&self, object: &str, method: &str, argument: &str) -> bool {
        let mut send = Command::new("dbus-send");
        send.args([&format!("--bus={}", self.address()), "--print-reply", "--dest=org.freedesktop.secrets"]);
        send.args([object, method, argument]).stdout(Stdio::null()).stderr(Stdio::null());
        send.status().is_ok_and(|status| status.success())
    }
}

fn address(home: &Path) -> String {
    format!("unix:path={}", home.join("bus").display())
}

/// What a desktop has: a place for sockets, and a word for the bus on how the keychain is started.
fn install(home: &Path) {
    let services = home.join(".local/share/dbus-1/services");
    std::fs::create_dir_all(&services).expect("a folder");
    std::fs::create_dir_all(home.join(".run")).expect("a folder");
    std::fs::write(home.join("password"), "password").expect("it is written");
    let home = home.display();
    let daemon = "gnome-keyring-daemon --foreground --components=secrets --unlock";
    let start = format!("echo $$ > {home}/{PID}; exec {daemon} < {home}/password");
    let word = format!("[D-BUS Service]\nName=org.freedesktop.secrets\nExec=/bin/sh -c '{start}'\n");
    std::fs::write(services.join("org.freedesktop.secrets.service"), word).expect("it is written");
}
