//! The names of functions, as a case writes them.

use content::{CalledFunction, FunctionName};

/// A name as a file has it: `weather.get_forecast`.
pub fn function_name(written: &str) -> FunctionName {
    match written.split_once('.') {
        Some((plugin, function)) => FunctionName::new(plugin, function),
        None => FunctionName::without_plugin(written),
    }
}

/// A name as a case writes it: `weather.get_forecast`, or the function alone.
pub fn written(name: &FunctionName) -> String {
    match &name.plugin {
        Some(plugin) => format!("{}.{}", plugin.as_str(), name.function),
        None => name.function.clone(),
    }
}

/// The same of a called function, which may be one that was not offered.
pub fn written_name(function: &CalledFunction) -> String {
    match function {
        CalledFunction::Known { name } => written(name),
        CalledFunction::Unknown { raw } => raw.clone(),
    }
}
