//! Media as a provider takes them.
//!
//! A medium comes with any label: from a file, a function, another provider. One label a provider refuses would make it
//! refuse every request of the history from then on. So labels are written by their standard names, bytes that say what
//! they are count for more than the label, and what a provider does not take is told in words.

mod bytes;

use crate::outgoing::{Adaptations, Difference, Place, Reason};
use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use content::{Media, MediaSource};
use std::borrow::Cow;

/// The media a provider takes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MediaRules {
    /// The types it takes as bytes, by their standard names.
    pub(crate) inline: &'static [&'static str],
    /// The types it fetches from an address itself.
    pub(crate) fetched: &'static [&'static str],
    /// The beginnings of addresses it fetches from.
    pub(crate) schemes: &'static [&'static str],
    /// What it takes, for people.
    pub(crate) why: Reason,
}

/// A medium on its way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shown<'a> {
    /// It is sent, under a type the provider takes.
    Medium(Cow<'a, Media>),
    /// What it says, or what it is called.
    Text(String),
}

/// Pictures nearly every provider looks at.
pub(crate) const PICTURES: [&str; 4] = ["image/png", "image/jpeg", "image/gif", "image/webp"];
pub(crate) const WEB: &[&str] = &["https://", "http://"];
pub(crate) const PDF: &str = "application/pdf";

/// A type that says no more than that it is a picture, as where an address is imported without one.
const ANY_PICTURE: &str = "image/*";

/// The longest text that is told in the place of a medium.
const LONGEST_TEXT: usize = 1 << 20;

/// Padding is left out by some.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &base64::alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

impl MediaRules {
    /// The medium as the provider takes it, or words in its place. What is different is reported.
    pub(crate) fn show<'a>(
        &self,
        media: &'a Media,
        place: Place,
        adaptations: &mut Adaptations,
    ) -> Shown<'a> {
        let mime_type = mime_type_of(media);
        if self.takes(&media.source, &mime_type) {
            if mime_type == media.mime_type {
                return Shown::Medium(Cow::Borrowed(media));
            }
            let sent = mime_type.clone().into_owned();
            let what = match media.mime_type.trim() {
                "" => Difference::MediumLabelled { mime_type: sent },
                label => Difference::MediumRelabelled { label: label.to_owned(), mime_type: sent },
            };
            adaptations.rewritten(place, what, Reason::LabelsRefused);
            let source = media.source.clone();
            return Shown::Medium(Cow::Owned(Media { mime_type: mime_type.into_owned(), source }));
        }
        if let Some(text) = text_of(media, &mime_type) {
            let what = Difference::MediumAsText { mime_type: mime_type.into_owned() };
            adaptations.rewritten(place, what, self.why);
            return Shown::Text(text);
        }
        Shown::Text(named(&mime_type, self.why, place, adaptations))
    }

    fn takes(&self, source: &MediaSource, mime_type: &str) -> bool {
        match source {
            MediaSource::Inline { .. } => self.inline.contains(&mime_type),
            MediaSource::Address { uri } => {
                let is_fetched = self.fetched.iter().any(|taken| is_of(mime_type, taken));
                is_fetched && self.schemes.iter().any(|scheme| uri.starts_with(scheme))
            }
        }
    }
}

/// A medium that is not sent, in words.
pub(crate) fn named(mime_type: &str, why: Reason, place: Place, adaptations: &mut Adaptations) -> String {
    adaptations.left_out(place, Difference::MediumNamed { mime_type: mime_type.to_owned() }, why);
    format!("(a medium of the type {mime_type})")
}

fn is_of(mime_type: &str, taken: &str) -> bool {
    mime_type == taken || (mime_type == ANY_PICTURE && taken.starts_with("image/"))
}

/// What the bytes say they are, else the label by its standard name, else what the end of the address says.
fn mime_type_of(media: &Media) -> Cow<'_, str> {
    let labelled = standard(&media.mime_type);
    match &media.source {
        MediaSource::Inline { base64 } => match bytes::kind(&decoded_start(base64)) {
            Some(found) if found != labelled => Cow::Borrowed(found),
            Some(_) | None => labelled,
        },
        MediaSource::Address { uri }
            if matches!(labelled.as_ref(), "" | ANY_PICTURE | "application/octet-stream") =>
        {
            by_ending(uri).map_or(labelled, Cow::Borrowed)
        }
        MediaSource::Address { .. } => labelled,
    }
}

/// A label by its standard name: small letters, nothing behind it, and no name of its own for what has one.
fn standard(label: &str) -> Cow<'_, str> {
    let bare = label.split(';').next().unwrap_or_default().trim();
    let bare = match bare.chars().any(|letter| letter.is_ascii_uppercase()) {
        true => Cow::Owned(bare.to_ascii_lowercase()),
        false => Cow::Borrowed(bare),
    };
    let known = match bare.as_ref() {
        "image/jpg" | "image/pjpeg" | "image/jfif" => "image/jpeg",
        "image/x-png" => "image/png",
        "image/svg" => "image/svg+xml",
        "audio/x-wav" | "audio/wave" | "audio/vnd.wave" | "audio/x-pn-wav" => "audio/wav",
        "audio/mp3" | "audio/x-mp3" | "audio/x-mpeg" | "audio/mpeg3" | "audio/mpg" => "audio/mpeg",
        "audio/x-flac" => "audio/flac",
        "audio/x-aiff" => "audio/aiff",
        "audio/x-aac" => "audio/aac",
        "application/x-pdf" => PDF,
        "text/x-markdown" => "text/markdown",
        "application/csv" => "text/csv",
        "text/json" => "application/json",
        "text/xml" => "application/xml",
        _ => return bare,
    };
    Cow::Borrowed(known)
}

fn by_ending(uri: &str) -> Option<&'static str> {
    let path = uri.split(['?', '#']).next().unwrap_or_default();
    let ending = path.rsplit_once('.')?.1.to_ascii_lowercase();
    Some(match ending.as_str() {
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "pdf" => PDF,
        _ => return None,
    })
}

/// What a medium says, where it is made of letters.
fn text_of(media: &Media, mime_type: &str) -> Option<String> {
    let is_text = mime_type.starts_with("text/")
        || mime_type.ends_with("+xml")
        || mime_type.ends_with("+json")
        || matches!(mime_type, "application/json" | "application/xml" | "application/yaml");
    let MediaSource::Inline { base64 } = &media.source else { return None };
    if !is_text || base64.len() > LONGEST_TEXT {
        return None;
    }
    let text = String::from_utf8(BASE64.decode(base64.trim()).ok()?).ok()?;
    Some(text).filter(|text| !text.trim().is_empty() && !text.contains('\0'))
}

fn decoded_start(base64: &str) -> Vec<u8> {
    let start = base64.get(..bytes::ENOUGH.min(base64.len())).unwrap_or_default();
    let whole = start.len() - start.len() % 4;
    let start = start.get(..whole).unwrap_or_default();
    BASE64.decode(start).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{MediaRules, PDF, PICTURES, Shown, WEB};
    use crate::outgoing::{Adaptations, Place, Reason};
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use content::{Media, MediaSource};

    const RULES: MediaRules = MediaRules {
        inline: &["image/png", "image/jpeg", "audio/wav", PDF],
        fetched: &PICTURES,
        schemes: WEB,
        why: Reason::TextOnly,
    };
    const PNG: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";

    fn inline(mime: &str, bytes: &[u8]) -> Media {
        let base64 = STANDARD.encode(bytes);
        Media { mime_type: mime.to_owned(), source: MediaSource::Inline { base64 } }
    }

    fn far(mime: &str, uri: &str) -> Media {
        Media { mime_type: mime.to_owned(), source: MediaSource::Address { uri: uri.to_owned() } }
    }

    /// The type a medium is sent under, or the words in its place, and what is told of it.
    #[track_caller]
    fn check(media: &Media, expected: Result<&str, &str>, told: &[&str]) {
        let mut adaptations = Adaptations::default();
        let shown = RULES.show(media, Place::Message(0), &mut adaptations);
        let shown = match &shown {
            Shown::Medium(media) => Ok(media.mime_type.as_str()),
            Shown::Text(text) => Err(text.as_str()),
        };
        assert_eq!(shown, expected);
        let listed = adaptations.into_list();
        assert_eq!(listed.iter().map(|one| one.what.to_string()).collect::<Vec<_>>(), told);
    }

    #[test]
    fn a_label_is_sent_by_its_standard_name() {
        check(&inline("image/png", PNG), Ok("image/png"), &[]);
        for (label, sent) in [
            ("image/jpg", "image/jpeg"),
            ("IMAGE/PNG", "image/png"),
            ("Image/PNG; charset=binary", "image/png"),
            ("audio/x-wav", "audio/wav"),
        ] {
            let told = format!("a medium labelled {label} is sent as {sent}");
            check(&inline(label, b"hi"), Ok(sent), &[&told]);
        }
    }

    #[test]
    fn bytes_that_say_what_they_are_count_for_more_than_the_label() {
        let told = "a medium labelled application/octet-stream is sent as image/png";
        check(&inline("application/octet-stream", PNG), Ok("image/png"), &[told]);
        check(
            &inline("image/jpeg", PNG),
            Ok("image/png"),
            &["a medium labelled image/jpeg is sent as image/png"],
        );
        check(&inline("", b"%PDF-1.7 "), Ok(PDF), &["a medium without a label is sent as application/pdf"]);
        let told = "a medium of the type audio/mpeg is named instead of sent";
        check(&inline("audio/wav", b"ID3\x04\0\0\0\0"), Err("(a medium of the type audio/mpeg)"), &[told]);
    }

    #[test]
    fn what_is_made_of_letters_is_sent_as_them_and_anything_else_is_named() {
        let told = "a medium of the type image/svg+xml is sent as a text";
        check(&inline("image/svg+xml", b"<svg/>"), Err("<svg/>"), &[told]);
        check(
            &inline("text/plain; charset=utf-8", b"tide"),
            Err("tide"),
            &["a medium of the type text/plain is sent as a text"],
        );
        let told = "a medium of the type image/heic is named instead of sent";
        check(
            &inline("image/heic", b"\0\0\0\x18ftypheic\0\0"),
            Err("(a medium of the type image/heic)"),
            &[told],
        );
    }

    #[test]
    fn an_address_is_sent_where_the_provider_fetches_it() {
        check(&far("image/*", "https://example.org/x"), Ok("image/*"), &[]);
        let told = "a medium labelled image/* is sent as image/png";
        check(&far("image/*", "https://example.org/x.PNG?size=2"), Ok("image/png"), &[told]);
        let told = "a medium of the type image/png is named instead of sent";
        check(&far("image/png", "file:///etc/passwd"), Err("(a medium of the type image/png)"), &[told]);
        let told = "a medium of the type audio/wav is named instead of sent";
        check(&far("audio/wav", "https://example.org/x"), Err("(a medium of the type audio/wav)"), &[told]);
    }
}
