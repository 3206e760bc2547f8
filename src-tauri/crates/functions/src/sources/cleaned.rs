//! What comes back from a counterpart, without the secrets it was given.

use content::{Media, MediaSource, Output};
use ports::FunctionError;
use redaction::{Redactor, is_secret_name, is_secret_value, password_of};

/// A result as it may be told to a model, shown and kept.
pub(crate) fn cleaned(
    result: Result<Output, FunctionError>,
    redactor: &Redactor,
) -> Result<Output, FunctionError> {
    match result {
        Ok(output) => Ok(clean_output(output, redactor)),
        Err(FunctionError::Report(mut failure)) => {
            failure.message = redactor.clean(&failure.message).into_owned();
            Err(FunctionError::Report(failure))
        }
        Err(FunctionError::Broken { reason }) => {
            Err(FunctionError::Broken { reason: reason.map_texts(&|text| redactor.clean(text).into_owned()) })
        }
        Err(FunctionError::Cancelled) => Err(FunctionError::Cancelled),
    }
}

fn clean_output(output: Output, redactor: &Redactor) -> Output {
    match output {
        Output::Nothing => Output::Nothing,
        Output::Text { text } => Output::Text { text: redactor.clean(&text).into_owned() },
        Output::Json { mut value } => {
            redactor.clean_value(&mut value);
            Output::Json { value }
        }
        Output::Media { media: Media { mime_type, source: MediaSource::Address { uri } } } => {
            let source = MediaSource::Address { uri: redactor.clean(&uri).into_owned() };
            Output::Media { media: Media { mime_type, source } }
        }
        Output::Media { media } => Output::Media { media },
        Output::Several { parts } => {
            Output::Several { parts: parts.into_iter().map(|part| clean_output(part, redactor)).collect() }
        }
    }
}

/// What is secret in a variable or a header: all of it, the password of an address, or nothing. Many are no secrets, such
/// as a folder, and a result must stay readable.
pub(crate) fn secret_in<'a>(name: &str, value: &'a str) -> Option<&'a str> {
    if let Some(password) = password_of(value) {
        return Some(password);
    }
    (is_secret_name(name) || is_secret_value(value)).then_some(value)
}
