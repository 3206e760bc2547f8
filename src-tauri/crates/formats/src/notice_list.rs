//! Everything this crate tells a person.

use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] =
    notices::list![crate::Expected, crate::ImportError, crate::Spot, crate::lost::Lost, crate::lost::Owner,];
