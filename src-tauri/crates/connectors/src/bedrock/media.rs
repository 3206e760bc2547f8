//! Encodes media for Bedrock.

use crate::media::MediaRules;
use crate::outgoing::Reason;
use content::{Media, MediaSource};
use serde_json::{Value, json};

/// The types of documents, each with the provider's name for it.
const DOCUMENTS: [(&str, &str); 9] = [
    ("application/pdf", "pdf"),
    ("text/csv", "csv"),
    ("text/html", "html"),
    ("text/plain", "txt"),
    ("text/markdown", "md"),
    ("application/msword", "doc"),
    ("application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"),
    ("application/vnd.ms-excel", "xls"),
    ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"),
];

/// The most documents in one request.
pub(super) const MOST_DOCUMENTS: usize = 5;

const TYPES: &[&str] = &[
    "image/png",
    "image/jpeg",
    "image/gif",
    "image/webp",
    DOCUMENTS[0].0,
    DOCUMENTS[1].0,
    DOCUMENTS[2].0,
    DOCUMENTS[3].0,
    DOCUMENTS[4].0,
    DOCUMENTS[5].0,
    DOCUMENTS[6].0,
    DOCUMENTS[7].0,
    DOCUMENTS[8].0,
];

pub(super) const MEDIA: MediaRules =
    MediaRules { inline: TYPES, fetched: TYPES, schemes: &["s3://"], why: Reason::MediaBedrock };

/// For models that accept no media in results.
pub(super) const NOTHING: MediaRules =
    MediaRules { inline: &[], fetched: &[], schemes: &[], why: Reason::NoResultMedia };

/// The block of a media item of one of the types above.
pub(super) fn block(media: &Media, number: usize) -> Value {
    let source = match &media.source {
        MediaSource::Inline { base64 } => json!({ "bytes": base64 }),
        MediaSource::Address { uri } => json!({ "s3Location": { "uri": uri } }),
    };
    match DOCUMENTS.iter().find(|(mime_type, _)| *mime_type == media.mime_type) {
        Some((_, format)) => {
            let name = format!("Document {number}");
            json!({ "document": { "format": format, "name": name, "source": source } })
        }
        None => {
            let format = media.mime_type.strip_prefix("image/").unwrap_or_default();
            json!({ "image": { "format": format, "source": source } })
        }
    }
}
