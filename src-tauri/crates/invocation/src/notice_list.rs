//! Everything this crate tells a person.

use crate::choice::ChoiceError;
use crate::failure::TurnFailure;
use crate::input::{DecisionKind, InputKind, Misuse};
use crate::path::PathFault;
use crate::profile::About;
use crate::rules::RuleFault;
use crate::turn::Absent;
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] = notices::list![
    About,
    Absent,
    DecisionKind,
    ChoiceError,
    Misuse,
    InputKind,
    PathFault,
    RuleFault,
    TurnFailure
];
