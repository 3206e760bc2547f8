//! The packages a window and its tests need from the system.

use anyhow::{Error, Result};

use super::system::System;
use super::{Installation, Purpose, debian, other_systems};
use crate::output::Output;

/// Installs what `purpose` and llama.cpp need. Returns whether llama.cpp can be built: where it can't, everything but
/// models in files works, so that is no reason to stop.
pub(crate) fn prepare_system(purpose: Purpose, installation: Installation, output: &Output) -> Result<bool> {
    match System::detect() {
        System::Debian => debian::prepare(purpose, debian::Chromium::Package, installation, output),
        System::Ubuntu => debian::prepare(purpose, debian::Chromium::OwnChoice, installation, output),
        // Nothing is installed there.
        System::MacOs
        | System::Windows
        | System::Fedora
        | System::Arch
        | System::Suse
        | System::OtherUnix => {
            install_system_packages(purpose, output)?;
            let prepared = install_engine_packages(output);
            if let Err(reason) = &prepared {
                note_missing_engine(reason, output)?;
            }
            Ok(prepared.is_ok())
        }
    }
}

pub(super) fn note_missing_engine(reason: &Error, output: &Output) -> Result<()> {
    output.note(&format!("Models in files can't answer in this build: {reason:#}"))
}

/// Installs what llama.cpp is built with, or says what to install.
pub(crate) fn install_engine_packages(output: &Output) -> Result<()> {
    match System::detect() {
        System::Debian | System::Ubuntu => debian::install_for_the_engine(output),
        system @ (System::MacOs
        | System::Windows
        | System::Fedora
        | System::Arch
        | System::Suse
        | System::OtherUnix) => other_systems::require_engine_tools(system),
    }
}

/// Installs what is missing where that can be done, and otherwise says exactly what to install.
pub(crate) fn install_system_packages(purpose: Purpose, output: &Output) -> Result<()> {
    if purpose == Purpose::Browser {
        return Ok(());
    }
    match System::detect() {
        System::Debian => debian::install(purpose, debian::Chromium::Package, output),
        System::Ubuntu => {
            debian::install(purpose, debian::Chromium::OwnChoice, output)?;
            other_systems::require_chromium(purpose)
        }
        System::MacOs => other_systems::require_xcode_tools(),
        System::Windows => other_systems::require_webview2(output),
        system @ (System::Fedora | System::Arch | System::Suse | System::OtherUnix) => {
            other_systems::require_libraries_and_programs(system, purpose)
        }
    }
}
