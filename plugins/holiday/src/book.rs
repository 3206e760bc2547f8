//! A booking: one argument that is an object of its own.

use functions::{NativeFunction, report};
use jiff::civil::Date;
use ports::{CallScope, Effect, FunctionError};
use schemars::JsonSchema;
use serde::Deserialize;

pub(crate) struct BookHoliday;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct BookHolidayArguments {
    /// A request to answer.
    request: Request,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "PascalCase")]
struct Request {
    /// The start date in ISO 8601 format
    #[schemars(example = &"2023-01-01", example = &"2024-05-20")]
    start_date: String,
    /// The end date in ISO 8601 format
    #[schemars(example = &"2023-01-01", example = &"2024-05-20")]
    end_date: String,
}

impl NativeFunction for BookHoliday {
    type Arguments = BookHolidayArguments;
    type Output = bool;
    const NAME: &'static str = "book_holiday";
    const DESCRIPTION: &'static str = "Books a holiday from a start date to an end date. The result is true if that is possible, false if not.";
    const EFFECT: Effect = Effect::Changes;

    async fn run(&self, arguments: BookHolidayArguments, _scope: &CallScope) -> Result<bool, FunctionError> {
        let Request { start_date, end_date } = arguments.request;
        Ok(date(&start_date)? <= date(&end_date)?)
    }
}

pub(crate) fn date(text: &str) -> Result<Date, FunctionError> {
    text.parse().map_err(|_| report(format!("{text:?} is not a date; write it as YYYY-MM-DD")))
}

#[cfg(test)]
mod tests {
    use super::{BookHoliday, BookHolidayArguments, Request};
    use functions::NativeFunction;
    use ports::{CallScope, FunctionError};
    use tokio_util::sync::CancellationToken;

    async fn booked(start: &str, end: &str) -> Result<bool, FunctionError> {
        let request = Request { start_date: start.into(), end_date: end.into() };
        let scope = CallScope::unobserved(CancellationToken::new());
        BookHoliday.run(BookHolidayArguments { request }, &scope).await
    }

    #[tokio::test]
    async fn a_holiday_that_ends_before_it_begins_is_not_booked() {
        assert!(booked("2023-02-10", "2024-03-10").await.expect("two dates"));
        assert!(!booked("2024-03-10", "2023-02-10").await.expect("two dates"));
    }

    #[tokio::test]
    async fn what_is_no_date_is_reported() {
        let error = booked("Feb 10, 2023", "2024-03-10").await.expect_err("no date");
        assert!(error.to_string().contains("YYYY-MM-DD"), "{error}");
    }
}
