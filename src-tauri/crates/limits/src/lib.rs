//! What a counterpart may take of this computer: one table. A counterpart is whoever this application does not trust: a
//! server, a plugin, a file, a page. Each row is told with its words where it is reached, and stands in `docs/limits.md`.

mod limit;
mod table;

pub use limit::{Counterpart, Limit, Unit};
pub use table::*;
