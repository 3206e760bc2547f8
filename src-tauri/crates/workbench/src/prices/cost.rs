//! What the tokens of a request cost by a table of prices. The page counts in the same way, which `tests/fixtures/costs.json`
//! holds for both.

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
    use serde::Deserialize;

    const COSTS: &str =
        include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../tests/fixtures/costs.json"));

    #[derive(Deserialize)]
    struct Costs {
        table: PriceTable,
        costs: Vec<Known>,
    }

    #[derive(Deserialize)]
    struct Known {
        model: ModelId,
        usage: Usage,
        cost: Option<f64>,
    }

    #[test]
    fn tokens_cost_what_the_page_says() {
        let Costs { table, costs } = serde_json::from_str(COSTS).expect("the costs");
        assert!(costs.len() > 7);
        for Known { model, usage, cost: expected } in costs {
            let cost = table.price_of(&model).and_then(|price: &ModelPrice| price.cost(&usage));
            let is_close = match (cost, expected) {
                (Some(cost), Some(expected)) => (cost - expected).abs() < 1e-9,
                (cost, expected) => cost == expected,
            };
            assert!(is_close, "{}: {cost:?} instead of {expected:?}", model.as_str());
        }
    }
}
