//! What a set may use of tokens and money.

use crate::core::Core;
use crate::failure::Failure;
use clap::Args;
use content::{ModelId, Usage};
use experiments::{Plan, RunKey};
use std::collections::BTreeMap;
use std::fmt;
use workbench::contract::{CommandName, ModelPrice, Prices};

#[derive(Clone, Copy, Debug, Args)]
pub(super) struct Budget {
    /// Begins no run once the runs of the set, kept ones included, have used this many tokens
    #[arg(long, value_name = "N")]
    max_tokens: Option<u64>,
    /// The same in dollars, by the prices of the window
    #[arg(long, value_name = "DOLLARS", value_parser = dollars)]
    max_cost: Option<f64>,
}

fn dollars(written: &str) -> Result<f64, &'static str> {
    let number = written.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or("it is no amount such as 2.50")
}

/// What runs have used so far.
pub(super) struct Spending {
    budget: Budget,
    /// By the names of lanes. Nothing, where no money is counted.
    prices: BTreeMap<String, ModelPrice>,
    tokens: u64,
    cost: f64,
}

impl Spending {
    pub(super) async fn of(budget: Budget, plan: &Plan, core: &Core) -> Result<Self, Failure> {
        let mut prices = BTreeMap::new();
        if budget.max_cost.is_some() {
            let Prices { table, .. } = core.ask(CommandName::PricesRead).await?;
            for lane in &plan.lanes {
                let price = table.price_of(&lane.model).cloned().ok_or_else(|| unpriced(&lane.model))?;
                prices.insert(lane.name.clone(), price);
            }
        }
        Ok(Self { budget, prices, tokens: 0, cost: 0.0 })
    }

    pub(super) fn add(&mut self, run: &RunKey, usage: &Usage) {
        let count = |tokens: Option<u32>| u64::from(tokens.unwrap_or(0));
        self.tokens += count(usage.input) + count(usage.output);
        let price = self.prices.get(&run.lane);
        self.cost += price.and_then(|price| price.cost(usage)).unwrap_or(0.0);
    }

    pub(super) fn is_used_up(&self) -> bool {
        self.budget.max_tokens.is_some_and(|most| self.tokens >= most)
            || self.budget.max_cost.is_some_and(|most| self.cost >= most)
    }
}

/// How much is used, of how much.
impl fmt::Display for Spending {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        if let Some(most) = self.budget.max_tokens {
            write!(formatter, "{} of {most} tokens", self.tokens)?;
            separator = ", ";
        }
        if let Some(most) = self.budget.max_cost {
            write!(formatter, "{separator}${:.4} of ${most:.2}", self.cost)?;
        }
        Ok(())
    }
}

fn unpriced(model: &ModelId) -> Failure {
    let message = format!("nobody knows what {} costs", model.as_str());
    Failure::new(message, "Add the model to the prices in the window, or leave out --max-cost.")
}
