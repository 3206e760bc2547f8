//! The packages a window and its tests need from the system.

use anyhow::Result;

use super::system::System;
use super::{Purpose, debian, other_systems};
use crate::output::Output;

/// Sees to it that llama.cpp can be built. Where it can't, everything but models in files works all the same, so that
/// is no reason to stop.
pub(crate) fn prepare_engine(output: &Output) -> Result<bool> {
    let prepared = install_engine_packages(output);
    if let Err(reason) = &prepared {
        output.note(&format!("Models in files can't answer in this build: {reason:#}"))?;
    }
    Ok(prepared.is_ok())
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
