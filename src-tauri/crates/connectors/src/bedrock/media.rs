//! Media as Bedrock takes them.

use content::{Media, MediaSource};
use serde_json::{Value, json};

/// The block of a medium, if it is of a kind the provider takes.
pub(super) fn block(media: &Media, number: usize) -> Option<Value> {
    let source = match &media.source {
        MediaSource::Inline { base64 } => json!({ "bytes": base64 }),
        MediaSource::Address { uri } if uri.starts_with("s3://") => json!({ "s3Location": { "uri": uri } }),
        MediaSource::Address { .. } => return None,
    };
    if let Some(format) = picture(&media.mime_type) {
        return Some(json!({ "image": { "format": format, "source": source } }));
    }
    let format = document(&media.mime_type)?;
    Some(json!({ "document": { "format": format, "name": format!("Document {number}"), "source": source } }))
}

fn picture(mime_type: &str) -> Option<&'static str> {
    match mime_type {
        "image/png" => Some("png"),
        "image/jpeg" => Some("jpeg"),
        "image/gif" => Some("gif"),
        "image/webp" => Some("webp"),
        _ => None,
    }
}

fn document(mime_type: &str) -> Option<&'static str> {
    match mime_type {
        "application/pdf" => Some("pdf"),
        "text/csv" => Some("csv"),
        "text/html" => Some("html"),
        "text/plain" => Some("txt"),
        "text/markdown" => Some("md"),
        "application/msword" => Some("doc"),
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => Some("docx"),
        "application/vnd.ms-excel" => Some("xls"),
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" => Some("xlsx"),
        _ => None,
    }
}
