//! Results that a command is given in the place of functions, which then don't run.

use super::function_named;
use crate::failure::Failure;
use clap::Args;
use functions::{StandIn, StandInFor};
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};
use workbench::contract::Overview;

/// A text is given in quotes, because it is JSON too.
const EXAMPLE: &str = r#"Write it as weather.get_forecast='{"temperature": 4}'; a text stands in quotes."#;

#[derive(Debug, Args)]
pub(crate) struct StandIns {
    /// Gives this JSON as the result of every call of a function, which does not run; can be repeated
    #[arg(long = "stand-in", value_name = "FUNCTION=JSON")]
    given: Vec<String>,
    /// The same for several: a JSON file of one object, with results by the names of functions
    #[arg(long = "stand-ins", value_name = "FILE")]
    file: Option<PathBuf>,
}

impl StandIns {
    /// What they are in a session. One that is named on the command line counts before one in the file.
    pub(super) fn read(&self, overview: &Overview) -> Result<Vec<StandInFor>, Failure> {
        let mut results = self.file.as_deref().map(in_file).transpose()?.unwrap_or_default();
        results.extend(self.given.iter().map(|given| named(given)).collect::<Result<Vec<_>, _>>()?);
        let stand_in = |(name, result): (String, Value)| {
            let function = function_named(overview, &name)?;
            Ok(StandInFor { function, stand_in: StandIn::Fixed { output: result.into() } })
        };
        results.into_iter().map(stand_in).collect()
    }
}

fn in_file(path: &Path) -> Result<Map<String, Value>, Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::unread(path, &error))?;
    serde_json::from_str(&text).map_err(|error| {
        let advice = "Write one JSON object, with results by the names of functions.";
        Failure::new(format!("{} has no stand-ins: {error}", path.display()), advice)
    })
}

fn named(given: &str) -> Result<(String, Value), Failure> {
    let unnamed = || Failure::new(format!("the stand-in {given:?} names no function"), EXAMPLE);
    let (name, result) = given.split_once('=').ok_or_else(unnamed)?;
    let result = serde_json::from_str(result).map_err(|error| {
        Failure::new(format!("the result of the stand-in for {name} is not JSON: {error}"), EXAMPLE)
    })?;
    Ok((name.trim().to_owned(), result))
}

#[cfg(test)]
mod tests {
    use super::named;
    use serde_json::json;

    #[test]
    fn a_stand_in_is_a_name_and_json() {
        let given = |text: &str| named(text).map_err(|failure| failure.to_string());
        assert_eq!(given(r#"a.b={"x": "1=2"}"#), Ok(("a.b".to_owned(), json!({ "x": "1=2" }))));
        assert!(given("a.b").is_err_and(|told| told.contains("names no function")));
        assert!(given("a.b=sunny").is_err_and(|told| told.contains("a.b is not JSON")));
    }
}
