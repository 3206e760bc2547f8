//! Everything this crate tells a person.

use crate::request::Unwritten;
use crate::{AddressFault, Change, RequestFault, RewriteFault, SpanFault};
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] =
    notices::list![AddressFault, RequestFault, Change, RewriteFault, SpanFault, Unwritten];
