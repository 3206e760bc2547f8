//! How a function's two names are made one where a provider knows one only.

use content::FunctionName;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// What is advertised. A provider's own rules (which characters, how long) come after it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(tag = "type", rename_all = "camelCase")]
pub enum NameStyle {
    /// The plugin's name and the function's with this between them, which may be nothing at all.
    Joined { separator: String },
    /// The function's name alone.
    FunctionAlone,
}

/// What every provider takes.
impl Default for NameStyle {
    fn default() -> Self {
        Self::Joined { separator: "-".to_owned() }
    }
}

impl NameStyle {
    /// The name as a model is to write it.
    pub fn write(&self, name: &FunctionName) -> String {
        match (self, &name.plugin) {
            (Self::Joined { separator }, Some(plugin)) => {
                format!("{}{separator}{}", plugin.as_str(), name.function)
            }
            (Self::Joined { .. }, None) | (Self::FunctionAlone, _) => name.function.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::NameStyle;
    use content::FunctionName;

    #[test]
    fn two_names_are_made_one_in_each_style() {
        let joined = |separator: &str| NameStyle::Joined { separator: separator.to_owned() };
        let check = |style: NameStyle, name: &FunctionName, expected| assert_eq!(style.write(name), expected);
        let bar = FunctionName::new("foo", "bar");
        check(joined("-"), &bar, "foo-bar");
        check(joined("a1b"), &bar, "fooa1bbar");
        check(joined(""), &bar, "foobar");
        check(NameStyle::FunctionAlone, &bar, "bar");
        check(joined("-"), &FunctionName::without_plugin("bar"), "bar");
    }
}
