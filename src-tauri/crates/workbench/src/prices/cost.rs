//! What the tokens of a request cost by a table of prices. The page counts in the same way.

use crate::contract::{ModelPrice, PriceTable};
use content::{ModelId, Usage};
use invocation::matches_pattern;

const MILLION: f64 = 1_000_000.0;

impl PriceTable {
    /// The price of a model: the first row that fits its name at its service.
    pub fn price_of(&self, model: &ModelId) -> Option<&ModelPrice> {
        let whole = model.as_str();
        let name = whole.split_once('/').map_or(whole, |(_, name)| name);
        self.models.iter().find(|row| matches_pattern(&row.model, name))
    }
}

impl ModelPrice {
    /// In dollars. Nothing, where the provider counted nothing or a price is not known.
    pub fn cost(&self, usage: &Usage) -> Option<f64> {
        if usage.input.is_none() && usage.output.is_none() {
            return None;
        }
        let (input, output) = (usage.input.unwrap_or(0), usage.output.unwrap_or(0));
        let cached = usage.cached.unwrap_or(0).min(input);
        let reasoning = usage.reasoning.unwrap_or(0).min(output);
        let sides = [
            side(input - cached, self.input),
            side(cached, self.cached.or(self.input)),
            side(output - reasoning, self.output),
            side(reasoning, self.reasoning.or(self.output)),
        ];
        sides.into_iter().sum()
    }
}

/// No tokens cost nothing, whether their price is known or not.
fn side(tokens: u32, price: Option<f64>) -> Option<f64> {
    if tokens == 0 { Some(0.0) } else { price.map(|price| f64::from(tokens) * price / MILLION) }
}

#[cfg(test)]
mod tests {
    use crate::contract::{ModelPrice, PriceTable};
    use content::{ModelId, Usage};

    fn row(model: &str, input: f64) -> ModelPrice {
        ModelPrice {
            model: model.to_owned(),
            context: None,
            input: Some(input),
            cached: Some(input / 10.0),
            output: Some(input * 5.0),
            reasoning: None,
        }
    }

    #[test]
    fn the_first_row_that_fits_the_name_at_the_service_counts() {
        let table = PriceTable {
            as_of: "2026-11-21".to_owned(),
            models: vec![row("opus-5*", 5.0), row("opus*", 3.0), row("script:?low", 1.0)],
        };
        let price = |model: &str| table.price_of(&ModelId::new(model)).and_then(|row| row.input);
        assert_eq!(price("anthropic/opus-5-5"), Some(5.0));
        assert_eq!(price("opus-4"), Some(3.0));
        assert_eq!(price("script:slow"), Some(1.0));
        assert_eq!(price("anthropic/sonnet"), None);
    }

    #[test]
    fn cached_and_reasoning_tokens_have_their_own_prices() {
        let usage = Usage {
            input: Some(1_000_000),
            output: Some(100_000),
            cached: Some(500_000),
            reasoning: Some(50_000),
            written: None,
        };
        assert_eq!(row("m", 2.0).cost(&usage), Some(1.0 + 0.1 + 0.5 + 0.5));
        assert_eq!(row("m", 2.0).cost(&Usage::default()), None);
        let unknown = ModelPrice { output: None, ..row("m", 2.0) };
        assert_eq!(unknown.cost(&usage), None);
    }
}
