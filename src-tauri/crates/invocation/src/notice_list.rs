//! Everything this crate tells a person.

use crate::choice::ChoiceError;
use crate::failure::TurnFailure;
use crate::input::{Act, Misuse, News};
use crate::path::PathFault;
use crate::rules::RuleFault;
use crate::turn::Absent;
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] =
    notices::list![Absent, Act, ChoiceError, Misuse, News, PathFault, RuleFault, TurnFailure];
