//! The losses of an import or an export, in English.

use serde::Serialize;
use std::fmt::{self, Display, Formatter};
use workbench::contract::Loss;

#[derive(Serialize)]
pub(crate) struct PrintedLoss<'a> {
    place: &'a str,
    what: String,
}

pub(crate) fn printed_losses(losses: &[Loss]) -> Vec<PrintedLoss<'_>> {
    losses
        .iter()
        .map(|loss| PrintedLoss { place: &loss.place, what: workbench::english(&loss.what) })
        .collect()
}

impl Display for PrintedLoss<'_> {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: {}", self.place, self.what)
    }
}
