//! What bytes say they are, by how they begin.

/// How many letters of base 64 hold enough of a beginning.
pub(super) const ENOUGH: usize = 64;

/// The type of a medium, if its bytes tell.
pub(super) fn kind(bytes: &[u8]) -> Option<&'static str> {
    let begins: [(&[u8], &str); 9] = [
        (&[0x89, b'P', b'N', b'G'], "image/png"),
        (&[0xff, 0xd8, 0xff], "image/jpeg"),
        (b"GIF87a", "image/gif"),
        (b"GIF89a", "image/gif"),
        (b"%PDF-", "application/pdf"),
        (b"ID3", "audio/mpeg"),
        (b"OggS", "audio/ogg"),
        (b"fLaC", "audio/flac"),
        (b"II*\0", "image/tiff"),
    ];
    let begun = begins.iter().find(|(beginning, _)| bytes.starts_with(beginning)).map(|(_, kind)| *kind);
    begun.or_else(|| inside(bytes))
}

/// Containers say behind their length or name what they hold.
fn inside(bytes: &[u8]) -> Option<&'static str> {
    match (bytes.get(..4)?, bytes.get(4..8)?, bytes.get(8..12)?) {
        (b"RIFF", _, b"WEBP") => Some("image/webp"),
        (b"RIFF", _, b"WAVE") => Some("audio/wav"),
        (_, b"ftyp", b"heic" | b"heix" | b"hevc") => Some("image/heic"),
        (_, b"ftyp", b"mif1" | b"msf1") => Some("image/heif"),
        (_, b"ftyp", b"avif" | b"avis") => Some("image/avif"),
        (_, _, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::kind;

    #[test]
    fn bytes_are_known_by_how_they_begin() {
        assert_eq!(kind(b"RIFF\x24\0\0\0WAVEfmt "), Some("audio/wav"));
        assert_eq!(kind(b"RIFF\x24\0\0\0WEBPVP8 "), Some("image/webp"));
        assert_eq!(kind(b"\0\0\0\x1cftypavif"), Some("image/avif"));
        assert_eq!(kind(b"\xff\xd8\xff\xe0\0\x10JFIF"), Some("image/jpeg"));
        assert_eq!([kind(b"hi"), kind(b""), kind(b"RIFF")], [None; 3]);
    }
}
