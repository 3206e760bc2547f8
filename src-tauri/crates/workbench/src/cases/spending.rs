//! What a set may use of tokens and money.

use super::CasesError;
use super::prices::LanePrices;
use crate::contract::PriceTable;
use content::Usage;
use experiments::{Judgement, Plan, Run, RunKey};
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
    pub(super) prices: LanePrices,
    pub(super) tokens: u64,
    pub(super) cost: f64,
}

impl Spending {
    /// Where money is limited, each lane and each model that judges needs a price.
    pub fn of(budget: Budget, plan: &Plan, table: &PriceTable) -> Result<Self, CasesError> {
        let prices = LanePrices::of(plan, table);
        if budget.max_cost.is_some()
            && let Some(model) = prices.unpriced(plan)
        {
            return Err(CasesError::Unpriced { model: model.as_str().to_owned() });
        }
        Ok(Self { budget, prices, tokens: 0, cost: 0.0 })
    }

    pub(super) fn add(&mut self, run: &RunKey, usage: &Usage) {
        let count = |tokens: Option<u32>| u64::from(tokens.unwrap_or(0));
        self.tokens += count(usage.input) + count(usage.output);
        self.cost += self.prices.cost(&run.lane, usage).unwrap_or(0.0);
    }

    /// Adds a whole run, with those who judged it.
    pub(super) fn add_run(&mut self, run: &Run) {
        self.add(&run.key, &run.usage);
        self.add_judgements(&run.judgements);
    }

    pub(super) fn add_judgements(&mut self, judgements: &[Judgement]) {
        let count = |tokens: Option<u32>| u64::from(tokens.unwrap_or(0));
        let used = judgements.iter().filter_map(|judgement| judgement.usage.as_ref());
        self.tokens += used.map(|usage| count(usage.input) + count(usage.output)).sum::<u64>();
        self.cost += judgements.iter().filter_map(|judgement| judgement.cost).sum::<f64>();
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
