//! Newer versions: looked for when a person asks, verified by the public key in this build, installed on a click.
//!
//! The feature `updater` compiles this. A build without a key, and a program that a package manager replaces, have none of it.

use crate::closing::Closing;
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tauri::ipc::Channel;
use tauri::{AppHandle, Builder, Context, Manager, Runtime, WebviewWindowBuilder};
use tauri_plugin_updater::{Error, Update, UpdaterExt};

/// How long the list of versions may take. A download takes as long as it goes on.
const LIST_TIMEOUT: Duration = Duration::from_secs(30);

/// Tells the page that this window can be updated, before any of its scripts run.
const ANNOUNCEMENT: &str = "window.canUpdate = true;";

/// A version that is newer than this one.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct NewVersion {
    version: String,
    notes: Option<String>,
}

/// Bytes downloaded so far, and all of them where the server says how many there are, or once all have arrived.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Arrived {
    bytes: usize,
    of: Option<u64>,
}

/// Why there is no update. The page has the words; the reason is that of the network, the system or the signature.
#[derive(Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(crate) enum Problem {
    /// Something else installed this program, or the version is no longer the one that was found.
    NotOffered,
    Unreachable {
        reason: String,
    },
    /// The new version has no package for this system.
    NoPackage,
    /// The package is not the one that was signed for this version. Nothing of it was used.
    Unverified {
        reason: String,
    },
    NotInstalled {
        reason: String,
    },
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let reason = error.to_string();
        if matches!(error, Error::TargetNotFound(_) | Error::TargetsNotFound(_)) {
            Self::NoPackage
        } else if is_of_the_signature(&error) {
            Self::Unverified { reason }
        } else if matches!(
            error,
            Error::Reqwest(_) | Error::Network(_) | Error::ReleaseNotFound | Error::Serialization(_)
        ) {
            Self::Unreachable { reason }
        } else {
            Self::NotInstalled { reason }
        }
    }
}

fn is_of_the_signature(error: &Error) -> bool {
    matches!(
        error,
        Error::Minisign(_)
            | Error::Base64(_)
            | Error::SignatureUtf8(_)
            | Error::SignedVersionMismatch { .. }
            | Error::MissingSignedVersion
    )
}

/// The update that was found last.
#[derive(Default)]
struct Found(Mutex<Option<Update>>);

/// Where versions are listed, and the public key of whoever signs them.
struct Origin {
    address: &'static str,
    key: &'static str,
}

impl Origin {
    /// A variable that is set to nothing gives nothing.
    fn of_this_build() -> Option<Self> {
        let given = |value: Option<&'static str>| value.filter(|value| !value.is_empty());
        let address = given(option_env!("CALLWRIGHT_UPDATE_ADDRESS"))?;
        Some(Self { address, key: given(option_env!("CALLWRIGHT_UPDATE_KEY"))? })
    }

    /// An older package with a valid signature can't pass for a newer one: the signature names the version.
    fn settings(&self) -> Value {
        json!({ "pubkey": self.key, "endpoints": [self.address], "requireSignedVersion": true })
    }
}

/// Adds updates to the window where it can be replaced by one.
pub(crate) fn add<R: Runtime>(shell: Builder<R>, context: &mut Context<R>) -> Builder<R> {
    let is_ours = std::env::current_exe().is_ok_and(|program| is_replaceable(&program));
    match Origin::of_this_build().filter(|_| is_ours) {
        Some(origin) => with(shell, context, origin.settings()),
        None => shell,
    }
}

fn with<R: Runtime>(shell: Builder<R>, context: &mut Context<R>, settings: Value) -> Builder<R> {
    context.config_mut().plugins.0.insert("updater".to_owned(), settings);
    shell.plugin(tauri_plugin_updater::Builder::new().build()).manage(Found::default())
}

/// Only an AppImage replaces itself. The variable of another AppImage, from which this one was started, counts for nothing.
#[cfg(target_os = "linux")]
fn is_replaceable(program: &Path) -> bool {
    let is_packed = std::env::var_os("APPIMAGE").is_some();
    is_packed && std::env::var_os("APPDIR").is_some_and(|mounted| program.starts_with(mounted))
}

/// An application of macOS, and not a program that lies in a folder of others.
#[cfg(target_os = "macos")]
fn is_replaceable(program: &Path) -> bool {
    program.parent().is_some_and(|folder| folder.ends_with("Contents/MacOS"))
}

/// The installer leaves its counterpart beside the program.
#[cfg(windows)]
fn is_replaceable(program: &Path) -> bool {
    program.with_file_name("uninstall.exe").is_file()
}

/// Tells the page whether there is anything to look for.
pub(crate) fn announce<'a, R: Runtime, M: Manager<R>>(
    shell: &M,
    window: WebviewWindowBuilder<'a, R, M>,
) -> WebviewWindowBuilder<'a, R, M> {
    match shell.try_state::<Found>() {
        Some(_) => window.initialization_script(ANNOUNCEMENT),
        None => window,
    }
}

/// Looks for a newer version. Nothing is downloaded but the list of versions.
#[tauri::command]
pub(crate) async fn look_for_update<R: Runtime>(shell: AppHandle<R>) -> Result<Option<NewVersion>, Problem> {
    look(&shell).await
}

/// Downloads the version that was found and a person has seen, verifies it, and puts it in the place of this one. It runs
/// with the next start; on Windows its installer ends this one.
#[tauri::command]
pub(crate) async fn install_update<R: Runtime>(
    shell: AppHandle<R>,
    version: String,
    progress: Channel<Arrived>,
) -> Result<(), Problem> {
    // A page that has gone needs no progress.
    let (update, package) = fetch(&shell, &version, |arrived| drop(progress.send(arrived))).await?;
    let install = tauri::async_runtime::spawn_blocking(move || update.install(package));
    let installed = install.await.map_err(Error::from)?;
    // An installer that can't be started comes too late to go on: everything was closed for it.
    if let Err(error) = &installed
        && shell.try_state::<Arc<Closing>>().is_some_and(|closing| closing.is_closed())
    {
        tracing::error!(%error, "the installer can't be started, so the window opens anew");
        shell.request_restart();
    }
    Ok(installed?)
}

/// Closes everything as the end of the window does. The installer of Windows ends this process without it.
fn close<R: Runtime>(shell: &AppHandle<R>) {
    shell.cleanup_before_exit();
    if let Some(closing) = shell.try_state::<Arc<Closing>>() {
        closing.close();
    }
}

async fn look<R: Runtime>(shell: &AppHandle<R>) -> Result<Option<NewVersion>, Problem> {
    let found = shell.try_state::<Found>().ok_or(Problem::NotOffered)?;
    let ending = shell.clone();
    let updater = shell.updater_builder().timeout(LIST_TIMEOUT).on_before_exit(move || close(&ending));
    let update = updater.build()?.check().await?;
    let told = update
        .as_ref()
        .map(|update| NewVersion { version: update.version.clone(), notes: update.body.clone() });
    *found.0.lock().unwrap_or_else(PoisonError::into_inner) = update;
    Ok(told)
}

/// The package of the version that was found, verified.
async fn fetch<R: Runtime>(
    shell: &AppHandle<R>,
    version: &str,
    tell: impl Fn(Arrived),
) -> Result<(Update, Vec<u8>), Problem> {
    let found = shell.try_state::<Found>().ok_or(Problem::NotOffered)?;
    let update = found.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    let update = update.filter(|update| update.version == version).ok_or(Problem::NotOffered)?;
    let bytes = AtomicUsize::new(0);
    let count = |piece: usize, of: Option<u64>| {
        let bytes = bytes.fetch_add(piece, Ordering::Relaxed) + piece;
        tell(Arrived { bytes, of });
    };
    // What follows is to verify it.
    let end = || {
        let bytes = bytes.load(Ordering::Relaxed);
        tell(Arrived { bytes, of: u64::try_from(bytes).ok() });
    };
    let package = update.download(count, end).await?;
    Ok((update, package))
}

#[cfg(test)]
mod tests;
