//! The notices that belong to no crate of ours.

use crate::Template;
use crate::foreign::SAID;
use crate::notice::AS_WRITTEN;

/// Each crate that tells a person something has such a list: the templates of each of its types.
pub const NOTICES: &[&[Template]] = &[&[*AS_WRITTEN], SAID];

/// The list of a crate, from its types: `notices::list![StoreError, LostChanges]`.
#[macro_export]
macro_rules! list {
    ($($described:ty),* $(,)?) => {
        &[$(<$described as $crate::Describe>::TEMPLATES),*]
    };
}
