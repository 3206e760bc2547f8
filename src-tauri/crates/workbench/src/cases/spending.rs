//! What a set may use of tokens and money.

use super::CasesError;
use crate::contract::{ModelPrice, PriceTable};
use content::Usage;
use experiments::{LanePlan, RunKey};
use std::collections::BTreeMap;
use std::fmt;

/// No run begins once the runs of a set have used so much. Kept runs count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Budget {
    pub max_tokens: Option<u64>,
    /// In dollars.
    pub max_cost: Option<f64>,
}

/// What runs have used so far.
#[derive(Clone, Debug)]
pub struct Spending {
    budget: Budget,
    /// By the names of lanes.
    prices: BTreeMap<String, ModelPrice>,
    pub(super) tokens: u64,
    pub(super) cost: f64,
}

impl Spending {
    /// Where money is limited, each lane needs a price.
    pub fn of(budget: Budget, lanes: &[LanePlan], table: &PriceTable) -> Result<Self, CasesError> {
        let mut prices = BTreeMap::new();
        for lane in lanes {
            match table.price_of(&lane.model) {
                Some(price) => _ = prices.insert(lane.name.clone(), price.clone()),
                None if budget.max_cost.is_some() => {
                    return Err(CasesError::Unpriced { model: lane.model.as_str().to_owned() });
                }
                None => {}
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
