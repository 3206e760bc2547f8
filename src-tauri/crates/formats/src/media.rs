//! Pictures, sounds and documents: data addresses and what an address says about its type.

use content::{Media, MediaSource};

/// A medium from an address. A data address holds the bytes itself.
pub(crate) fn from_uri(uri: &str, mime_type: Option<&str>, otherwise: &str) -> Media {
    match data_of(uri) {
        Some((written, base64)) => {
            let mime_type = mime_type.unwrap_or(written).to_owned();
            Media { mime_type, source: MediaSource::Inline { base64: base64.to_owned() } }
        }
        None => {
            let mime_type = mime_type.unwrap_or(otherwise).to_owned();
            Media { mime_type, source: MediaSource::Address { uri: uri.to_owned() } }
        }
    }
}

pub(crate) fn inline(mime_type: &str, base64: &str) -> Media {
    let source = MediaSource::Inline { base64: base64.to_owned() };
    Media { mime_type: mime_type.to_owned(), source }
}

/// The address of a medium, with the bytes in it where they are at hand.
pub(crate) fn uri_of(media: &Media) -> String {
    match &media.source {
        MediaSource::Inline { base64 } => format!("data:{};base64,{base64}", media.mime_type),
        MediaSource::Address { uri } => uri.clone(),
    }
}

pub(crate) fn is_image(media: &Media) -> bool {
    media.mime_type.starts_with("image/")
}

/// The type of a file behind an address, as far as the address tells.
pub(crate) fn type_of_file(uri: &str) -> &'static str {
    let path = uri.split(['?', '#']).next().unwrap_or(uri);
    if path.to_ascii_lowercase().ends_with(".pdf") { "application/pdf" } else { "application/octet-stream" }
}

/// Whether an address holds the bytes itself.
pub(crate) fn is_data(uri: &str) -> bool {
    data_of(uri).is_some()
}

fn data_of(uri: &str) -> Option<(&str, &str)> {
    let (head, base64) = uri.strip_prefix("data:")?.split_once(',')?;
    let mime_type = head.strip_suffix(";base64")?;
    Some((if mime_type.is_empty() { "text/plain" } else { mime_type }, base64))
}

#[cfg(test)]
mod tests {
    use super::{from_uri, inline, uri_of};
    use content::{Media, MediaSource};

    #[test]
    fn a_data_address_is_the_medium_itself() {
        let media = from_uri("data:image/png;base64,aGk=", None, "image/*");
        assert_eq!(media, inline("image/png", "aGk="));
        assert_eq!(uri_of(&media), "data:image/png;base64,aGk=");
    }

    #[test]
    fn any_other_address_stays_an_address() {
        let uri = "https://example.org/cat.png";
        let source = MediaSource::Address { uri: uri.into() };
        assert_eq!(from_uri(uri, None, "image/*"), Media { mime_type: "image/*".into(), source });
    }
}
