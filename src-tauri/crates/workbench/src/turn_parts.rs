//! What turns are made with, those of sessions and those of cases.

use crate::ledger::Ledger;
use crate::models::AllModels;
use crate::views::FunctionViews;
use invocation::Filter;
use ports::IdSource;
use selection::RankedSelector;
use std::sync::Arc;

pub(crate) struct TurnParts {
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) models: Arc<AllModels>,
    pub(crate) functions: Arc<FunctionViews>,
    pub(crate) selector: Arc<RankedSelector>,
    /// Filters written in code. None ships.
    pub(crate) filters: Vec<Arc<dyn Filter>>,
    pub(crate) ids: Arc<dyn IdSource>,
}
