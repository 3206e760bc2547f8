//! The name of a function inside the application, independent of its form on the wire.

use notices::{AsValue, NoticeValue};
use serde::{Deserialize, Serialize};
use std::fmt;
use ts_rs::TS;

/// Names the plugin of a function.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
#[serde(transparent)]
pub struct PluginName(String);

impl PluginName {
    pub fn new(raw: impl Into<String>) -> Self {
        Self(raw.into())
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Names a function by its plugin, if it has one, and its own name.
///
/// The two parts are never joined here. A joined name exists only on the wire, and each connector joins it by the rules
/// of its provider.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, TS)]
pub struct FunctionName {
    pub plugin: Option<PluginName>,
    pub function: String,
}

impl FunctionName {
    pub fn new(plugin: &str, function: &str) -> Self {
        Self { plugin: Some(PluginName::new(plugin)), function: function.to_owned() }
    }

    pub fn without_plugin(function: &str) -> Self {
        Self { plugin: None, function: function.to_owned() }
    }
}

/// The form for people: `weather · get_forecast`.
impl fmt::Display for FunctionName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.plugin {
            Some(plugin) => write!(formatter, "{} · {}", plugin.as_str(), self.function),
            None => formatter.write_str(&self.function),
        }
    }
}

impl AsValue for FunctionName {
    fn as_value(&self) -> NoticeValue {
        NoticeValue::Text(self.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::FunctionName;

    #[test]
    fn a_name_reads_with_its_plugin_where_it_has_one() {
        assert_eq!(FunctionName::new("weather", "get_forecast").to_string(), "weather · get_forecast");
        assert_eq!(FunctionName::without_plugin("now").to_string(), "now");
    }
}
