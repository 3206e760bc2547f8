//! Calls a function of a plugin in a folder and waits for it. For being killed meanwhile.

use anyhow::{Context, Result};
use content::{FunctionName, JsonObject};
use functions::{Library, PluginFolder};
use ports::{CallScope, Catalogue};
use std::ffi::OsString;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

#[tokio::main]
pub(crate) async fn run(arguments: &[OsString]) -> Result<()> {
    let folder = arguments.first().context("a folder of plugins")?;
    let library = Arc::new(Library::default());
    let _folder = PluginFolder::open(folder.into(), Arc::clone(&library))?;
    let name = FunctionName::new("stays", "stay");
    let stay = library.current().function(&name).context("the function is there")?;
    stay.invoke(&JsonObject::new(), &CallScope::unobserved(CancellationToken::new())).await?;
    Ok(())
}
