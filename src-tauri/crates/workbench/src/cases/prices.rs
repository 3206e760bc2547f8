//! What the tokens of each lane cost.

use crate::contract::{ModelPrice, PriceTable};
use content::{ModelId, Usage};
use experiments::Plan;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Prices by the names of lanes, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(super) struct LanePrices(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    lanes: BTreeMap<String, ModelPrice>,
    /// By their models.
    judges: BTreeMap<String, ModelPrice>,
}

impl LanePrices {
    pub(super) fn of(plan: &Plan, table: &PriceTable) -> Self {
        let price = |name: &str, model| Some((name.to_owned(), table.price_of(model)?.clone()));
        let lanes = plan.lanes.iter().filter_map(|lane| price(&lane.name, &lane.model)).collect();
        let judges = judges(plan).filter_map(|model| price(model.as_str(), model)).collect();
        Self(Arc::new(Known { lanes, judges }))
    }

    /// A model of the plan whose price is not known.
    pub(super) fn unpriced<'a>(&self, plan: &'a Plan) -> Option<&'a ModelId> {
        let lane = plan.lanes.iter().find(|lane| !self.0.lanes.contains_key(&lane.name));
        let judge = || judges(plan).find(|model| !self.0.judges.contains_key(model.as_str()));
        lane.map(|lane| &lane.model).or_else(judge)
    }

    /// In dollars.
    pub(super) fn cost(&self, lane: &str, usage: &Usage) -> Option<f64> {
        self.0.lanes.get(lane)?.cost(usage)
    }

    /// In dollars.
    pub(super) fn cost_of_judge(&self, model: &ModelId, usage: &Usage) -> Option<f64> {
        self.0.judges.get(model.as_str())?.cost(usage)
    }
}

/// The models that judge, as often as cases name them.
fn judges(plan: &Plan) -> impl Iterator<Item = &ModelId> {
    plan.cases.iter().flat_map(|case| &case.expect.judges).filter_map(|judge| judge.model())
}
