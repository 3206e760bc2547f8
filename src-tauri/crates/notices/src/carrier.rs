//! Errors of ours that pass through an error of the standard library.

use crate::{Describe, Notice};
use std::error::Error;
use std::fmt::{self, Display, Formatter};

/// Keeps the notice of an error that travels inside a `std::io::Error`, which would leave its English alone.
#[derive(Debug)]
pub struct Carrier {
    notice: Notice,
    error: Option<Box<dyn Error + Send + Sync>>,
}

impl Carrier {
    pub fn new<E: Describe + Error + Send + Sync + 'static>(error: E) -> Self {
        Self { notice: error.notice(), error: Some(Box::new(error)) }
    }

    /// Of something that is no error by itself, such as what `declare!` makes.
    pub fn of(described: &impl Describe) -> Self {
        Self { notice: described.notice(), error: None }
    }

    pub fn notice(&self) -> &Notice {
        &self.notice
    }
}

impl Display for Carrier {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        self.notice.fmt(formatter)
    }
}

impl Error for Carrier {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.as_deref().map(|error| error as &(dyn Error + 'static))
    }
}
