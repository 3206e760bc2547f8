//! The content of a message: a text, or a list of parts.

use crate::conversation::Conversation;
use crate::fields::Fields;
use crate::loss::Losses;
use crate::{Format, media, part};
use content::{Item, Media, MediaSource};
use serde_json::{Value, json};

/// Reads the content of a message. No text and an empty one are both no part.
pub(super) fn read(value: Option<&Value>, place: &str, conversation: &mut Conversation) -> Vec<Item> {
    let Some(value) = value else { return Vec::new() };
    if let Some(text) = value.as_str() {
        return if text.is_empty() { Vec::new() } else { vec![Item::Text { text: text.to_owned() }] };
    }
    let Some(parts) = value.as_array() else {
        return vec![part::unknown(Format::OpenAiChat, value, place, &mut conversation.losses)];
    };
    let place = |index: usize| format!("{place}/{index}");
    parts.iter().enumerate().map(|(index, part)| read_part(part, &place(index), conversation)).collect()
}

/// The words of a result. Anything but text is lost: a result holds one thing.
pub(super) fn words(value: Option<&Value>, place: &str, losses: &mut Losses) -> String {
    let Some(value) = value else { return String::new() };
    if let Some(text) = value.as_str() {
        return text.to_owned();
    }
    let Some(parts) = value.as_array() else { return value.to_string() };
    let texts: Vec<_> = parts.iter().filter_map(|part| part.get("text")?.as_str()).collect();
    if texts.len() < parts.len() {
        losses.add(place, "parts of a result that are not text are left out");
    }
    if texts.len() > 1 {
        losses.add(place, "the texts of a result are joined to one");
    }
    texts.join("\n")
}

pub(super) fn write_part(item: &Item, place: &str, losses: &mut Losses) -> Option<Value> {
    match item {
        Item::Text { text } => Some(json!({ "type": "text", "text": text })),
        Item::Media { media } => write_media(media, place, losses),
        Item::Unknown { value } => part::returned(Format::OpenAiChat, value, place, losses).cloned(),
        Item::Reasoning { .. } | Item::FunctionCall { .. } | Item::FunctionResult { .. } => None,
    }
}

fn read_part(value: &Value, place: &str, conversation: &mut Conversation) -> Item {
    match try_part(value, place, conversation) {
        Some(item) => item,
        None => part::unknown(Format::OpenAiChat, value, place, &mut conversation.losses),
    }
}

fn try_part(value: &Value, place: &str, conversation: &mut Conversation) -> Option<Item> {
    let mut fields = Fields::of(value, place)?;
    let item = match fields.text("type")? {
        "text" => Item::Text { text: fields.text("text")?.to_owned() },
        "image_url" => {
            let image = fields.value("image_url")?;
            let mut inner = Fields::of(image, fields.inside("image_url"))?;
            let media = media::from_uri(inner.text("url")?, None, "image/*");
            inner.finish("picture", &mut conversation.losses);
            Item::Media { media }
        }
        "input_audio" => {
            let audio = fields.value("input_audio")?;
            let mut inner = Fields::of(audio, fields.inside("input_audio"))?;
            let mime_type = format!("audio/{}", inner.text("format")?);
            let media = media::inline(&mime_type, inner.text("data")?);
            inner.finish("sound", &mut conversation.losses);
            Item::Media { media }
        }
        "file" => {
            let mut inner = Fields::of(fields.value("file")?, place)?;
            let media = media::from_uri(inner.text("file_data")?, None, "application/octet-stream");
            inner.finish("file", &mut conversation.losses);
            Item::Media { media }
        }
        _ => return None,
    };
    fields.finish("part", &mut conversation.losses);
    Some(item)
}

fn write_media(media: &Media, place: &str, losses: &mut Losses) -> Option<Value> {
    let uri = media::uri_of(media);
    if media::is_image(media) {
        if matches!(media.source, MediaSource::Address { .. }) && media.mime_type != "image/*" {
            losses.add(place, "the type of a picture behind an address is not kept");
        }
        return Some(json!({ "type": "image_url", "image_url": { "url": uri } }));
    }
    match &media.source {
        MediaSource::Address { .. } => {
            losses.add(place, "a medium behind an address is left out, unless it is a picture");
            None
        }
        MediaSource::Inline { base64 } => Some(match media.mime_type.strip_prefix("audio/") {
            Some(format) => {
                json!({ "type": "input_audio", "input_audio": { "data": base64, "format": format } })
            }
            None => json!({ "type": "file", "file": { "file_data": uri } }),
        }),
    }
}
