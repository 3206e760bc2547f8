//! What becomes of function names.
//!
//! The rule, for every format: a name is taken apart only where the document itself writes the parts apart, as
//! Semantic Kernel does with `PluginName` and `FunctionName`. A name written in one piece stays in one piece, as a
//! function without a plugin, because a hyphen may be part of the name. On the way out a plugin and a function are
//! joined by a hyphen where the format knows one name only, and that is reported, because it reads back in one piece.

use crate::loss::Losses;
use crate::lost::Lost;
use crate::value::shown;
use content::{CalledFunction, FunctionName};

const SEPARATOR: char = '-';

/// How many calls that are left out are named.
const LISTED: usize = 12;

pub(crate) fn whole_name(raw: &str) -> FunctionName {
    FunctionName::without_plugin(raw)
}

/// A name in one piece.
pub(crate) fn whole(raw: &str) -> CalledFunction {
    CalledFunction::Known { name: whole_name(raw) }
}

/// A name whose parts are written apart.
pub(crate) fn apart(plugin: Option<&str>, function: &str) -> CalledFunction {
    let name = match plugin {
        Some(plugin) => FunctionName::new(plugin, function),
        None => whole_name(function),
    };
    CalledFunction::Known { name }
}

/// The name in one piece, as it goes out.
pub(crate) fn joined(function: &CalledFunction, place: &str, losses: &mut Losses) -> String {
    report(function, place, losses);
    match function {
        CalledFunction::Known { name } => match &name.plugin {
            Some(plugin) => format!("{}{SEPARATOR}{}", plugin.as_str(), name.function),
            None => name.function.clone(),
        },
        CalledFunction::Unknown { raw } => raw.clone(),
    }
}

/// What a name loses by being joined, also where it stands for a result that is written without any.
pub(crate) fn report(function: &CalledFunction, place: &str, losses: &mut Losses) {
    match function {
        CalledFunction::Known { name } if name.plugin.is_some() => {
            losses.add(place, Lost::PluginNames);
        }
        CalledFunction::Known { .. } => {}
        CalledFunction::Unknown { .. } => report_unknown(place, losses),
    }
}

pub(crate) fn report_unknown(place: &str, losses: &mut Losses) {
    losses.add(place, Lost::NeverOffered);
}

/// Calls that are not read at all.
pub(crate) fn report_left_out<'a>(names: impl Iterator<Item = &'a str>, place: &str, losses: &mut Losses) {
    let listed: Vec<_> = names.take(LISTED).map(shown).collect();
    if !listed.is_empty() {
        losses.add(place, Lost::OtherCalls { names: listed.join(", ") });
    }
}

#[cfg(test)]
mod tests {
    use super::{apart, joined, whole};
    use crate::loss::Losses;

    #[track_caller]
    fn check(plugin: Option<&str>, function: &str, expected: &str, losses: usize) {
        let mut found = Losses::default();
        assert_eq!(joined(&apart(plugin, function), "", &mut found), expected);
        assert_eq!(found.into_list().len(), losses);
    }

    #[test]
    fn a_name_without_a_plugin_goes_out_and_comes_back_whole() {
        check(None, "get-current-time", "get-current-time", 0);
        assert_eq!(whole("get-current-time"), apart(None, "get-current-time"));
    }

    #[test]
    fn a_plugin_is_joined_and_that_is_reported() {
        check(Some("time"), "get-current-time", "time-get-current-time", 1);
    }
}
