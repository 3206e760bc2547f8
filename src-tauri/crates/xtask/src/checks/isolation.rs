//! A network with nothing but loopback, where the kernel lets this user have one.

use std::ffi::OsStr;
use std::process::Command;

use crate::process;

/// How a command is kept from the network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Isolation {
    /// A network namespace, which takes root.
    Namespace,
    /// The same inside a user namespace, where this user is root.
    UserNamespace,
    Unavailable,
}

/// Brings loopback up, then becomes the command. Desktop users often lack the system's tools on their PATH.
const ENTER: &str =
    r#"PATH="$PATH:/usr/sbin:/sbin"; ip link set lo up || exit 125; PATH="$1"; shift; exec "$@""#;

impl Isolation {
    /// The first that works when tried: whether it does depends on the kernel, its settings and the container.
    pub(super) fn find() -> Self {
        if !cfg!(target_os = "linux") {
            return Self::Unavailable;
        }
        let works = |isolation: &Self| process::succeeds(isolation.wrap(&process::command("true")));
        [Self::Namespace, Self::UserNamespace].into_iter().find(works).unwrap_or(Self::Unavailable)
    }

    /// The same command, kept from the network.
    pub(super) fn wrap(self, command: &Command) -> Command {
        let mut wrapped = match self {
            Self::Unavailable => Command::new(command.get_program()),
            Self::Namespace | Self::UserNamespace => self.enter(command.get_program()),
        };
        wrapped.args(command.get_args());
        if let Some(directory) = command.get_current_dir() {
            wrapped.current_dir(directory);
        }
        for (name, value) in command.get_envs() {
            match value {
                Some(value) => wrapped.env(name, value),
                None => wrapped.env_remove(name),
            };
        }
        wrapped
    }

    fn enter(self, program: &OsStr) -> Command {
        let mut unshare = Command::new("unshare");
        unshare.arg("--net");
        if self == Self::UserNamespace {
            unshare.arg("--map-root-user");
        }
        unshare.args(["sh", "-c", ENTER, "sh"]);
        unshare.arg(std::env::var_os("PATH").unwrap_or_default()).arg(program);
        unshare
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrapped_command_keeps_its_arguments_directory_and_environment() {
        let mut command = Command::new("cargo");
        command.args(["test", "a b"]).current_dir("/w").env("SET", "1").env_remove("UNSET");

        let wrapped = Isolation::UserNamespace.wrap(&command);

        let words: Vec<_> = wrapped.get_args().map(|word| word.to_string_lossy().into_owned()).collect();
        assert_eq!(wrapped.get_program(), "unshare");
        assert_eq!(words[..2], ["--net", "--map-root-user"]);
        assert_eq!(words[words.len() - 3..], ["cargo", "test", "a b"]);
        assert_eq!(wrapped.get_current_dir(), command.get_current_dir());
        assert!(wrapped.get_envs().eq(command.get_envs()));
    }

    #[test]
    fn without_isolation_a_command_stays_what_it_is() {
        let mut command = Command::new("cargo");
        command.arg("test");
        assert_eq!(format!("{:?}", Isolation::Unavailable.wrap(&command)), r#""cargo" "test""#);
    }

    #[test]
    fn an_isolated_command_reaches_loopback_and_nothing_else() {
        let isolation = Isolation::find();
        if isolation == Isolation::Unavailable {
            return;
        }
        let mut interfaces = Command::new("cat");
        interfaces.arg("/proc/net/dev");
        let listing = process::capture(isolation.wrap(&interfaces)).unwrap();

        let names: Vec<&str> =
            listing.lines().filter_map(|line| Some(line.split_once(':')?.0.trim())).collect();
        assert_eq!(names, ["lo"]);
    }
}
