//! A call as its model made it, to compare with the wanted one.

use crate::dialects::WantedCall;
use crate::json::fields::{is_json, is_same};
use crate::json::quoted;
use content::CalledFunction;
use ports::NameStyle;
use serde_json::{Value, json};

/// A call of a response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Original {
    pub(crate) id: String,
    pub(crate) name: String,
    /// JSON, or free text.
    pub(crate) arguments: String,
    pub(crate) is_text: bool,
}

impl Original {
    /// Whether the wanted call says the same, so that the original text can stay.
    pub(crate) fn is(&self, wanted: &WantedCall) -> bool {
        self.id == wanted.id
            && self.name == wanted.name
            && self.is_text == wanted.is_text
            && self.has_arguments(&wanted.arguments)
    }

    /// Whether these are its arguments, also after they were read and written again.
    pub(crate) fn has_arguments(&self, wanted: &str) -> bool {
        if self.is_text {
            return self.arguments == wanted;
        }
        let reread = || serde_json::from_str::<Value>(&self.arguments).map(|read| read.to_string());
        is_same(&self.arguments, wanted) || reread().is_ok_and(|reread| reread == wanted)
    }
}

/// Arguments as JSON text for a function that takes JSON. Free text is its only argument.
pub(crate) fn arguments_text(arguments: &str, is_text: bool) -> String {
    if is_text {
        return json!({ "input": arguments }).to_string();
    }
    match arguments.trim() {
        "" => "{}".to_owned(),
        _ => arguments.to_owned(),
    }
}

/// Arguments as a JSON value. Text that is not JSON becomes a string.
pub(crate) fn arguments_value(arguments: &str, is_text: bool) -> String {
    let text = arguments_text(arguments, is_text);
    if is_json(&text) { text.trim().to_owned() } else { quoted(&text) }
}

/// The name of a called function in one piece, as a program offers it. Its own functions have no plugin.
pub fn written_name(function: &CalledFunction) -> String {
    match function {
        CalledFunction::Known { name } => NameStyle::default().write(name),
        CalledFunction::Unknown { raw } => raw.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Original, arguments_text, arguments_value};
    use serde_json::Value;

    fn original(arguments: &str, is_text: bool) -> Original {
        Original { arguments: arguments.to_owned(), is_text, ..Original::default() }
    }

    #[test]
    fn arguments_are_recognised_after_they_were_read_and_written_again() {
        let call = original(r#"{"n": 18446744073709551617}"#, false);
        assert!(call.has_arguments(r#"{"n":18446744073709551617}"#));
        let reread = serde_json::from_str::<Value>(&call.arguments).unwrap().to_string();
        assert!(call.has_arguments(&reread), "{reread}");
        assert!(!call.has_arguments(r#"{"n":18446744073709551616}"#));
        assert!(original("", false).has_arguments("{}"));
    }

    #[test]
    fn every_letter_of_a_free_text_counts() {
        assert!(!original("a b", true).has_arguments("a b "));
        assert!(original("a b", true).has_arguments("a b"));
    }

    #[test]
    fn arguments_take_the_form_their_place_needs() {
        assert_eq!(arguments_text(" ", false), "{}");
        assert_eq!(arguments_text("{\"a\"", false), "{\"a\"");
        assert_eq!(arguments_value("{\"a\"", false), r#""{\"a\"""#);
        assert_eq!(arguments_value(" {\"a\": 1.0}\n", false), "{\"a\": 1.0}");
        assert_eq!(arguments_value("ls", true), r#"{"input":"ls"}"#);
    }
}
