//! The names of functions as a program offers them.

use content::CalledFunction;
use ports::NameStyle;

/// The name in one piece. A program's own functions have no plugin, so theirs are the names it offers.
pub fn offered_name(function: &CalledFunction) -> String {
    match function {
        CalledFunction::Known { name } => NameStyle::default().write(name),
        CalledFunction::Unknown { raw } => raw.clone(),
    }
}
