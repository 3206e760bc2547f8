//! JSON that is changed in one place and stays in all others what it was: digits, escapes, order, members nobody knows.
//!
//! [`places`] finds the pieces of a text by quotes and brackets alone, for requests, which may be no JSON at all.
//! [`fields`] replaces values in the text of an object and leaves every other byte. [`members`] keeps values by their text
//! and writes the object anew, without blanks.

pub(crate) mod fields;
pub(crate) mod members;
mod places;

pub(crate) use places::{
    Edits, Span, elements, first, is_array, is_object, member, members, parsed, quoted, root, set, slice,
    text_of, value, with,
};
