//! Which system this is, as far as names of packages depend on it.

use std::fs;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum System {
    Debian,
    Ubuntu,
    Fedora,
    Arch,
    Suse,
    OtherUnix,
    MacOs,
    Windows,
}

impl System {
    pub(super) fn detect() -> Self {
        if cfg!(windows) {
            Self::Windows
        } else if cfg!(target_os = "macos") {
            Self::MacOs
        } else {
            // A system without this file is one we know nothing of.
            Self::from_os_release(&fs::read_to_string("/etc/os-release").unwrap_or_default())
        }
    }

    /// Derived systems name what they derive from in `ID_LIKE`, nearest first, after their own name in `ID`.
    fn from_os_release(text: &str) -> Self {
        let names = ["ID", "ID_LIKE"].into_iter().filter_map(|key| value_of(key, text));
        names.flat_map(str::split_whitespace).find_map(Self::named).unwrap_or(Self::OtherUnix)
    }

    fn named(name: &str) -> Option<Self> {
        match name {
            "debian" => Some(Self::Debian),
            "ubuntu" => Some(Self::Ubuntu),
            "fedora" | "rhel" | "centos" => Some(Self::Fedora),
            "arch" | "archlinux" => Some(Self::Arch),
            "suse" | "opensuse" | "opensuse-leap" | "opensuse-tumbleweed" => Some(Self::Suse),
            _ => None,
        }
    }
}

fn value_of<'a>(key: &str, text: &'a str) -> Option<&'a str> {
    text.lines().find_map(|line| {
        let value = line.trim().strip_prefix(key)?.strip_prefix('=')?;
        Some(value.trim_matches(['"', '\'']))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(os_release: &str, expected: System) {
        assert_eq!(System::from_os_release(os_release), expected);
    }

    #[test]
    fn a_system_is_known_by_its_own_name() {
        check("PRETTY_NAME=\"Debian GNU/Linux 12\"\nVERSION_ID=\"12\"\nID=debian\n", System::Debian);
        check("ID=\"opensuse-tumbleweed\"\nID_LIKE=\"opensuse suse\"\n", System::Suse);
        check("ID=fedora\n", System::Fedora);
    }

    #[test]
    fn a_derived_system_is_known_by_its_nearest_parent() {
        check("ID=pop\nID_LIKE=\"ubuntu debian\"\n", System::Ubuntu);
        check("ID=ubuntu\nID_LIKE=debian\n", System::Ubuntu);
        check("ID_LIKE='arch'\nID=manjaro\n", System::Arch);
        check("ID=\"rocky\"\nID_LIKE=\"rhel centos fedora\"\n", System::Fedora);
    }

    #[test]
    fn a_key_is_not_mistaken_for_a_longer_one() {
        check("VARIANT_ID=debian\nID_LIKE=\nID=void\n", System::OtherUnix);
        check("", System::OtherUnix);
    }
}
