//! The contents of one message: texts and media, in the fewest fields that hold them.

use super::wire::{Message, Words};
use crate::media::PDF;
use content::{Media, MediaSource};
use serde_json::{Value, json};

/// A part of a message.
pub(super) enum Spoken {
    Text(String),
    Part(Value),
}

/// A single text is written without a list.
pub(super) fn in_short(words: Vec<Spoken>) -> Words {
    let mut words = words;
    if let [Spoken::Text(text)] = words.as_mut_slice() {
        return Words::Text(std::mem::take(text));
    }
    let part = |spoken| match spoken {
        Spoken::Text(text) => json!({ "type": "text", "text": text }),
        Spoken::Part(part) => part,
    };
    Words::Parts(words.into_iter().map(part).collect())
}

pub(super) fn media_part(media: &Media) -> Value {
    let base64 = match &media.source {
        MediaSource::Address { uri } => return json!({ "type": "image_url", "image_url": { "url": uri } }),
        MediaSource::Inline { base64 } => base64,
    };
    let url = format!("data:{};base64,{base64}", media.mime_type);
    match media.mime_type.as_str() {
        "audio/wav" => json!({ "type": "input_audio", "input_audio": { "data": base64, "format": "wav" } }),
        "audio/mpeg" => json!({ "type": "input_audio", "input_audio": { "data": base64, "format": "mp3" } }),
        PDF => json!({ "type": "file", "file": { "filename": "document.pdf", "file_data": url } }),
        _ => json!({ "type": "image_url", "image_url": { "url": url } }),
    }
}

/// Whether the word JSON occurs anywhere in the messages.
pub(super) fn says_json(messages: &[Message]) -> bool {
    let mut written = messages.iter().filter_map(|message| serde_json::to_string(&message.content).ok());
    written.any(|content| content.to_ascii_lowercase().contains("json"))
}
