//! Why a person is asked for the result of a call.

use content::FunctionName;

notices::declare! {
    pub(crate) enum Because: "ask-because" {
        OnlyDefined = "it is only a definition, so you are its answer",
        NothingRecorded { #[notice(text)] function: FunctionName } = "Nothing was recorded of {function}.",
        OtherArguments { count: usize, #[notice(text)] function: FunctionName, nearest: Vec<Differs> } = "{function} has recordings ({count}), but none with these arguments. The nearest differs: {nearest}.",
        NotCalled { #[notice(text)] function: FunctionName } = "{function} was not called there.",
        Elsewhere { nearest: Box<Because> } = "The session whose results are used has none for this call. {nearest}",
        NowhereElse { nearest: Box<Because> } = "The session whose results are used has none for this call, and nothing else is behind the function. {nearest}",
    }

    /// An argument that differs from the recorded one. A value is JSON.
    pub(crate) enum Differs: "argument-differs" {
        Value { key: String, here: String, there: String } = "/{key} is {here} here and {there} there",
        OnlyHere { key: String, here: String } = "/{key} is {here} here and nothing there",
        OnlyThere { key: String, there: String } = "/{key} is nothing here and {there} there",
    }
}
