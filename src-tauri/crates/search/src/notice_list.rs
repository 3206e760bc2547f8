//! Everything this crate tells a person.

use crate::IndexError;
use crate::index::Damage;
use crate::query::{Example, Misread};
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![Damage, Example, IndexError, Misread];
