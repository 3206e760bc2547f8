//! Everything this crate tells a person.

use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![
    crate::FetchError,
    crate::Flaw,
    crate::ManifestError,
    crate::PartFault,
    crate::origin::Attempt,
    crate::origin::Origin,
    crate::origin::Unfit,
];
