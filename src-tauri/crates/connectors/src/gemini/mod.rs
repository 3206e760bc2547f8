//! Gemini's `generateContent`, from Google's own service and from Vertex.
//!
//! An answer is a list of parts, and any part may bear a signature of the thoughts behind it, which has to go back on
//! that very part. Parts are not numbered and calls come whole. The two services don't take each other's signatures.

mod request;
mod stream;
#[cfg(test)]
mod tests;
mod wire;
