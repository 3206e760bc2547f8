//! The desktop window around the application. Everything worth knowing is in the crates below.

#![cfg_attr(not(debug_assertions), windows_subsystem = "windows")]

mod choosing;
mod closing;
mod commands;
mod menu;
mod reachable;
#[cfg(feature = "updater")]
mod updates;
mod window;

use closing::{Closing, Open};
use std::process::ExitCode;
use std::sync::Arc;
use telemetry::Telemetry;
use workbench::{Config, System, Workbench};

fn main() -> ExitCode {
    workbench::as_keeper().unwrap_or_else(open)
}

fn open() -> ExitCode {
    disk::close_umask();
    let telemetry = telemetry::begin();
    match run(telemetry) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            complain(error.as_ref());
            ExitCode::FAILURE
        }
    }
}

fn run(telemetry: Telemetry) -> Result<(), Box<dyn std::error::Error>> {
    let config = Config::from_environment()?;
    let (kept, home) = (Arc::new(window::Kept::read(config.home.join("window.json"))), config.home.clone());
    let app = Arc::new(Workbench::new(config, System::real()));
    let mut open = Open { app: Arc::clone(&app), kept: Arc::clone(&kept), announced: None, telemetry };
    // Files that are named at the start are imported, as a page never can: it names none.
    for file in std::env::args_os().skip(1) {
        tauri::async_runtime::block_on(app.import_file(file.as_ref()))?;
    }
    open.announced = tauri::async_runtime::block_on(reachable::begin(&app, &home));
    let closing = Arc::new(Closing::of(open));
    #[cfg_attr(not(feature = "updater"), allow(unused_mut, reason = "the feature adds to it"))]
    let mut context = tauri::generate_context!();
    let shell = tauri::Builder::default();
    #[cfg(feature = "updater")]
    let shell = updates::add(shell, &mut context);
    shell
        .manage(app)
        .manage(Arc::clone(&closing))
        .invoke_handler(tauri::generate_handler![
            commands::call,
            commands::follow,
            commands::name_menu,
            commands::choose_file,
            #[cfg(feature = "updater")]
            updates::look_for_update,
            #[cfg(feature = "updater")]
            updates::install_update
        ])
        .setup(move |shell| {
            tauri::async_runtime::spawn(end_when_asked(shell.handle().clone()));
            menu::set(shell, menu::Layout::of_this_system())?;
            Ok(window::open(shell, &kept)?)
        })
        .build(context)?
        .run(move |_, event| {
            if let tauri::RunEvent::Exit = event {
                closing.close();
            }
        });
    Ok(())
}

/// Ends as if its window had been closed, where the system asks for it. Whoever asks twice does not want to wait.
async fn end_when_asked(shell: tauri::AppHandle) {
    if workbench::asked_to_end().await.is_ok() {
        shell.exit(0);
        if workbench::asked_to_end().await.is_ok() {
            std::process::exit(1);
        }
    }
}

#[allow(clippy::print_stderr, reason = "without a window there is nowhere else to say it")]
fn complain(error: &dyn std::error::Error) {
    eprintln!("Callwright can't start: {error}.");
}
