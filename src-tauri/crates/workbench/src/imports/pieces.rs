//! A file of text, in pieces that end between characters.

use notices::Describe;
use std::io::Read;

/// Bytes read at once.
const PIECE: usize = 1 << 20;

/// The pieces of a text, in order. Nothing follows an error.
pub struct TextPieces<R> {
    source: R,
    bytes: Vec<u8>,
    is_over: bool,
}

/// Why the next piece can't be had.
#[derive(Debug, thiserror::Error, Describe)]
#[notice(prefix = "piece")]
#[advice("Nothing was imported. What you gave is unchanged.")]
pub enum PieceError {
    #[error(transparent)]
    File(std::io::Error),
    #[error("the file is not text in UTF-8")]
    NotText,
}

impl<R: Read> TextPieces<R> {
    pub fn of(source: R) -> Self {
        Self { source, bytes: Vec::with_capacity(PIECE), is_over: false }
    }

    /// The next piece, or nothing at the end.
    fn read(&mut self) -> Result<Option<String>, PieceError> {
        while !self.is_over {
            let wanted = (PIECE - self.bytes.len()) as u64;
            let read = self.source.by_ref().take(wanted).read_to_end(&mut self.bytes);
            self.is_over = read.map_err(PieceError::File)? == 0;
            let whole = match std::str::from_utf8(&self.bytes) {
                Ok(_) => self.bytes.len(),
                // The last character may be cut off, and its rest comes with the next piece.
                Err(error) if error.error_len().is_none() && !self.is_over => error.valid_up_to(),
                Err(_) => return Err(PieceError::NotText),
            };
            let text = std::str::from_utf8(&self.bytes[..whole]).unwrap_or_default().to_owned();
            self.bytes.drain(..whole);
            if !text.is_empty() {
                return Ok(Some(text));
            }
        }
        Ok(None)
    }
}

impl<R: Read> Iterator for TextPieces<R> {
    type Item = Result<String, PieceError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.read().transpose();
        self.is_over |= matches!(next, Some(Err(_)));
        next
    }
}
