//! A price: a function with everything a schema can say.

use crate::book::date;
use functions::{NativeFunction, report};
use ports::{CallScope, Effect, FunctionError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub(crate) struct QuoteHoliday;

#[derive(Deserialize, JsonSchema)]
pub(crate) struct QuoteHolidayArguments {
    /// Where to, in English.
    #[schemars(length(min = 2, max = 80), example = &"Lisbon")]
    destination: String,
    /// The first night, as YYYY-MM-DD.
    #[schemars(extend("format" = "date"), example = &"2026-07-04")]
    first_night: String,
    /// How many nights.
    #[serde(default = "a_week")]
    #[schemars(range(min = 1, max = 28))]
    nights: u32,
    /// Which meals are included.
    #[serde(default)]
    board: Board,
    /// Everybody who travels.
    #[schemars(length(min = 1, max = 6))]
    guests: Vec<Guest>,
    /// The most it may cost in euros. No limit if left out.
    limit: Option<f64>,
}

/// Which meals are included.
#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Board {
    None,
    #[default]
    Breakfast,
    AllMeals,
}

#[derive(Deserialize, JsonSchema)]
struct Guest {
    /// The name as in the passport.
    name: String,
    /// The age in years when the journey begins.
    #[schemars(range(max = 130))]
    age: u8,
}

fn a_week() -> u32 {
    7
}

#[derive(Serialize)]
pub(crate) struct Quote {
    destination: String,
    first_night: String,
    nights: u32,
    board: Board,
    /// One price for each guest, in the order they were named.
    prices: Vec<Price>,
    total_euros: f64,
    is_within_limit: bool,
}

#[derive(Serialize)]
struct Price {
    name: String,
    euros: f64,
}

/// A bed for one night, and what meals add to it.
const BED: f64 = 42.0;
/// Below this age a guest pays half.
const FULL_PRICE_FROM: u8 = 12;

impl Board {
    fn price(self) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Breakfast => 9.5,
            Self::AllMeals => 31.0,
        }
    }
}

impl NativeFunction for QuoteHoliday {
    type Arguments = QuoteHolidayArguments;
    type Output = Quote;
    const NAME: &'static str = "quote_holiday";
    const DESCRIPTION: &'static str =
        "Says what a holiday would cost for each guest and in all, without booking anything.";
    const EFFECT: Effect = Effect::ReadsOnly;

    async fn run(
        &self,
        arguments: QuoteHolidayArguments,
        _scope: &CallScope,
    ) -> Result<Quote, FunctionError> {
        let QuoteHolidayArguments { destination, first_night, nights, board, guests, limit } = arguments;
        if !guests.iter().any(|guest| guest.age >= 18) {
            return Err(report("at least one guest has to be 18 or older"));
        }
        let first_night = date(&first_night)?.to_string();
        let price = |guest: Guest| {
            let part = if guest.age < FULL_PRICE_FROM { 0.5 } else { 1.0 };
            Price { name: guest.name, euros: (BED + board.price()) * f64::from(nights) * part }
        };
        let prices: Vec<_> = guests.into_iter().map(price).collect();
        let total_euros = prices.iter().map(|price| price.euros).sum();
        let is_within_limit = limit.is_none_or(|limit| total_euros <= limit);
        Ok(Quote { destination, first_night, nights, board, prices, total_euros, is_within_limit })
    }
}

#[cfg(test)]
mod tests {
    use super::{QuoteHoliday, QuoteHolidayArguments};
    use functions::NativeFunction;
    use ports::CallScope;
    use serde_json::{Value, json};
    use tokio_util::sync::CancellationToken;

    async fn quote(guests: Value) -> Result<Value, String> {
        let arguments = json!({ "destination": "Lisbon", "first_night": "2026-07-04", "guests": guests });
        let arguments: QuoteHolidayArguments = serde_json::from_value(arguments).expect("arguments");
        let scope = CallScope::unobserved(CancellationToken::new());
        let quoted = QuoteHoliday.run(arguments, &scope).await.map_err(|error| error.to_string())?;
        Ok(serde_json::to_value(quoted).expect("JSON"))
    }

    #[tokio::test]
    async fn children_pay_half_and_what_is_left_out_takes_its_default() {
        let quote =
            quote(json!([{ "name": "Ada", "age": 36 }, { "name": "Max", "age": 7 }])).await.expect("a price");
        assert_eq!(quote.get("total_euros"), Some(&json!(540.75)));
        assert_eq!((quote.get("nights"), quote.get("board")), (Some(&json!(7)), Some(&json!("breakfast"))));
    }

    #[tokio::test]
    async fn children_do_not_travel_alone() {
        let refused = quote(json!([{ "name": "Max", "age": 7 }])).await.expect_err("nobody is 18");
        assert_eq!(refused, "at least one guest has to be 18 or older");
    }
}
