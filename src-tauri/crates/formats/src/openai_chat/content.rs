//! The content of a message: a text, or a list of parts.

use crate::conversation::Conversation;
use crate::fields::Fields;
use crate::loss::Losses;
use crate::lost::{Lost, Owner};
use crate::output::{self, Part};
use crate::{Format, media, part};
use content::{Item, Media, MediaSource, Output};
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

/// Reads what a function gave.
pub(super) fn read_output(value: Option<&Value>, place: &str, conversation: &mut Conversation) -> Output {
    let Some(value) = value else { return Output::Text { text: String::new() } };
    match value.as_array() {
        Some(parts) => output::from_list(parts, place, conversation, try_part),
        None => output::from_value(Some(value)),
    }
}

/// Writes what a function gave. Beside texts a result may show pictures.
pub(super) fn write_output(parts: &[Part<'_>], place: &str, losses: &mut Losses) -> Value {
    if let [Part::Text(text)] = parts {
        return text.as_str().into();
    }
    let written: Vec<_> = parts
        .iter()
        .filter_map(|part| match part {
            Part::Text(text) => Some(json!({ "type": "text", "text": text })),
            Part::Media(media) if media::is_image(media) => write_media(media, place, losses),
            Part::Media(_) => {
                losses.add(place, Lost::ResultMedium);
                None
            }
        })
        .collect();
    if written.is_empty() { "".into() } else { written.into() }
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
        "refusal" => {
            let text = fields.text("refusal")?.to_owned();
            conversation.losses.add(place, Lost::Refusal);
            Item::Text { text }
        }
        "image_url" => {
            let image = fields.value("image_url")?;
            let mut inner = Fields::of(image, fields.inside("image_url"))?;
            inner.known_as("detail", "auto");
            let media = media::from_uri(inner.text("url")?, None, "image/*");
            inner.finish(Owner::Picture, &mut conversation.losses);
            Item::Media { media }
        }
        "input_audio" => {
            let audio = fields.value("input_audio")?;
            let mut inner = Fields::of(audio, fields.inside("input_audio"))?;
            let mime_type = format!("audio/{}", inner.text("format")?);
            let media = media::inline(&mime_type, inner.text("data")?);
            inner.finish(Owner::Sound, &mut conversation.losses);
            Item::Media { media }
        }
        "file" => {
            let mut inner = Fields::of(fields.value("file")?, place)?;
            let uri = inner.text("file_data").filter(|data| media::is_data(data))?;
            let media = media::from_uri(uri, None, "application/octet-stream");
            inner.finish(Owner::File, &mut conversation.losses);
            Item::Media { media }
        }
        _ => return None,
    };
    fields.finish(Owner::Part, &mut conversation.losses);
    Some(item)
}

fn write_media(media: &Media, place: &str, losses: &mut Losses) -> Option<Value> {
    let uri = media::uri_of(media);
    if media::is_image(media) {
        if matches!(media.source, MediaSource::Address { .. }) && media.mime_type != "image/*" {
            losses.add(place, Lost::PictureType);
        }
        return Some(json!({ "type": "image_url", "image_url": { "url": uri } }));
    }
    match &media.source {
        MediaSource::Address { .. } => {
            losses.add(place, Lost::AddressMedium);
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
