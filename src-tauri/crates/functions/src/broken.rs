//! Why a function is broken, which no model can mend.

use content::ModelId;
use notices::Notice;

notices::declare! {
    pub(crate) enum Broken: "broken-function" {
        OutputNotJson { error: Notice } = "its output is not JSON: {error}",
        ResultNotJson { error: Notice } = "its result is not JSON: {error}",
        ResultNotText { byte: usize } = "its result is not text: the byte at {byte} is no UTF-8",
        TooMuch { bytes: usize } = "it wrote more than {bytes} bytes and was ended; output_bytes in its plugin.toml is the limit",
        NotStarted { #[notice(cause)] reason: Notice } = "it can't be started: {reason}",
        NoVariable { variable: String } = "it needs the environment variable {variable}, which is not set for Callwright",
        NoKey { scheme: String } = "it needs the key {scheme}; name a variable for it under [openapi.keys]",
        NoModel { #[notice(text)] model: ModelId } = "the model {model} is not there",
        StandInTemplate { #[notice(cause)] reason: Notice } = "the template of its stand-in: {reason}",
        NotRecorded { #[notice(cause)] error: Notice } = "its result can't be recorded: {error}",
    }
}
