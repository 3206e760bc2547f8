//! One limit.

use notices::{AsValue, NoticeValue};
use std::fmt;
use std::time::Duration;

/// A bound, with its unit. Displayed as a person reads it: "16 MB", "100 pages".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    pub most: u64,
    pub unit: Unit,
}

/// The unit of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Bytes,
    Seconds,
    /// Things, by their plural: "pages", "tools".
    Items(&'static str),
}

/// The counterpart a limit applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Counterpart {
    ModelService,
    McpServer,
    Plugin,
    HttpFunction,
    File,
    Page,
    Program,
}

impl Limit {
    pub const fn bytes(most: u64) -> Self {
        Self { most, unit: Unit::Bytes }
    }

    pub const fn seconds(most: u64) -> Self {
        Self { most, unit: Unit::Seconds }
    }

    pub const fn items(most: u64, of: &'static str) -> Self {
        Self { most, unit: Unit::Items(of) }
    }

    /// For lengths in memory.
    #[allow(clippy::cast_possible_truncation, reason = "no row is beyond 4 GB, and a test holds that")]
    pub const fn size(self) -> usize {
        self.most as usize
    }

    /// For rows in seconds.
    pub const fn time(self) -> Duration {
        Duration::from_secs(self.most)
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const KB: u64 = 1 << 10;
        const MB: u64 = 1 << 20;
        match self.unit {
            Unit::Bytes if self.most >= MB => write!(f, "{} MB", self.most / MB),
            Unit::Bytes if self.most >= KB => write!(f, "{} KB", self.most / KB),
            Unit::Bytes => write!(f, "{} bytes", self.most),
            Unit::Seconds => write!(f, "{} s", self.most),
            Unit::Items(of) => write!(f, "{} {of}", self.most),
        }
    }
}

impl AsValue for Limit {
    fn as_value(&self) -> NoticeValue {
        NoticeValue::Text(self.to_string())
    }
}

impl fmt::Display for Counterpart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ModelService => "model service",
            Self::McpServer => "MCP server",
            Self::Plugin => "plugin",
            Self::HttpFunction => "HTTP function",
            Self::File => "file",
            Self::Page => "page",
            Self::Program => "attached program",
        })
    }
}
