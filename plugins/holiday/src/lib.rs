//! Books holidays that nobody goes on, and says what they would cost. Needs no permissions.

mod book;
mod quote;

use functions::{ManifestError, Plugin};

pub fn plugin() -> Result<Plugin, ManifestError> {
    Ok(Plugin::native(include_str!("../plugin.toml"))?.with(book::BookHoliday).with(quote::QuoteHoliday))
}
