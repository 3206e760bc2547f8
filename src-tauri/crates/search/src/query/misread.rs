//! The words of faults in queries.

notices::declare! {
    /// What is wrong with a part of a query. Examples are the same in every language but for the words between them.
    pub(crate) enum Misread: "query" {
        Date { value: String, example: Example } = "“{value}” is no date. Write {example}.",
        Duration { value: String, example: Example } = "“{value}” is no duration. Write {example}.",
        Unbounded { example: Example } = "Write > or < in front of a duration, as in {example}.",
        NoStatus { value: String, known: String } = "There is no status “{value}”. There is {known}.",
        NoValue { filter: &'static str, example: Example } = "{filter}: needs a value. Write {example}.",
        NoFilter { written: String, near: &'static str } = "There is no filter “{written}:”. Did you mean {near}:? In quotes it is searched for as text.",
    }

    #[derive(Copy)]
    pub(crate) enum Example: "query-example" {
        Function = "function:get_forecast or function:get_*",
        Plugin = "plugin:weather",
        Status = "status:failed",
        Model = "model:gpt*",
        Before = "before:2026-11-21 or before:yesterday",
        After = "after:2026-11-21, after:today or after:7d",
        Duration = "duration:>500ms or duration:<2s",
    }
}
