//! Calls a function of a plugin in a folder and waits for it. For being killed meanwhile. With a further word, it is no
//! keeper of programs.

use anyhow::{Context, Result};
use content::{FunctionName, JsonObject};
use functions::sources::as_keeper;
use functions::{Library, PluginFolder};
use ports::{CallScope, Catalogue};
use std::process::ExitCode;
use std::sync::Arc;
use tokio_util::sync::CancellationToken;

fn main() -> Result<ExitCode> {
    if std::env::args_os().nth(2).is_none()
        && let Some(kept) = as_keeper()
    {
        return Ok(kept);
    }
    call().map(|()| ExitCode::SUCCESS)
}

#[tokio::main]
async fn call() -> Result<()> {
    let folder = std::env::args_os().nth(1).context("a folder of plugins")?;
    let library = Arc::new(Library::default());
    let _folder = PluginFolder::open(folder.into(), Arc::clone(&library))?;
    let name = FunctionName::new("stays", "stay");
    let stay = library.current().function(&name).context("the function is there")?;
    stay.invoke(&JsonObject::new(), &CallScope::unobserved(CancellationToken::new())).await?;
    Ok(())
}
