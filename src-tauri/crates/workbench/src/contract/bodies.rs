//! What the commands about large values take and give.

use content::SessionId;
use serde::{Deserialize, Serialize};
use sessions::BodyId;
use ts_rs::TS;

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct ReadBody {
    pub session: SessionId,
    pub body: BodyId,
    /// Where to begin, in bytes. Where the passage before ended is a good place.
    #[ts(type = "number")]
    pub from: u64,
    /// How many bytes are wanted. Fewer are given, where a character would be cut or it would be too much at once.
    #[ts(type = "number")]
    pub length: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct FindInBody {
    pub session: SessionId,
    pub body: BodyId,
    pub text: String,
    /// Where to begin, in bytes.
    #[ts(type = "number")]
    pub from: u64,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FoundInBody {
    /// Where it stands, in bytes, if it stands anywhere behind the place.
    #[ts(type = "number | null")]
    pub at: Option<u64>,
}

/// A part of a large JSON value, by its path: `$.items[3].name`.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
pub struct LocateInBody {
    pub session: SessionId,
    pub body: BodyId,
    pub path: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LocatedInBody {
    /// Nothing, where the path leads nowhere.
    pub place: Option<LocatedValue>,
}

/// Where a value begins and ends, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct LocatedValue {
    #[ts(type = "number")]
    pub from: u64,
    #[ts(type = "number")]
    pub to: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct SaveBody {
    pub session: SessionId,
    pub body: BodyId,
    /// How the file is to be called. Its place is the folder for exports.
    pub file_name: String,
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct SavedFile {
    pub path: String,
    #[ts(type = "number")]
    pub size: u64,
}
