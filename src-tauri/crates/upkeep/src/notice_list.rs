//! Everything this crate tells a person.

use crate::action::Account;
use crate::remark::{Nameless, Side, Words};
use crate::{RepairAction, RepairError, SummaryError};
use notices::Template;

/// The page has words for what stands here. A test holds that each type with the derive does.
pub const NOTICES: &[&[Template]] =
    notices::list![Account, Nameless, RepairAction, RepairError, Side, SummaryError, Words];
