//! What is told of the way through filters.

use super::{Filter, FilterEffect, FilterPassage, FilterSide, Filtered};
use std::sync::Arc;

/// The passages around one thing, in the order they happen.
pub(super) struct Passages {
    around: Filtered,
    told: Vec<FilterPassage>,
}

impl Passages {
    pub(super) fn new(around: Filtered) -> Self {
        Self { around, told: Vec::new() }
    }

    pub(super) fn entered(&mut self, filter: &Arc<dyn Filter>, effect: FilterEffect) {
        self.tell(filter, FilterSide::Entered, effect);
    }

    pub(super) fn left(&mut self, filter: &Arc<dyn Filter>, effect: FilterEffect) {
        self.tell(filter, FilterSide::Left, effect);
    }

    pub(super) fn into_told(self) -> Vec<FilterPassage> {
        self.told
    }

    fn tell(&mut self, filter: &Arc<dyn Filter>, side: FilterSide, effect: FilterEffect) {
        let (filter, around) = (filter.name().to_owned(), self.around.clone());
        self.told.push(FilterPassage { filter, around, side, effect });
    }
}
