//! Calls a function of a plugin in a folder and waits for it. For being killed meanwhile.

use anyhow::{Context, Result};
use content::{FunctionName, JsonObject};
use functions::{Library, PluginFolder};
use ports::{CallScope, Catalogue};
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

#[tokio::main]
async fn main() -> Result<()> {
    let folder = std::env::args_os().nth(1).context("a folder of plugins")?;
    let library = Arc::new(Library::default());
    let _folder = PluginFolder::open(folder.into(), Arc::clone(&library))?;
    let name = FunctionName::new("stays", "stay");
    let stay = library.current().function(&name).context("the function is there")?;
    stay.invoke(&JsonObject::new(), &CallScope::unobserved(CancellationToken::new())).await?;
    Ok(())
}
