//! Everything this crate tells a person in the window.

use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![crate::CaseError];
