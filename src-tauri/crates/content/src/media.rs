//! Pictures, sounds and documents.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// A picture, a sound or a document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "camelCase")]
pub struct Media {
    pub mime_type: String,
    pub source: MediaSource,
}

/// Where the bytes of a media item are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum MediaSource {
    /// The bytes themselves, in Base64.
    Inline { base64: String },
    /// An address. It is shown as text and never loaded automatically.
    Address { uri: String },
}
