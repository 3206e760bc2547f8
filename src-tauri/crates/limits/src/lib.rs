//! The limits on what each counterpart can use of this computer, in one table.
//!
//! A counterpart is anything this application does not trust: a server, a plugin, a file, a page. A message that reports a
//! reached limit takes its words and number from the row. Nothing here may enforce a limit: the code that reads the resource
//! does. `docs/limits.md` lists all rows. Start reading at [`Limit`].

mod limit;
mod table;

pub use limit::{Counterpart, Limit, Unit};
pub use table::*;
