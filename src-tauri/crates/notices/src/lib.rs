//! Everything the application tells a person, as data: an id, the values of its places, and its cause.
//!
//! The words stand once, in English, beside the enum that declares them. The page has them in every language by the
//! same ids, which the contract carries over; logs and the command line render the English here. This crate knows no
//! crate of ours, and what a model is sent is no notice. Start reading at [`Notice`], then [`Describe`].

// The derive names this crate by its name, in its own tests and lists too.
extern crate self as notices;

mod carrier;
mod declare;
mod describe;
mod foreign;
mod list;
mod notice;
mod template;
#[cfg(test)]
mod tests;
mod value;

pub use carrier::Carrier;
pub use describe::{AsValue, Describe};
pub use foreign::{chain, said};
pub use list::NOTICES;
pub use notice::Notice;
pub use notices_derive::Describe;
pub use template::{Places, Template};
pub use value::NoticeValue;
