//! What the functions over files take and give.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
pub(super) struct ListArguments {
    /// The folder to list, from the root of the files. The root itself, if left out.
    pub(super) path: Option<String>,
}

#[derive(Serialize, Debug, PartialEq)]
pub(super) struct Listed {
    pub(super) entries: Vec<Entry>,
    /// Whether there are more than are listed.
    pub(super) has_more: bool,
}

#[derive(Serialize, Debug, PartialEq)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) kind: Kind,
    /// In bytes.
    pub(super) size: Option<u64>,
}

#[derive(Serialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Kind {
    File,
    Folder,
    Link,
    Other,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct ReadArguments {
    /// The file, from the root of the files.
    pub(super) path: String,
    /// The first line to read, from 1.
    #[schemars(range(min = 1))]
    pub(super) from_line: Option<usize>,
    /// How many lines to read. All, if left out.
    #[schemars(range(min = 1))]
    pub(super) lines: Option<usize>,
}

#[derive(Serialize, Debug, PartialEq)]
pub(super) struct ReadText {
    pub(super) text: String,
    /// How many lines the file has.
    pub(super) lines_in_all: usize,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct SearchArguments {
    /// The text to find.
    #[schemars(length(min = 1))]
    pub(super) text: String,
    /// The folder to search. All files, if left out.
    pub(super) path: Option<String>,
}

#[derive(Serialize, Debug, PartialEq)]
pub(super) struct Found {
    pub(super) lines: Vec<FoundLine>,
    /// Whether the search ended before all files were searched.
    pub(super) has_more: bool,
}

#[derive(Serialize, Debug, PartialEq)]
pub(super) struct FoundLine {
    pub(super) path: String,
    pub(super) line: usize,
    pub(super) text: String,
}

#[derive(Deserialize, JsonSchema)]
pub(super) struct WriteArguments {
    /// The file, from the root of the files. Folders that are missing are made.
    pub(super) path: String,
    pub(super) text: String,
    /// What happens where the file is there already. It is an error, if left out.
    #[serde(default)]
    pub(super) existing: Existing,
}

#[derive(Deserialize, JsonSchema, Clone, Copy, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Existing {
    #[default]
    Refuse,
    Replace,
    Append,
}

#[derive(Serialize, Debug, PartialEq)]
pub(super) struct Written {
    /// How long the file is now, in bytes.
    pub(super) size: u64,
}
