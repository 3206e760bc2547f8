//! Which version of the GNU C library a program asks for, by the names of its symbol versions.

use std::fmt::{self, Display, Formatter};
use std::str::FromStr;

use anyhow::{Context, Result, ensure};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Version {
    pub(super) major: u32,
    pub(super) minor: u32,
}

impl FromStr for Version {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Self> {
        version(format!("{text}\0").as_bytes())
            .with_context(|| format!("`{text}` is no version such as 2.35"))
    }
}

impl Display for Version {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}", self.major, self.minor)
    }
}

const MARK: &[u8] = b"\0GLIBC_";

/// The newest version among a program's names, which stand between zeroes in its table of strings.
pub(super) fn needed(program: &[u8]) -> Option<Version> {
    let marks = program.windows(MARK.len()).enumerate().filter(|(_, window)| *window == MARK);
    marks.filter_map(|(place, _)| version(program.get(place + MARK.len()..)?)).max()
}

/// Refuses a program that does not run with this version, and so with none before it.
pub(super) fn check(program: &[u8], newest: Version) -> Result<()> {
    let needed = needed(program);
    ensure!(
        needed.is_none_or(|needed| needed <= newest),
        "it needs glibc {}, and is to run with {newest}: build it on an older system",
        needed.map(|needed| needed.to_string()).unwrap_or_default()
    );
    Ok(())
}

fn version(rest: &[u8]) -> Option<Version> {
    let end = rest.iter().take(16).position(|byte| *byte == 0)?;
    let text = std::str::from_utf8(rest.get(..end)?).ok()?;
    let mut numbers = text.split('.').map(|number| number.parse().ok());
    Some(Version { major: numbers.next()??, minor: numbers.next()?? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_version_counts_and_other_words_do_not() {
        let program = b"x\0GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.2.5\0GLIBC_PRIVATE\0 GLIBC_9.9\0GLIBC_";
        assert_eq!(needed(program), Some(Version { major: 2, minor: 34 }));
        assert_eq!(needed(b"static"), None);
    }

    #[test]
    fn a_program_with_a_newer_symbol_than_the_oldest_system_has_is_refused() {
        let program = b"x\0GLIBC_2.9\0GLIBC_2.36\0";
        check(program, "2.36".parse().unwrap()).unwrap();
        check(b"static", "2.17".parse().unwrap()).unwrap();
        let refused = check(program, "2.35".parse().unwrap()).unwrap_err().to_string();
        assert!(refused.contains("2.36") && refused.contains("2.35"), "{refused}");
        "new".parse::<Version>().unwrap_err();
    }

    /// The program that runs this test was linked here.
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    #[test]
    fn the_symbols_of_a_real_program_are_read() {
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        let needed = needed(&program).unwrap();
        check(&program, needed).unwrap();
        check(&program, Version { major: 2, minor: 1 }).unwrap_err();
    }
}
