//! Which version of the GNU C library a program asks for, by the names of its symbol versions.

use std::fmt::{self, Display, Formatter};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Version {
    pub(super) major: u32,
    pub(super) minor: u32,
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
}
