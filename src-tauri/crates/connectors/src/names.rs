//! Function names as they are written on a wire, and back.

use content::{CalledFunction, FunctionName, Message};
use ports::FunctionSpec;
use std::collections::BTreeMap;
use std::sync::Arc;

/// What joins a plugin's name and a function's where a provider knows one name only.
const SEPARATOR: char = '-';

/// The names of one request. What a model writes is looked up in here and never taken apart, because the separator
/// may be part of a name.
#[derive(Clone, Debug, Default)]
pub(crate) struct WireNames(BTreeMap<String, FunctionName>);

impl WireNames {
    pub(crate) fn of(functions: &[Arc<FunctionSpec>], messages: &[Arc<Message>]) -> Self {
        let offered = functions.iter().map(|spec| &spec.name);
        let said =
            messages.iter().flat_map(|message| message.calls()).filter_map(|call| call.function.known());
        Self(offered.chain(said).map(|name| (encode(name), name.clone())).collect())
    }

    pub(crate) fn decode(&self, raw: &str) -> CalledFunction {
        match self.0.get(raw) {
            Some(name) => CalledFunction::Known { name: name.clone() },
            None => CalledFunction::Unknown { raw: raw.to_owned() },
        }
    }
}

/// The name as it is written.
pub(crate) fn encode(name: &FunctionName) -> String {
    match &name.plugin {
        Some(plugin) => format!("{}{SEPARATOR}{}", plugin.as_str(), name.function),
        None => name.function.clone(),
    }
}

pub(crate) fn encode_called(function: &CalledFunction) -> String {
    match function {
        CalledFunction::Known { name } => encode(name),
        CalledFunction::Unknown { raw } => raw.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::{WireNames, encode};
    use content::{CalledFunction, FunctionName};
    use ports::{Effect, FunctionSpec};
    use std::sync::Arc;

    #[test]
    fn a_name_with_the_separator_in_it_comes_back_whole() {
        let name = FunctionName::new("time", "get-current-time");
        let spec = FunctionSpec {
            name: name.clone(),
            description: String::new(),
            parameters: serde_json::json!({}),
            effect: Effect::ReadsOnly,
        };
        let names = WireNames::of(&[Arc::new(spec)], &[]);
        assert_eq!(names.decode(&encode(&name)), CalledFunction::Known { name });
        assert_eq!(names.decode("time"), CalledFunction::Unknown { raw: "time".into() });
    }
}
