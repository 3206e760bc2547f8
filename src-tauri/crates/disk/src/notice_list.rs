//! Everything this crate tells a person.

use crate::SettingsFileError;
use crate::private::Unkept;
use crate::reading::{InItsPlace, Unsuitable};
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![Unkept, Unsuitable, InItsPlace, SettingsFileError];
