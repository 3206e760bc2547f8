//! No engine: a build without C++ lists files and says why they can't answer.

use super::{EngineError, Job, Told};
use crate::facts::Facts;
use std::sync::Arc;

#[derive(Clone, Debug, Default)]
pub(crate) struct Engine(());

impl Engine {
    pub(crate) fn submit(&self, _: &Arc<Facts>, job: Job) {
        job.tell(Told::Failed(EngineError::NotBuilt));
    }
}
