//! Joins the two parts of a function's name for providers that know only one.

use content::{CalledFunction, FunctionName};
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// The style of advertised names. A provider's own rules on characters and length apply afterwards.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum NameStyle {
    /// The plugin's name and the function's, joined by this separator, which may be empty.
    Joined { separator: String },
    /// The function's name alone.
    FunctionAlone,
}

/// The style that every provider accepts.
impl Default for NameStyle {
    fn default() -> Self {
        Self::Joined { separator: "-".to_owned() }
    }
}

impl NameStyle {
    /// The name in this style, as a model should write it.
    pub fn write(&self, name: &FunctionName) -> String {
        match (self, &name.plugin) {
            (Self::Joined { separator }, Some(plugin)) => {
                format!("{}{separator}{}", plugin.as_str(), name.function)
            }
            (Self::Joined { .. }, None) | (Self::FunctionAlone, _) => name.function.clone(),
        }
    }

    /// Whether the name has this written form.
    pub fn writes(&self, name: &FunctionName, written: &str) -> bool {
        match (self, &name.plugin) {
            (Self::Joined { separator }, Some(plugin)) => {
                let behind = written.strip_prefix(plugin.as_str());
                behind.and_then(|rest| rest.strip_prefix(separator.as_str())) == Some(&name.function)
            }
            (Self::Joined { .. }, None) | (Self::FunctionAlone, _) => name.function == written,
        }
    }

    /// The function meant by a name in one piece, as in documents of other programs: the only one with this written
    /// form, if there is exactly one.
    pub fn meant<'a>(
        &self,
        said: &FunctionName,
        mut among: impl Iterator<Item = &'a FunctionName>,
    ) -> Option<&'a FunctionName> {
        if said.plugin.is_some() {
            return None;
        }
        let is_meant = |name: &&FunctionName| self.writes(name, &said.function);
        let only = among.by_ref().find(is_meant)?;
        among.all(|name| !is_meant(&name)).then_some(only)
    }
}

/// The names of the functions in one request, as its model saw them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OfferedNames {
    pub style: NameStyle,
    /// The functions whose names the provider's rules changed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<OfferedName>>")]
    pub others: Vec<OfferedName>,
}

/// A function with the name the provider accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct OfferedName {
    pub name: FunctionName,
    pub written: String,
}

impl OfferedNames {
    pub fn in_style(style: NameStyle) -> Self {
        Self { style, others: Vec::new() }
    }

    /// Collects the style and every name that deviates from it.
    pub fn of<'a>(
        style: NameStyle,
        written: impl IntoIterator<Item = (&'a FunctionName, &'a String)>,
    ) -> Self {
        let others = written.into_iter().filter(|(name, written)| style.write(name) != **written);
        let others = others
            .map(|(name, written)| OfferedName { name: name.clone(), written: written.clone() })
            .collect();
        Self { style, others }
    }

    /// The name as it was offered to the model.
    pub fn write(&self, name: &FunctionName) -> String {
        let other = self.others.iter().find(|other| other.name == *name);
        other.map_or_else(|| self.style.write(name), |other| other.written.clone())
    }

    /// The name as the model wrote it, or should have written it.
    pub fn called(&self, function: &CalledFunction) -> String {
        match function {
            CalledFunction::Known { name } => self.write(name),
            CalledFunction::Unknown { raw } => raw.clone(),
        }
    }
}

/// The functions a call may refer to.
#[derive(Clone, Copy, Debug)]
pub struct Offered<'a> {
    pub functions: &'a [FunctionName],
    /// Their names as the model knows them.
    pub names: &'a OfferedNames,
}

#[cfg(test)]
mod tests {
    use super::NameStyle;
    use content::FunctionName;

    #[test]
    fn two_names_are_made_one_in_each_style() {
        let joined = |separator: &str| NameStyle::Joined { separator: separator.to_owned() };
        let check = |style: NameStyle, name: &FunctionName, expected: &str| {
            assert_eq!(style.write(name), expected);
            assert!(style.writes(name, expected) && !style.writes(name, "other"));
        };
        let bar = FunctionName::new("foo", "bar");
        check(joined("-"), &bar, "foo-bar");
        check(joined("a1b"), &bar, "fooa1bbar");
        check(joined(""), &bar, "foobar");
        check(NameStyle::FunctionAlone, &bar, "bar");
        check(joined("-"), &FunctionName::without_plugin("bar"), "bar");
    }

    #[test]
    fn a_name_in_one_piece_means_the_only_function_that_is_written_so() {
        let style = NameStyle::default();
        let (left, right) = (FunctionName::new("a", "b-c"), FunctionName::new("a-b", "c"));
        let said = FunctionName::without_plugin("a-b-c");
        assert_eq!(style.meant(&said, [&left].into_iter()), Some(&left));
        assert_eq!(style.meant(&said, [&left, &right].into_iter()), None);
        assert_eq!(style.meant(&FunctionName::new("a", "b-c"), [&left].into_iter()), None);
    }
}
