//! Everything this crate tells a person.

use crate::call::{ArgumentsFault, JsonKind};
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![ArgumentsFault, JsonKind];
